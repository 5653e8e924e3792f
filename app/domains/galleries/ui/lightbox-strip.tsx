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

/** Brings the frame of the open photograph to the middle of the strip. */
export function centerStrip(lightbox: HTMLElement): void {
  const list = lightbox.querySelector<HTMLElement>('.lb__strip .strip__list')
  const here = list?.querySelector<HTMLElement>('[data-here]')
  if (list && here) list.scrollLeft = here.offsetLeft + here.offsetWidth / 2 - list.clientWidth / 2
}

/** The page's frames in a row; the open one is circled, and `centerStrip` keeps it in the middle. */
export function LightboxStrip({ photos, current, to, state }: LightboxStripProps) {
  return (
    <div className="strip lb__strip">
      <ul className="strip__list" aria-label="Frames of this page">
        {photos.map((photo) => {
          const here = photo.slug === current.slug
          return (
            <li key={photo.id} data-here={here ? '' : undefined}>
              <Link
                className={here ? 'strip__f is-chosen' : 'strip__f'}
                to={to(photo)}
                state={state}
                replace
                preventScrollReset
                discover="none"
                aria-label={`Photo ${photo.number}, ${photo.title}`}
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
