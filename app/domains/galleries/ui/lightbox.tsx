import { type CSSProperties, useEffect, useMemo } from 'react'
import { Link, type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import { GALLERY_PAGE_SIZE, type GalleryFrame, type GalleryPhoto } from '../model'
import { CopyLink } from './copy-link'
import { Announcement } from './lightbox-announcement'
import { LightboxStrip } from './lightbox-strip'
import { Turn } from './lightbox-turn'
import { isOpenedFrom } from './opened-from'
import { lightboxSizes, preloadFrame } from './preload-frame'
import { useLightboxKeys } from './use-lightbox-keys'
import { useModalDialog } from './use-modal-dialog'
import { useSwipe } from './use-swipe'

interface LightboxProps {
  frame: GalleryFrame
  /** The frames of its page, for the strip. */
  photos: GalleryPhoto[]
}

/** One photograph over the grid. Without script the same markup is a page of its own, with plain links. */
export function Lightbox({ frame, photos }: LightboxProps) {
  const { photo, total, previous, next, current } = frame
  const dialog = useModalDialog()
  const { state } = useLocation()
  const navigate = useNavigate()

  const to = (other: GalleryPhoto) => addressOf(other, current)
  const grid = paths.gallery({ filter: current, page: frame.page })
  const close = () => {
    // Going back leaves no second entry for the grid, unless the photograph has led to another page of it.
    if (isOpenedFrom(state, frame.page)) navigate(-1)
    else navigate(grid, { replace: true, preventScrollReset: true })
  }

  const [first, last] = [photos[0], photos.at(-1)]
  const ways = useMemo(() => {
    const stay: NavigateOptions = { replace: true, preventScrollReset: true, state }
    const way = (other: GalleryPhoto | null | undefined) =>
      other && other.slug !== photo.slug ? () => navigate(addressOf(other, current), stay) : undefined
    return { previous: way(previous), next: way(next), first: way(first), last: way(last) }
  }, [photo, previous, next, first, last, current, navigate, state])
  useLightboxKeys(ways)
  const swipe = useSwipe(ways)

  useEffect(() => {
    preloadFrame(next)
    preloadFrame(previous)
    // A link that has gone with the last photograph leaves the focus nowhere.
    if (document.activeElement === document.body) dialog.current?.focus()
  }, [next, previous, dialog])

  return (
    <dialog
      open
      className="lb"
      data-theme="darkroom"
      ref={dialog}
      tabIndex={-1}
      aria-label={`Photograph ${photo.number} of ${total}`}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // Where nobody has touched the page yet, Escape closes without asking first.
      onClose={(event) => {
        if (!event.currentTarget.open) close()
      }}
    >
      <div className="lb__bar">
        <p className="edge">
          <span className="vh">Photograph </span>
          <span className="pt">{photo.number}</span> <span aria-hidden="true">/</span>
          <span className="vh">of</span> {total}
        </p>
        <Turn to={previous && to(previous)} state={state} way="previous" />
        <Turn to={next && to(next)} state={state} way="next" />
        <CopyLink path={paths.galleryPhoto(photo.slug, { filter: current })} />
        <Link
          className="btn btn--quiet btn--icon lb__close"
          to={grid}
          aria-label="Close, back to the gallery"
          preventScrollReset
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            close()
          }}
        >
          <Icon name="close" />
        </Link>
      </div>
      <div className="lb__stage" {...swipe} style={{ '--ar': photo.width / photo.height } as CSSProperties}>
        <Picture key={photo.id} className="lb__pic" photo={photo} sizes={lightboxSizes(photo)} priority />
      </div>
      <div className="lb__cap">
        <h1 className="t3">{photo.caption || photo.title}</h1>
        <p className="edge edge--sm">{[photo.category, photo.exposure].filter(Boolean).join(' · ')}</p>
      </div>
      <LightboxStrip photos={photos} current={photo} to={to} state={state} />
      <Announcement>{`Photograph ${photo.number} of ${total}: ${photo.title}`}</Announcement>
    </dialog>
  )
}

/** A photograph's address names the page of the grid on which it stands, so that closing finds the way. */
const addressOf = ({ slug, number }: GalleryPhoto, filter: string | null): string =>
  paths.galleryPhoto(slug, { filter, page: Math.ceil(number / GALLERY_PAGE_SIZE) })
