import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import type { Shell } from '../model'
import { Logo } from './logo'
import { navigationLinks } from './site-links'

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
    <header className={edit ? 'hdr hdr--edit' : 'hdr'}>
      <div className="wrap hdr__in">
        <Logo studio={studio} />
        <nav className="nav" aria-label="Main">
          <ul>
            {navigationLinks(navigation).map(({ label, to }) => (
              <li key={to}>
                <NavLink to={to} end={to === paths.home()} prefetch="intent" viewTransition>
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
          <Link className="btn btn--quiet btn--icon find" to={paths.search()} aria-label="Search">
            <Icon name="search" />
          </Link>
          <AccountMenu signedInAs={signedInAs} />
          {isBooking ? (
            studio.phone && (
              <a className="btn btn--line" href={studio.phone.to}>
                {studio.phone.label}
              </a>
            )
          ) : (
            <Link className="btn" to={paths.bookSession()} prefetch="intent" viewTransition>
              {navigation.book}
            </Link>
          )}
          <Menu shell={shell} signedInAs={signedInAs} edit={edit} />
        </div>
      </div>
    </header>
  )
}

interface MenuProps {
  shell: Pick<Shell, 'studio' | 'navigation'>
  signedInAs: SignedInAs
  /** Link to the page's editor, for the team. */
  edit: string | undefined
}

/** R24 on small screens: a dialog once hydrated, and a `details` element before or without script. */
export function Menu(props: MenuProps) {
  const [isAlive, setAlive] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const was = useRef({ isOpen: false, hasFocus: false })

  useEffect(() => {
    const take = () => {
      const isOpen = details.current?.open ?? false
      was.current = { isOpen, hasFocus: details.current?.contains(document.activeElement) ?? false }
      setAlive(true)
    }
    // A pressed mouse button has to be released on the same element, so this waits for it.
    if (!details.current?.matches(':active')) return take()
    const takeSoon = () => setTimeout(take)
    addEventListener('click', takeSoon, { once: true })
    return () => removeEventListener('click', takeSoon)
  }, [])
  useEffect(() => {
    if (!isAlive) return
    if (was.current.hasFocus) button.current?.focus()
    if (was.current.isOpen) dialog.current?.showModal()
  }, [isAlive])

  if (!isAlive)
    return (
      <details className="menu" ref={details}>
        <summary className="btn btn--quiet btn--icon">
          <Icon name="menu" />
          <span className="vh">Menu</span>
        </summary>
        <div className="mnu mnu--plain" data-theme="darkroom">
          <MenuContent {...props} />
        </div>
      </details>
    )

  const close = () => dialog.current?.close()
  return (
    <>
      <button
        type="button"
        className="btn btn--quiet btn--icon menu"
        aria-haspopup="dialog"
        ref={button}
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" />
        <span className="vh">Menu</span>
      </button>
      <dialog className="mnu" data-theme="darkroom" aria-label="Menu" ref={dialog}>
        <div className="hdr">
          <div className="wrap hdr__in">
            <Logo studio={props.shell.studio} onClick={close} />
            <div className="hdr__act">
              <button type="button" className="btn btn--quiet btn--icon" onClick={close}>
                <Icon name="close" />
                <span className="vh">Close menu</span>
              </button>
            </div>
          </div>
        </div>
        <MenuContent {...props} onChoose={close} />
      </dialog>
    </>
  )
}

/** The browser discovers the routes of these links in the header. */
function MenuContent({ shell, signedInAs, edit, onChoose }: MenuProps & { onChoose?: () => void }) {
  const { studio, navigation } = shell
  return (
    <>
      <nav aria-label="Menu">
        <ul className="mnu__list">
          {navigationLinks(navigation).map(({ label, to }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === paths.home()}
                onClick={onChoose}
                prefetch="intent"
                viewTransition
                discover="none"
              >
                <span className="edge pt" />
                <span className="t2">{label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mnu__foot">
        <Link className="btn btn--quiet" to={paths.search()} onClick={onChoose} discover="none">
          Search
        </Link>
        <AccountLink className="btn btn--quiet" signedInAs={signedInAs} onClick={onChoose} />
        <SignOutButton signedInAs={signedInAs} />
        {edit ? (
          <Link className="btn btn--quiet" to={edit} onClick={onChoose} reloadDocument>
            Edit this page
          </Link>
        ) : null}
        <Link
          className="btn"
          to={paths.bookSession()}
          onClick={onChoose}
          prefetch="intent"
          viewTransition
          discover="none"
        >
          {navigation.book}
        </Link>
        {studio.phone && (
          <a className="btn btn--line" href={studio.phone.to}>
            Call us
          </a>
        )}
      </div>
    </>
  )
}

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
