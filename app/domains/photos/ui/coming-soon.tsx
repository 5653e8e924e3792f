import type { ReactNode } from 'react'
import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'
import { Strip } from '~/ui/strip'
import type { PhotoView } from '../model'
import { Picture } from './picture'
import { stripSizes } from './sizes'

interface GalleryStripProps {
  /** The gallery's first photos, if it has any. */
  photos: readonly PhotoView[]
}

/** The gallery's first photos as a strip of film, which is undeveloped where there are none. */
export function GalleryStrip({ photos }: GalleryStripProps) {
  return (
    <Strip
      label="From the gallery"
      className="strip--tall"
      runsOn
      frames={photos.map((photo) => ({
        key: photo.id,
        to: paths.galleryPhoto(photo.slug),
        picture: <Picture photo={photo} sizes={stripSizes(photo)} isWhole />,
      }))}
    />
  )
}

/** Where a list will be: what there is to see so far, a sentence, and how to ask. */
export function ComingSoon({ photos, children }: GalleryStripProps & { children: ReactNode }) {
  return (
    <div className="soon">
      <GalleryStrip photos={photos} />
      <div className="wrap">
        <p className="t1">{children}</p>
        <div className="hero__act">
          <ButtonLink to={paths.contact()} go>
            Contact us
          </ButtonLink>
          {photos.length > 0 ? (
            <ButtonLink to={paths.gallery()} variant="line">
              See the gallery
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </div>
  )
}
