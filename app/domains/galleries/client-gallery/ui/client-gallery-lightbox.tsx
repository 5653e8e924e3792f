import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import { LightboxPhoto, useLightboxWays } from '../../ui/lightbox-photo'
import { isOpenedFrom } from '../../ui/photo-grid'
import {
  type ClientGalleryPage,
  type ClientGalleryPhoto,
  type ClientGalleryPhotoView,
  pageOf,
} from '../model'
import { labelOf } from './client-gallery-grid'
import { isPlaying, useSlideshow } from './slideshow'

interface ClientGalleryLightboxProps {
  clientGallery: ClientGalleryPage
  view: ClientGalleryPhotoView
  /** The photos of the grid. */
  photos: readonly ClientGalleryPhoto[]
  /** Actions for the photo. */
  tools?: ReactNode
}

/** A photo of a client gallery over the grid, or in a slideshow. */
export function ClientGalleryLightbox({ clientGallery, view, photos, tools }: ClientGalleryLightboxProps) {
  const { photo, previous, next } = view
  const galleryId = clientGallery.gallery.id
  const { state } = useLocation()
  const navigate = useNavigate()

  const isInGrid = photos.some(({ id }) => id === photo.id)
  const beside = photos.filter(({ number }) => pageOf(number) === view.page)
  const strip = isInGrid ? beside : [previous, photo, next].filter((each) => each !== null)
  const to = (other: { id: string }) => paths.clientGalleryPhoto(galleryId, other.id)
  const ways = useLightboxWays(view, strip, to)
  const show = useSlideshow(photo.id, ways.next, isPlaying(state))
  const close = () => {
    if (isInGrid && (isOpenedFromGrid(state) || isPlaying(state))) navigate(-1)
    else
      navigate(paths.clientGallery(galleryId, { page: isInGrid ? clientGallery.page : view.page }), {
        replace: true,
        preventScrollReset: true,
      })
  }
  return (
    <LightboxPhoto
      className={show.isOn ? 'lb--client-gallery lb--show' : 'lb--client-gallery'}
      view={view}
      strip={strip}
      to={to}
      ways={ways}
      grid={paths.clientGallery(galleryId, { page: view.page })}
      onClose={close}
      tools={
        <>
          {tools}
          <SlideshowButton {...show} isAtEnd={next === null} />
        </>
      }
      caption={
        <>
          <h1 className={photo.caption ? 't3' : 'vh'}>{photo.caption || labelOf(photo)}</h1>
          <p className="edge edge--sm">{photo.exposure}</p>
          {photo.widths.length === 0 ? (
            <p className="small ink2">Still processing. Check back in a minute.</p>
          ) : null}
        </>
      }
      announcement={show.isOn ? '' : labelOf(photo)}
    />
  )
}

const isOpenedFromGrid = (state: unknown): boolean =>
  typeof state === 'object' &&
  state !== null &&
  isOpenedFrom(state, (state as { openedFrom: number }).openedFrom)

interface SlideshowButtonProps {
  isOn: boolean
  toggle: () => void
  /** The last photo is shown. */
  isAtEnd: boolean
}

/** Starts and pauses the slideshow; so does the space bar. Disabled without script. */
export function SlideshowButton({ isOn, toggle, isAtEnd }: SlideshowButtonProps) {
  const isUsable = useHydrated() && !isAtEnd
  return (
    <button
      type="button"
      className={isUsable ? 'btn btn--quiet lb__copy' : 'btn btn--quiet lb__copy lb__copy--off'}
      aria-keyshortcuts="Space"
      onClick={toggle}
    >
      <Icon name={isOn ? 'pause' : 'play'} />
      <span className="t">{isOn ? 'Pause' : 'Slideshow'}</span>
    </button>
  )
}
