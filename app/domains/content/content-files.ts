import { z } from 'zod'
import { postDraftSchema } from '~/domains/blog/draft'
import {
  placeDraftSchema,
  schedulesDraftSchema,
  sessionTypeDraftSchema,
} from '~/domains/booking/session-types/drafts'
import { type SampleClient, sampleClientSchema } from '~/domains/demo/client-draft'
import { galleryDraftSchema } from '~/domains/galleries/draft'
import { productDraftSchema } from '~/domains/shop/draft'
import { faqDraftSchema, pageDraftSchema, serviceDraftSchema, testimonialDraftSchema } from './drafts'
import { type PageSlug, pageSchemas, settingsSchema } from './model'
import { photosNamedIn } from './page-photos'

/** An invalid content folder. The message names the file and the field. */
export class ContentError extends Error {
  override name = 'ContentError'
}

const photoSchema = z.object({
  file: z.string().regex(/^[a-z0-9-]+\.(jpg|jpeg|png|webp|avif|tiff?)$/),
  title: z.string().min(1),
  alt: z.string().min(1),
  focalPoint: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }).optional(),
  /** Shows no recognizable person, so it needs no release. */
  noRecognizablePeople: z.boolean().default(false),
})

const PAGE_SLUGS = Object.keys(pageSchemas) as PageSlug[]

/** Every file of a content folder, except posts. */
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
    client: read('client.json', sampleClientSchema.nullable()),
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

/**
 * A post's file: lines of `name: value` between two lines of dashes, then Markdown. The file name is the
 * slug.
 */
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

/**
 * Checks the references between content files: every photo, service and location exists, and nothing exists
 * twice.
 * @throws ContentError
 */
export function checkContent(content: InitialContent): void {
  for (const [file, rows] of Object.entries({
    'services.json': content.services,
    'services.json (packages)': content.services.flatMap(({ packages }) => packages),
    'places.json': content.places,
    'session-types.json': content.sessionTypes,
    'galleries.json': content.galleries,
    'products.json': content.products,
    'photos/photos.json': content.photos,
  }))
    checkTwice(
      file,
      rows.map(({ slug }) => slug),
    )
  for (const gallery of content.galleries)
    checkTwice(
      `galleries.json: ${gallery.slug}`,
      gallery.items.flatMap((item) => ('photo' in item ? [item.photo] : [])),
    )
  const photos = new Set(content.photos.map(({ slug }) => slug))
  // Without photos or services, the studio chooses them later.
  for (const { where, photo } of namedPhotos(content))
    if (photos.size > 0 && !photos.has(photo))
      throw new ContentError(`${where}: there’s no photo ${photo} in photos/photos.json.`)
  checkNames(content)
}

function checkTwice(file: string, slugs: string[]): void {
  const twice = slugs.find((slug, index) => slugs.indexOf(slug) !== index)
  if (twice) throw new ContentError(`${file}: ${twice} appears twice.`)
}

function checkNames({ services, places, sessionTypes, calendar, pages }: InitialContent): void {
  const known = (rows: { slug: string }[], slug: string) => rows.some((row) => row.slug === slug)
  for (const type of sessionTypes) {
    if (type.service !== null && !known(services, type.service))
      throw new ContentError(`session-types.json: ${type.slug}.service: there is no service ${type.service}.`)
    const place = type.places.find((each) => !known(places, each))
    if (place) throw new ContentError(`session-types.json: ${type.slug}.places: there is no place ${place}.`)
  }
  for (const rule of [...calendar.schedules, ...calendar.miniDays]) {
    const { title, sessionType, place } = rule
    if (sessionType !== null && !known(sessionTypes, sessionType))
      throw new ContentError(`schedules.json: ${title}: there is no session type ${sessionType}.`)
    if (place !== null && !known(places, place))
      throw new ContentError(`schedules.json: ${title}: there is no place ${place}.`)
  }
  for (const { title, sessionType } of calendar.miniDays)
    if (sessionTypes.find(({ slug }) => slug === sessionType)?.rules.starts !== 'mini')
      throw new ContentError(`schedules.json: ${title}: ${sessionType} does not start on mini-session days.`)
  if (places.filter(({ isDefault }) => isDefault).length !== 1)
    throw new ContentError('places.json: exactly one place has to be the default.')
  for (const { slug, body } of pages)
    if ('service' in body && services.length > 0 && !known(services, body.service))
      throw new ContentError(`pages/${slug}.json: body.service: there is no service ${body.service}.`)
}

/** Every photo in the content, in the order in which visitors need them. */
export function namedPhotos(content: InitialContent): { where: string; photo: string }[] {
  const { settings, pages, services, places, galleries, products, posts, client } = content
  const at = (where: string, ...photos: (string | null | undefined)[]) =>
    photos.flatMap((photo) => (photo ? [{ where, photo }] : []))
  const ofPage = (page: (typeof pages)[number]) => at(`pages/${page.slug}.json`, ...photosNamedIn(page.body))
  const ofClient = ({ delivered, proofing }: SampleClient) =>
    at(
      'client.json',
      ...delivered.sets.flatMap(({ photos }) => photos),
      delivered.cover,
      ...proofing.photos,
      proofing.cover,
    )
  const ofGallery = (gallery: (typeof galleries)[number]) =>
    at(
      `galleries.json: ${gallery.slug}`,
      ...gallery.items.map((item) => ('photo' in item ? item.photo : null)),
      gallery.cover,
    )
  return [
    ...pages.filter(({ slug }) => slug === 'home').flatMap(ofPage),
    ...at('settings.json', settings.promo.flyer, settings.links.video?.photo),
    ...galleries.filter(({ kind }) => kind === 'public').flatMap(ofGallery),
    ...services.flatMap((service) => at(`services.json: ${service.slug}`, service.photo, service.thumbnail)),
    ...places.flatMap((place) => at(`places.json: ${place.slug}`, place.photo)),
    ...galleries.filter(({ kind }) => kind === 'portfolio').flatMap(ofGallery),
    ...pages.filter(({ slug }) => slug !== 'home').flatMap(ofPage),
    ...products.flatMap((product) => at(`products.json: ${product.slug}`, product.photo, ...product.views)),
    ...posts.flatMap((post) => at(`posts/${post.slug}.md`, post.cover, ...photosInText(post.body))),
    ...(client ? ofClient(client) : []),
  ]
}

const photosInText = (markdown: string): string[] =>
  [...markdown.matchAll(/\]\(photo:([^\s)]+)/g)].map((match) => match[1] ?? '')
