import { mediaPath, type PhotoView, renditionFor } from '~/domains/photos/model'
import { decimalMoney } from '~/platform/amounts'
import { currencyCode } from '~/platform/money'
import { paths } from '~/ui/paths'
import type { Business, Faq, Service, Settings } from './model'

/** A schema.org object, embedded as JSON-LD. */
export type Listing = { '@type': string | string[] } & Record<string, unknown>
export type BusinessListing = Listing & { '@context': string; '@id': string }

export const SCHEMA_ORG = 'https://schema.org'

/** Width of sharing images. */
const SHARED_WIDTH = 1200

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The id by which other objects refer to the studio. */
export const studioId = (siteUrl: string): string => `${siteUrl}/#studio`

export function businessListing(settings: Business, siteUrl: string, photo?: PhotoView): BusinessListing {
  const { studio, hours, links } = settings
  const { instagram, youtube, facebook, tiktok, pinterest, linkedin, google, otherSite } = links
  const profiles = [instagram, youtube, facebook, tiktok, pinterest, linkedin, google, otherSite?.url]
  const sameAs = profiles.filter((url) => url != null)
  return {
    '@context': SCHEMA_ORG,
    '@type': ['LocalBusiness', 'ProfessionalService'],
    '@id': studioId(siteUrl),
    name: studio.name,
    slogan: studio.tagline,
    description: studio.description,
    url: `${siteUrl}/`,
    ...(studio.phone ? { telephone: studio.phone } : {}),
    ...(studio.shownEmail ? { email: studio.shownEmail } : {}),
    ...(photo ? pictureOf(photo, siteUrl) : {}),
    ...(studio.address.locality ? { address: addressListing(studio.address) } : {}),
    ...(studio.areaServed.length > 0
      ? { areaServed: studio.areaServed.map((name) => ({ '@type': 'Place', name })) }
      : {}),
    openingHoursSpecification: openingHoursListing(hours.weekly),
    // Without a photographer's name, the studio's stands for it.
    ...(studio.photographer === studio.name
      ? {}
      : { founder: { '@type': 'Person', name: studio.photographer } }),
    ...(studio.foundingYear === null ? {} : { foundingDate: String(studio.foundingYear) }),
    ...(sameAs.length > 0 ? { sameAs } : {}),
  }
}

const addressListing = (address: Settings['studio']['address']): Listing => ({
  '@type': 'PostalAddress',
  ...(address.street ? { streetAddress: address.street } : {}),
  addressLocality: address.locality,
  addressRegion: address.region,
  postalCode: address.postalCode,
  addressCountry: address.country,
})

/** Days with the same hours are grouped. */
function openingHoursListing(weekly: Settings['hours']['weekly']): Listing[] {
  const groups = Map.groupBy(weekly, ({ opens, closes }) => `${opens} ${closes}`)
  return [...groups.values()].map((days) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days.map(({ day }) => DAYS[day - 1]),
    opens: days[0]?.opens,
    // An ISO 8601 time of day ends at 23:59.
    closes: (days[0]?.closes ?? '').startsWith('24') ? '23:59' : days[0]?.closes,
  }))
}

/** A service with its packages as offers; without packages, its lowest price. */
export function serviceListing(
  service: Service,
  { siteUrl, path }: { siteUrl: string; path: string },
): Listing {
  const url = `${siteUrl}${path}`
  return {
    '@context': SCHEMA_ORG,
    '@type': 'Service',
    name: service.title,
    description: service.summary,
    url,
    provider: { '@id': studioId(siteUrl) },
    ...(service.photo ? pictureOf(service.photo, siteUrl) : {}),
    offers: service.packages.length
      ? service.packages.map((each) => offerListing({ ...each, name: each.title, url }))
      : [offerListing({ name: service.title, priceCents: service.fromPriceCents, url, isLowest: true })],
  }
}

/** One item at one price. */
export const offerListing = (offer: {
  name: string
  summary?: string
  priceCents: number
  url: string
  /** The price is the lowest of several. */
  isLowest?: boolean
}): Listing => ({
  '@type': 'Offer',
  name: offer.name,
  ...(offer.summary ? { description: offer.summary } : {}),
  url: offer.url,
  ...(offer.isLowest
    ? {
        priceSpecification: {
          '@type': 'PriceSpecification',
          minPrice: decimalMoney(offer.priceCents),
          priceCurrency: currencyCode(),
        },
      }
    : { price: decimalMoney(offer.priceCents), priceCurrency: currencyCode() }),
})

/** Several prices of one item. */
export const offersListing = ({ prices, url }: { prices: number[]; url: string }): Listing => ({
  '@type': 'AggregateOffer',
  url,
  lowPrice: decimalMoney(Math.min(...prices)),
  highPrice: decimalMoney(Math.max(...prices)),
  offerCount: prices.length,
  priceCurrency: currencyCode(),
})

/** Breadcrumbs from Home. `trail` ends with the page itself. */
export const breadcrumbListing = (trail: { name: string; path: string }[], siteUrl: string): Listing => ({
  '@context': SCHEMA_ORG,
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${siteUrl}${path}`,
  })),
})

export const faqListing = (faqs: Faq[]): Listing => ({
  '@context': SCHEMA_ORG,
  '@type': 'FAQPage',
  mainEntity: faqs.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

export interface ImageContext {
  siteUrl: string
  studio: Pick<Settings['studio'], 'name' | 'photographer' | 'copyrightNotice'>
}

/** A photo's creator, owner and license contact. */
export function imageListing(
  photo: PhotoView,
  { siteUrl, studio, path }: ImageContext & { path?: string },
): Listing {
  const widest = photo.widths.at(-1)
  const smallest = renditionFor(photo, 480)
  return {
    '@context': SCHEMA_ORG,
    '@type': 'ImageObject',
    ...(path ? { url: `${siteUrl}${path}` } : {}),
    ...(widest ? { contentUrl: `${siteUrl}${mediaPath(photo, widest, 'jpg')}`, width: widest } : {}),
    ...(widest ? { height: Math.round((photo.height * widest) / photo.width) } : {}),
    ...(smallest ? { thumbnailUrl: `${siteUrl}${mediaPath(photo, smallest, 'jpg')}` } : {}),
    name: photo.title,
    description: photo.alt,
    creator: { '@type': 'Person', name: photo.creator ?? studio.photographer },
    creditText: studio.name,
    copyrightNotice: photo.copyright ?? studio.copyrightNotice,
    license: `${siteUrl}${paths.terms()}`,
    acquireLicensePage: `${siteUrl}${paths.contact()}`,
  }
}

/** The image property, once a rendition exists. */
export function pictureOf(photo: PhotoView, siteUrl: string): { image?: string } {
  const width = renditionFor(photo, SHARED_WIDTH)
  return width ? { image: `${siteUrl}${mediaPath(photo, width, 'jpg')}` } : {}
}

/** A gallery or a story with its photos. */
export const galleryListing = (
  gallery: { name: string; description: string; path: string; photos: PhotoView[] },
  context: ImageContext,
): Listing => ({
  '@context': SCHEMA_ORG,
  '@type': 'ImageGallery',
  name: gallery.name,
  description: gallery.description,
  url: `${context.siteUrl}${gallery.path}`,
  image: gallery.photos.map((photo) => {
    // Its own page's listing says the rest.
    const {
      '@context': _,
      name: __,
      thumbnailUrl: ___,
      creditText: ____,
      ...image
    } = imageListing(photo, context)
    return image
  }),
})
