import { type Listing, pictureOf, SCHEMA_ORG, studioId } from '~/domains/content/listing'
import type { PhotoView } from '~/domains/photos/model'

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
  /** Blocks in order. `html` comes from Markdown and is sanitized. */
  blocks: PostBlock[]
  headings: { id: string; text: string }[]
  newer: { slug: string; title: string } | null
  older: { slug: string; title: string } | null
}

export type PostBlock =
  | { kind: 'html'; html: string }
  | { kind: 'photo'; photo: PhotoView; caption: string; wide: boolean }

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
  description: post.excerpt,
  url: `${siteUrl}${path}`,
  mainEntityOfPage: `${siteUrl}${path}`,
  datePublished: post.publishedAt,
  dateModified: post.updatedAt,
  articleSection: post.topic,
  inLanguage: 'en-US',
  author: { '@type': 'Person', name: post.author },
  publisher: { '@id': studioId(siteUrl) },
  ...(post.cover ? pictureOf(post.cover, siteUrl) : {}),
})
