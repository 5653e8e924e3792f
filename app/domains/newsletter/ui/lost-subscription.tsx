import { href } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { LostLink } from '~/ui/lost-link'
import { paths } from '~/ui/paths'

/** The page for a link of a newsletter that was cut or changed: how to unsubscribe anyway. */
export const LostSubscription = ({ error }: { error: unknown }) => (
  <LostLink error={error} what="subscription" more="We can also email you a link to unsubscribe.">
    <ButtonLink to={href('/newsletter/unsubscribe')}>Email me a link</ButtonLink>
    <ButtonLink to={paths.contact()} variant="line">
      Contact us
    </ButtonLink>
  </LostLink>
)
