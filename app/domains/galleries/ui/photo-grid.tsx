import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { paths } from '~/ui/paths'
import { type GridPlace, gridPlaces } from '../grid-shapes'
import type { GalleryPage, GalleryPhoto } from '../model'
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
          <li key={photo.id} style={placed(photo, place)}>
            <Link
              id={frameId(photo.slug)}
              to={paths.galleryPhoto(photo.slug, { filter: current, page })}
              state={openedFrom(page)}
              preventScrollReset
              prefetch="intent"
            >
              <Picture photo={photo} sizes={sizesAt(photo, place)} priority={at === 0} />
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

const ratioOf = ({ width, height }: GalleryPhoto) => width / height

const placed = (photo: GalleryPhoto, { narrow, medium, wide }: GridPlace) =>
  ({
    '--ar': short(ratioOf(photo)),
    '--s1': short(narrow.span),
    '--n1': narrow.inRow,
    '--s2': short(medium.span),
    '--n2': medium.inRow,
    '--s3': short(wide.span),
    '--n3': wide.inRow,
  }) as CSSProperties

/** The content is 92 % of the window and 1484 px at most; below 640 px it is the window less its margins. */
function sizesAt(photo: GalleryPhoto, { narrow, medium, wide }: GridPlace): string {
  const share = (span: number) => ratioOf(photo) / span
  return [
    `(min-width:100rem) ${Math.round(share(wide.span) * 1484)}px`,
    `(min-width:64rem) ${Math.round(share(wide.span) * 92)}vw`,
    `(min-width:40rem) ${Math.round(share(medium.span) * 92)}vw`,
    `${Math.round(share(narrow.span) * 90)}vw`,
  ].join(', ')
}

const short = (figure: number) => Math.round(figure * 10_000) / 10_000
