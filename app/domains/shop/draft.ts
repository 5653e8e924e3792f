import { z } from 'zod'
import { slugSchema } from '~/domains/content/drafts'

const line = z.string().trim().min(1).max(300)

/** A product's fields. */
export const productDraftSchema = z.object({
  slug: slugSchema,
  title: line,
  summary: line,
  /** Markdown */
  body: z.string().trim().min(1).max(20_000),
  category: line,
  details: z.string().max(300),
  priceCents: z.int().min(0).max(100_000_000),
  priceFrom: z.boolean().default(false),
  photo: slugSchema.nullable(),
})

export type ProductDraft = z.infer<typeof productDraftSchema>
