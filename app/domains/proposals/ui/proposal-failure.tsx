import { ButtonLink } from '~/ui/button-link'
import { LostLink } from '~/ui/lost-link'
import { paths } from '~/ui/paths'

export const ProposalFailure = ({ error }: { error: unknown }) => (
  <LostLink error={error} what="proposal">
    <ButtonLink to={paths.contact({ subject: 'My proposal' })}>Contact us</ButtonLink>
  </LostLink>
)
