import { type Listing, pictureOf, SCHEMA_ORG, studioId } from '~/domains/content/listing'
import type { PhotoView } from '~/domains/photos/model'
import type { GalleryTeaser, SessionTeaser, TextBlock } from '~/domains/texts/blocks'

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
  /** In order. */
  blocks: TextBlock[]
  headings: { id: string; text: string }[]
  /** What search engines and shared links show. */
  search: { title: string; description: string }
  newer: { slug: string; title: string } | null
  older: { slug: string; title: string } | null
}

/** What is shown below a post. */
export interface Related {
  posts: PostSummary[]
  galleries: GalleryTeaser[]
  sessions: SessionTeaser[]
}

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
