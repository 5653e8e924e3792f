import type { TypeOfService } from '~/domains/booking/session-types/model'
import { money } from '~/platform/money'
import type { Notch } from './model'
import type { FormField } from './rows/fields'

/** A service in the Studio's list, published or not. */
export interface ListedService {
  id: string
  slug: string
  title: string
  notch: Notch
  fromPriceCents: number
  priceUnit: string
  isPublished: boolean
  packages: { slug: string; title: string; priceCents: number; isRecommended: boolean }[]
}

/** Most services on a page. */
export const MOST_SERVICES = 50
export const MOST_PACKAGES = 20

interface Priced {
  slug: string
  title: string
  priceCents: number
}

/** Prices of the same work. */
export interface ServicePrices {
  service: Priced & { priceUnit: string }
  packages: Priced[]
  /** At most one sets the price of the service. */
  sessionTypes: TypeOfService[]
}

/** A service whose starting price differs from what clients book. */
export const differenceInWords = ({ service, packages, sessionTypes }: ServicePrices) => ({
  title: `${service.title} starts at ${money(service.priceCents)}`,
  detail: `Clients book: ${[...packages, ...sessionTypes]
    .map(({ title, priceCents }) => `${title}, ${money(priceCents)}`)
    .join(' · ')}`,
})

/** Hint below texts with placeholders. */
export const FACTS_HINT = '{name}, {phone}, and {email} come from Settings.'

export const SERVICE_FIELDS: FormField[] = [
  { name: 'title', label: 'Title', kind: 'line' },
  {
    name: 'notch',
    label: 'Film icon',
    kind: 'choice',
    hint: 'The small film-edge symbol next to the title.',
    choices: [
      { value: 'wedding', label: 'Wedding' },
      { value: 'portrait', label: 'Portrait' },
      { value: 'family', label: 'Family' },
      { value: 'prom', label: 'Prom and graduation' },
      { value: 'event', label: 'Event' },
      { value: 'headshot', label: 'Headshot' },
      { value: 'product', label: 'Product' },
    ],
  },
  { name: 'summary', label: 'Summary', kind: 'text', rows: 3, hint: FACTS_HINT },
  {
    name: 'body',
    label: 'How it works',
    kind: 'document',
    optional: true,
  },
  { name: 'points', label: 'What’s included', kind: 'lines', optional: true, hint: 'One item per line.' },
  {
    name: 'fromPrice',
    label: 'Starting price',
    kind: 'price',
    hint: 'For example, 285 or 1,250.50.',
  },
  {
    name: 'priceUnit',
    label: 'Price per',
    kind: 'line',
    optional: true,
    hint: 'For example, photo, for a price “a photo.” Leave blank for a price per session.',
  },
  { name: 'photo', label: 'Photo', kind: 'photo', optional: true, hint: 'Shown on the Services page.' },
  {
    name: 'thumbnail',
    label: 'Small photo',
    kind: 'photo',
    optional: true,
    hint: 'Shown in the list on Home.',
  },
  { name: 'published', label: 'On the site', kind: 'switch' },
]

/** The form of a service whose price is a session type's. */
export const SERVICE_FIELDS_WITHOUT_PRICE = SERVICE_FIELDS.filter(
  ({ name }) => name !== 'fromPrice' && name !== 'priceUnit',
)

export const PACKAGE_FIELDS: FormField[] = [
  { name: 'title', label: 'Title', kind: 'line' },
  { name: 'summary', label: 'Summary', kind: 'text', rows: 2, optional: true, hint: FACTS_HINT },
  { name: 'price', label: 'Price', kind: 'price', hint: 'For example, 950 or 1,250.50.' },
  { name: 'points', label: 'What’s included', kind: 'lines', optional: true, hint: 'One item per line.' },
  { name: 'recommended', label: 'Recommended (highlighted in a box)', kind: 'switch' },
  {
    name: 'recommendation',
    label: 'Reason it’s recommended',
    kind: 'line',
    optional: true,
    hint: 'Shown in the box. For example, What most couples choose.',
  },
]
