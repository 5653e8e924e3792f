import { type Listing, pictureOf, SCHEMA_ORG, studioId } from '~/domains/content/listing'
import type { PhotoView } from '~/domains/photos/model'
import type { Video } from '~/domains/texts/video'
import { money } from '~/platform/money'
import { paths } from '~/ui/paths'

export interface PostSummary {
  slug: string
  title: string
  excerpt: string
  topic: string
  cover: PhotoView | null
  /** Such as "November 12, 2026", in the studio's zone. */
  date: string
  /** ISO 8601 */
  publishedAt: string
  updatedAt: string
  minutes: number
}

export interface PostPage extends PostSummary {
  author: string
  /** Whether lists, feeds and search engines show it. */
  isListed: boolean
  tags: { slug: string; name: string }[]
  /** Blocks in order. `html` is sanitized. */
  blocks: PostBlock[]
  headings: { id: string; text: string }[]
  /** What search engines and shared links show. */
  search: { title: string; description: string }
  newer: { slug: string; title: string } | null
  older: { slug: string; title: string } | null
}

/** What a post shows of another part of the site. */
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

/** What is shown below a post. */
export interface Related {
  posts: PostSummary[]
  galleries: GalleryTeaser[]
  sessions: SessionTeaser[]
}

/** What the editor offers to choose from, by the name of the block. */
export type EditorChoices = Record<
  'galleryTeaser' | 'sessionOffer' | 'testimonial',
  { value: string; label: string }[]
>

export type PostBlock =
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

/** Characters of Markdown read in a minute: about 200 English words. */
const CHARACTERS_A_MINUTE = 1_150

/** Reading time in whole minutes, at least one. */
export const readingMinutes = (characters: number): number =>
  Math.max(1, Math.round(characters / CHARACTERS_A_MINUTE))

export const postListing = (
  post: PostPage,
  { siteUrl, path }: { siteUrl: string; path: string },
): Listing => ({
  '@context': SCHEMA_ORG,
  '@type': 'BlogPosting',
  headline: post.title,
  description: post.search.description,
  url: `${siteUrl}${path}`,
  mainEntityOfPage: `${siteUrl}${path}`,
  datePublished: post.publishedAt,
  dateModified: post.updatedAt,
  articleSection: post.topic,
  ...(post.tags.length > 0 ? { keywords: post.tags.map(({ name }) => name) } : {}),
  inLanguage: 'en-US',
  author: { '@type': 'Person', name: post.author },
  publisher: { '@id': studioId(siteUrl) },
  ...(post.cover ? pictureOf(post.cover, siteUrl) : {}),
})
