import { Link } from 'react-router'
import { Mark } from '~/ui/mark'
import { paths } from '~/ui/paths'
import type { GalleryFilter } from '../model'

interface GalleryFiltersProps {
  filters: GalleryFilter[]
  current: string | null
  /** Photographs in all of them, each counted once; null while one filter is shown and the sum is not known. */
  all: number
}

/** The kinds of work as links, so that each has an address and works before any script. */
export function GalleryFilters({ filters, current, all }: GalleryFiltersProps) {
  return (
    <nav aria-label="Kinds of work" className="fil">
      <Filter to={paths.gallery()} label="All" count={all} current={current === null} />
      {filters.map(({ slug, title, count }) => (
        <Filter
          key={slug}
          to={paths.gallery({ filter: slug })}
          label={title}
          count={count}
          current={current === slug}
        />
      ))}
    </nav>
  )
}

function Filter({ to, label, count, current }: { to: string; label: string; count: number; current: boolean }) {
  return (
    <Link to={to} preventScrollReset prefetch="intent" aria-current={current ? 'true' : undefined}>
      {label}
      <sup>
        <span className="vh">, </span>
        {count}
        <span className="vh"> photographs</span>
      </sup>
      {current ? <Mark kind="line" draw key={label} /> : null}
    </Link>
  )
}
