import { type CSSProperties, memo } from 'react'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { paths } from '~/ui/paths'
import { type GridName, type GridPlace, gridPlaces } from '../justified-rows'
import type { GalleryPage } from '../model'
import { useOpenOverGrid } from './use-grid'

export const photoElementId = (slug: string): string => `photo-${slug}`

/**
 * Photos in justified rows. The HTML contains the rows of all three layouts, and CSS chooses one. Memoized, since the
 * lightbox over it changes the address.
 */
export const PhotoGrid = memo(function Grid({
  photos,
  current,
  page,
}: Pick<GalleryPage, 'photos' | 'current' | 'page'>) {
  const places = gridPlaces(photos.map(ratioOf), { isAlone: true })
  const open = useOpenOverGrid()
  return (
    <ul className="jg">
      {photos.map((photo, at) => {
        const place = places[at]
        return place ? (
          <li key={photo.id} style={gridPhotoStyle(photo, place)}>
            <a
              id={photoElementId(photo.slug)}
              href={paths.galleryPhoto(photo.slug, { filter: current, page })}
              onClick={(event) => open(event, page)}
            >
              <Picture
                photo={photo}
                sizes={gridPhotoSizes(photo, place)}
                priority={at === 0}
                eager={at === 1}
              />
              <span className="edge">
                <span className="pt">{photo.number}</span>
                <span>{photo.category}</span>
              </span>
            </a>
          </li>
        ) : null
      })}
    </ul>
  )
})

type Shape = Pick<PhotoView, 'width' | 'height'>

export const ratioOf = ({ width, height }: Shape) => width / height

/** Custom properties that the justified rows' stylesheet needs for a photo. */
export const gridPhotoStyle = (photo: Shape, { narrow, medium, wide }: GridPlace) =>
  ({
    '--ar': short(ratioOf(photo)),
    '--s1': short(narrow.span),
    '--n1': narrow.inRow,
    '--s2': short(medium.span),
    '--n2': medium.inRow,
    '--s3': short(wide.span),
    '--n3': wide.inRow,
  }) as CSSProperties

/**
 * What the stylesheet needs to compute the grid's height before layout. For each layout: the number of rows,
 * their total height for a width of 1, and the height lost to horizontal gaps for a gap of 1.
 */
export function gridStyle(places: readonly GridPlace[]): CSSProperties {
  const [narrow, medium, wide] = (['narrow', 'medium', 'wide'] as const).map((name) => heightOf(places, name))
  return {
    ...{ '--r1': narrow?.rows, '--h1': short(narrow?.high ?? 0), '--l1': short(narrow?.less ?? 0) },
    ...{ '--r2': medium?.rows, '--h2': short(medium?.high ?? 0), '--l2': short(medium?.less ?? 0) },
    ...{ '--r3': wide?.rows, '--h3': short(wide?.high ?? 0), '--l3': short(wide?.less ?? 0) },
  } as CSSProperties
}

function heightOf(places: readonly GridPlace[], name: GridName) {
  const height = { rows: 0, high: 0, less: 0 }
  for (let at = 0; at < places.length; ) {
    const { span, inRow } = places[at]?.[name] ?? { span: 1, inRow: 1 }
    height.rows += 1
    height.high += 1 / span
    height.less += (inRow - 1) / span
    at += inRow
  }
  return height
}

/** The content's width less the gaps in the photo's row, in px or in hundredths of the window. */
export function gridPhotoSizes(photo: Shape, { narrow, medium, wide }: GridPlace): string {
  const share = ({ span, inRow }: GridPlace[GridName], content: number, gap: number) =>
    Math.round(((content - gap * (inRow - 1)) * ratioOf(photo) * 10) / span) / 10
  return [
    `(min-width:100rem) ${share(wide, 1456, 12)}px`,
    `(min-width:64rem) ${share(wide, 91.7, 1)}vw`,
    `(min-width:40rem) ${share(medium, 91, 1.5)}vw`,
    `${share(narrow, 89.3, 2.1)}vw`,
  ].join(', ')
}

const short = (figure: number) => Math.round(figure * 10_000) / 10_000
