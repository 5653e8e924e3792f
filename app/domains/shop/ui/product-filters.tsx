import { FilterBar } from '~/ui/filter-bar'
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
    <FilterBar
      label="Kinds of products"
      unit="products"
      items={[
        { to: paths.products(), label: 'Everything', count: all, current: current === null },
        ...categories.map(({ slug, title, count }) => ({
          to: paths.products({ category: slug }),
          label: title,
          count,
          current: current === slug,
        })),
      ]}
    />
  )
}
