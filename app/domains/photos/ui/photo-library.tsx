import { type CSSProperties, type RefObject, useLayoutEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import { isTyping } from '~/ui/is-typing'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { LibraryEntry, PhotoProgress } from '../model'
import { Picture } from './picture'

/** The library as a grid, with arrow key navigation. */
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
  if (entry.state === 'ready' && !entry.needsAlt && !entry.noRecognizablePeople) return null
  return (
    <div className="plib__n">
      <PhotoState {...entry} />
      {entry.needsAlt ? <span className="plib__w">No alt text</span> : null}
      {entry.noRecognizablePeople ? <span>No recognizable people</span> : null}
    </div>
  )
}

/** Arrow keys move the focus within a grid of links. J and K work as in every list. */
export function useGridKeys(grid: RefObject<HTMLElement | null>): void {
  // A layout effect, so that a key pressed right after rendering isn't lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const links = [...(grid.current?.querySelectorAll('a') ?? [])]
      const at = links.indexOf(document.activeElement as HTMLAnchorElement)
      const to = nextPlace(event.key, at, columnsOf(links))
      const link = to === undefined ? undefined : links[to]
      if (!link) return
      event.preventDefault()
      link.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [grid])
}

/** @param at index of the focused link; -1 if the focus is elsewhere, where arrow keys scroll */
function nextPlace(key: string, at: number, columns: number): number | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key]
  return step === undefined || at === -1 ? undefined : at + step
}

/** Number of links in the first row. */
function columnsOf(links: HTMLElement[]): number {
  const top = links[0]?.getBoundingClientRect().top
  const below = links.findIndex((link) => link.getBoundingClientRect().top !== top)
  return below === -1 ? Math.max(1, links.length) : below
}

/** Progress of an unfinished photo. Renders nothing for a finished one. */
export function PhotoState({ state, made, sizes, isLate }: PhotoProgress) {
  if (state === 'failed') return <span className="tag tag--stop">Failed</span>
  if (state === 'ready') return null
  return (
    <span className="pmade">
      <span className="pmade__b" style={{ '--v': `${(100 * made) / sizes}%` } as CSSProperties} />
      {isLate ? 'Delayed, ' : ''}
      {made} of {sizes} sizes
    </span>
  )
}
