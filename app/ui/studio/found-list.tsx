import { Link } from 'react-router'
import type { FoundEntries, FoundEntry } from './found'
import { StudioIcon } from './studio-icon'

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
