import { Fragment } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { FilterBar } from '~/ui/filter-bar'
import { Mark } from '~/ui/mark'
import { paths } from '~/ui/paths'
import { GALLERY_PAGE_SIZE, type GalleryFilter, type GalleryPage, pageNumbers } from '../model'

interface GalleryFiltersProps {
  filters: GalleryFilter[]
  current: string | null
  /** Number of photos in all filters, each counted once. */
  all: number
}

/** None with one category, which would show the same photos as all. */
export function GalleryFilters({ filters, current, all }: GalleryFiltersProps) {
  if (filters.length < 2) return null
  return (
    <FilterBar
      label="Categories"
      unit="photo"
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

/** Paging scrolls to the photos, not to the top of the page. */
export const PHOTOS_ID = 'photos'

export function GalleryPages({ page, pages, total, current }: Omit<GalleryPage, 'photos' | 'filters'>) {
  if (pages === 1) return null
  const to = (number: number) => `${paths.gallery({ filter: current, page: number })}#${PHOTOS_ID}`
  const following = Math.min(GALLERY_PAGE_SIZE, total - page * GALLERY_PAGE_SIZE)
  return (
    <div className="gpages">
      {following > 0 ? (
        <ButtonLink variant="line" to={to(page + 1)}>
          Show the next {following}
        </ButtonLink>
      ) : (
        <ButtonLink variant="line" to={to(1)}>
          Back to the first page
        </ButtonLink>
      )}
      <nav className="pag" aria-label="Gallery pages">
        {pageNumbers(page, pages).map((number, at, all) => (
          <Fragment key={number}>
            {number - (all[at - 1] ?? 0) > 1 ? <span aria-hidden="true">…</span> : null}
            <Link
              to={to(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {number === page ? <Mark kind="circle" draw /> : null}
              {number}
            </Link>
          </Fragment>
        ))}
      </nav>
    </div>
  )
}
