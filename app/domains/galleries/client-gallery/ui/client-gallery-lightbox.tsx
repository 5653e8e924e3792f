import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import type { DownloadSize } from '../../access/model'
import { PhotoDownload } from '../../downloads/ui/photo-download'
import { FavoriteMark, FavoriteTools } from '../../proofing/ui/favorite-button'
import { useMayChoose } from '../../proofing/ui/favorites-provider'
import { LightboxPhoto } from '../../ui/lightbox-photo'
import { closeTapped } from '../../ui/open-photo'
import { isOpenedFrom, maskGrid, OVER_GRID } from '../../ui/use-grid'
import { useLightbox } from '../../ui/use-lightbox'
import { type ClientGalleryPage, type ClientGalleryPhoto, pageOf } from '../model'
import { labelOf } from './client-gallery-grid'
import { layTiles } from './photo-tiles'
import { isPlaying, useSlideshow } from './slideshow'
import { clientGalleryItemId, type MorePages } from './use-client-gallery'

interface ClientGalleryLightboxProps {
  clientGallery: ClientGalleryPage
  /** The photos of the grid. */
  more: MorePages
  /** Id of the open photo. */
  open: string
  /** Sizes that can be downloaded. */
  sizes: readonly DownloadSize[]
}

/** A photo of a client gallery over the grid, or in a slideshow. */
export function ClientGalleryLightbox({ clientGallery, more, open, sizes }: ClientGalleryLightboxProps) {
  const galleryId = clientGallery.gallery.id
  const { state, search, mask } = useLocation()
  const navigate = useNavigate()
  const mayChoose = useMayChoose()
  const { before } = clientGallery
  const { photos, after } = more
  const known = useMemo(
    () => [before, ...photos, after].filter((each) => each !== null),
    [before, photos, after],
  )
  const to = useCallback(({ id }: { id: string }) => paths.clientGalleryPhoto(galleryId, id), [galleryId])
  const maySeeFullSize = sizes.includes('original')
  const fullSize = useMemo(
    () =>
      maySeeFullSize
        ? layTiles(({ id }, column, row) => paths.photoTile(galleryId, id, column, row))
        : undefined,
    [maySeeFullSize, galleryId],
  )
  const replace = { replace: true, preventScrollReset: true, state }
  const isBefore = ({ number }: ClientGalleryPhoto) => number < (photos[0]?.number ?? 0)
  const view = useLightbox({
    photos: known,
    total: clientGallery.total,
    open,
    onShow(photo) {
      if (isBefore(photo)) navigate(to(photo), replace)
      else if (mask) maskGrid(to(photo))
      else
        navigate(
          { pathname: paths.clientGallery(galleryId), search, hash: OVER_GRID },
          { ...replace, mask: to(photo) },
        )
    },
    onMissing: more.ask,
  })
  const number = view?.photo.number ?? 0
  const strip = useMemo(() => known.filter((each) => pageOf(each.number) === pageOf(number)), [known, number])
  const next = view?.next
  const play = useMemo(() => next && (() => view.show(next.number)), [next, view])
  const slideshow = useSlideshow(view?.photo.id ?? open, play, isPlaying(state))
  if (!view) return null
  const { photo } = view
  const grid = paths.clientGallery(galleryId, { page: pageOf(number) })
  const close = (opened: unknown) => {
    const isBack = isOpenedFromGrid(opened) || isPlaying(opened)
    if (isBack || !isBefore(photo)) closeTapped()
    if (isBack) navigate(-1)
    else
      navigate(isBefore(photo) ? grid : { pathname: paths.clientGallery(galleryId), search }, {
        replace: true,
        preventScrollReset: true,
      })
  }
  return (
    <LightboxPhoto
      className={slideshow.isOn ? 'lb--client-gallery lb--show' : 'lb--client-gallery'}
      view={view}
      strip={strip}
      to={to}
      elementId={elementId}
      grid={grid}
      onClose={close}
      fullSize={fullSize}
      markOf={mayChoose ? markOf : undefined}
      control={<SlideshowButton {...slideshow} isAtEnd={!next} />}
      tools={
        <>
          <FavoriteTools itemId={photo.id} label={labelOf(photo)} />
          <PhotoDownload galleryId={galleryId} itemId={photo.id} sizes={sizes} />
        </>
      }
      caption={
        <>
          <h1 className={photo.caption ? 't3' : 'vh'}>{photo.caption || labelOf(photo)}</h1>
          <p className="edge">{photo.exposure}</p>
          {photo.widths.length === 0 ? (
            <p className="small ink2">Still processing. Check back in a minute.</p>
          ) : null}
        </>
      }
      announcement={slideshow.isOn ? '' : labelOf(photo)}
    />
  )
}

const elementId = ({ id }: ClientGalleryPhoto) => clientGalleryItemId(id)

const markOf = ({ id }: { id: string }) => <FavoriteMark itemId={id} />

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
function SlideshowButton({ isOn, toggle, isAtEnd }: SlideshowButtonProps) {
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
