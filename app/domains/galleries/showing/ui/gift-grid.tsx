import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { paths } from '~/ui/paths'
import { gridPlaces } from '../../grid-shapes'
import { frameSizes, frameStyle, ratioOf } from '../../ui/frame-place'
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

/** Photographs in justified rows. Thousands of them are drawn as they come near, and left alone when others follow. */
export const GiftGrid = memo(function GiftGrid({ galleryId, photos, goesOn, toolOf }: GiftGridProps) {
  const places = gridPlaces(photos.map(ratioOf), { goesOn })
  return (
    <ul className="jg gift__grid">
      {photos.map((photo, at) => {
        const place = places[at]
        return place ? (
          <li key={photo.id} style={frameStyle(photo, place)}>
            <Link
              id={giftFrameId(photo.id)}
              to={paths.giftPhoto(galleryId, photo.id)}
              state={openedFrom(pageOf(photo.number))}
              preventScrollReset
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
})

/** "Photograph 12: Two rings on the open page of a book" */
export const labelOf = ({ number, caption, alt }: GiftPhoto): string =>
  [`Photograph ${number}`, caption || alt].filter(Boolean).join(': ')
