import { z } from 'zod'
import { slugSchema } from '~/domains/content/drafts'
import { DOCUMENT_MAX } from '~/domains/texts/model'
import { SENTENCE } from '~/platform/forms'
import { MOST_OPTIONS, MOST_VARIANTS, MOST_VIEWS, variantKey } from './model'

const line = z.string().trim().min(1).max(300)
const short = z.string().trim().max(60)
const cents = z.int().min(0).max(100_000_000)

const variantSchema = z.object({
  size: short,
  finish: short,
  priceCents: cents,
  /** Production time in days; null: not given. */
  days: z.int().min(1).max(365).nullable(),
})

const optionSchema = z.object({ name: short.min(1), choices: z.array(short.min(1)).min(1).max(20) })

/** A product's fields. */
export const productDraftSchema = z.object({
  slug: slugSchema,
  title: line,
  summary: line,
  /** A document, or Markdown. */
  body: z.string().trim().min(1).max(DOCUMENT_MAX),
  category: line,
  details: z.string().max(300),
  priceCents: cents,
  priceFrom: z.boolean().default(false),
  photo: slugSchema.nullable(),
  /** Further views. */
  views: z.array(slugSchema).max(MOST_VIEWS).default([]),
  variants: z.array(variantSchema).max(MOST_VARIANTS).default([]),
  options: z.array(optionSchema).max(MOST_OPTIONS).default([]),
  taxable: z.boolean().default(true),
  soldOut: z.boolean().default(false),
})

export type ProductDraft = z.infer<typeof productDraftSchema>

/** The fields that the Studio edits. The price may be blank if there are variants. */
export const productRowSchema = productDraftSchema
  .omit({ slug: true })
  .extend({ priceCents: cents.nullable(), published: z.boolean() })
  .superRefine(({ priceCents, variants }, { addIssue }) => {
    const refuse = (path: (string | number)[], message: string) =>
      addIssue({ code: 'custom', path, message, params: SENTENCE })
    if (variants.length === 0 && priceCents === null) refuse(['priceCents'], '“Price” is required.')
    const keys = variants.map(variantKey)
    for (const [at, key] of keys.entries())
      if (key === '') refuse(['variants', at, 'size'], 'Enter a size or a finish.')
      else if (keys.indexOf(key) < at)
        refuse(['variants', at, 'size'], 'Another variant has this size and finish. Change one of them.')
  })
