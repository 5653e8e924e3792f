import { Link } from 'react-router'
import { paths } from '~/ui/paths'
import type { Shell } from '../model'
import { Logo } from './logo'
import { AccountLink, type SignedInAs, SignOutButton } from './site-header'

interface GalleryHeaderProps {
  studio: Shell['studio']
  signedInAs: SignedInAs
}

/** Above a client gallery: the studio's logo, and the link to the client's other galleries. */
export function GalleryHeader({ studio, signedInAs }: GalleryHeaderProps) {
  return (
    <header className="hdr hdr--client-gallery">
      <div className="wrap hdr__in">
        <Logo studio={studio} />
        <div className="hdr__act">
          {signedInAs === 'client' ? (
            <Link className="btn btn--quiet" to={paths.downloads()}>
              My galleries
            </Link>
          ) : (
            <AccountLink className="btn btn--quiet" signedInAs={signedInAs} />
          )}
          <SignOutButton signedInAs={signedInAs} />
        </div>
      </div>
    </header>
  )
}

/** Below a client gallery: the studio's contact details. */
export function GalleryFooter({ studio, year }: Pick<Shell, 'studio' | 'year'>) {
  return (
    <footer className="ftr ftr--client-gallery" data-theme="darkroom">
      <div className="wrap">
        <div className="ftr__end">
          <p className="ftr__brand">
            <span className="t3">{studio.name}</span>
            <span className="ink2">{studio.tagline}</span>
          </p>
          <ul className="ftr__legal">
            <li className="ink2">
              © {year} {studio.name}
            </li>
            {[studio.email, studio.phone].map(
              (link) =>
                link && (
                  <li key={link.to}>
                    <a href={link.to}>{link.label}</a>
                  </li>
                ),
            )}
            <li>
              <Link to={paths.terms()}>Terms &amp; Conditions</Link>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  )
}
