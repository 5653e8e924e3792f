import { isRouteErrorResponse } from 'react-router'
import { BlankFrame } from '~/ui/blank-frame'
import { ButtonLink } from '~/ui/button-link'
import { Emphasis } from '~/ui/emphasis'
import { Failure } from '~/ui/failure'
import { paths } from '~/ui/paths'
import type { ClosedGallery } from '../gift-words'

/** What one can do whose gallery is closed, or whom nothing opened any. */
export function GiftFailure({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <Failure error={error} />
  if (error.status === 410 && error.data) return <Closed gallery={error.data as ClosedGallery} />
  if (error.status !== 404) return <Failure error={error} />
  return (
    <div className="wrap">
      <title>Find your photographs</title>
      <meta name="robots" content="noindex" />
      <div className="nf">
        <div>
          <h1 className="d2">
            <Emphasis text="No gallery *is open here.*" />
          </h1>
          <p className="lede ink2 nf__lede">
            Open the link in the newest message that we sent you about your photographs, all of it. If it no
            longer works, ask us and we send you another. With an account for the same email address, you find
            every gallery there.
          </p>
          <div className="hero__act">
            <ButtonLink to={paths.contact({ subject: 'My photographs' })}>Ask for a new link</ButtonLink>
            <ButtonLink to={paths.login({ returnTo: '/profile#downloads' })} variant="line">
              Sign in
            </ButtonLink>
          </div>
        </div>
        <BlankFrame number={404} />
      </div>
    </div>
  )
}

function Closed({ gallery: { title, closedOn } }: { gallery: ClosedGallery }) {
  return (
    <div className="wrap">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="nf">
        <div>
          <h1 className="d2">{title}</h1>
          <p className="lede ink2 nf__lede">
            {closedOn ? `This gallery closed on ${closedOn}.` : 'This gallery is closed.'} The photographs are
            kept: ask us, and we open it again for you.
          </p>
          <div className="hero__act">
            <ButtonLink to={paths.contact({ subject: `Please reopen “${title}”` })}>
              Ask to reopen it
            </ButtonLink>
          </div>
        </div>
        <BlankFrame number={36} isFiled />
      </div>
    </div>
  )
}
