import { photosNamedIn } from '../page-photos'
import { ContentError, type InitialContent } from './content-files'

/**
 * Checks that what the files say of each other is so: every photograph, service and place that is named exists,
 * and nothing exists twice.
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
  for (const { where, photo } of namedPhotos(content))
    if (!photos.has(photo))
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
    for (const field of ['service', 'packagesOf'] as const) {
      const named = (body as Record<string, unknown>)[field]
      if (typeof named === 'string' && !known(services, named))
        throw new ContentError(`pages/${slug}.json: body.${field}: there is no service ${named}.`)
    }
}

/** Every photograph that the content names, the most needed first: what a visitor sees first is made first. */
export function namedPhotos(content: InitialContent): { where: string; photo: string }[] {
  const { settings, pages, services, galleries, products, posts, client } = content
  const at = (where: string, ...photos: (string | null | undefined)[]) =>
    photos.flatMap((photo) => (photo ? [{ where, photo }] : []))
  const ofPage = (page: (typeof pages)[number]) => at(`pages/${page.slug}.json`, ...photosNamedIn(page.body))
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
    ...galleries.filter(({ kind }) => kind === 'portfolio').flatMap(ofGallery),
    ...pages.filter(({ slug }) => slug !== 'home').flatMap(ofPage),
    ...products.flatMap((product) => at(`products.json: ${product.slug}`, product.photo)),
    ...posts.flatMap((post) => at(`posts/${post.slug}.md`, post.cover, ...photosInText(post.body))),
    ...at('client.json', ...client.delivered.sets.flatMap(({ photos }) => photos), client.delivered.cover),
    ...at('client.json', ...client.proofing.photos, client.proofing.cover),
  ]
}

const photosInText = (markdown: string): string[] =>
  [...markdown.matchAll(/\]\(photo:([^\s)]+)/g)].map((match) => match[1] ?? '')
