import { Link } from 'react-router'
import { Mark } from '~/ui/mark'
import { paths } from '~/ui/paths'
import type { ProductCategory } from '../categories'

interface ProductFiltersProps {
  categories: ProductCategory[]
  current: string | null
  /** Products in all of them. */
  all: number
}

export function ProductFilters({ categories, current, all }: ProductFiltersProps) {
  return (
    <nav className="fil" aria-label="Kinds of products">
      <Filter to={paths.products()} label="Everything" count={all} current={current === null} />
      {categories.map(({ slug, title, count }) => (
        <Filter
          key={slug}
          to={paths.products({ category: slug })}
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
        <span className="vh"> products</span>
      </sup>
      {current ? <Mark kind="line" draw key={label} /> : null}
    </Link>
  )
}
