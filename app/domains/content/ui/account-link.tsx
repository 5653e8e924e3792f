import { Link } from 'react-router'
import { paths } from '~/ui/paths'

/** Where the person who looks is at home; undefined: nobody is signed in. */
export type SignedInAs = 'owner' | 'assistant' | 'client' | undefined

interface AccountLinkProps {
  className: string
  signedInAs: SignedInAs
  onClick?: (() => void) | undefined
}

/** Where one signs in, or has signed in. */
export const AccountLink = ({ signedInAs, ...link }: AccountLinkProps) => (
  <Link
    {...link}
    to={signedInAs ? paths.homeOf(signedInAs) : paths.login()}
    // The Studio’s pages may show frames: they need a policy of their own.
    reloadDocument={signedInAs === 'owner' || signedInAs === 'assistant'}
  >
    {labelFor(signedInAs)}
  </Link>
)

function labelFor(signedInAs: SignedInAs): string {
  if (!signedInAs) return 'Sign in'
  return signedInAs === 'client' ? 'My account' : 'Studio'
}
