import { ButtonLink } from '~/ui/button-link'
import { LostLink } from '~/ui/lost-link'
import { paths } from '~/ui/paths'

export const ContractFailure = ({ error }: { error: unknown }) => (
  <LostLink error={error} what="contract">
    <ButtonLink to={paths.contact({ subject: 'My contract' })}>Contact us</ButtonLink>
  </LostLink>
)
