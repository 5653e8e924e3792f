import { z } from 'zod'
import { slugSchema } from '~/domains/content/drafts'

const line = z.string().trim().min(1).max(300)
const cents = z.int().min(0).max(100_000_000)

/** A kind of session as it is written; its service and its places are named by their slugs. */
export const sessionTypeDraftSchema = z.object({
  slug: slugSchema,
  title: line,
  summary: line,
  service: slugSchema.nullable(),
  minutes: z.int().min(5).max(1_440),
  finishedPhotographs: line,
  readyIn: line,
  priceCents: cents,
  priceUnit: z.string().max(40),
  depositCents: cents,
  places: z.array(slugSchema).min(1),
})

export const placeDraftSchema = z.object({
  slug: slugSchema,
  title: line,
  summary: z.string().max(300),
  kind: z.enum(['studio', 'outdoor', 'client']),
  isDefault: z.boolean(),
})

export type SessionTypeDraft = z.infer<typeof sessionTypeDraftSchema>
export type PlaceDraft = z.infer<typeof placeDraftSchema>
