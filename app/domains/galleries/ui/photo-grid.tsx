import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { paths } from '~/ui/paths'
import { gridPlaces } from '../grid-shapes'
import type { GalleryPage } from '../model'
import { frameSizes, frameStyle, ratioOf } from './frame-place'
import { openedFrom } from './opened-from'

export const frameId = (slug: string): string => `frame-${slug}`

/** Photographs in justified rows. The rows of all three layouts are in the markup; the stylesheet takes one. */
export function PhotoGrid({ photos, current, page }: Pick<GalleryPage, 'photos' | 'current' | 'page'>) {
  const places = gridPlaces(photos.map(ratioOf))
  return (
    <ul className="jg">
      {photos.map((photo, at) => {
        const place = places[at]
        return place ? (
          <li key={photo.id} style={frameStyle(photo, place)}>
            <Link
              id={frameId(photo.slug)}
              to={paths.galleryPhoto(photo.slug, { filter: current, page })}
              state={openedFrom(page)}
              preventScrollReset
              prefetch="intent"
            >
              <Picture photo={photo} sizes={frameSizes(photo, place)} priority={at === 0} />
              <span className="edge edge--sm">
                <span className="pt">{photo.number}</span>
                <span>{photo.category}</span>
              </span>
            </Link>
          </li>
        ) : null
      })}
    </ul>
  )
}
