import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { EditedGallery } from '../viewing/operations.server'

/** The pages of a large gallery. Frames may be dropped on the ways to those beside this one. */
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
