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

/** Current numbers, each linked to its list. */
export function Figures({ figures }: { figures: { label: string; count: number; to: string }[] }) {
  return (
    <dl className="figs">
      {figures.map(({ label, count, to }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Link to={to} aria-label={`${waitingLabel(count)}, see the list: ${label}`}>
              {waitingLabel(count)}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}
