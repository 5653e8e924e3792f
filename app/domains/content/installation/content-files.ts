import { z } from 'zod'
import { postDraftSchema } from '~/domains/blog/draft'
import {
  placeDraftSchema,
  schedulesDraftSchema,
  sessionTypeDraftSchema,
} from '~/domains/booking/session-types/drafts'
import { sampleClientSchema } from '~/domains/demo/client-draft'
import { galleryDraftSchema } from '~/domains/galleries/draft'
import { productDraftSchema } from '~/domains/shop/draft'
import { faqDraftSchema, pageDraftSchema, serviceDraftSchema, testimonialDraftSchema } from '../drafts'
import { type PageSlug, pageSchemas, settingsSchema } from '../model'

/** A content folder that the program cannot start from; the message names the file and the field. */
export class ContentError extends Error {
  override name = 'ContentError'
}

const photoSchema = z.object({
  file: z.string().regex(/^[a-z0-9-]+\.(jpg|jpeg|png|webp|avif|tiff?)$/),
  title: z.string().min(1),
  alt: z.string().min(1),
  focalPoint: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }).optional(),
  /** Nobody can be recognized on it, so that it needs no consent. */
  showsNobody: z.boolean().default(false),
})

const PAGE_SLUGS = Object.keys(pageSchemas) as PageSlug[]

/** Every file that a content folder has, posts apart. */
export const CONTENT_FILES = [
  'settings.json',
  'services.json',
  'places.json',
  'session-types.json',
  'schedules.json',
  'faqs.json',
  'testimonials.json',
  'galleries.json',
  'products.json',
  'client.json',
  'photos/photos.json',
  ...PAGE_SLUGS.map((slug) => `pages/${slug}.json`),
]

export type InitialContent = ReturnType<typeof parseContent>

/**
 * Reads the texts of a content folder, by their paths in it.
 * @throws ContentError
 */
export function parseContent(files: ReadonlyMap<string, string>) {
  const read = <T>(file: string, schema: z.ZodType<T>): T =>
    parsed(file, jsonOf(file, files.get(file)), schema)
  return {
    settings: read('settings.json', settingsSchema),
    services: read('services.json', z.array(serviceDraftSchema)),
    places: read('places.json', z.array(placeDraftSchema)),
    sessionTypes: read('session-types.json', z.array(sessionTypeDraftSchema)),
    calendar: read('schedules.json', schedulesDraftSchema),
    faqs: read('faqs.json', z.array(faqDraftSchema)),
    testimonials: read('testimonials.json', z.array(testimonialDraftSchema)),
    galleries: read('galleries.json', z.array(galleryDraftSchema)),
    products: read('products.json', z.array(productDraftSchema)),
    client: read('client.json', sampleClientSchema),
    photos: read('photos/photos.json', z.array(photoSchema)).map((photo) => ({
      ...photo,
      slug: photo.file.slice(0, photo.file.lastIndexOf('.')),
    })),
    pages: PAGE_SLUGS.map((slug) => ({ slug, ...read(`pages/${slug}.json`, pageDraftSchema(slug)) })),
    posts: [...files]
      .filter(([file]) => /^posts\/.+\.md$/.test(file))
      .map(([file, text]) => parsed(file, frontMatterOf(file, text), postDraftSchema)),
  }
}

function jsonOf(file: string, text: string | undefined): unknown {
  if (text === undefined) throw new ContentError(`${file} is missing.`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ContentError(`${file} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

/** A post's file: lines of `name: value` between two lines of dashes, then Markdown. Its name is the slug. */
function frontMatterOf(file: string, text: string): unknown {
  const match = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text)
  if (!match) throw new ContentError(`${file} must begin with its facts between two lines of ---.`)
  const facts = (match[1] ?? '').split(/\r?\n/).map((each) => {
    const colon = each.indexOf(':')
    return [each.slice(0, colon).trim(), each.slice(colon + 1).trim()] as const
  })
  const { publishedAt, cover, ...rest } = Object.fromEntries(facts)
  return {
    ...rest,
    slug: file.replace(/^posts\/|\.md$/g, ''),
    cover: cover || null,
    publishedAt: publishedAt ? Date.parse(publishedAt) : null,
    body: match[2],
  }
}

function parsed<T>(file: string, value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new ContentError(`${file}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
}
