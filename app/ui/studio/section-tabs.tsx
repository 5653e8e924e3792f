import { Link, useLocation } from 'react-router'
import { findCurrent, type SectionPage, sectionsFor } from './sections'
import { useIsOwner } from './use-is-owner'

/** The tabs of the current section. Settings has groups with tabs. */
export function SectionTabs() {
  const isOwner = useIsOwner()
  const { pathname } = useLocation()
  const { section, page } = findCurrent(sectionsFor(isOwner), pathname)
  if (!section || section.pages.length === 0) return null
  const groups = [...new Set(section.pages.flatMap(({ group }) => group ?? []))]
  const tabs = section.pages.filter(({ group }) => group === page?.group)
  if (groups.length === 0)
    return <Tabs label={section.label} className="st-tabs" tabs={tabs} current={page?.label} />
  const first = (group: string) => section.pages.find((each) => each.group === group)?.to ?? section.to
  return (
    <>
      <Tabs
        label={section.label}
        className="st-tabs"
        tabs={groups.map((group) => ({ label: group, to: first(group) }))}
        current={page?.group}
      />
      {tabs.length > 1 ? (
        <div className="st-filter">
          <Tabs
            label={page?.group ?? section.label}
            className="seg seg--row"
            tabs={tabs}
            current={page?.label}
          />
        </div>
      ) : null}
    </>
  )
}

interface TabsProps {
  label: string
  className: string
  tabs: Pick<SectionPage, 'label' | 'to'>[]
  current: string | undefined
}

function Tabs({ label, className, tabs, current }: TabsProps) {
  return (
    <nav className={className} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to={tab.to}
          prefetch="intent"
          aria-current={tab.label === current ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
