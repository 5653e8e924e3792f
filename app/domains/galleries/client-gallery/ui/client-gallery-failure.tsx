import { isRouteErrorResponse } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { Emphasis } from '~/ui/emphasis'
import { BlankFrame, Failure } from '~/ui/failure'
import { paths } from '~/ui/paths'
import { useSignedIn } from '~/ui/signed-in'
import type { ExpiredGallery } from '../client-gallery-words'

/** The page for expired galleries, and for visitors without access. */
export function ClientGalleryFailure({ error }: { error: unknown }) {
  const isSignedIn = useSignedIn()
  if (!isRouteErrorResponse(error)) return <Failure error={error} />
  if (error.status === 410 && error.data) return <Closed gallery={error.data as ExpiredGallery} />
  if (error.status !== 404) return <Failure error={error} />
  return (
    <div className="wrap">
      <title>Find your photos</title>
      <meta name="robots" content="noindex" />
      <div className="nf">
        <div>
          <h1 className="d2">
            <Emphasis text="We can’t open *this gallery.*" />
          </h1>
          <p className="lede ink2 nf__lede">
            Try the link in our latest email about your photos. If it doesn’t work, we’ll send you a new one.{' '}
            {isSignedIn
              ? 'You’ll find all your galleries in your account.'
              : 'If you have an account with the same email, you’ll find all your galleries there.'}
          </p>
          <div className="hero__act">
            <ButtonLink to={paths.contact({ subject: 'My gallery' })}>Ask for a new link</ButtonLink>
            <ButtonLink
              to={isSignedIn ? paths.downloads() : paths.login({ returnTo: '/profile#downloads' })}
              variant="line"
            >
              {isSignedIn ? 'My galleries' : 'Sign in'}
            </ButtonLink>
          </div>
        </div>
        <BlankFrame number={404} />
      </div>
    </div>
  )
}

function Closed({ gallery: { title, closedOn } }: { gallery: ExpiredGallery }) {
  return (
    <div className="wrap">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="nf">
        <div>
          <h1 className="d2">{title}</h1>
          <p className="lede ink2 nf__lede">
            {closedOn ? `This gallery expired on ${closedOn}.` : 'This gallery is closed.'} We still have your
            photos. Ask us and we’ll reopen it.
          </p>
          <div className="hero__act">
            <ButtonLink to={paths.contact({ subject: 'Please reopen my gallery' })}>
              Ask to reopen it
            </ButtonLink>
          </div>
        </div>
        <BlankFrame number={36} isFiled />
      </div>
    </div>
  )
}
