import { Link, useNavigation } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'
import { photoCount, titleSize } from '../client-gallery-words'
import { CLIENT_GALLERY_PAGE_SIZE, type ClientGalleryPage } from '../model'
import { playing } from './slideshow'

/** The cover of a client gallery: photo, title, and the photographer's message. */
export function ClientGalleryCover({
  clientGallery,
  canDownload,
}: {
  clientGallery: ClientGalleryPage
  canDownload: boolean
}) {
  const { gallery, cover, total, photos, page } = clientGallery
  const isCounting = useNavigation().location?.search.includes('download=') ?? false
  const first = photos[0]
  if (page > 1) return <ShortHead clientGallery={clientGallery} />
  return (
    <header className="client-gallery__head">
      {cover ? (
        <div
          className={
            gallery.proofing ? 'client-gallery__cover client-gallery__cover--whole' : 'client-gallery__cover'
          }
        >
          <Picture photo={cover} sizes={coverSizes(cover, gallery.proofing)} priority alt={cover.alt} />
        </div>
      ) : null}
      <div className="wrap client-gallery__title">
        <div>
          {gallery.dateline ? <p className="edge pt">{gallery.dateline}</p> : null}
          <h1 className={titleSize(gallery.title)}>{gallery.title}</h1>
        </div>
        <div className="client-gallery__word">
          {gallery.note ? <p className="lede client-gallery__note">{gallery.note}</p> : null}
          <p className="ui ink2">
            {total === 0 ? 'Your photos aren’t ready yet. Check back soon.' : photoCount(total)}
          </p>
          {first ? (
            <div className="client-gallery__act">
              <ButtonLink to="#photos">{total === 1 ? 'View photo' : 'View photos'}</ButtonLink>
              {canDownload ? (
                <ButtonLink
                  to={paths.clientGalleryDownloads(gallery.id)}
                  variant="line"
                  aria-busy={isCounting || undefined}
                >
                  Download
                </ButtonLink>
              ) : null}
              {total > 1 ? (
                <ButtonLink
                  className="client-gallery__play"
                  to={paths.clientGalleryPhoto(gallery.id, first.id)}
                  state={playing}
                  variant="line"
                  preventScrollReset
                >
                  Slideshow
                </ButtonLink>
              ) : null}
            </div>
          ) : null}
        </div>
      </div>
    </header>
  )
}

/** The header of later pages, which are opened without script or by a set’s link. */
function ShortHead({ clientGallery: { gallery, page, pages } }: { clientGallery: ClientGalleryPage }) {
  return (
    <header className="wrap client-gallery__short">
      <p className="edge pt">{`Page ${page} of ${pages}`}</p>
      <h1 className="t1">{gallery.title}</h1>
      <p className="client-gallery__ways">
        <Link className="lnk" to={paths.clientGallery(gallery.id, { page: page - 1 })}>
          {`Show the previous ${CLIENT_GALLERY_PAGE_SIZE}`}
        </Link>
        {page > 2 ? (
          <Link className="lnk" to={paths.clientGallery(gallery.id)}>
            Back to the beginning
          </Link>
        ) : null}
      </p>
    </header>
  )
}

/** Tells the studio that it sees the page as its clients do. */
export function StudioBar({ galleryId }: { galleryId: string }) {
  return (
    <aside className="client-gallery__bar" aria-label="For the studio">
      <p>This is what your clients see.</p>
      <a className="txt" href={`/studio/galleries/${galleryId}/sharing`}>
        Sharing
      </a>
    </aside>
  )
}

/** The cover is two thirds of the window high and as wide as the window. A proof is shown whole, others are cropped. */
const coverSizes = ({ width, height }: PhotoView, isWhole: boolean) =>
  `${isWhole ? 'min' : 'max'}(100vw, ${Math.round((67 * width) / height)}vh)`
