import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { isFileName } from '~/domains/photos/alt-advice'
import { publishPhotos, unpublishPhotos } from '~/domains/photos/operations.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { photoCount } from '../client-gallery/client-gallery-words'
import { requestDownloadFiles } from '../downloads/files.server'
import { openByPublishing } from '../expiration/operations.server'
import { galleryState } from '../model'
import { lockUsedPhotos, mayPublish, publishWithReleases } from '../releases/publication.server'
import { refusalSentence } from '../releases/release-rules'
import { requestProofs } from '../watermarks/operations.server'
import { galleryLabel } from './arrangement.server'
import { type Publishable, selectPublishable } from './item-store.server'
import { lockGallery, updateGallery } from './store.server'

/** A photo that can't be public yet, and why. */
export interface BlockedPhoto {
  itemId: string
  fileName: string
  title: string
  /** The reason, for people. */
  sentence: string
}

export type Published =
  | { ok: true; count: number }
  | { ok: false; reason: 'missing' | 'changed-since' | 'empty' }
  /** Nothing is published until these are fixed or hidden. */
  | { ok: false; reason: 'blocked'; blocked: BlockedPhoto[] }

/**
 * Publishes a gallery. On the public site, every visible photo needs alt text and releases. Client galleries
 * are private and need neither.
 */
export async function publishGallery(
  deps: WriteDeps,
  { id, version }: { id: string; version: number },
): Promise<Published> {
  const { clock, author } = deps
  return await transact(deps.db, async (tx): Promise<Published> => {
    const gallery = await lockGallery(tx, id)
    if (!gallery) return { ok: false, reason: 'missing' }
    if (gallery.version !== version) return { ok: false, reason: 'changed-since' }
    const photos = await selectPublishable(tx, id)
    if (photos.length === 0) return { ok: false, reason: 'empty' }
    if (gallery.kind !== 'client') {
      const shown = await publishInGallery({ ...deps, db: tx }, photos)
      if (!shown.ok) return shown
    }
    const at = clock.now()
    const opened = await openByPublishing({ db: tx, clock }, gallery)
    const set = { published_at: gallery.published_at ?? at, archived_at: null, ...opened.set }
    await updateGallery(tx, { id, version }, set)
    await requestDownloadFiles({ db: tx, clock }, id)
    await requestProofs({ db: tx, clock }, id)
    await recordAction(
      { db: tx, clock, author },
      { action: 'gallery-published', subject: galleryLabel(gallery), changes: opened.changes },
    )
    return { ok: true, count: photos.length }
  })
}

/** Photos of a published gallery that aren't public, mostly added after publishing. */
export interface Unpublished {
  count: number
  /** How many of them can be published. */
  ready: number
  /** Reasons for the first of the others, in the gallery’s order. */
  blocked: BlockedPhoto[]
}

/** Maximum number of reasons shown. */
const MOST_REASONS = 8

/** @returns undefined: the gallery isn't on the public site, or all its photos are public */
export async function readUnpublished(
  db: Db,
  gallery: Pick<Row<'galleries'>, 'id' | 'kind'> & Parameters<typeof galleryState>[0],
): Promise<Unpublished | undefined> {
  if (gallery.kind === 'client' || galleryState(gallery) !== 'published') return undefined
  const waiting = await selectPublishable(db, gallery.id, { unpublished: true })
  if (waiting.length === 0) return undefined
  const blocked = await blockedAmong(db, waiting)
  return {
    count: waiting.length,
    ready: waiting.length - blocked.length,
    blocked: blocked.slice(0, MOST_REASONS),
  }
}

/**
 * Publishes photos of a gallery: the given ones, all or none; or, with `ready`, those that can be published,
 * so that one without alt text doesn't block the others.
 */
export async function showOnSite(
  deps: WriteDeps,
  { gallery: id, items }: { gallery: string; items: readonly string[] | 'ready' },
): Promise<Published> {
  const { clock, author } = deps
  return await transact(deps.db, async (tx): Promise<Published> => {
    const gallery = await lockGallery(tx, id)
    if (!gallery) return { ok: false, reason: 'missing' }
    const waiting = await selectPublishable(tx, id, { unpublished: true })
    const hidden =
      items === 'ready'
        ? await readyAmong(tx, waiting)
        : waiting.filter(({ itemId }) => items.includes(itemId))
    const shown = await publishInGallery({ ...deps, db: tx }, hidden)
    if (!shown.ok || hidden.length === 0) return shown
    await recordAction(
      { db: tx, clock, author },
      { action: 'photos-published', subject: `${photoCount(hidden.length)} of ${galleryLabel(gallery)}` },
    )
    return shown
  })
}

/** Unpublishes photos of a gallery on the whole site. */
export async function unpublishInGallery(
  { db, clock, author }: WriteDeps,
  { gallery: id, items }: { gallery: string; items: readonly string[] },
): Promise<Published> {
  return await transact(db, async (tx): Promise<Published> => {
    const gallery = await lockGallery(tx, id)
    if (!gallery) return { ok: false, reason: 'missing' }
    const shown = (await selectPublishable(tx, id)).filter(
      ({ itemId, isPublic }) => isPublic && items.includes(itemId),
    )
    const photoIds = shown.map(({ photoId }) => photoId)
    await lockUsedPhotos(tx, photoIds)
    await unpublishPhotos({ db: tx }, photoIds)
    if (shown.length > 0)
      await recordAction(
        { db: tx, clock, author },
        { action: 'photos-unpublished', subject: `${photoCount(shown.length)} of ${galleryLabel(gallery)}` },
      )
    return { ok: true, count: shown.length }
  })
}

/** Photos that can be published; if there are none, all of them, to report the reasons. */
async function readyAmong(db: Db, waiting: readonly Publishable[]): Promise<readonly Publishable[]> {
  const blocked = new Set((await blockedAmong(db, waiting)).map(({ itemId }) => itemId))
  return blocked.size === waiting.length ? waiting : waiting.filter(({ itemId }) => !blocked.has(itemId))
}

async function blockedAmong(db: Db, photos: readonly Publishable[]): Promise<BlockedPhoto[]> {
  const refused = await mayPublish({ db }, { photoIds: photos.map(({ photoId }) => photoId) })
  const reasons = new Map(refused.map((each) => [each.photoId, refusalSentence(each, 'portfolio')]))
  return photos.flatMap((photo) => {
    const { itemId, photoId, fileName, title } = photo
    const sentence = isDescribed(photo) ? reasons.get(photoId) : NO_ALT
    return sentence === undefined ? [] : [{ itemId, fileName, title, sentence }]
  })
}

const NO_ALT = 'No alt text. Describe what’s in the photo, in one sentence.'

/** Makes photos of a gallery public, all or none. The editor publishes only through this. */
async function publishInGallery(
  deps: WriteDeps & { db: Tx },
  photos: readonly Publishable[],
): Promise<{ ok: true; count: number } | { ok: false; reason: 'blocked'; blocked: BlockedPhoto[] }> {
  const blocked = photos.flatMap(({ itemId, fileName, title, alt }) =>
    isDescribed({ title, alt }) ? [] : [{ itemId, fileName, title, sentence: NO_ALT }],
  )
  if (blocked.length > 0) return { ok: false, reason: 'blocked', blocked }
  const shown = await publishWithReleases(deps, { photoIds: photos.map(({ photoId }) => photoId) })
  if (shown.ok) return { ok: true, count: photos.length }
  const refused = new Map(shown.refused.map((each) => [each.photoId, refusalSentence(each, 'portfolio')]))
  return {
    ok: false,
    reason: 'blocked',
    blocked: photos.flatMap(({ itemId, photoId, fileName, title }) => {
      const sentence = refused.get(photoId)
      return sentence === undefined ? [] : [{ itemId, fileName, title, sentence }]
    }),
  }
}

/** Whether it has alt text other than its title or a file name. */
export const isDescribed = ({ title, alt }: Pick<Publishable, 'title' | 'alt'>): boolean =>
  alt.trim() !== '' && alt !== title && !isFileName(alt)

/**
 * Publishes a gallery in a transaction that is rolled back, for its preview. Ignores missing alt text and
 * releases, since only the studio sees it.
 */
export async function rehearsePublication(
  { db, clock }: Pick<WriteDeps, 'db' | 'clock'>,
  id: string,
): Promise<{ ok: true } | { ok: false; reason: 'missing' }> {
  return await transact(db, async (tx) => {
    const gallery = await lockGallery(tx, id)
    if (!gallery || gallery.kind === 'client') return { ok: false, reason: 'missing' }
    const photos = await selectPublishable(tx, id)
    await publishPhotos(
      { db: tx, clock },
      photos.map(({ photoId }) => photoId),
    )
    const { version, published_at } = gallery
    await updateGallery(tx, { id, version }, { published_at: published_at ?? clock.now(), archived_at: null })
    return { ok: true }
  })
}
