import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'

interface RulesNavProps {
  current: 'availability' | 'session-types' | 'places' | 'mini-days'
  isOwner: boolean
}

/** The rooms in which the studio says what can be booked; for an assistant those that are no settings. */
export function RulesNav({ current, isOwner }: RulesNavProps) {
  const rooms = [
    ...(isOwner
      ? [
          { key: 'availability', label: 'Availability', to: studioPaths.availability() },
          { key: 'session-types', label: 'Session types', to: studioPaths.sessionTypes() },
          { key: 'places', label: 'Locations', to: studioPaths.places() },
        ]
      : []),
    { key: 'mini-days', label: 'Mini-session days', to: studioPaths.miniDays() },
  ]
  return (
    <nav className="st-filter" aria-label="Booking rules">
      <div className="seg">
        {rooms.map(({ key, label, to }) => (
          <Link key={key} to={to} aria-current={key === current ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </div>
    </nav>
  )
}
