import { type Listing, offerListing, pictureOf, SCHEMA_ORG, studioId } from '~/domains/content/listing'
import type { ProductView } from './model'

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
