import { Link, useLocation } from 'react-router'
import type { Section } from './sections'
import { waitingLabel } from './sections'
import { StudioIcon } from './studio-icon'

/** Sections shown on phones beside More. Tablets show all. */
const ON_PHONES = new Set(['today', 'bookings', 'grid', 'messages'])
const MORE = 'more-sections'

/** The navigation on narrow screens. On a phone, the other sections are in a popover that needs no script. */
export function TabBar({ sections, current }: { sections: Section[]; current: Section | undefined }) {
  const { key } = useLocation()
  const rarer = sections.filter(({ icon }) => !ON_PHONES.has(icon))
  const waiting = rarer.reduce((sum, section) => sum + section.waiting, 0)
  return (
    <nav className="tabbar" aria-label="Studio sections">
      {sections.map((section) => (
        <Tab
          key={section.label}
          section={section}
          isHere={section === current}
          className={ON_PHONES.has(section.icon) ? undefined : 'tabbar__wide'}
        />
      ))}
      <button
        type="button"
        className="tabbar__more"
        popoverTarget={MORE}
        data-here={current && rarer.includes(current) ? '' : undefined}
      >
        <StudioIcon name="more" />
        More
        <Waiting count={waiting} />
      </button>
      {/* A new key closes the popover after navigation. */}
      <div key={key} id={MORE} className="tabbar__rest" popover="auto">
        {rarer.map((section) => (
          <Tab key={section.label} section={section} isHere={section === current} />
        ))}
      </div>
    </nav>
  )
}

function Tab({
  section,
  isHere,
  className,
}: {
  section: Section
  isHere: boolean
  className?: string | undefined
}) {
  return (
    <Link to={section.to} prefetch="intent" className={className} aria-current={isHere ? 'page' : undefined}>
      <StudioIcon name={section.icon} />
      {section.label}
      <Waiting count={section.waiting} />
    </Link>
  )
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="tabbar__n">
      {waitingLabel(count)}
      <span className="vh"> waiting</span>
    </span>
  )
}
