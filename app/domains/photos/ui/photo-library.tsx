import { useRef } from 'react'
import { Form, Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { LibraryEntry } from '../library/model'
import { PhotoState } from './photo-state'
import { Picture } from './picture'
import { useGridKeys } from './use-grid-keys'

/** The stored photographs in a grid that arrows walk. */
export function PhotoLibrary({ photos }: { photos: LibraryEntry[] }) {
  const grid = useRef<HTMLUListElement>(null)
  useGridKeys(grid)
  return (
    <ul className="plib" ref={grid}>
      {photos.map((entry) => (
        <li key={entry.photo.id} data-row>
          <Link className="plib__f" to={studioPaths.photo(entry.photo.slug)}>
            <Picture photo={entry.photo} ratio="7/6" sizes="160px" alt="" meanwhile={entry.thumb} />
            <span className="plib__t">{entry.photo.title}</span>
          </Link>
          <Notes entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function Notes({ entry }: { entry: LibraryEntry }) {
  if (entry.state === 'failed')
    return (
      <div className="plib__n">
        <PhotoState {...entry} />
        <p>{entry.failure}</p>
        <Form method="post" preventScrollReset action={studioPaths.photo(entry.photo.slug)}>
          <button type="submit" className="btn btn--line" name="intent" value="retry">
            Try again<span className="vh">: {entry.photo.title}</span>
          </button>
        </Form>
      </div>
    )
  if (entry.state === 'ready' && !entry.needsAlt && !entry.showsNobody) return null
  return (
    <div className="plib__n">
      <PhotoState {...entry} />
      {entry.needsAlt ? <span className="plib__w">No alt text</span> : null}
      {entry.showsNobody ? <span>No recognizable people</span> : null}
    </div>
  )
}
