import { Link, NavLink } from 'react-router'
import { paths } from '~/ui/paths'
import type { Shell } from '../model'
import { AccountMenu, type SignedInAs } from './account-link'
import { Logo } from './logo'
import { Menu } from './menu'
import { navigationLinks, telephoneLink } from './site-links'

interface SiteHeaderProps {
  shell: Pick<Shell, 'studio' | 'navigation'>
  /** The booking steps need no Book button, but perhaps a phone number. */
  isBooking: boolean
  signedInAs: SignedInAs
  /** Link to the page's editor, for the team. */
  edit: string | undefined
}

export function SiteHeader({ shell, isBooking, signedInAs, edit }: SiteHeaderProps) {
  const { studio, navigation } = shell
  return (
    <header className="hdr">
      <div className="wrap hdr__in">
        <Logo studio={studio} />
        <nav className="nav" aria-label="Main">
          <ul>
            {navigationLinks(navigation).map(({ label, to }) => (
              <li key={to}>
                <NavLink to={to} end={to === paths.home()}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="hdr__act">
          {edit ? (
            <Link className="btn btn--quiet signin" to={edit} reloadDocument>
              Edit<span className="vh"> this page</span>
            </Link>
          ) : null}
          <AccountMenu signedInAs={signedInAs} />
          {isBooking ? (
            <a className="btn btn--line" href={telephoneLink(studio.phone)}>
              {studio.phone}
            </a>
          ) : (
            <Link className="btn" to={paths.bookSession()}>
              {navigation.book}
            </Link>
          )}
          <Menu shell={shell} signedInAs={signedInAs} edit={edit} />
        </div>
      </div>
    </header>
  )
}
