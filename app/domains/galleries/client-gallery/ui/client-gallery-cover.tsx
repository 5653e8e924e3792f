import type { CSSProperties } from 'react'
import { Link, useNavigation } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'
import { Strip } from '~/ui/strip'
import { useOpenOverGrid } from '../../ui/use-grid'
import { photoCount, titleSize } from '../client-gallery-words'
import { CLIENT_GALLERY_PAGE_SIZE, type ClientGalleryPage } from '../model'
import { labelOf } from './client-gallery-grid'
import { PHOTOS_ID } from './client-gallery-sets'
import { playing } from './slideshow'
import { clientGalleryItemId } from './use-client-gallery'

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
  const open = useOpenOverGrid()
  if (page > 1) return <ShortHead clientGallery={clientGallery} />
  const isWide = cover !== null && cover.width >= cover.height
  return (
    <header
      className={isWide ? 'client-gallery__head client-gallery__head--wide' : 'client-gallery__head'}
      id={OPENED_ID}
    >
      {cover && isOnly(clientGallery) && first ? (
        <a
          id={clientGalleryItemId(first.id)}
          className="client-gallery__only"
          href={paths.clientGalleryPhoto(gallery.id, first.id)}
          onClick={(event) => open(event, page)}
          aria-label={labelOf(first)}
        >
          <CoverPhoto photo={cover} isProof={gallery.proofing} />
        </a>
      ) : cover ? (
        <CoverPhoto photo={cover} isProof={gallery.proofing} />
      ) : total === 0 ? (
        <Strip label="Your photos" frames={[]} className="strip--tall" runsOn />
      ) : null}
      <div className="wrap client-gallery__title">
        <div>
          {gallery.dateline ? <p className="edge pt">{gallery.dateline}</p> : null}
          <h1 className={titleSize(gallery.title)}>{gallery.title}</h1>
        </div>
        <div className="client-gallery__word">
          {gallery.note ? <p className="lede client-gallery__note">{gallery.note}</p> : null}
          <p className={total === 0 ? 'lede ink2' : 'ui ink2'}>
            {total === 0
              ? 'We’re still working on your photos. They’ll appear right here. Keep the link to this page.'
              : photoCount(total)}
          </p>
          {first ? (
            <div className="client-gallery__act">
              {isOnly(clientGallery) ? (
                <a
                  className="btn"
                  href={paths.clientGalleryPhoto(gallery.id, first.id)}
                  onClick={(event) => open(event, page)}
                >
                  View photo
                </a>
              ) : (
                <ButtonLink to={`#${PHOTOS_ID}`}>View photos</ButtonLink>
              )}
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
                <a
                  className="btn btn--line client-gallery__play"
                  href={paths.clientGalleryPhoto(gallery.id, first.id)}
                  onClick={(event) => open(event, page, playing)}
                >
                  Slideshow
                </a>
              ) : null}
            </div>
          ) : null}
        </div>
      </div>
    </header>
  )
}

/** The only photo of a gallery is its cover, which opens it. */
const isOnly = ({ total, cover }: ClientGalleryPage): boolean => total === 1 && cover !== null

/** Whether there are photos below the cover. */
export const hasGrid = (page: ClientGalleryPage): boolean => page.total > 0 && !isOnly(page)

/** The PIN's form leads to this element, which reveals the cover. */
export const OPENED_ID = 'opened'

/** The cover photo across the window, cropped around its focal point. Proofs and upright photos are shown whole. */
function CoverPhoto({ photo, isProof }: { photo: PhotoView; isProof: boolean }) {
  const ratio = photo.width / photo.height
  const isWhole = isProof || ratio < 1
  const { x, y } = photo.focal
  return (
    <div
      className={[
        'client-gallery__cover',
        isWhole ? 'client-gallery__cover--whole' : '',
        ratio < 1 ? 'client-gallery__cover--tall' : '',
      ].join(' ')}
      style={{ '--ar': Math.round(ratio * 1000) / 1000, '--x': x, '--y': y } as CSSProperties}
    >
      <Picture photo={photo} sizes={coverSizes(ratio, isWhole)} priority alt={photo.alt} />
    </div>
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

/** Where the title is beside a wide cover. */
const BESIDE = '(min-width:48rem) and (min-aspect-ratio:5/4)'

/** The width of the whole photo, by the heights in the stylesheet. */
function coverSizes(ratio: number, isWhole: boolean): string {
  const high = (share: number) => `${Math.round(share * ratio)}vh`
  if (ratio < 1) return `(min-width:48rem) min(48vw, ${high(78)}), min(100vw, ${high(78)})`
  return isWhole
    ? `${BESIDE} min(66vw, ${high(100)}), min(100vw, ${high(78)})`
    : `${BESIDE} max(66vw, min(88vw, ${high(100)})), max(100vw, min(133vw, ${high(72)}))`
}
