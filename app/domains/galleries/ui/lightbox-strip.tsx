import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { Mark } from '~/ui/mark'
import type { GalleryPhoto } from '../model'

interface LightboxStripProps {
  photos: GalleryPhoto[]
  current: GalleryPhoto
  to: (photo: GalleryPhoto) => string
  state: unknown
}

/** The page's frames in a row; the open one is circled and kept in the middle. */
export function LightboxStrip({ photos, current, to, state }: LightboxStripProps) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const here = list.current?.querySelector<HTMLElement>(`[data-frame="${current.slug}"]`)
    if (!here || !list.current) return
    list.current.scrollLeft = here.offsetLeft + here.offsetWidth / 2 - list.current.clientWidth / 2
  }, [current.slug])

  return (
    <div className="strip lb__strip">
      <ul className="strip__list" aria-label="Frames of this page" ref={list}>
        {photos.map((photo) => {
          const here = photo.slug === current.slug
          return (
            <li key={photo.id} data-frame={photo.slug}>
              <Link
                className={here ? 'strip__f is-chosen' : 'strip__f'}
                to={to(photo)}
                state={state}
                replace
                preventScrollReset
                discover="none"
                aria-label={`Photograph ${photo.number}, ${photo.title}`}
                aria-current={here ? 'true' : undefined}
              >
                <span className="ph">
                  <Picture photo={photo} sizes="96px" alt="" />
                  {here ? <Mark kind="circle" /> : null}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
