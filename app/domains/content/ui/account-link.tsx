import { Link, useLocation } from 'react-router'
import { paths } from '~/ui/paths'

/** Role of the signed-in visitor; undefined: signed out. */
export type SignedInAs = 'owner' | 'assistant' | 'client' | undefined

interface AccountLinkProps {
  className: string
  signedInAs: SignedInAs
  onClick?: (() => void) | undefined
}

/** Link to the login, or to the visitor's account. */
export const AccountLink = ({ signedInAs, ...link }: AccountLinkProps) => (
  <Link
    {...link}
    to={signedInAs ? paths.homeOf(signedInAs) : paths.login()}
    // Studio pages have a different Content-Security-Policy, so they load as documents.
    reloadDocument={signedInAs === 'owner' || signedInAs === 'assistant'}
  >
    {labelFor(signedInAs)}
  </Link>
)

function labelFor(signedInAs: SignedInAs): string {
  if (!signedInAs) return 'Sign in'
  return signedInAs === 'client' ? 'My account' : 'Studio'
}

/** Link to the login; when signed in, a menu with the account and the sign-out button. */
export function AccountMenu({ signedInAs }: Pick<AccountLinkProps, 'signedInAs'>) {
  const { key } = useLocation()
  if (!signedInAs) return <AccountLink className="btn btn--quiet signin" signedInAs={signedInAs} />
  return (
    // The key closes the popover after navigation.
    <details className="acm" key={key}>
      <summary className="btn btn--quiet signin">{labelFor(signedInAs)}</summary>
      <div className="acm__in">
        <AccountLink className="btn btn--quiet" signedInAs={signedInAs} />
        <SignOutButton signedInAs={signedInAs} />
      </div>
    </details>
  )
}

/** A native form post, since the next page is a signed-out visitor's. */
export const SignOutButton = ({ signedInAs }: Pick<AccountLinkProps, 'signedInAs'>) =>
  signedInAs ? (
    <form method="post" action={paths.signOut()} className="signout">
      <button type="submit" className="btn btn--quiet">
        Sign out
      </button>
    </form>
  ) : null
