import { type Listing, offerListing, pictureOf, SCHEMA_ORG, studioId } from '~/domains/content/listing'
import type { PhotoView } from '~/domains/photos/model'
import { slugFrom } from '~/platform/slug'

export interface ProductView {
  slug: string
  title: string
  summary: string
  category: string
  /** Size and time, such as "8 × 10 in · 6 days". */
  details: string
  priceCents: number
  /** The price is the lowest of several. */
  priceFrom: boolean
  photo: PhotoView | null
}

export interface ProductPage extends ProductView {
  /** Made from Markdown and sanitized. */
  html: string
  others: ProductView[]
}

/** A category as a filter. */
export interface ProductCategory {
  /** Its slug: "gift-certificates". */
  slug: string
  title: string
  count: number
}

/** The products' categories, in order of first appearance. */
export function categoriesOf(products: readonly { category: string }[]): ProductCategory[] {
  const found = new Map<string, ProductCategory>()
  for (const { category } of products) {
    const slug = categorySlug(category)
    const known = found.get(slug)
    if (known) known.count += 1
    else found.set(slug, { slug, title: category, count: 1 })
  }
  return [...found.values()]
}

export const categorySlug = (category: string): string => slugFrom(category) ?? ''

/** Columns (of twelve) that products span, by row. Consecutive rows differ. */
const ROWS = [
  [8, 4],
  [5, 7],
  [4, 8],
  [7, 5],
] as const

/** Used when the number of products is odd. */
const THREE = [5, 4, 3] as const

export function shelfSpans(count: number): number[] {
  if (count === 1) return [8]
  const spans: number[] = []
  for (let row = 0; spans.length < count; row++) {
    if (count - spans.length === 3) spans.push(...THREE)
    else spans.push(...(ROWS[row % ROWS.length] ?? ROWS[0]))
  }
  return spans
}

export const productListing = (
  product: ProductView,
  { siteUrl, path }: { siteUrl: string; path: string },
): Listing => {
  const { title: name, priceCents, priceFrom: isLowest } = product
  return {
    '@context': SCHEMA_ORG,
    '@type': 'Product',
    name,
    description: product.summary,
    category: product.category,
    url: `${siteUrl}${path}`,
    brand: { '@id': studioId(siteUrl) },
    ...(product.photo ? pictureOf(product.photo, siteUrl) : {}),
    offers: {
      ...offerListing({ name, priceCents, url: `${siteUrl}${path}`, isLowest }),
      availability: `${SCHEMA_ORG}/MadeToOrder`,
      seller: { '@id': studioId(siteUrl) },
    },
  }
}
