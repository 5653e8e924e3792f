import { type CSSProperties, type ReactNode, useEffect, useMemo } from 'react'
import { Link, type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import { Announcement } from '../../ui/lightbox-announcement'
import { LightboxStrip } from '../../ui/lightbox-strip'
import { Turn } from '../../ui/lightbox-turn'
import { isOpenedFrom } from '../../ui/opened-from'
import { lightboxSizes, preloadFrame } from '../../ui/preload-frame'
import { useLightboxKeys } from '../../ui/use-lightbox-keys'
import { useModalDialog } from '../../ui/use-modal-dialog'
import { useSwipe } from '../../ui/use-swipe'
import { type GiftFrame, type GiftPage, type GiftPhoto, pageOf } from '../model'
import { labelOf } from './gift-grid'
import { isPlaying, useSlideshow } from './slideshow'
import { SlideshowButton } from './slideshow-button'

interface GiftLightboxProps {
  gift: GiftPage
  frame: GiftFrame
  /** Those that the grid shows. */
  photos: readonly GiftPhoto[]
  /** What can be done with the photograph: stands in the bar. */
  tools?: ReactNode
}

/** One photograph of a client’s gallery over the grid. Without script the same markup is a page of its own. */
export function GiftLightbox({ gift, frame, photos, tools }: GiftLightboxProps) {
  const { photo, total, previous, next } = frame
  const galleryId = gift.gallery.id
  const dialog = useModalDialog()
  const { state } = useLocation()
  const navigate = useNavigate()

  const to = (other: { id: string }) => paths.giftPhoto(galleryId, other.id)
  const grid = paths.gift(galleryId, { page: frame.page })
  const isInGrid = photos.some(({ id }) => id === photo.id)
  const close = () => {
    if (isInGrid && (isOpenedFromGrid(state) || isPlaying(state))) navigate(-1)
    else
      navigate(isInGrid ? paths.gift(galleryId, { page: gift.page }) : grid, {
        replace: true,
        preventScrollReset: true,
      })
  }

  const beside = photos.filter(({ number }) => pageOf(number) === frame.page)
  const strip = isInGrid ? beside : [previous, photo, next].filter((each) => each !== null)
  const [first, last] = [strip[0], strip.at(-1)]
  const ways = useMemo(() => {
    const stay: NavigateOptions = { replace: true, preventScrollReset: true, state }
    const way = (other: GiftPhoto | null | undefined) =>
      other && other.id !== photo.id ? () => navigate(paths.giftPhoto(galleryId, other.id), stay) : undefined
    return { previous: way(previous), next: way(next), first: way(first), last: way(last) }
  }, [photo, previous, next, first, last, galleryId, navigate, state])
  useLightboxKeys(ways)
  const swipe = useSwipe(ways)
  const show = useSlideshow(photo.id, ways.next, isPlaying(state))

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
        {tools}
        <SlideshowButton {...show} isAtEnd={next === null} />
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
        <h1 className={photo.caption ? 't3' : 'vh'}>{photo.caption || labelOf(photo)}</h1>
        <p className="edge edge--sm">{photo.exposure}</p>
      </div>
      <LightboxStrip photos={strip} current={photo} to={to} state={state} />
      <Announcement>{show.isOn ? '' : labelOf(photo)}</Announcement>
    </dialog>
  )
}

const isOpenedFromGrid = (state: unknown): boolean =>
  typeof state === 'object' &&
  state !== null &&
  isOpenedFrom(state, (state as { openedFrom: number }).openedFrom)
