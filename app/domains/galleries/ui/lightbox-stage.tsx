import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { useHydrated } from '~/ui/hydrated'
import type { GalleryPhoto } from '../model'
import { loadMotion } from './lightbox-motion'
import type { StageGestures, ZoomedView } from './stage-gestures'

/** Shows the pixels of an original that its renditions don't have. */
export interface FullSize<Photo> {
  show(photo: Photo, view: ZoomedView): void
  clear(): void
}

interface StageProps<Photo extends GalleryPhoto> {
  photo: Photo
  previous: Photo | undefined
  next: Photo | undefined
  /** What is drawn on a photo. */
  markOf?: ((photo: Photo) => ReactNode) | undefined
  /** Id of a photo's link in the grid. */
  elementId: (photo: Photo) => string
  /** For people who may see the photos at their full size. */
  fullSize?: FullSize<Photo> | undefined
  onMove: (by: -1 | 1) => void
  onPull: (share: number) => void
  onPullOff: () => void
  zoom: RefObject<StageGestures['zoomBy'] | null>
}

/** The open photo between its neighbors, which are loaded and decoded ahead. */
export function LightboxStage<Photo extends GalleryPhoto>(props: StageProps<Photo>) {
  const { photo, previous, next, markOf, elementId, zoom } = props
  const stage = useRef<HTMLDivElement>(null)
  const film = useRef<HTMLDivElement>(null)
  const gestures = useRef<StageGestures>(null)
  const latest = useRef(props)
  const [ready, prepare] = useReady(photo.id, film)
  const mounted = useRef<readonly string[]>([])
  const isFirst = !useHydrated()

  // Neighbors are added when the shown photo is there. Those of a photo that is only passed never load.
  const slides = [previous, photo, next].filter(
    (each) => each && (each === photo || ready === photo.id || mounted.current.includes(each.id)),
  ) as Photo[]
  useLayoutEffect(() => {
    latest.current = props
    mounted.current = slides.map(({ id }) => id)
  })
  useLayoutEffect(() => {
    const [element, parts] = [stage.current, film.current]
    if (!element || !parts || typeof PointerEvent === 'undefined') return
    let isGone = false
    // Without it, keys and links still turn the pages.
    loadMotion().then(
      ({ attachGestures }) => {
        if (isGone) return
        gestures.current = attachGestures(element, {
          film: parts,
          photo: () => shownIn(parts),
          widest: () => {
            const { photo: shown, fullSize } = latest.current
            return fullSize ? shown.width : (shown.widths.at(-1) ?? 0)
          },
          hasNext: (by) => (by === 1 ? latest.current.next : latest.current.previous) !== undefined,
          onTouch: prepare,
          onZoom: (view) => {
            const { photo: shown, fullSize } = latest.current
            if (view) fullSize?.show(shown, view)
            else fullSize?.clear()
          },
          onMove: (by) => latest.current.onMove(by),
          onPull: (share) => latest.current.onPull(share),
          onPullOff: () => latest.current.onPullOff(),
        })
      },
      () => {},
    )
    return () => {
      isGone = true
      gestures.current?.detach()
      gestures.current = null
    }
  }, [prepare])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo has other neighbors
  useLayoutEffect(() => gestures.current?.shown(), [photo.id])
  useImperativeHandle(zoom, () => (way) => gestures.current?.zoomBy(way), [])

  return (
    <div className="lb__stage" ref={stage}>
      <div className="lb__film" ref={film}>
        {slides.map((each) => (
          <Slide
            key={each.id}
            photo={each}
            place={each.number - photo.number}
            isFirst={isFirst}
            mark={markOf?.(each)}
            elementId={elementId(each)}
          />
        ))}
      </div>
    </div>
  )
}

/** The shown photo of a lightbox. */
export const shownIn = (lightbox: HTMLElement): HTMLElement | null =>
  lightbox.querySelector<HTMLElement>('.lb__slide[data-shown] .lb__zoom')

/**
 * The photo whose picture is there, so that those of its neighbors may load, and a function for when they are
 * needed at once.
 */
function useReady(id: string, film: RefObject<HTMLElement | null>): [string | null, () => void] {
  const [ready, setReady] = useState<string | null>(null)
  const current = useRef(id)
  useEffect(() => {
    let isCurrent = true
    current.current = id
    const done = () => isCurrent && setReady(id)
    const picture = film.current && shownIn(film.current)?.querySelector('img')
    // A picture that fails must not keep its neighbors from loading.
    Promise.race([picture?.decode().catch(() => {}), afterMs(1_000)]).then(done)
    return () => {
      isCurrent = false
    }
  }, [id, film])
  const [prepare] = useState(() => () => setReady(current.current))
  return [ready, prepare]
}

const afterMs = (ms: number) => new Promise((done) => setTimeout(done, ms))

interface SlideProps {
  photo: GalleryPhoto
  /** −1, 0 or 1: its place beside the shown photo. */
  place: number
  /** On the server, and until the page is hydrated. */
  isFirst: boolean
  mark: ReactNode
  elementId: string
}

const Slide = memo(({ photo, place, isFirst, mark, elementId }: SlideProps) => {
  const slide = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const frame = slide.current?.querySelector<HTMLElement>('.frame__img')
    const small = document.getElementById(elementId)?.querySelector('img')
    // Until the large picture has arrived, the one of the grid is shown.
    if (frame && small?.complete && small.naturalWidth > 0 && small.currentSrc)
      frame.style.backgroundImage = `url("${small.currentSrc}")`
    slide.current
      ?.querySelector('img')
      ?.decode()
      .catch(() => {})
  }, [elementId])
  return (
    <div
      className="lb__slide"
      ref={slide}
      style={{ '--ar': photo.width / photo.height, '--place': place } as CSSProperties}
      data-shown={place === 0 ? '' : undefined}
      aria-hidden={place === 0 ? undefined : true}
    >
      <div className="lb__zoom">
        <Picture className="lb__pic" photo={photo} sizes={lightboxSizes(photo)} priority={isFirst} eager />
        {mark}
      </div>
    </div>
  )
})

/** Height in pixels of everything around the photo. */
const AROUND = 236

/** The `sizes` attribute for a photo as large as fits between bar and strip. */
const lightboxSizes = ({ width, height }: Pick<PhotoView, 'width' | 'height'>): string =>
  `min(100vw, calc((100vh - ${AROUND}px) * ${(width / height).toFixed(3)}))`
