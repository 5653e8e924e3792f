import { join } from 'node:path'
import { addPost } from '~/domains/blog/operations.server'
import { addCalendar } from '~/domains/booking/seed.server'
import { addSessionTypes } from '~/domains/booking/session-types/operations.server'
import { addSampleClient, beforeDemo, noteDemo } from '~/domains/demo/operations.server'
import { addGallery } from '~/domains/galleries/operations.server'
import { addFirstPresets } from '~/domains/galleries/presets/operations.server'
import { importPhoto, markNoRecognizablePeople, publishPhotos } from '~/domains/photos/operations.server'
import { addProduct } from '~/domains/shop/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { Imaging } from '~/platform/imaging/imaging.server'
import type { Logger } from '~/platform/logging.server'
import type { Storage } from '~/platform/storage/storage.server'
import { type InitialContent, namedPhotos } from './content-files'
import { BLANK, readContentFolder } from './content-folder.server'
import { factsOf, withFacts } from './facts'
import { insertService, selectServiceIds } from './services-store.server'
import { insertInstallation, isInstalled, replaceSettings } from './settings-store.server'
import { insertFaq, insertPage } from './store.server'
import { makeFirstTermsVersion } from './terms.server'
import { insertTestimonial } from './testimonials-store.server'

interface Parts {
  db: Db
  clock: Clock
  log: Logger
  storage: Storage
  imaging: Imaging
  config: Pick<Config, 'demo' | 'siteUrl' | 'secret'>
}

/**
 * Fills an empty installation from the content folder, once, even when called by several processes. With
 * `DEMO=0`, from its folder `blank`: neutral texts for every page, one location and weekly hours.
 * @returns whether this call loaded it
 * @throws ContentError that names the file and the field
 */
export async function loadInitialContent(parts: Parts, contentFolder: string): Promise<boolean> {
  const { db, clock, log, config } = parts
  if (await isInstalled(db)) return false
  const folder = config.demo ? contentFolder : join(contentFolder, BLANK)
  const content = await readContentFolder(folder)
  const photoIds = await importPhotos(parts, content, folder)
  const loaded = await transact(db, async (tx) => {
    const at = clock.now()
    if (!(await insertInstallation(tx, at))) return false
    const before = await beforeDemo({ db: tx })
    await markNoRecognizablePeople({ db: tx }, photosOfNobody(content, photoIds), true)
    await publishPhotos({ db: tx, clock }, [...photoIds.values()])
    await writeFrame(tx, content, photoIds, at)
    await writeWork(tx, content, photoIds, at)
    await addFirstPresets({ db: tx })
    if (content.client) await addSampleClient({ db: tx, clock, config }, content.client, photoIds)
    if (config.demo) await noteDemo({ db: tx }, { before, photoIds: photoIds.values() })
    return true
  })
  if (loaded) log.info({ photos: photoIds.size, demo: config.demo }, 'the first content is loaded')
  return loaded
}

/** Imports several at a time, the most needed first. A refused photo is reported, and the others continue. */
async function importPhotos(
  parts: Parts,
  content: InitialContent,
  folder: string,
): Promise<Map<string, string>> {
  const needed = [...new Set(namedPhotos(content).map(({ photo }) => photo))]
  const rank = (slug: string) => (needed.includes(slug) ? needed.indexOf(slug) : needed.length)
  const queue = content.photos.toSorted((a, b) => rank(a.slug) - rank(b.slug))
  const photoIds = new Map<string, string>()
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { file, slug, title, alt, focalPoint } = next
      const outcome = await importPhoto(parts, {
        file: join(folder, 'photos', file),
        name: file,
        ...{ slug, title, alt },
        ...(focalPoint ? { focal: focalPoint } : {}),
        rank: rank(slug),
      })
      if (outcome.ok) photoIds.set(slug, outcome.photo.id)
      else parts.log.warn({ file, reason: outcome.reason }, outcome.sentence)
    }
  }
  await Promise.all(Array.from({ length: parts.imaging.size }, worker))
  return photoIds
}

const photosOfNobody = ({ photos }: InitialContent, photoIds: Map<string, string>): string[] =>
  photos.flatMap(({ slug, noRecognizablePeople }) => (noRecognizablePeople ? (photoIds.get(slug) ?? []) : []))

/** Writes what every page requires. */
async function writeFrame(
  tx: Tx,
  content: InitialContent,
  photoIds: Map<string, string>,
  at: number,
): Promise<void> {
  await replaceSettings(tx, content.settings, at)
  for (const page of content.pages) {
    await insertPage(tx, page, at)
    if ('effectiveOn' in page.body) await makeFirstTermsVersion(tx, page.body.effectiveOn, at)
  }
  for (const [position, { photo, thumbnail, ...service }] of content.services.entries()) {
    const photoId = photoIds.get(photo ?? '') ?? null
    const thumbnailPhotoId = photoIds.get(thumbnail ?? '') ?? null
    await insertService(tx, { ...service, photoId, thumbnailPhotoId }, position, at)
  }
  const serviceIds = await selectServiceIds(tx)
  const { sessionTypes: types, places } = content
  const ids = await addSessionTypes({ db: tx }, { types, places }, { serviceIds, photoIds, at })
  await addCalendar({ db: tx }, content.calendar, { ...ids, zone: content.settings.studio.timeZone, at })
  for (const [position, faq] of content.faqs.entries()) await insertFaq(tx, faq, position)
}

/** Writes the studio's work and testimonials. */
async function writeWork(
  tx: Tx,
  content: InitialContent,
  photoIds: Map<string, string>,
  at: number,
): Promise<void> {
  for (const [position, quote] of content.testimonials.entries()) await insertTestimonial(tx, quote, position)
  for (const [position, gallery] of content.galleries.entries())
    await addGallery({ db: tx }, gallery, { position, photoIds, at })
  const posts = withFacts(content.posts, factsOf(content.settings))
  for (const post of posts) await addPost({ db: tx }, post, { photoIds, at })
  for (const [position, product] of content.products.entries())
    await addProduct({ db: tx }, product, { position, photoIds, at })
}
