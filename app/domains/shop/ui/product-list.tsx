import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { FilterBar } from '~/ui/filter-bar'
import { dollars } from '~/ui/money'
import { paths } from '~/ui/paths'
import { type ProductCategory, type ProductView, shelfSpans } from '../model'

interface ProductFiltersProps {
  categories: ProductCategory[]
  current: string | null
  /** Number of products. */
  all: number
}

export function ProductFilters({ categories, current, all }: ProductFiltersProps) {
  return (
    <FilterBar
      label="Categories"
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

/** Products in rows of unequal columns. */
export function Shelf({ products }: { products: ProductView[] }) {
  const spans = shelfSpans(products.length)
  return (
    <div className="shop">
      {products.map((product, at) => (
        <ProductCard key={product.slug} product={product} span={spans[at] ?? 4} first={at === 0} />
      ))}
    </div>
  )
}

interface ProductCardProps {
  product: ProductView
  /** Number of columns, of twelve. */
  span: number
  first?: boolean
  heading?: 'h2' | 'h3'
}

export function ProductCard({ product, span, first = false, heading: Heading = 'h3' }: ProductCardProps) {
  const { slug, title, summary, details, photo } = product
  return (
    <article className={`shop__${span}`}>
      {photo ? (
        <Picture
          photo={photo}
          ratio="var(--shape)"
          sizes={`(min-width:100rem) ${span * 124}px, (min-width:64rem) ${Math.round(span * 7.7)}vw, (min-width:40rem) 46vw, 92vw`}
          alt=""
          priority={first}
        />
      ) : (
        <div className="frame__img shop__blank" />
      )}
      <div className="meta">
        <Heading className="t3">
          <Link to={paths.product(slug)} prefetch="intent">
            {title}
          </Link>
        </Heading>
        <span className="amt">
          <ProductPrice product={product} />
        </span>
      </div>
      <p className="ui ink2">{summary}</p>
      <p className="edge edge--sm">{details}</p>
    </article>
  )
}

export function ProductPrice({ product }: { product: Pick<ProductView, 'priceCents' | 'priceFrom'> }) {
  return (
    <>
      {product.priceFrom ? 'from ' : ''}
      {dollars(product.priceCents)}
    </>
  )
}
