import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { WaysInProps } from './ways-in'

interface RequestedDownload {
  /** Path of the download. */
  path: string
  WaysIn: ComponentType<WaysInProps>
}

/**
 * R25: Opens when a visitor follows a download link, which without script leads to the login page. Its frame
 * and title are on every page; the rest loads on demand.
 */
export function LoginToDownload({ isSignedIn }: { isSignedIn: boolean }) {
  const [asked, setAsked] = useState<RequestedDownload>()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const { pathname } = useLocation()
  const askedOn = useRef(pathname)
  const close = () => dialog.current?.close()

  useEffect(() => {
    if (isSignedIn) return
    const press = async (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const path = link ? downloadPathOf(event, link, location.origin) : undefined
      if (path === undefined) return
      event.preventDefault()
      const loaded = await import('./ways-in').catch(() => undefined)
      if (loaded) setAsked({ path, WaysIn: loaded.WaysIn })
      // Leads to the login page, which has the same content.
      else location.assign(path)
    }
    // In the capture phase, before the router handles the click.
    document.addEventListener('click', press, true)
    return () => document.removeEventListener('click', press, true)
  }, [isSignedIn])

  useEffect(() => {
    if (asked && !dialog.current?.open) dialog.current?.showModal()
  }, [asked])
  useEffect(() => {
    if (pathname !== askedOn.current) dialog.current?.close()
    askedOn.current = pathname
  }, [pathname])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is the scrim
    <dialog
      className="dlg dlg--login"
      aria-labelledby={title}
      ref={dialog}
      onClose={() => setAsked(undefined)}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <h2 className="t2" id={title}>
        Login to Download
      </h2>
      {asked ? <asked.WaysIn path={asked.path} onLeave={close} /> : null}
    </dialog>
  )
}

/** The parts of a click that determine where it leads. */
interface Press {
  button: number
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  defaultPrevented: boolean
}

/**
 * The path under /download that a click requests in this window; undefined: another link, or a new window or
 * tab.
 * @param origin of this site
 */
export function downloadPathOf(
  press: Press,
  link: { href: string; target: string },
  origin: string,
): string | undefined {
  const isPlain = press.button === 0 && !press.altKey && !press.ctrlKey && !press.metaKey && !press.shiftKey
  if (!isPlain || press.defaultPrevented || !['', '_self'].includes(link.target)) return undefined
  if (!URL.canParse(link.href)) return undefined
  const url = new URL(link.href)
  if (url.origin !== origin || !/^\/download(\/|$)/.test(url.pathname)) return undefined
  return url.pathname + url.search
}
