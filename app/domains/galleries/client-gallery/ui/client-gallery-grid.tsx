import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Picture } from '~/domains/photos/ui/picture'
import { paths } from '~/ui/paths'
import { type GridPlace, gridPlaces } from '../../justified-rows'
import { gridPhotoSizes, gridPhotoStyle, gridStyle, ratioOf } from '../../ui/photo-grid'
import type { OpenOverGrid } from '../../ui/use-grid'
import { type ClientGalleryPhoto, pageOf } from '../model'
import { moveByArrow } from './grid-keys'
import { clientGalleryItemId } from './use-client-gallery'

interface ClientGalleryGridProps {
  galleryId: string
  photos: ClientGalleryPhoto[]
  /** Whether more photos of the same set follow, so that the last row fills the width. */
  goesOn: boolean
  /** Action for a photo, beside its caption. */
  toolOf?: ((photo: ClientGalleryPhoto) => ReactNode) | undefined
  /** Opens a photo over the grid. */
  onOpen: OpenOverGrid
}

/**
 * Photos in justified rows. Far from the viewport, only the links are rendered, which keep layout, tab order
 * and text search. Otherwise, thousands of photos would be too much for a phone.
 */
function Grid({ galleryId, photos, goesOn, toolOf, onOpen }: ClientGalleryGridProps) {
  const { place, isNear } = useNear<HTMLUListElement>()
  const places = gridPlaces(photos.map(ratioOf), { goesOn })
  return (
    <ul
      ref={place}
      className={toolOf ? 'jg client-gallery__grid client-gallery__grid--tools' : 'jg client-gallery__grid'}
      style={gridStyle(places)}
      onKeyDown={moveByArrow}
    >
      {photos.map((photo, at) => {
        const own = places[at]
        return own ? (
          <li key={photo.id} style={gridPhotoStyle(photo, own)}>
            {/* Not the router’s link, since thousands of them would render again at each navigation. */}
            <a
              id={clientGalleryItemId(photo.id)}
              href={paths.clientGalleryPhoto(galleryId, photo.id)}
              onClick={(event) => onOpen(event, pageOf(photo.number))}
              aria-label={labelOf(photo)}
              className={isNear ? undefined : 'client-gallery__far edge'}
              style={isNear ? undefined : ({ '--tone': photo.tone } as CSSProperties)}
            >
              {isNear ? <GridPhoto photo={photo} place={own} /> : `${photo.number} ${photo.caption}`}
            </a>
            {isNear ? toolOf?.(photo) : null}
          </li>
        ) : null
      })}
    </ul>
  )
}

const GridPhoto = ({ photo, place }: { photo: ClientGalleryPhoto; place: GridPlace }) => (
  <>
    <Picture photo={photo} sizes={gridPhotoSizes(photo, place)} alt="" />
    <span className="edge" aria-hidden="true">
      <span className="pt">{photo.number}</span>
      <span>{photo.caption}</span>
    </span>
  </>
)

/** Memoized, so that thousands of photos don't render again when more are loaded or one is opened. */
export const ClientGalleryGrid = memo(
  Grid,
  (before, now) =>
    before.galleryId === now.galleryId &&
    before.goesOn === now.goesOn &&
    before.toolOf === now.toolOf &&
    before.onOpen === now.onOpen &&
    before.photos.length === now.photos.length &&
    before.photos.every((photo, at) => photo === now.photos[at]),
)

/** "Photo 12: Two rings on the open page of a book" */
export const labelOf = ({ number, caption, alt }: ClientGalleryPhoto): string =>
  [`Photo ${number}`, caption || alt].filter(Boolean).join(': ')

/** Distance from the viewport in pixels up to which an element counts as near. */
const AROUND = '2400px'

/**
 * Whether an element is near the viewport or contains the focus. True before hydration, so that everything is
 * there without script.
 */
export function useNear<Kind extends Element>(): { place: RefObject<Kind | null>; isNear: boolean } {
  const place = useRef<Kind>(null)
  const [isNear, setNear] = useState(true)
  useEffect(() => {
    const element = place.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries[entries.length - 1]?.isIntersecting ?? true
        // A transition, so that it doesn't block scrolling.
        if (near || !element.contains(document.activeElement)) startTransition(() => setNear(near))
      },
      { rootMargin: `${AROUND} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, isNear }
}
