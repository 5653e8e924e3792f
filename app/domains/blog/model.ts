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
  /** Blocks in order; `html` is made from Markdown and safe to put in. */
  blocks: PostBlock[]
  headings: { id: string; text: string }[]
  newer: { slug: string; title: string } | null
  older: { slug: string; title: string } | null
}

export type PostBlock =
  | { kind: 'html'; html: string }
  | { kind: 'photo'; photo: PhotoView; caption: string; wide: boolean }
