import { Link } from 'react-router'
import { waitingLabel } from './sections'

interface Fact {
  label: string
  value: string
  /** The Studio page with details. */
  to?: string
}

export function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl className="st-facts">
      {facts.map(({ label, value, to }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{to ? <Link to={to}>{value}</Link> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Current numbers, each linked to its list. @param figures `count` as text is shown as it is */
export function Figures({ figures }: { figures: { label: string; count: number | string; to: string }[] }) {
  return (
    <dl className="figs">
      {figures.map(({ label, count, to }) => {
        const shown = typeof count === 'number' ? waitingLabel(count) : count
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Link to={to} aria-label={`${shown}, see the list: ${label}`}>
                {shown}
              </Link>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
