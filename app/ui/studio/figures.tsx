import { Link } from 'react-router'
import { waitingLabel } from './waiting'

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
