import { useEffect, useRef, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import type { Shell } from '../model'
import { AccountLink, type SignedInAs, SignOutButton } from './account-link'
import { Logo } from './logo'
import { navigationLinks, telephoneLink } from './site-links'

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
  const wasOpen = useRef(false)

  useEffect(() => {
    wasOpen.current = details.current?.open ?? false
    setAlive(true)
  }, [])
  useEffect(() => {
    if (isAlive && wasOpen.current) dialog.current?.showModal()
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

function MenuContent({ shell, signedInAs, edit, onChoose }: MenuProps & { onChoose?: () => void }) {
  const { studio, navigation } = shell
  return (
    <>
      <nav aria-label="Menu">
        <ul className="mnu__list">
          {navigationLinks(navigation).map(({ label, to }, at) => (
            <li key={to}>
              <NavLink to={to} end={to === paths.home()} onClick={onChoose}>
                <span className="edge" aria-hidden="true">
                  <span className="pt">{at + 1}</span>
                </span>
                <span className="t2">{label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mnu__foot">
        <AccountLink className="btn btn--quiet" signedInAs={signedInAs} onClick={onChoose} />
        <SignOutButton signedInAs={signedInAs} />
        {edit ? (
          <Link className="btn btn--quiet" to={edit} onClick={onChoose} reloadDocument>
            Edit this page
          </Link>
        ) : null}
        <Link className="btn" to={paths.bookSession()} onClick={onChoose}>
          {navigation.book}
        </Link>
        <a className="btn btn--line" href={telephoneLink(studio.phone)}>
          Call us
        </a>
      </div>
    </>
  )
}
