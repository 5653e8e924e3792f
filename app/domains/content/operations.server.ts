import { sharedImage } from '~/domains/galleries/releases/publication.server'
import type { PhotoView } from '~/domains/photos/model'
import { photosById, photosBySlug } from '~/domains/photos/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import type { Logger } from '~/platform/logging.server'
import { renderMarkdown } from '~/platform/markdown.server'
import { longDate } from '~/platform/time'
import { analyticsFor, measuringSentence, type PageAnalytics } from './analytics'
import { withFacts } from './facts'
import { type OpeningHours, openingHours } from './hours'
import { type BusinessListing, breadcrumbListing, businessListing } from './listing'
import type { Business, Faq, Page, PageBody, PageSlug, Service, Shell, Testimonial } from './model'
import { DEFAULT_NAVIGATION } from './navigation'
import { photosNamedIn } from './page-photos'
import { type StoredService, selectServices } from './services-store.server'
import { selectSettings } from './settings-store.server'
import { shellAt } from './shell'
import { selectFaqs, selectPage, selectPageChanges, selectPermittedTestimonials } from './store.server'

/** The business facts. */
export async function readSettings({ db }: { db: Db }): Promise<Business> {
  const settings = await selectSettings(db)
  if (!settings)
    throw new Error('This installation has no settings yet; the initial content has not been loaded.')
  return { ...settings, studio: { ...settings.studio, picture: settings.brand.logo } }
}

/** What the frame around every public page shows; true until `validUntil` (a new year, the promotion's days). */
export async function readShell({
  db,
  clock,
}: {
  db: Db
  clock: Clock
}): Promise<{ shell: Shell; validUntil: number }> {
  const settings = await readSettings({ db })
  const navigation = (await selectPage(db, 'navigation'))?.body ?? DEFAULT_NAVIGATION
  const photos = await photosBySlug({ db }, [settings.links.video?.photo ?? '', settings.promo.flyer])
  return shellAt({ ...settings, navigation }, photos, clock.now())
}

/** By database: what the frame showed last. */
const lastShown = new WeakMap<Db, Shell>()

/**
 * The frame around every public page, and as it was shown last when it can't be read: a page that fails at one table
 * keeps its header and footer.
 * @throws when it was never read before
 */
export async function readFrame(deps: {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error'>
}): Promise<{ shell: Shell; validUntil: number }> {
  try {
    const read = await readShell(deps)
    lastShown.set(deps.db, read.shell)
    return read
  } catch (error) {
    const shell = lastShown.get(deps.db)
    if (!shell) throw error
    deps.log.error({ err: error }, 'the header and footer could not be read')
    return { shell, validUntil: deps.clock.now() }
  }
}

/** What the page at that path measures visits with; null: nothing. */
export async function readAnalytics({ db }: { db: Db }, pathname: string): Promise<PageAnalytics | null> {
  return analyticsFor((await readSettings({ db })).analytics, pathname)
}

/** @throws when the installation has no such page, which it always has */
export async function readPage<S extends PageSlug>({ db }: { db: Db }, slug: S): Promise<Page<S>> {
  const page = await selectPage(db, slug)
  if (!page) throw new Error(`The page ${slug} is missing.`)
  const { studio, analytics } = await readSettings({ db })
  return {
    ...withFacts(page, factsOf({ studio, analytics })),
    photos: await photosBySlug({ db }, photosNamedIn(page.body)),
  }
}

/** What texts may name in braces. */
const factsOf = ({ studio, analytics }: Pick<Business, 'studio' | 'analytics'>) => ({
  ...studio,
  measuring: measuringSentence(analytics),
})

/** When each page changed last, in milliseconds since 1970, by slug. */
export const listPageChanges = ({ db }: { db: Db }): Promise<Map<string, number>> => selectPageChanges(db)

/** Published services in their order. */
export async function listServices({ db }: { db: Db }): Promise<Service[]> {
  return await withPhotos(db, await selectServices(db))
}

export async function findService({ db }: { db: Db }, slug: string): Promise<Service | undefined> {
  const [service] = await withPhotos(db, await selectServices(db, { slug }))
  return service
}

async function withPhotos(db: Db, services: StoredService[]): Promise<Service[]> {
  const ids = services.flatMap(({ photoId, thumbnailPhotoId }) => [photoId, thumbnailPhotoId])
  const photos = await photosById(
    { db },
    ids.filter((id) => id !== null),
  )
  return withFacts(services, factsOf(await readSettings({ db }))).map(
    ({ id: _, body, photoId, thumbnailPhotoId, ...service }) => ({
      ...service,
      html: renderMarkdown(body),
      photo: photos.get(photoId ?? '') ?? null,
      thumbnail: photos.get(thumbnailPhotoId ?? '') ?? null,
    }),
  )
}

/** Questions of one topic, such as `pricing`. */
export async function listFaqs({ db }: { db: Db }, topic: string): Promise<Faq[]> {
  return withFacts(await selectFaqs(db, topic), factsOf(await readSettings({ db })))
}

/** Only what people have allowed to be shown. */
export const listTestimonials = ({ db }: { db: Db }): Promise<Testimonial[]> =>
  selectPermittedTestimonials(db)

/** Whether the studio is open now, in words. */
export async function readOpeningHours({ db, clock }: { db: Db; clock: Clock }): Promise<OpeningHours> {
  const { hours, studio } = await readSettings({ db })
  return openingHours(hours, studio.timeZone, clock.now())
}

/** The business as schema.org describes one; a page puts it in as JSON-LD. */
export async function readBusinessListing({
  db,
  config,
}: {
  db: Db
  config: Pick<Config, 'siteUrl'>
}): Promise<BusinessListing> {
  const settings = await readSettings({ db })
  const home = await selectPage(db, 'home')
  const hero = home?.body.hero.photo
  const photos = hero ? await photosBySlug({ db }, [hero]) : {}
  return businessListing(settings, config.siteUrl, hero ? photos[hero] : undefined)
}

/** The words and the photograph of a page about accounts; those without words of their own borrow the picture alone. */
export async function readSheet(
  deps: { db: Db; config: Pick<Config, 'siteUrl'> },
  slug: 'login' | 'register',
) {
  const [page, { studio }] = await Promise.all([readPage(deps, slug), readSettings(deps)])
  return {
    title: page.title,
    description: page.description,
    heading: page.body.title,
    lede: page.body.lede,
    photo: page.photos[page.body.photo] ?? null,
    siteName: studio.name,
    siteUrl: deps.config.siteUrl,
  }
}

export interface TermsSection {
  id: string
  title: string
  /** Made from Markdown and safe to put in. */
  html: string
}

/** The terms, ready to show. */
export async function readTerms({ db }: { db: Db }) {
  const { title, description, updatedAt, body } = await readPage({ db }, 'terms')
  const { analytics } = await readSettings({ db })
  const sentence = measuringSentence(analytics)
  // The owner may have written the terms anew, without the place for it.
  const isSaid = body.sections.some((section) => section.body.includes(sentence))
  return {
    /** What still has to be said of analytics; null: nothing. */
    measuring: analytics.enabled && !isSaid ? sentence : null,
    title,
    description,
    updatedAt,
    ...termsToShow(body),
  }
}

/** The words of the terms, now or of an earlier version, their texts as HTML that is safe to put in. */
export const termsToShow = (body: PageBody<'terms'>) => ({
  heading: body.title,
  lede: body.lede,
  effective: { date: body.effectiveOn, label: longDate(body.effectiveOn) },
  sections: body.sections.map(withHtml) satisfies TermsSection[],
  doNotSell: { title: body.doNotSell.title, html: renderMarkdown(body.doNotSell.body) },
})

/** The landing page for portraits, its text as HTML that is safe to put in. */
export async function readPortraitPage({ db }: { db: Db }) {
  const page = await readPage({ db }, 'portrait')
  return { ...page, html: renderMarkdown(page.body.body) }
}

const withHtml = ({ id, title, body }: PageBody<'terms'>['sections'][number]): TermsSection => ({
  id,
  title,
  html: renderMarkdown(body),
})

/** The page about the studio, its text as HTML that is safe to put in. */
export async function readAboutPage({ db }: { db: Db }) {
  const page = await readPage({ db }, 'about')
  return { ...page, html: renderMarkdown(page.body.body) }
}

interface Introduced {
  title: string
  description: string
  /** Of the page within the site, such as `/pricing`. */
  path: string
  /** Its picture where it is shared; that of Home when it has none of its own. */
  photo?: PhotoView | null | undefined
}

/** How a page is presented to search engines and where its link is shared. */
export async function introducePage(
  { db, config }: { db: Db; config: Pick<Config, 'siteUrl'> },
  { title, description, path, photo }: Introduced,
) {
  const { studio } = await readSettings({ db })
  const { siteUrl } = config
  return {
    meta: {
      title: `${title} · ${studio.name}`,
      description,
      path,
      siteUrl,
      siteName: studio.name,
      image: await sharedImage({ db }, photo ?? (await readHomePhoto(db))),
    },
    breadcrumbs: breadcrumbListing(
      [
        { name: 'Home', path: '/' },
        { name: title, path },
      ],
      siteUrl,
    ),
  }
}

async function readHomePhoto(db: Db): Promise<PhotoView | undefined> {
  const home = await readPage({ db }, 'home')
  return home.photos[home.body.hero.photo]
}
