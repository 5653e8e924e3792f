import { sharedImage } from '~/domains/galleries/releases/publication.server'
import type { PhotoView } from '~/domains/photos/model'
import { photosById, photosBySlug } from '~/domains/photos/operations.server'
import { wordsOfText } from '~/domains/texts/stored-text'
import { articleOfText, htmlOfText } from '~/domains/texts/texts.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { keptWithContent } from '~/platform/db/content-version.server'
import type { Db } from '~/platform/db/database.server'
import type { Logger } from '~/platform/logging.server'
import { longDate } from '~/platform/time'
import { analyticsFor, measuringSentence, type PageAnalytics } from './analytics'
import { factsOf, withFacts, withoutUnknown } from './facts'
import { type OpeningHours, openingHours } from './hours'
import { type BusinessListing, breadcrumbListing, businessListing } from './listing'
import type { Business, Faq, Page, PageBody, PageSlug, Service, Settings, Shell, Testimonial } from './model'
import { DEFAULT_NAVIGATION } from './navigation'
import { photosNamedIn } from './page-photos'
import { type StoredService, selectServices } from './services-store.server'
import { selectOwnerEmail, selectSettings } from './settings-store.server'
import { shellAt } from './shell'
import {
  selectFaqs,
  selectPage,
  selectPageChanges,
  selectPermittedTestimonials,
  selectTestimonialsById,
} from './store.server'

/**
 * The business facts, with the placeholders in their own texts replaced. Until the owner has entered an email,
 * emails to and from the studio use the one with which the owner signs in, and no one else reads one.
 */
export async function readSettings({ db }: { db: Db }): Promise<Business> {
  const settings = await selectSettings(db)
  if (!settings)
    throw new Error('This installation has no settings yet; the initial content has not been loaded.')
  const business = businessOf(settings)
  if (business.studio.shownEmail) return business
  const email = (await selectOwnerEmail(db)) ?? business.studio.email
  return { ...business, studio: { ...business.studio, email } }
}

/** The settings are the same object until they change, so they are completed once. */
const completed = new WeakMap<Settings, Business>()

function businessOf(stored: Settings): Business {
  const known = completed.get(stored)
  if (known) return known
  const entered = { ...stored, studio: withoutUnknown(stored.studio) }
  const facts = factsOf(entered)
  const settings = withFacts(entered, facts)
  const { photographer } = facts
  const business = {
    ...settings,
    studio: { ...settings.studio, photographer, picture: settings.brand.logo, shownEmail: facts.email },
  }
  completed.set(stored, business)
  return business
}

/** The IANA time zone of the studio's dates. */
export const readZone = async ({ db }: { db: Db }): Promise<string> =>
  (await readSettings({ db })).studio.timeZone

/** Data for the layout of every public page, valid until `validUntil` (a new year, the promotion's dates). */
export async function readShell({
  db,
  clock,
}: {
  db: Db
  clock: Clock
}): Promise<{ shell: Shell; validUntil: number }> {
  const { settings, photos } = await readShellContent(db)
  return shellAt(settings, photos, clock.now())
}

/** Also pages that are rendered each time have the layout. */
const readShellContent = keptWithContent(async (db: Db) => {
  const settings = await readSettings({ db })
  const labels = (await selectPage(db, 'navigation'))?.body ?? DEFAULT_NAVIGATION
  const navigation = withFacts(labels, factsOf(settings))
  const photos = await photosBySlug({ db }, [settings.links.video?.photo ?? '', settings.promo.flyer])
  return { settings: { ...settings, navigation }, photos }
})

/** The last layout data, by database. */
const lastShown = new WeakMap<Db, Shell>()

/**
 * Data for the layout, or the last known data when the database fails: an error page keeps its header and
 * footer.
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

/** Whether visitors see a page. In a preview, the owner sees it before it is turned on. */
export async function isPageShown(
  { db, isPreview }: { db: Db; isPreview: boolean },
  page: keyof Settings['pages'],
): Promise<boolean> {
  return isPreview || (await readSettings({ db })).pages[page]
}

/** The analytics of the page at that path; null: none. */
export async function readAnalytics({ db }: { db: Db }, pathname: string): Promise<PageAnalytics | null> {
  return analyticsFor((await readSettings({ db })).analytics, pathname)
}

/** @throws when the page doesn't exist, which can't happen in a valid installation */
export const readPage = <S extends PageSlug>({ db }: { db: Db }, slug: S): Promise<Page<S>> =>
  readWholePage(db, slug) as Promise<Page<S>>

const readWholePage = keptWithContent(async (db: Db, slug: PageSlug): Promise<Page<PageSlug>> => {
  const page = await selectPage(db, slug)
  if (!page) throw new Error(`The page ${slug} is missing.`)
  return {
    ...withFacts(page, factsOf(await readSettings({ db }))),
    photos: await photosBySlug({ db }, photosNamedIn(page.body)),
  }
})

/** When each page was last changed, in milliseconds since 1970, by slug. */
export const listPageChanges = ({ db }: { db: Db }): Promise<Map<string, number>> => selectPageChanges(db)

/** Published services in order. */
export const listServices = ({ db }: { db: Db }): Promise<Service[]> => readServices(db)

const readServices = keptWithContent(async (db: Db) => withPhotos(db, await selectServices(db)))

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
      html: htmlOfText(body),
      photo: photos.get(photoId ?? '') ?? null,
      thumbnail: photos.get(thumbnailPhotoId ?? '') ?? null,
    }),
  )
}

/** Questions of a topic, such as `pricing`. */
export async function listFaqs({ db }: { db: Db }, topic: string): Promise<Faq[]> {
  return withFacts(await selectFaqs(db, topic), factsOf(await readSettings({ db })))
}

/** Only testimonials with permission. */
export const listTestimonials = ({ db }: { db: Db }): Promise<Testimonial[]> =>
  selectPermittedTestimonials(db)

/** Testimonials with permission by their ids. @param ids null: all */
export const findTestimonials = (
  { db }: { db: Db },
  ids: readonly string[] | null,
): Promise<(Testimonial & { id: string })[]> => selectTestimonialsById(db, ids)

/** Whether the studio is open now, as text. */
export async function readOpeningHours({ db, clock }: { db: Db; clock: Clock }): Promise<OpeningHours> {
  const { hours, studio } = await readSettings({ db })
  return openingHours(hours, studio.timeZone, clock.now())
}

/** The business as a schema.org object. */
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

/** The text and photo of an account page. Pages without their own text use only the photo. */
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
  /** Sanitized. */
  html: string
}

/** The terms, rendered. */
export async function readTerms({ db }: { db: Db }) {
  const { title, description, updatedAt, body } = await readPage({ db }, 'terms')
  const { analytics } = await readSettings({ db })
  const sentence = measuringSentence(analytics)
  // The owner may have rewritten the terms without the placeholder.
  const isSaid = () => body.sections.some((section) => wordsOfText(section.body).includes(sentence))
  return {
    /** A sentence about analytics to append; null: not needed. */
    measuring: analytics.enabled && !isSaid() ? sentence : null,
    title,
    description,
    updatedAt,
    ...termsToShow(body),
  }
}

/** A version of the terms, its texts as sanitized HTML. */
export const termsToShow = (body: PageBody<'terms'>) => ({
  heading: body.title,
  lede: body.lede,
  effective: { date: body.effectiveOn, label: longDate(body.effectiveOn) },
  sections: body.sections.map(withHtml) satisfies TermsSection[],
  doNotSell: { title: body.doNotSell.title, html: htmlOfText(body.doNotSell.body) },
})

/** The landing page for portraits with its text. */
export async function readPortraitPage({ db }: { db: Db }) {
  return withArticle(await readPage({ db }, 'portrait'))
}

const withHtml = ({ id, title, body }: PageBody<'terms'>['sections'][number]): TermsSection => ({
  id,
  title,
  html: htmlOfText(body),
})

/** The about page with its text. */
export async function readAboutPage({ db }: { db: Db }) {
  return withArticle(await readPage({ db }, 'about'))
}

/** The page without its stored text. */
function withArticle<P extends { body: { body: string } }>({ body, ...page }: P) {
  const { body: text, ...others }: P['body'] = body
  return { ...page, body: others, article: articleOfText(text) }
}

interface Introduced {
  title: string
  description: string
  /** Path of the page, such as `/pricing`. */
  path: string
  /** Its sharing image; default: the home page's. */
  photo?: PhotoView | null | undefined
}

/** Title and description for search engines and link previews. */
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
      image: photo ? await sharedImage({ db }, photo) : await readHomeImage(db),
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

const readHomeImage = keptWithContent(async (db: Db) => {
  const home = await readPage({ db }, 'home')
  return await sharedImage({ db }, home.photos[home.body.hero.photo])
})
