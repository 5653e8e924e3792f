import type { Author } from '~/domains/audit/model'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { type PhotoView, shareImage } from '~/domains/photos/model'
import {
  markNoRecognizablePeople,
  photosById,
  publishPhotos,
  unpublishPhotos,
} from '~/domains/photos/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { selectPublicPhotos } from '../visibility-store.server'
import { EVERYONE, RELEASE_USES, type ReleaseUse } from './model'
import { type Entry, type RefusedPhoto, refusalSentence, refusedFor } from './release-rules'
import {
  awaitGallery,
  findListing,
  insertRelease,
  listPhotos,
  lockGalleries,
  lockPhotos,
  selectDepicted,
  selectEntries,
  selectPublicPeople,
  selectToLock,
} from './store.server'

/** The use for all pages of the public site. */
const SITE: ReleaseUse = 'portfolio'

interface PhotosToPublish {
  photoIds: readonly string[]
  use?: ReleaseUse
}

/** The photos that may not be shown, and whose release is missing; empty: all may be. */
export const mayPublish = (
  { db }: { db: Db },
  { photoIds, use = SITE }: PhotosToPublish,
): Promise<RefusedPhoto[]> => readRefused(db, { photoIds, use })

/**
 * Whether a photo shows no recognizable person, and if it does, why it may not be published; null: it may.
 */
export async function readReleaseState(
  { db }: { db: Db },
  photoId: string,
): Promise<{ noRecognizablePeople: boolean; isPublic: boolean; missing: string | null } | undefined> {
  const [photo] = await selectDepicted(db, [photoId])
  if (!photo) return undefined
  const [refused] = await readRefused(db, { photoIds: [photoId], use: SITE })
  const isPublic = (await photosById({ db }, [photoId])).has(photoId)
  return {
    noRecognizablePeople: photo.noRecognizablePeople,
    isPublic,
    missing: refused ? refusalSentence(refused, SITE) : null,
  }
}

async function readRefused(
  db: Db,
  { photoIds, use }: Required<PhotosToPublish>,
  change?: (entries: Entry[]) => Entry[],
): Promise<RefusedPhoto[]> {
  const photos = await selectDepicted(db, photoIds)
  const galleryIds = [...new Set(photos.flatMap(({ galleries }) => galleries.map(({ id }) => id)))]
  const entries = await selectEntries(db, galleryIds, photoIds)
  return refusedFor(use, photos, change ? change(entries) : entries)
}

export type PublishedWithReleases =
  | { ok: true }
  /** Nothing is published. `sentence` is about the first photo. */
  | { ok: false; reason: 'release-missing'; refused: RefusedPhoto[]; sentence: string }

/**
 * Publishes photos if their releases allow it. Call it in the transaction that shows them, after they are in
 * their place. Photos become public only through this.
 */
export async function publishWithReleases(
  deps: { db: Db; clock: Clock },
  { photoIds, use = SITE }: PhotosToPublish,
): Promise<PublishedWithReleases> {
  return await transact(deps.db, async (tx): Promise<PublishedWithReleases> => {
    await lockPhotos(tx, photoIds)
    const refused = await readRefused(tx, { photoIds, use })
    const [first] = refused
    if (first) return { ok: false, reason: 'release-missing', refused, sentence: refusalSentence(first, use) }
    await publishPhotos({ ...deps, db: tx }, photoIds)
    return { ok: true }
  })
}

/**
 * Locks photos and their galleries until the transaction ends against publishing, adding to a gallery, and
 * changing releases. Galleries first, then photos in a fixed order, which prevents deadlocks.
 */
export const lockUsedPhotos = (tx: Db, photoIds: readonly string[]): Promise<void> => lockPhotos(tx, photoIds)

/** Before a release changes: locks its galleries against publishing and adding photos. */
export async function lockReleases(tx: Tx, galleryIds: readonly string[]): Promise<void> {
  await lockGalleries(tx, galleryIds)
  await lockPhotos(tx, await selectToLock(tx, galleryIds))
}

/** Before photos are added to a gallery and published there in the same transaction: locks both. */
export async function lockToPublish(tx: Tx, { galleryId, photoIds }: Placing): Promise<void> {
  await lockGalleries(tx, [galleryId])
  await lockPhotos(tx, photoIds)
}

/** Before adding photos to a gallery: locks it and them against publishing. */
export async function lockToPlace(tx: Tx, { galleryId, photoIds }: Placing): Promise<void> {
  await awaitGallery(tx, galleryId)
  await lockPhotos(tx, photoIds)
}

interface Placing {
  galleryId: string
  photoIds: readonly string[]
}

/**
 * Unpublishes photos that a further gallery's releases don't permit. Call it after photos were added to a
 * gallery, in the same transaction.
 * @returns the unpublished photos
 */
export async function unpublishUnpermitted(
  { db: tx, clock, author }: { db: Tx; clock: Clock; author: Author },
  photoIds: readonly string[],
): Promise<RefusedPhoto[]> {
  const found = await readRefused(tx, { photoIds: [...(await selectPublicPhotos(tx, photoIds))], use: SITE })
  const refused = found.filter(({ objections }) => objections.length > 0)
  const [first] = refused
  if (!first) return refused
  await unpublishPhotos(
    { db: tx },
    refused.map(({ photoId }) => photoId),
  )
  const subject = refused.length === 1 ? `“${first.title}”` : `${refused.length} photos`
  const why = { field: 'Reason', from: '', to: refusalSentence(first, SITE) }
  await recordAction(
    { db: tx, clock, author },
    { action: 'photos-unpublished', subject, changes: [...unpublishedChange(refused), why] },
  )
  return refused
}

/**
 * Publishes photos added by a command, with the seed content or for the website. The person who adds them is
 * responsible for the releases, which are recorded for these photos only. A photo that a recorded person
 * doesn't permit stays private.
 * @returns the photos that stay private
 */
export function publishFromOutside(
  deps: { db: Db; clock: Clock },
  { galleryId, photoIds, basis, uses = RELEASE_USES }: GivenOutside & { photoIds: readonly string[] },
): Promise<RefusedPhoto[]> {
  return transact(deps.db, async (tx) => {
    await lockPhotos(tx, photoIds)
    const unknown = (await readRefused(tx, { photoIds, use: SITE })).filter(
      ({ objections }) => objections.length === 0,
    )
    if (unknown.length > 0) {
      const known = await findListing(tx, { galleryId, basis })
      const listing = known ?? (await insertListing({ ...deps, db: tx }, { galleryId, basis, uses }))
      await listPhotos(
        tx,
        listing,
        unknown.map(({ photoId }) => photoId),
      )
    }
    const refused = await readRefused(tx, { photoIds, use: SITE })
    const isRefused = new Set(refused.map(({ photoId }) => photoId))
    await publishPhotos(
      { ...deps, db: tx },
      photoIds.filter((id) => !isRefused.has(id)),
    )
    return refused
  })
}

interface GivenOutside {
  galleryId: string
  /** How the release was given. */
  basis: string
  uses?: readonly ReleaseUse[]
}

async function insertListing(
  { db, clock }: { db: Parameters<typeof insertRelease>[0]; clock: Clock },
  { galleryId, basis, uses }: Required<GivenOutside>,
): Promise<string> {
  const id = newId()
  await insertRelease(db, {
    ...{ id, gallery_id: galleryId, name: EVERYONE, email: '', email_key: '', born_on: null, guardian: '' },
    ...{ uses: JSON.stringify(uses), basis, given_at: clock.now(), recorded_by: '' },
    ...{ withdrawn_at: null, covers: 'photos' as const },
  })
  return id
}

/**
 * The public photos of galleries that a changed release would no longer permit.
 * @param changed its entries, which are added, or replace those with their ids
 */
export async function refusedWith(
  db: Db,
  changed: readonly Omit<Entry, 'photoIds'>[],
): Promise<RefusedPhoto[]> {
  const photoIds = await selectPublicPeople(
    db,
    changed.map(({ galleryId }) => galleryId),
  )
  return await readRefused(db, { photoIds, use: SITE }, (entries) => {
    const byId = new Map<string, Entry>(entries.map((entry) => [entry.id, entry]))
    for (const entry of changed) byId.set(entry.id, { ...byId.get(entry.id), ...entry })
    return [...byId.values()]
  })
}

export type MarkedNoPeople =
  | { ok: true; changed: number }
  /** These photos would be unpublished. Nothing is changed until that number is confirmed. */
  | { ok: false; reason: 'takes-off'; refused: RefusedPhoto[] }

/**
 * Sets whether photos show recognizable people. Published ones that do are unpublished unless releases allow
 * them.
 * @param seen number of photos that the confirmation said will be unpublished
 */
export async function setNoRecognizablePeople(
  deps: WriteDeps,
  {
    photoIds,
    noRecognizablePeople,
    seen,
  }: { photoIds: readonly string[]; noRecognizablePeople: boolean; seen: number },
): Promise<MarkedNoPeople> {
  return await transact(deps.db, async (tx): Promise<MarkedNoPeople> => {
    await lockPhotos(tx, photoIds)
    const marked = await markNoRecognizablePeople({ db: tx }, photoIds, noRecognizablePeople)
    const refused = noRecognizablePeople
      ? []
      : await readRefused(tx, {
          photoIds: marked.filter(({ isPublished }) => isPublished).map(({ id }) => id),
          use: SITE,
        })
    if (refused.length > seen) {
      await markNoRecognizablePeople(
        { db: tx },
        marked.map(({ id }) => id),
        !noRecognizablePeople,
      )
      return { ok: false, reason: 'takes-off', refused }
    }
    await unpublishPhotos(
      { db: tx },
      refused.map(({ photoId }) => photoId),
    )
    if (marked.length > 0)
      await recordAction(
        { ...deps, db: tx },
        {
          action: 'photos-marked',
          subject: marked.length === 1 ? `“${marked[0]?.title}”` : `${marked.length} photos`,
          changes: [
            {
              field: 'No recognizable people',
              from: noRecognizablePeople ? 'no' : 'yes',
              to: noRecognizablePeople ? 'yes' : 'no',
            },
            ...unpublishedChange(refused),
          ],
        },
      )
    return { ok: true, changed: marked.length }
  })
}

/** Maximum titles in one entry of the activity log. */
const TITLES = 20

/** The change that the activity log records: what was unpublished. */
export function unpublishedChange(
  refused: readonly RefusedPhoto[],
): { field: string; from: string; to: string }[] {
  if (refused.length === 0) return []
  const titles = refused.slice(0, TITLES).map(({ title }) => `“${title}”`)
  const more = refused.length - titles.length
  const from = `${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return [{ field: 'On the public site', from, to: '' }]
}

/**
 * Which published photos may not be used elsewhere than on the site's pages. A photo without a gallery is the
 * studio's own, without releases.
 */
export async function withheldFrom(
  use: Exclude<ReleaseUse, 'portfolio'>,
  { db }: { db: Db },
  photoIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const refused = photoIds.length > 0 ? await mayPublish({ db }, { photoIds, use }) : []
  return new Set(refused.filter(({ galleries }) => galleries.length > 0).map(({ photoId }) => photoId))
}

/**
 * A page's sharing image, used mostly on social media; undefined before it is rendered, and without a release
 * for that use.
 */
export async function sharedImage(
  { db }: { db: Db },
  photo: PhotoView | null | undefined,
): Promise<ReturnType<typeof shareImage>> {
  const image = shareImage(photo)
  return photo && image && !(await withheldFrom('social', { db }, [photo.id])).has(photo.id)
    ? image
    : undefined
}
