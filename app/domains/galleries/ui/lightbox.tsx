import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import { GALLERY_PAGE_SIZE, type GalleryPhoto, type GalleryPhotoView } from '../model'
import { LightboxPhoto, useLightboxWays } from './lightbox-photo'
import { isOpenedFrom } from './photo-grid'

interface LightboxProps {
  view: GalleryPhotoView
  /** The photos of the grid's page, for the strip. */
  photos: GalleryPhoto[]
}

/** A photo of the public gallery over the grid. */
export function Lightbox({ view, photos }: LightboxProps) {
  const { photo, total, current } = view
  const { state } = useLocation()
  const navigate = useNavigate()
  // A photo's URL includes its page of the grid, so that closing leads there.
  const to = ({ slug, number }: GalleryPhoto) =>
    paths.galleryPhoto(slug, { filter: current, page: Math.ceil(number / GALLERY_PAGE_SIZE) })
  const ways = useLightboxWays(view, photos, to)
  const grid = paths.gallery({ filter: current, page: view.page })
  const close = () => {
    // Goes back to avoid a second history entry for the grid, unless the photo is on another page of it.
    if (isOpenedFrom(state, view.page)) navigate(-1)
    else navigate(grid, { replace: true, preventScrollReset: true })
  }
  return (
    <LightboxPhoto
      view={view}
      strip={photos}
      to={to}
      ways={ways}
      grid={grid}
      onClose={close}
      tools={<CopyLink path={paths.galleryPhoto(photo.slug, { filter: current })} />}
      caption={
        <>
          <h1 className="t3">{photo.caption || photo.title}</h1>
          <p className="edge edge--sm">{[photo.category, photo.exposure].filter(Boolean).join(' · ')}</p>
        </>
      }
      announcement={`Photo ${photo.number} of ${total}: ${photo.title}`}
    />
  )
}

/** @param path the photo's permanent URL without a host */
export function CopyLink({ path }: { path: string }) {
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
