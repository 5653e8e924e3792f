import { Link } from 'react-router'

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
