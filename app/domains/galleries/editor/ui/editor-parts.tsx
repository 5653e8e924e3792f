import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { EditedGallery } from '../operations.server'

/** Closes a popup, and returns the focus to its button. */
export function closeDetails(details: HTMLDetailsElement): void {
  if (details.contains(document.activeElement)) details.querySelector('summary')?.focus()
  details.open = false
}

export function closeByEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== 'Escape' || !event.currentTarget.open) return
  event.preventDefault()
  closeDetails(event.currentTarget)
}

/** Page links of a large gallery. Photos can be dropped on the links to adjacent pages. */
export function EditorPages({ gallery, set }: { gallery: EditedGallery; set: string | null }) {
  const { id, page, pages } = gallery
  if (pages === 1) return null
  const to = (number: number) => studioPaths.gallery(id, { set, page: number > 1 ? String(number) : null })
  return (
    <nav className="gpages" aria-label="Pages">
      {page > 1 ? (
        <Link className="btn btn--line" to={to(page - 1)} data-page="before">
          Before
        </Link>
      ) : null}
      <span className="mono">
        {page} of {pages}
      </span>
      {page < pages ? (
        <Link className="btn btn--line" to={to(page + 1)} data-page="after">
          After
        </Link>
      ) : null}
    </nav>
  )
}

const shapes = {
  drag: 'M7 5v.2M13 5v.2M7 10v.2M13 10v.2M7 15v.2M13 15v.2',
  check: 'M4 10.5l4 4 8-9',
  text: 'M4 5V4h12v1M10 4v12.5M7.5 16.5h5',
  eye: 'M2 10s3-5.2 8-5.2S18 10 18 10s-3 5.2-8 5.2S2 10 2 10zM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  bin: 'M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.8 11.5h7.4l.8-11.5',
  move: 'M10 3v14M3 10h14M10 3L7.5 5.5M10 3l2.5 2.5M10 17l-2.5-2.5M10 17l2.5-2.5M3 10l2.5-2.5M3 10l2.5 2.5M17 10l-2.5-2.5M17 10l-2.5 2.5',
} as const

export function EditorIcon({ name }: { name: keyof typeof shapes }) {
  return (
    <svg className="ico ico--sm" viewBox="0 0 20 20" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}

/** The shown set and page as URL parameters. */
export const placeOf = ({ set, page }: EditedGallery) => ({
  set: set === '' ? 'none' : set,
  page: page > 1 ? String(page) : null,
})

/** Returns the URL of the shown page, with an open item or without. */
export const itemAddresses =
  (gallery: EditedGallery) =>
  (open: string | null): string =>
    studioPaths.gallery(gallery.id, { ...placeOf(gallery), open })
