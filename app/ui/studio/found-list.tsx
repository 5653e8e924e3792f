import { Link } from 'react-router'
import { StudioIcon, type StudioIconName } from './studio-icon'

/** Search results, as links under headings. */
export function FoundList({ groups }: { groups: FoundEntries[] }) {
  return groups.map(({ heading, entries, more }) => (
    <section key={heading}>
      <h2 className="st-h2">{heading}</h2>
      <ul className="found">
        {entries.map((entry) => (
          <li key={entry.key} data-row>
            <EntryLink entry={entry} />
          </li>
        ))}
      </ul>
      {more ? (
        <Link className="txt" to={more}>
          All {heading.toLowerCase()} matching results
        </Link>
      ) : null}
    </section>
  ))
}

function EntryLink({ entry: { label, detail, icon, to, leaves } }: { entry: FoundEntry }) {
  const said = (
    <>
      <StudioIcon name={icon} />
      <span className="found__l">{label}</span>
      {detail ? <span className="found__d">{detail}</span> : null}
    </>
  )
  return leaves ? <a href={to}>{said}</a> : <Link to={to}>{said}</Link>
}

/** One result of the palette or the search page. */
export interface FoundEntry {
  key: string
  label: string
  /** Distinguishes records of the same name. */
  detail?: string
  icon: StudioIconName
  to: string
  /** Its keyboard shortcut. */
  keys?: string[]
  /** Outside the Studio, so it loads as a document. */
  leaves?: boolean
}

export interface FoundEntries {
  heading: string
  entries: FoundEntry[]
  /** Link to the full list if there are more. */
  more?: string
}

/** "1 result", "12 results", "No results." */
export const countLabel = (count: number): string =>
  count === 0 ? 'No results.' : count === 1 ? '1 result' : `${count} results`
