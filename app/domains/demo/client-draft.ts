import { z } from 'zod'

const line = z.string().trim().min(1).max(300)
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const gallery = z.strictObject({
  slug,
  title: line,
  category: line,
  dateline: z.string().max(120),
  note: z.string().max(2_000),
  cover: slug,
})
const session = z.strictObject({
  sessionType: slug,
  place: slug,
  /** Days after the installation; negative: before it. */
  days: z.int(),
  notes: z.string().max(2_000),
})

/** The demo's sample client with galleries, proofs and sessions. */
export const sampleClientSchema = z.strictObject({
  name: line,
  /** example.com is reserved (RFC 2606), so no email reaches anyone. */
  email: z.string().regex(/^[a-z.]+@example\.com$/),
  phone: line,
  delivered: gallery.extend({
    sets: z.array(z.strictObject({ title: line, photos: z.array(slug).min(1) })).min(1),
  }),
  proofing: gallery.extend({
    photos: z.array(slug).min(1),
    pickLimit: z.int().min(1),
    purpose: line,
    picked: z.array(slug),
    comment: z.strictObject({ photo: slug, body: line }),
  }),
  past: session,
  coming: session,
})

export type SampleClient = z.infer<typeof sampleClientSchema>
