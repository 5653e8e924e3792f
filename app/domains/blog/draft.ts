import { z } from 'zod'
import { slugSchema } from '~/domains/content/drafts'

const line = z.string().trim().min(1).max(300)

/** A post as stored by its author. */
export const postDraftSchema = z.object({
  slug: slugSchema,
  title: line,
  excerpt: line,
  topic: line,
  author: line,
  cover: slugSchema.nullable(),
  /** When it is published; null: a draft. */
  publishedAt: z.number().nullable(),
  /** Markdown, with `![caption](photo:slug "wide")` on separate lines. */
  body: z.string().trim().min(1).max(100_000),
})

export type PostDraft = z.infer<typeof postDraftSchema>
