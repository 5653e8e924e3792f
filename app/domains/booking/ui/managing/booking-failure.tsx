import { isRouteErrorResponse } from 'react-router'
import { BlankFrame } from '~/ui/blank-frame'
import { ButtonLink } from '~/ui/button-link'
import { Emphasis } from '~/ui/emphasis'
import { Failure } from '~/ui/failure'
import { paths } from '~/ui/paths'

/** How to get to a booking, for somebody whom nothing opened one. */
export function BookingFailure({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <Failure error={error} />
  return (
    <div className="wrap">
      <title>Find your booking</title>
      <meta name="robots" content="noindex" />
      <div className="nf">
        <div>
          <h1 className="d2">
            <Emphasis text="No booking *is open here.*" />
          </h1>
          <p className="lede ink2 nf__lede">
            Open the link in the newest message that we sent about your booking: it brings you to it. Older
            links may have been replaced. With an account for the same email address, you find every booking
            there.
          </p>
          <div className="hero__act">
            <ButtonLink to={paths.login({ returnTo: paths.profile() })}>Sign in</ButtonLink>
            <ButtonLink to={paths.contact({ subject: 'My booking' })} variant="line">
              Write to us
            </ButtonLink>
          </div>
        </div>
        <BlankFrame number={404} />
      </div>
    </div>
  )
}
