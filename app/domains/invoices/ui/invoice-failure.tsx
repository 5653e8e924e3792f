import { ButtonLink } from '~/ui/button-link'
import { LostLink } from '~/ui/lost-link'
import { paths } from '~/ui/paths'

export const InvoiceFailure = ({ error }: { error: unknown }) => (
  <LostLink
    error={error}
    what="invoice"
    more="If you have an account with the same email, you’ll find your invoices there."
  >
    <ButtonLink to={paths.login({ returnTo: paths.profile() })}>Sign in</ButtonLink>
    <ButtonLink to={paths.contact({ subject: 'My booking' })} variant="line">
      Contact us
    </ButtonLink>
  </LostLink>
)
