import { z } from 'zod'
import { DOCUMENT_MAX } from '~/domains/texts/model'
import { pageSchemas } from './model'

/** Lowercase words and digits with single hyphens, for an address. Permanent once public. */
export const slugSchema = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: 'must be lowercase words joined by hyphens, such as first-light',
  })

const line = z.string().trim().min(1).max(300)
const cents = z.int().min(0).max(100_000_000)

/** Business content before it has ids. Photos are referenced by slug. */
export const serviceDraftSchema = z.object({
  slug: slugSchema,
  title: line,
  notch: z.enum(['wedding', 'portrait', 'prom', 'event', 'headshot', 'product', 'family']),
  summary: line,
  /** A document, or Markdown. */
  body: z.string().max(DOCUMENT_MAX),
  points: z.array(line),
  fromPriceCents: cents,
  priceUnit: z.string().max(40),
  photo: slugSchema.nullable(),
  thumbnail: slugSchema.nullable(),
  packages: z.array(
    z.object({
      slug: slugSchema,
      title: line,
      summary: z.string().max(300),
      priceCents: cents,
      points: z.array(line),
      recommended: z.boolean(),
      recommendation: z.string().max(120),
    }),
  ),
})

export const faqDraftSchema = z.object({
  topic: line,
  question: line,
  answer: z.string().trim().min(1).max(2_000),
})

export const testimonialDraftSchema = z.object({
  quote: z.string().trim().min(1).max(1_000),
  name: line,
  kind: z.string().max(120),
  /** The day on which the client gave permission; null: not yet. */
  permissionOn: z.iso.date().nullable(),
})

/** A page's content file. Its body has the schema in `pageSchemas`. */
export const pageDraftSchema = (slug: keyof typeof pageSchemas) =>
  z.object({ title: line, description: line, body: pageSchemas[slug] })

export type ServiceDraft = z.infer<typeof serviceDraftSchema>
export type FaqDraft = z.infer<typeof faqDraftSchema>
export type TestimonialDraft = z.infer<typeof testimonialDraftSchema>

/** Most entries of a list on a page. */
const points = z.array(line).max(20)

/** The fields that the Studio edits. Prices are in cents. */
export const serviceRowSchema = serviceDraftSchema
  .omit({ slug: true, packages: true, fromPriceCents: true })
  .extend({ points, fromPrice: cents, published: z.boolean() })

export const packageRowSchema = serviceDraftSchema.shape.packages.element
  .omit({ slug: true, priceCents: true })
  .extend({ points, price: cents })

export const testimonialRowSchema = testimonialDraftSchema.omit({ permissionOn: true })

export type ServiceRow = z.infer<typeof serviceRowSchema>
export type PackageRow = z.infer<typeof packageRowSchema>
export type TestimonialRow = z.infer<typeof testimonialRowSchema>
