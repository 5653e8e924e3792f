import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import { GALLERY_PAGE_SIZE, type GalleryPage, type GalleryPhoto, galleryPageOf } from '../model'
import { LightboxPhoto } from './lightbox-photo'
import { closeTapped } from './open-photo'
import { photoElementId } from './photo-grid'
import { isOpenedFrom, maskGrid, OVER_GRID } from './use-grid'
import { useLightbox } from './use-lightbox'

interface LightboxProps {
  gallery: GalleryPage
  /** Slug of the open photo. */
  open: string
  titleOf: (photo: GalleryPhoto) => string
}

/** A photo of the public gallery over the grid. */
export function Lightbox({ gallery, open, titleOf }: LightboxProps) {
  const { photos, before, after, total, current, page } = gallery
  const { state, mask } = useLocation()
  const navigate = useNavigate()
  const known = useMemo(
    () => [before, ...photos, after].filter((each) => each !== null),
    [before, photos, after],
  )
  const gridOf = (number: number) => paths.gallery({ filter: current, page: galleryPageOf(number) })
  // A photo's URL includes its page of the grid, so that closing leads there.
  const to = ({ slug, number }: GalleryPhoto) =>
    paths.galleryPhoto(slug, { filter: current, page: galleryPageOf(number) })
  const replace = { replace: true, preventScrollReset: true, state }
  const view = useLightbox({
    photos: known,
    total,
    open,
    onShow(photo) {
      if (mask && galleryPageOf(photo.number) === page) maskGrid(to(photo), titleOf(photo))
      else navigate(gridOf(photo.number) + OVER_GRID, { ...replace, mask: to(photo) })
    },
    onMissing: (number) => {
      const nearest = number > page * GALLERY_PAGE_SIZE ? known.at(-1) : known[0]
      if (nearest) navigate(gridOf(number) + OVER_GRID, { ...replace, mask: to(nearest) })
    },
  })
  if (!view) return null
  const { photo } = view
  const grid = gridOf(photo.number)
  const close = (opened: unknown) => {
    const isHere = galleryPageOf(photo.number) === page
    if (isHere) closeTapped()
    // Goes back to avoid a second history entry for the grid, unless the photo is on another page of it.
    if (isHere && isOpenedFrom(opened, page)) navigate(-1)
    else navigate(grid, { replace: true, preventScrollReset: true })
  }
  return (
    <LightboxPhoto
      view={view}
      strip={photos}
      to={to}
      elementId={({ slug }) => photoElementId(slug)}
      grid={grid}
      onClose={close}
      tools={<CopyLink path={paths.galleryPhoto(photo.slug, { filter: current })} />}
      caption={
        <>
          <h1 className="t3">{photo.caption || photo.title}</h1>
          <p className="edge">{[photo.category, photo.exposure].filter(Boolean).join(' · ')}</p>
        </>
      }
      announcement={`Photo ${photo.number} of ${total}: ${photo.title}`}
    />
  )
}

/** @param path the photo's permanent URL without a host */
function CopyLink({ path }: { path: string }) {
  const hydrated = useHydrated()
  const [copied, setCopied] = useState('')
  const [refused, setRefused] = useState(false)
  const done = copied === path
  // Disabled without script, where the address bar has the link. Its space is kept.
  const usable = hydrated && !refused && 'clipboard' in navigator

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, window.location.origin).href)
      setCopied(path)
    } catch {
      setRefused(true)
    }
  }
  return (
    <>
      <span role="status" className="vh">
        {done ? 'Link to this photo copied.' : ''}
      </span>
      <button
        type="button"
        className={usable ? 'btn btn--quiet lb__copy' : 'btn btn--quiet lb__copy lb__copy--off'}
        onClick={copy}
      >
        <Icon name={done ? 'check' : 'share'} />
        <span className="t">{done ? 'Link copied' : 'Copy link'}</span>
      </button>
    </>
  )
}
