import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { paths } from '~/ui/paths'
import { gridPlaces } from '../../grid-shapes'
import { frameSizes, frameStyle, gridStyle, ratioOf } from '../../ui/frame-place'
import { openedFrom } from '../../ui/opened-from'
import { type GiftPhoto, pageOf } from '../model'
import { giftFrameId } from './use-gift'

interface GiftGridProps {
  galleryId: string
  photos: GiftPhoto[]
  /** More of the same set follow below, now or later. */
  goesOn: boolean
  /** What can be done with a photograph, at the end of its line. */
  toolOf?: ((photo: GiftPhoto) => ReactNode) | undefined
}

/** Photographs in justified rows; those far below are drawn as they come near. */
function Grid({ galleryId, photos, goesOn, toolOf }: GiftGridProps) {
  const places = gridPlaces(photos.map(ratioOf), { goesOn })
  return (
    <ul className={toolOf ? 'jg gift__grid gift__grid--tools' : 'jg gift__grid'} style={gridStyle(places)}>
      {photos.map((photo, at) => {
        const place = places[at]
        return place ? (
          <li key={photo.id} style={frameStyle(photo, place)}>
            <Link
              id={giftFrameId(photo.id)}
              to={paths.giftPhoto(galleryId, photo.id)}
              state={openedFrom(pageOf(photo.number))}
              preventScrollReset
              // All of them lead to one route: the browser asks for it once, and not once for each.
              discover={at === 0 ? 'render' : 'none'}
              aria-label={labelOf(photo)}
            >
              <Picture photo={photo} sizes={frameSizes(photo, place)} alt="" />
              <span className="edge edge--sm" aria-hidden="true">
                <span className="pt">{photo.number}</span>
                <span>{photo.caption}</span>
              </span>
            </Link>
            {toolOf?.(photo)}
          </li>
        ) : null
      })}
    </ul>
  )
}

/** Thousands of them are left alone while others follow, or while one of them is looked at. */
export const GiftGrid = memo(
  Grid,
  (before, now) =>
    before.galleryId === now.galleryId &&
    before.goesOn === now.goesOn &&
    before.toolOf === now.toolOf &&
    before.photos.length === now.photos.length &&
    before.photos.every((photo, at) => photo === now.photos[at]),
)

/** "Photograph 12: Two rings on the open page of a book" */
export const labelOf = ({ number, caption, alt }: GiftPhoto): string =>
  [`Photograph ${number}`, caption || alt].filter(Boolean).join(': ')
