import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { columns, HALF, NARROW } from '~/domains/photos/ui/sizes'
import { money } from '~/platform/money'
import { unbroken } from '~/platform/text'
import { Facts } from '~/ui/facts'
import { FilterBar } from '~/ui/filter-bar'
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
      unit="product"
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
        <ProductCard
          key={product.slug}
          product={product}
          span={spans[at] ?? 4}
          at={at}
          isWide={isWideAt(at, products.length)}
        />
      ))}
    </div>
  )
}

/** `--shape` of cards by the columns that they span, in windows from 1024 px on. */
const SHAPES: Partial<Record<number, number>> = { 5: 1, 7: 3 / 2, 8: 3 / 2 }
const WIDE = '(min-width:40rem) 44.4vw, 89.3vw'

/** On phones, wide products alternate with pairs. The last one isn't left alone. */
export const isWideAt = (at: number, count: number): boolean =>
  at % 3 === 0 || (at % 3 === 1 && at === count - 1)

interface ProductCardProps {
  product: ProductView
  /** Number of columns, of twelve. */
  span: number
  /** Place in a list of all products, from 0. */
  at?: number
  /** It has its own row on phones. */
  isWide: boolean
  heading?: 'h2' | 'h3'
}

export function ProductCard({ product, span, at, isWide, heading: Heading = 'h3' }: ProductCardProps) {
  const { slug, title, summary, details, soldOut, photo } = product
  return (
    <article className={`shop__${span}${isWide ? ' shop__wide' : ''}`}>
      {photo ? (
        <Picture
          photo={photo}
          ratio="var(--shape)"
          sizes={columns(span, at === 0 && span === 8 ? NARROW : isWide ? WIDE : HALF)}
          shapes={[
            ...Array(2).fill(SHAPES[span] ?? 4 / 5),
            at === 0 && span === 8 ? 3 / 2 : 4 / 5,
            isWide ? 3 / 2 : 4 / 5,
          ]}
          alt=""
          priority={at === 0}
          eager={at === 1}
        />
      ) : (
        <div className="frame__img shop__blank" />
      )}
      <div className="meta">
        <Heading className="t3">
          <Link to={paths.product(slug)} prefetch="intent" viewTransition>
            {title}
          </Link>
        </Heading>
        <span className="amt">{soldOut ? 'Sold out' : <ProductPrice product={product} />}</span>
      </div>
      <p className="ui ink2">{summary}</p>
      {details ? (
        <p className="edge">
          <Facts facts={details.replace(DIMENSIONS, unbroken).split(' · ')} />
        </p>
      ) : null}
    </article>
  )
}

/** "8 × 10 in", at which no line ends. */
const DIMENSIONS = /[\d.]+( × [\d.]+)+( (in|ft|cm)\b)?/g

export function ProductPrice({ product }: { product: Pick<ProductView, 'priceCents' | 'priceFrom'> }) {
  return (
    <>
      {product.priceFrom ? 'from ' : ''}
      {money(product.priceCents)}
    </>
  )
}
