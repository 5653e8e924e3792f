import { Link } from 'react-router'
import type { Section } from './sections'
import { StudioIcon } from './studio-icon'

/** The sections at the thumb, on narrow screens. */
export function TabBar({ sections, current }: { sections: Section[]; current: Section | undefined }) {
  return (
    <nav className="tabbar" aria-label="Studio sections">
      {sections.map((section) => (
        <Link key={section.label} to={section.to} aria-current={section === current ? 'page' : undefined}>
          <StudioIcon name={section.icon} />
          {section.label}
        </Link>
      ))}
    </nav>
  )
}
