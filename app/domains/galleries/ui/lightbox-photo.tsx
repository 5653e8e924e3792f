import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  type TouchEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { preload } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router'
import { mediaPath, type PhotoView, renditionFor } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { Mark } from '~/ui/mark'
import type { GalleryPhoto } from '../model'

/** A photo and its neighbors; null: none. */
export interface PhotoInOrder {
  photo: GalleryPhoto
  total: number
  previous: GalleryPhoto | null
  next: GalleryPhoto | null
}

interface LightboxPhotoProps {
  className?: string
  view: PhotoInOrder
  /** The photos of the strip. */
  strip: GalleryPhoto[]
  to: (photo: GalleryPhoto) => string
  ways: Ways
  /** URL of the grid behind it. */
  grid: string
  onClose: () => void
  /** Actions for the photo, in the bar. */
  tools: ReactNode
  caption: ReactNode
  /** Announced when another photo is shown. */
  announcement: string
}

/** A photo over its grid, with links to its neighbors. Without script, the same markup is a separate page. */
export function LightboxPhoto({ view, strip, to, ways, grid, onClose, ...parts }: LightboxPhotoProps) {
  const { photo, total, previous, next } = view
  const { className, tools, caption, announcement } = parts
  const { dialog, isOpen } = useModalDialog()
  const swipe = useSwipe(ways)
  const { state } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each photo, and after the dialog has opened
  useLayoutEffect(() => {
    if (dialog.current) centerStrip(dialog.current)
  }, [photo.id, dialog])

  useEffect(() => {
    preloadPhoto(next)
    preloadPhoto(previous)
    // If the focused link was removed with the previous photo, nothing has the focus.
    if (document.activeElement === document.body) dialog.current?.focus()
  }, [next, previous, dialog])

  return (
    <dialog
      open={isOpen}
      className={className ? `lb ${className}` : 'lb'}
      data-theme="darkroom"
      ref={dialog}
      tabIndex={-1}
      aria-label={`Photo ${photo.number} of ${total}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Before any interaction, Escape closes the dialog without a `cancel` event.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose()
      }}
    >
      <div className="lb__bar">
        <p className="edge">
          <span className="vh">Photo </span>
          <span className="pt">{photo.number.toLocaleString('en-US')}</span> <span aria-hidden="true">/</span>
          <span className="vh">of</span> {total.toLocaleString('en-US')}
        </p>
        <Turn to={previous && to(previous)} state={state} way="previous" />
        <Turn to={next && to(next)} state={state} way="next" />
        {tools}
        <Link
          className="btn btn--quiet btn--icon lb__close"
          to={grid}
          aria-label="Close, back to the gallery"
          preventScrollReset
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            onClose()
          }}
        >
          <Icon name="close" />
        </Link>
      </div>
      <div className="lb__stage" {...swipe} style={{ '--ar': photo.width / photo.height } as CSSProperties}>
        <Picture key={photo.id} className="lb__pic" photo={photo} sizes={lightboxSizes(photo)} priority />
      </div>
      <div className="lb__cap">{caption}</div>
      <LightboxStrip photos={strip} current={photo} to={to} state={state} />
      <Announcement>{announcement}</Announcement>
    </dialog>
  )
}

/** Announces the shown photo, except the first, which is the dialog's name. */
export function Announcement({ children }: { children: string }) {
  const [said, setSaid] = useState({ text: children, moved: false })
  if (said.text !== children) setSaid({ text: children, moved: true })
  return (
    <p role="status" className="vh">
      {said.moved ? children : ''}
    </p>
  )
}

/** A link to the previous or next photo. */
export function Turn({ to, state, way }: { to: string | null; state: unknown; way: 'previous' | 'next' }) {
  const classes = `lb__nav lb__nav--${way}`
  // At an end, the space is kept, so that no other control moves under the finger.
  if (to === null) return <span className={classes} />
  return (
    <Link
      className={classes}
      to={to}
      state={state}
      replace
      preventScrollReset
      discover="none"
      aria-label={way === 'previous' ? 'Previous photo' : 'Next photo'}
    >
      <Icon name={way} />
    </Link>
  )
}

interface LightboxStripProps {
  photos: GalleryPhoto[]
  current: GalleryPhoto
  to: (photo: GalleryPhoto) => string
  state: unknown
}

/** Scrolls the strip so that the open photo is in the middle. */
export function centerStrip(lightbox: HTMLElement): void {
  const list = lightbox.querySelector<HTMLElement>('.lb__strip .strip__list')
  const here = list?.querySelector<HTMLElement>('[data-here]')
  if (list && here) list.scrollLeft = here.offsetLeft + here.offsetWidth / 2 - list.clientWidth / 2
}

/** The page's photos in a strip, with the open one marked and centered by `centerStrip`. */
export function LightboxStrip({ photos, current, to, state }: LightboxStripProps) {
  return (
    <div className="strip lb__strip">
      <ul className="strip__list" aria-label="Photos on this page">
        {photos.map((photo) => {
          const here = photo.slug === current.slug
          return (
            <li key={photo.id} data-here={here ? '' : undefined}>
              <Link
                className={here ? 'strip__f is-chosen' : 'strip__f'}
                to={to(photo)}
                state={state}
                replace
                preventScrollReset
                discover="none"
                aria-label={`Photo ${photo.number}, ${photo.title}`}
                aria-current={here ? 'true' : undefined}
              >
                <span className="ph">
                  <Picture photo={photo} sizes="96px" alt="" />
                  {here ? <Mark kind="circle" /> : null}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Height in pixels of bar, caption and strip. */
const AROUND = 236

/** The `sizes` attribute for a photo as large as fits between bar and strip. */
export const lightboxSizes = ({ width, height }: Pick<PhotoView, 'width' | 'height'>): string =>
  `min(100vw, calc((100vh - ${AROUND}px) * ${(width / height).toFixed(3)}))`

/** Preloads the next photo. Browsers without AVIF load it when it is shown. */
export function preloadPhoto(photo: PhotoView | null): void {
  const width = photo ? renditionFor(photo, 1200) : undefined
  if (!photo || width === undefined) return
  preload(mediaPath(photo, width, 'avif'), {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: photo.widths.map((made) => `${mediaPath(photo, made, 'avif')} ${made}w`).join(', '),
    imageSizes: lightboxSizes(photo),
    fetchPriority: 'low',
  })
}

/** Pixels that a finger has to move for a swipe. */
const SWIPE = 44

/**
 * One finger to the left or right. With two fingers, or on a zoomed page, the browser handles the gesture.
 */
export function useSwipe(ways: { previous: (() => void) | undefined; next: (() => void) | undefined }) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      const zoomed = (window.visualViewport?.scale ?? 1) > 1.01
      start.current = touch && touches.length === 1 && !zoomed ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!start.current || !touch) return
      const across = touch.clientX - start.current.x
      const down = touch.clientY - start.current.y
      start.current = null
      if (Math.abs(across) < SWIPE || Math.abs(across) < 1.5 * Math.abs(down)) return
      if (across > 0) ways.previous?.()
      else ways.next?.()
    },
  }
}

/**
 * The server sends the dialog open, as a separate page. This makes it modal: the rest of the page is inert,
 * the focus stays inside, and Escape closes it.
 */
export function useModalDialog(): { dialog: RefObject<HTMLDialogElement | null>; isOpen: boolean } {
  const dialog = useRef<HTMLDialogElement>(null)
  const isAlive = useHydrated()
  // After a client-side navigation it is rendered closed, since opening it here avoids styling thousands of
  // photos twice.
  const [isOpen] = useState(!isAlive || !knowsDialogs())
  useLayoutEffect(() => {
    const element = dialog.current
    // In browsers without `dialog`, it stays as the server sent it.
    if (!element || !knowsDialogs()) return
    element.removeAttribute('open')
    element.showModal()
    element.focus()
    return () => element.close()
  }, [])
  return { dialog, isOpen }
}

const knowsDialogs = () => typeof HTMLDialogElement === 'function'

export interface Ways {
  previous: (() => void) | undefined
  next: (() => void) | undefined
  first: (() => void) | undefined
  last: (() => void) | undefined
}

const KEYS: Record<string, keyof Ways> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
}

/** Arrow keys, Home and End, wherever the focus is. Without modifiers, which browsers use. */
export function useLightboxKeys(ways: Ways): void {
  // A layout effect, so that a key pressed right after rendering isn't lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const way = KEYS[event.key]
      if (!way) return
      event.preventDefault()
      ways[way]?.()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [ways])
}

/** Functions that open the adjacent photos and both ends of the strip. */
export function useLightboxWays(
  { photo, previous, next }: PhotoInOrder,
  strip: readonly GalleryPhoto[],
  to: (photo: GalleryPhoto) => string,
): Ways {
  const { state } = useLocation()
  const navigate = useNavigate()
  const addressOf = (other: GalleryPhoto | null | undefined) =>
    other && other.id !== photo.id ? to(other) : undefined
  const [before, after] = [addressOf(previous), addressOf(next)]
  const [first, last] = [addressOf(strip[0]), addressOf(strip.at(-1))]
  const ways = useMemo(() => {
    const way = (address: string | undefined) =>
      address === undefined
        ? undefined
        : () => navigate(address, { replace: true, preventScrollReset: true, state })
    return { previous: way(before), next: way(after), first: way(first), last: way(last) }
  }, [before, after, first, last, navigate, state])
  useLightboxKeys(ways)
  return ways
}
