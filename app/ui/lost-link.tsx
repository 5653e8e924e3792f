import type { ReactNode } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { ButtonLink } from './button-link'
import { Emphasis } from './emphasis'
import { BlankFrame, Failure } from './failure'
import { paths } from './paths'
import { useSignedIn } from './signed-in'

interface LostLinkProps {
  error: unknown
  /** "contract" */
  what: string
  /** Another way to it. */
  more?: string
  /** Buttons. */
  children: ReactNode
}

/** The page for visitors without access to something that was emailed to them: how to get it. */
export function LostLink({ error, what, more = '', children }: LostLinkProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <Failure error={error} />
  return (
    <div className="wrap">
      <title>{`Find your ${what}`}</title>
      <meta name="robots" content="noindex" />
      <div className="nf">
        <div>
          <h1 className="d2">
            <Emphasis text={`We can’t find *that ${what}.*`} />
          </h1>
          <p className="lede ink2 nf__lede">
            Use the link in our latest email about it. Older links may have stopped working. {more}
          </p>
          <div className="hero__act">{children}</div>
        </div>
        <BlankFrame number={404} />
      </div>
    </div>
  )
}

/** The page for a lost link to something that is in the client's account, too. */
export function LostInAccount({ error, what }: { error: unknown; what: 'booking' | 'invoice' }) {
  const isSignedIn = useSignedIn()
  return (
    <LostLink
      error={error}
      what={what}
      more={
        isSignedIn
          ? `You’ll find all your ${what}s in your account.`
          : `If you have an account with the same email, you’ll find all your ${what}s there.`
      }
    >
      {isSignedIn ? (
        <ButtonLink to={paths.profile()}>My account</ButtonLink>
      ) : (
        <ButtonLink to={paths.login({ returnTo: paths.profile() })}>Sign in</ButtonLink>
      )}
      <ButtonLink to={paths.contact({ subject: 'My booking' })} variant="line">
        Contact us
      </ButtonLink>
    </LostLink>
  )
}
