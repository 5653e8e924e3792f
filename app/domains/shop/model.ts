import {
  type Listing,
  offerListing,
  offersListing,
  pictureOf,
  SCHEMA_ORG,
  studioId,
} from '~/domains/content/listing'
import type { PhotoView } from '~/domains/photos/model'
import { slugFrom } from '~/platform/slug'

/** One size and finish of a product. */
export interface ProductVariant {
  size: string
  finish: string
  priceCents: number
  /** Production time; null: not given. */
  days: number | null
}

/** A choice at the same price, such as the linen color. */
export interface ProductOption {
  name: string
  choices: string[]
}

export const MOST_PRODUCTS = 200
export const MOST_VIEWS = 12
export const MOST_VARIANTS = 20
export const MOST_OPTIONS = 6

/** "11 × 14 in, natural oak" */
export const variantLabel = ({ size, finish }: Pick<ProductVariant, 'size' | 'finish'>): string =>
  [size, finish].filter((part) => part !== '').join(', ')

/** What a list of products says of variants: "8 × 10 in · 11 × 14 in · 16 × 20 in · 3 more"; '' without any. */
export function variantsInList(variants: readonly Pick<ProductVariant, 'size' | 'finish'>[]): string {
  const labels = [...new Set(variants.map(({ size, finish }) => size || finish).filter(Boolean))]
  const more = labels.length - 3
  return [...labels.slice(0, 3), ...(more > 0 ? [`${more} more`] : [])].join(' · ')
}

/** Names a variant in links; '' without a size or finish. No two variants of a product share one. */
export const variantKey = (variant: Pick<ProductVariant, 'size' | 'finish'>): string =>
  variantLabel(variant) && (slugFrom(variantLabel(variant)) ?? variantLabel(variant))

/** Name of the chosen option in links, counted from 0. */
export const optionField = (at: number): string => `option${at + 1}`

export interface ShownPrice {
  priceCents: number
  /** The price is the lowest of several. */
  priceFrom: boolean
}

/** The price of a product: the lowest of its variants, and only without variants its own. */
export function shownPrice({
  variants,
  priceCents,
  priceFrom,
}: ShownPrice & { variants: readonly ProductVariant[] }): ShownPrice {
  if (variants.length === 0) return { priceCents, priceFrom }
  const prices = variants.map((variant) => variant.priceCents)
  const lowest = Math.min(...prices)
  return { priceCents: lowest, priceFrom: lowest < Math.max(...prices) }
}

/** A product in the Studio's list. */
export interface ListedProduct {
  slug: string
  title: string
  category: string
  price: ShownPrice
  soldOut: boolean
  isPublished: boolean
}

export interface ProductView extends ShownPrice {
  slug: string
  title: string
  summary: string
  category: string
  /** Size and time, such as "8 × 10 in · 6 days". */
  details: string
  soldOut: boolean
  photo: PhotoView | null
}

export interface ProductPage extends ProductView {
  /** Its photo and further views. */
  photos: PhotoView[]
  /** Sanitized. */
  html: string
  variants: ProductVariant[]
  options: ProductOption[]
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
  product: ProductView & { variants?: ProductVariant[] },
  { siteUrl, path }: { siteUrl: string; path: string },
): Listing => {
  const { title: name, priceCents, priceFrom: isLowest, variants = [] } = product
  const url = `${siteUrl}${path}`
  const [first] = variants
  const offer =
    variants.length > 1
      ? offersListing({ prices: variants.map((variant) => variant.priceCents), url })
      : offerListing({ name: (first && variantLabel(first)) || name, priceCents, url, isLowest })
  return {
    '@context': SCHEMA_ORG,
    '@type': 'Product',
    name,
    description: product.summary,
    category: product.category,
    url,
    brand: { '@id': studioId(siteUrl) },
    ...(product.photo ? pictureOf(product.photo, siteUrl) : {}),
    offers: {
      ...offer,
      availability: `${SCHEMA_ORG}/${product.soldOut ? 'OutOfStock' : 'MadeToOrder'}`,
      seller: { '@id': studioId(siteUrl) },
    },
  }
}
