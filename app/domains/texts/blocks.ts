import type { PhotoView } from '~/domains/photos/model'
import { money } from '~/platform/money'
import { paths } from '~/ui/paths'
import type { Video } from './video'

/** What a text shows of another part of the site. */
export interface GalleryTeaser {
  kind: 'portfolio' | 'public'
  slug: string
  title: string
  category: string
  dateline: string
  cover: PhotoView | null
}

export interface SessionTeaser {
  slug: string
  title: string
  summary: string
  minutes: number
  priceCents: number
  /** Unit of the price, such as "hour"; '' for the whole session. */
  priceUnit: string
}

export interface TestimonialTeaser {
  quote: string
  name: string
  kind: string
}

/** What the editor offers to choose from, by the name of the block. */
export type EditorChoices = Record<
  'galleryTeaser' | 'sessionOffer' | 'testimonial',
  { value: string; label: string }[]
>

/** A part of a text as a page shows it. `html` is sanitized. */
export type TextBlock =
  | { kind: 'html'; html: string }
  | ({ kind: 'photo'; wide: boolean } & CaptionedPhoto)
  /** Photos side by side. */
  | { kind: 'row'; photos: CaptionedPhoto[] }
  | { kind: 'gallery'; gallery: GalleryTeaser }
  | { kind: 'session'; session: SessionTeaser }
  | { kind: 'testimonial'; testimonial: TestimonialTeaser }
  | { kind: 'video'; video: Video; poster: PhotoView | null }

export interface CaptionedPhoto {
  photo: PhotoView
  caption: string
}

/** Where a gallery opens: a story's page, or the gallery page with its photos only. */
export const galleryPath = ({ kind, slug }: GalleryTeaser): string =>
  kind === 'portfolio' ? paths.story(slug) : paths.gallery({ filter: slug })

/** Where a session type is booked. */
export const bookingPath = (slug: string): string => paths.bookSession({ service: slug })

/** The price now, such as "$285" or "$90 per hour". */
export const priceLabel = ({ priceCents, priceUnit }: SessionTeaser): string =>
  priceCents === 0 ? 'Free' : priceUnit === '' ? money(priceCents) : `${money(priceCents)} per ${priceUnit}`
