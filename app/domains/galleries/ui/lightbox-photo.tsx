import {
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Picture } from '~/domains/photos/ui/picture'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { Mark } from '~/ui/mark'
import { countLabel, type GalleryPhoto } from '../model'
import { loadedMotion } from './lightbox-motion'
import { type FullSize, LightboxStage, shownIn } from './lightbox-stage'
import { afterPaint } from './open-photo'
import type { StageGestures } from './stage-gestures'
import type { LightboxView } from './use-lightbox'

interface LightboxPhotoProps<Photo extends GalleryPhoto> {
  className?: string
  view: LightboxView<Photo>
  /** The photos of the strip. */
  strip: readonly Photo[]
  to: (photo: Photo) => string
  /** Id of a photo's link in the grid. */
  elementId: (photo: Photo) => string
  /** URL of the grid behind it. */
  grid: string
  /** @param state of the history entry */
  onClose: (state: unknown) => void
  /** Actions for the photo: beside its number, and on phones below the photo. */
  tools: ReactNode
  /** A control for the gallery as a whole. */
  control?: ReactNode
  caption: ReactNode
  /** The mark on a favorite. If there is none, the strip marks the open photo. */
  markOf?: ((photo: Photo) => ReactNode) | undefined
  /** For people who may see the photos at their full size. */
  fullSize?: FullSize<Photo> | undefined
  /** Announced when another photo is shown. */
  announcement: string
}

/** A photo over its grid, with its neighbors. Without script, the same markup is a page with links. */
export function LightboxPhoto<Photo extends GalleryPhoto>(props: LightboxPhotoProps<Photo>) {
  const { view, strip, to, elementId, grid, markOf, className, tools, control, caption } = props
  const { photo, total, previous, next, show } = view
  const { dialog, isOpen } = useModalDialog()
  const zoom = useRef<StageGestures['zoomBy']>(null)
  // The strip follows once the photo itself is painted.
  const inStrip = useDeferredValue(photo.id)
  useKeys(view, strip, zoom)
  useWayIntoGrid(dialog, elementId(photo))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo has other links
  useEffect(() => {
    // If the focused link was removed with the previous photo, nothing has the focus.
    if (document.activeElement === document.body) dialog.current?.focus()
  }, [photo.id, dialog])

  function close() {
    props.onClose(view.leave())
  }
  const turn = (number: number) => (event: MouseEvent) => {
    if (isForBrowser(event)) return
    event.preventDefault()
    show(number)
  }
  return (
    <dialog
      open={isOpen}
      className={['lb', markOf && 'lb--marked', className].filter(Boolean).join(' ')}
      data-theme="darkroom"
      ref={dialog}
      tabIndex={-1}
      aria-label={`Photo ${photo.number} of ${total}`}
      aria-describedby={CAPTION_ID}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // Before any interaction, Escape closes the dialog without a `cancel` event.
      onClose={(event) => {
        if (!event.currentTarget.open) close()
      }}
    >
      <div className="lb__ground" />
      <div className="lb__bar">
        <p className="edge">
          <span className="vh">Photo </span>
          <span className="pt">{countLabel(photo.number)}</span> <span aria-hidden="true">/</span>
          <span className="vh">of</span> {countLabel(total)}
        </p>
        <Turn to={previous && to(previous)} way="previous" onTurn={turn(photo.number - 1)} />
        <Turn to={next && to(next)} way="next" onTurn={turn(photo.number + 1)} />
        {control}
        <a
          className="btn btn--quiet btn--icon lb__close"
          href={grid}
          aria-label="Close, back to the gallery"
          onClick={(event) => {
            if (isForBrowser(event)) return
            event.preventDefault()
            close()
          }}
        >
          <Icon name="close" />
        </a>
      </div>
      <div className="lb__tools">{tools}</div>
      <LightboxStage
        photo={photo}
        previous={previous}
        next={next}
        markOf={markOf}
        elementId={elementId}
        fullSize={props.fullSize}
        zoom={zoom}
        onMove={(by) => show(photo.number + by)}
        onPull={(share) => pull(dialog.current, share)}
        onPullOff={close}
      />
      <div className="lb__cap" id={CAPTION_ID}>
        {caption}
      </div>
      <Strip photos={strip} current={inStrip} to={to} markOf={markOf} onShow={show} />
      <Announcement>{props.announcement}</Announcement>
    </dialog>
  )
}

const CAPTION_ID = 'lightbox-caption'

const isForBrowser = ({ metaKey, ctrlKey, shiftKey, button }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || button !== 0

const frameOf = (id: string) => document.getElementById(id)?.querySelector<HTMLElement>('.frame__img')

/** While the photo is pulled down, the grid shows through. */
function pull(dialog: HTMLElement | null, share: number): void {
  dialog?.style.setProperty('--pulled', share === 0 ? '' : share.toFixed(2))
  dialog?.toggleAttribute('data-pulled', share > 0)
}

/** Announces the shown photo, except the first, which is the dialog's name. */
function Announcement({ children }: { children: string }) {
  const [said, setSaid] = useState({ text: children, moved: false })
  if (said.text !== children) setSaid({ text: children, moved: true })
  return (
    <p role="status" className="vh">
      {said.moved ? children : ''}
    </p>
  )
}

interface TurnProps {
  to: string | undefined
  way: 'previous' | 'next'
  onTurn: (event: MouseEvent) => void
}

/** A link to the previous or next photo. */
function Turn({ to, way, onTurn }: TurnProps) {
  const classes = `lb__nav lb__nav--${way}`
  // At an end, the space is kept, so that no other control moves under the finger.
  if (to === undefined) return <span className={classes} />
  return (
    <a
      className={classes}
      href={to}
      aria-label={way === 'previous' ? 'Previous photo' : 'Next photo'}
      onClick={onTurn}
    >
      <Icon name={way} />
    </a>
  )
}

interface StripProps<Photo> {
  photos: readonly Photo[]
  /** Id of the open photo. */
  current: string
  to: (photo: Photo) => string
  markOf: ((photo: Photo) => ReactNode) | undefined
  onShow: (number: number) => void
}

/** When the strip follows, in milliseconds: the photo has grown out of its frame. */
const STRIP_AFTER = 300

/** The photos around the open one, which is in the middle. Its dozens of frames wait until the photo is open. */
function Strip<Photo extends GalleryPhoto>({ photos, current, ...frame }: StripProps<Photo>) {
  const list = useRef<HTMLUListElement>(null)
  const isFirst = !useHydrated()
  const [isThere, setThere] = useState(isFirst)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setThere(true)), STRIP_AFTER)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const here = isThere ? list.current?.querySelector<HTMLElement>(`[data-id="${current}"]`) : undefined
    // With the next frame, which lays the page out anyway.
    const turn = requestAnimationFrame(() => {
      if (here && list.current)
        list.current.scrollLeft = here.offsetLeft + here.offsetWidth / 2 - list.current.clientWidth / 2
    })
    return () => cancelAnimationFrame(turn)
  }, [current, isThere])
  return (
    <div className="strip lb__strip">
      <ul className="strip__list" aria-label="Photos on this page" ref={list}>
        {isThere
          ? photos.map((photo) => (
              <StripFrame key={photo.id} photo={photo} isHere={photo.id === current} {...frame} />
            ))
          : null}
      </ul>
    </div>
  )
}

type StripFrameProps = Omit<StripProps<GalleryPhoto>, 'photos' | 'current'> & {
  photo: GalleryPhoto
  isHere: boolean
}

/** Memoized by its photo: of dozens, two change with a key press. */
const StripFrame = memo(
  ({ photo, isHere, to, markOf, onShow }: StripFrameProps) => (
    <li data-id={photo.id}>
      <a
        className={isHere ? 'strip__f is-chosen' : 'strip__f'}
        href={to(photo)}
        aria-label={`Photo ${photo.number}, ${photo.title}`}
        aria-current={isHere ? 'true' : undefined}
        onClick={(event) => {
          if (isForBrowser(event)) return
          event.preventDefault()
          onShow(photo.number)
        }}
      >
        <span className="ph">
          <Picture photo={photo} sizes="96px" alt="" />
          {markOf ? markOf(photo) : isHere ? <Mark kind="circle" /> : null}
        </span>
      </a>
    </li>
  ),
  (before, now) => before.photo === now.photo && before.isHere === now.isHere && before.markOf === now.markOf,
) as <Photo extends GalleryPhoto>(
  props: Omit<StripProps<Photo>, 'photos' | 'current'> & { photo: Photo; isHere: boolean },
) => ReactNode

/**
 * The server sends the dialog open, as a separate page. This makes it modal: the rest of the page is inert,
 * the focus stays inside, and Escape closes it.
 */
function useModalDialog(): { dialog: RefObject<HTMLDialogElement | null>; isOpen: boolean } {
  const dialog = useRef<HTMLDialogElement>(null)
  const isAlive = useHydrated()
  const [isOpen] = useState(!isAlive || !knowsDialogs())
  useLayoutEffect(() => {
    const element = dialog.current
    // In browsers without `dialog`, it stays as the server sent it.
    if (!element || !knowsDialogs()) return
    if (isOpen) return makeModal(element)
    // Making the page inert styles all of it again, so over its grid the photo is painted first. The focus waits for
    // the frame, which lays the dialog out anyway.
    element.setAttribute('data-opening', '')
    element.setAttribute('open', '')
    requestAnimationFrame(() => {
      // A key may have led to one of its controls before.
      if (!element.contains(document.activeElement)) element.focus()
    })
    const press = ({ key, defaultPrevented }: KeyboardEvent) => {
      // Until it is modal, the browser wouldn't close it.
      if (key === 'Escape' && !defaultPrevented && element.hasAttribute('data-opening'))
        element.querySelector<HTMLElement>('.lb__close')?.click()
    }
    window.addEventListener('keydown', press)
    const stay = afterPaint(() => makeModal(element))
    return () => {
      window.removeEventListener('keydown', press)
      stay()
    }
  }, [isOpen])
  return { dialog, isOpen }
}

function makeModal(dialog: HTMLDialogElement): void {
  const { activeElement } = document
  dialog.removeAttribute('open')
  dialog.removeAttribute('data-opening')
  dialog.showModal()
  const hadFocus = activeElement instanceof HTMLElement && dialog.contains(activeElement)
  ;(hadFocus ? activeElement : dialog).focus()
}

const knowsDialogs = () => typeof HTMLDialogElement === 'function'

/**
 * The photo grows out of its frame, and goes back into it when the lightbox closes, also by Back. Then its link in the
 * grid has the focus.
 */
function useWayIntoGrid(dialog: RefObject<HTMLElement | null>, id: string): void {
  const last = useRef(id)
  useLayoutEffect(() => {
    const lightbox = dialog.current
    const flightOf = () => {
      const [photo, frame] = [lightbox && shownIn(lightbox), frameOf(last.current)]
      return lightbox && photo && frame ? { dialog: lightbox, photo, frame } : undefined
    }
    const frame = requestAnimationFrame(() => {
      const way = flightOf()
      if (way) loadedMotion()?.flyIn(way)
    })
    return () => {
      cancelAnimationFrame(frame)
      const back = flightOf()
      if (back) loadedMotion()?.flyOut(back)
    }
  }, [dialog])
  useEffect(() => {
    last.current = id
  }, [id])
  useEffect(() => () => document.getElementById(last.current)?.focus(), [])
}

/**
 * Arrow keys, Home and End of the strip, wherever the focus is, and + − 0 for the zoom. Without modifiers, which browsers use,
 * and not while a control takes text.
 */
function useKeys(
  { show }: Pick<LightboxView<GalleryPhoto>, 'show'>,
  strip: readonly GalleryPhoto[],
  zoom: RefObject<StageGestures['zoomBy'] | null>,
): void {
  const [first, last] = [strip[0]?.number, strip.at(-1)?.number]
  // A layout effect, so that a key pressed right after rendering isn't lost.
  useLayoutEffect(() => {
    const acts: Record<string, () => unknown> = {
      ArrowLeft: () => show((before) => before - 1),
      ArrowRight: () => show((before) => before + 1),
      Home: () => first !== undefined && show(first),
      End: () => last !== undefined && show(last),
      '+': () => zoom.current?.(1),
      '=': () => zoom.current?.(1),
      '-': () => zoom.current?.(-1),
      0: () => zoom.current?.(0),
    }
    const press = (event: KeyboardEvent) => {
      const act = acts[event.key]
      if (!act || event.altKey || event.ctrlKey || event.metaKey || (event.shiftKey && event.key !== '+'))
        return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [first, last, show, zoom])
}
