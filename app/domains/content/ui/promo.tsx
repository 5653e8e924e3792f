import { useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import type { Shell } from '../model'

/** R27 */
export function Promo({ promo }: { promo: NonNullable<Shell['promo']> }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const { pathname } = useLocation()
  const shownOn = useRef(pathname)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => dialog.current?.close()

  useEffect(() => {
    dialog.current?.showModal()
    // Focuses the heading, so that it is announced and no key presses a button by accident.
    heading.current?.focus()
  }, [])
  useEffect(() => {
    if (pathname !== shownOn.current) dialog.current?.close()
  }, [pathname])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is the scrim
    <dialog
      className="dlg promo"
      aria-labelledby={title}
      ref={dialog}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="promo__in">
        {promo.flyer ? (
          <Picture className="promo__pic" photo={promo.flyer} sizes="(min-width: 48rem) 450px, 112px" eager />
        ) : null}
        <div className="promo__txt">
          <h2 className="t1" id={title} tabIndex={-1} ref={heading}>
            {promo.title}
          </h2>
          <p className="ink2">{promo.text}</p>
          <div className="dlg__act">
            {isElsewhere(promo.link) ? (
              <a className="btn go" href={promo.link} rel="noopener" onClick={close}>
                {promo.linkLabel}
              </a>
            ) : (
              <Link className="btn go" to={promo.link} onClick={close}>
                {promo.linkLabel}
              </Link>
            )}
            <button type="button" className="btn btn--line" onClick={close}>
              Close
            </button>
          </div>
        </div>
      </div>
    </dialog>
  )
}

const isElsewhere = (link: string): boolean => !link.startsWith('/')
