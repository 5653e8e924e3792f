import { Link } from 'react-router'
import { paths } from '~/ui/paths'
import type { Shell } from '../model'
import { telephoneLink } from './site-links'

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
            <li>
              <a href={`mailto:${studio.email}`}>{studio.email}</a>
            </li>
            <li>
              <a href={telephoneLink(studio.phone)}>{studio.phone}</a>
            </li>
            <li>
              <Link to={paths.terms()}>Terms &amp; Conditions</Link>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  )
}
