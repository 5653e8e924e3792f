import { FilterBar } from '~/ui/filter-bar'
import { paths } from '~/ui/paths'
import type { GalleryFilter } from '../model'

interface GalleryFiltersProps {
  filters: GalleryFilter[]
  current: string | null
  /** Photographs in all of them, each counted once. */
  all: number
}

export function GalleryFilters({ filters, current, all }: GalleryFiltersProps) {
  return (
    <FilterBar
      label="Kinds of work"
      unit="photos"
      items={[
        { to: paths.gallery(), label: 'All', count: all, current: current === null },
        ...filters.map(({ slug, title, count }) => ({
          to: paths.gallery({ filter: slug }),
          label: title,
          count,
          current: current === slug,
        })),
      ]}
    />
  )
}
