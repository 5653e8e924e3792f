import { Link, useLocation } from 'react-router'
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

/** The way to sign in; for someone who has, a menu with the way to their account and the way out. */
export function AccountMenu({ signedInAs }: Pick<AccountLinkProps, 'signedInAs'>) {
  const { key } = useLocation()
  if (!signedInAs) return <AccountLink className="btn btn--quiet signin" signedInAs={signedInAs} />
  return (
    // A new one at each address: it closes when one goes on.
    <details className="acm" key={key}>
      <summary className="btn btn--quiet signin">{labelFor(signedInAs)}</summary>
      <div className="acm__in">
        <AccountLink className="btn btn--quiet" signedInAs={signedInAs} />
        <SignOutButton signedInAs={signedInAs} />
      </div>
    </details>
  )
}

/** The page after it is a visitor’s, so it’s a form of the browser’s own. */
export const SignOutButton = ({ signedInAs }: Pick<AccountLinkProps, 'signedInAs'>) =>
  signedInAs ? (
    <form method="post" action={paths.signOut()} className="signout">
      <button type="submit" className="btn btn--quiet">
        Sign out
      </button>
    </form>
  ) : null
