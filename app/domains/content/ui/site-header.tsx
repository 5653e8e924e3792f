import { Link, NavLink } from 'react-router'
import { paths } from '~/ui/paths'
import type { Shell } from '../model'
import { AccountLink, type SignedInAs } from './account-link'
import { Logo } from './logo'
import { Menu } from './menu'
import { navigation, telephoneLink } from './site-links'

interface SiteHeaderProps {
  studio: Shell['studio']
  /** Who is booking already needs no button for it, but perhaps a person. */
  isBooking: boolean
  signedInAs: SignedInAs
}

export function SiteHeader({ studio, isBooking, signedInAs }: SiteHeaderProps) {
  return (
    <header className="hdr">
      <div className="wrap hdr__in">
        <Logo studio={studio} />
        <nav className="nav" aria-label="Main">
          <ul>
            {navigation.map(({ label, to }) => (
              <li key={to}>
                <NavLink to={to} end={to === paths.home()}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="hdr__act">
          <AccountLink className="btn btn--quiet signin" signedInAs={signedInAs} />
          {isBooking ? (
            <a className="btn btn--line" href={telephoneLink(studio.phone)}>
              {studio.phone}
            </a>
          ) : (
            <Link className="btn" to={paths.bookSession()}>
              Book a session
            </Link>
          )}
          <Menu studio={studio} signedInAs={signedInAs} />
        </div>
      </div>
    </header>
  )
}
