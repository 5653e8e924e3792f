import { z } from 'zod'
import { slugSchema } from '~/domains/content/drafts'
import { DOCUMENT_MAX } from '~/domains/texts/model'

const line = z.string().trim().min(1).max(300)

/** A gallery in the content files: photos by their slugs, with texts between them. */
export const galleryDraftSchema = z.object({
  slug: slugSchema,
  kind: z.enum(['public', 'portfolio']),
  title: line,
  category: line,
  summary: z.string().max(2_000).default(''),
  dateline: z.string().max(120).default(''),
  cover: slugSchema.nullish(),
  published: z.boolean().default(true),
  items: z.array(
    z.union([
      z.strictObject({
        photo: slugSchema,
        caption: z.string().max(300).default(''),
        featured: z.boolean().default(false),
      }),
      z.strictObject({
        /** A document, or Markdown. */
        body: z.string().trim().min(1).max(DOCUMENT_MAX),
      }),
    ]),
  ),
})

export type GalleryDraft = z.infer<typeof galleryDraftSchema>
