import { z } from 'zod'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { describePhotos, type PhotosDescribed, savePhoto } from '~/domains/photos/library.server'
import type { PhotoField, PhotoValues } from '~/domains/photos/photo-form'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { line } from '~/platform/fields'
import { parseForm } from '~/platform/forms'
import { requestDownloadFiles } from '../downloads/files.server'
import { lockUsedPhotos, setNoRecognizablePeople } from '../releases/publication.server'
import { keepWithdrawalsOfItem } from '../releases/withdrawals.server'
import { requestProofs } from '../watermarks/operations.server'
import { chosenIds, galleryLabel, itemsLabel } from './arrangement.server'
import {
  deleteRemoved,
  deleteUndosBefore,
  isInAnyGallery,
  type RemovedItem,
  removedQuery,
  selectItem,
  selectPhotoIds,
  selectPhotoOf,
  setCover,
  updateItems,
} from './item-store.server'
import { CAPTION_MAX, type Chosen, REMOVED_DAYS } from './model'
import { deleteUndo, insertUndo, lockGallery, selectUndo } from './store.server'

export type ItemsChanged =
  /** `undo`: id with which it can be undone. */
  { ok: true; count: number; undo?: string } | { ok: false; reason: 'missing' | 'nothing-chosen' }

/** Hides photos from clients and visitors, or shows them again. */
export function hideItems(deps: WriteDeps, chosen: Chosen, isHidden: boolean): Promise<ItemsChanged> {
  return changeItems(deps, chosen, async (tx, ids) => {
    const set = { hidden_at: isHidden ? deps.clock.now() : null }
    await updateItems(tx, { galleryId: chosen.gallery, ids }, set)
    if (!isHidden) await requestDownloadFiles({ db: tx, clock: deps.clock }, chosen.gallery)
    if (!isHidden) await requestProofs({ ...deps, db: tx }, chosen.gallery, await selectPhotoIds(tx, ids))
    return { did: isHidden ? 'hidden' : 'shown again' }
  })
}

/** Removes items from the gallery. They can be restored until a job deletes them. */
export function removeItems(deps: WriteDeps, chosen: Chosen): Promise<ItemsChanged> {
  const { clock } = deps
  return changeItems(deps, chosen, async (tx, ids, gallery) => {
    await updateItems(tx, { galleryId: gallery.id, ids }, { removed_at: clock.now() })
    const photos = new Set(await selectPhotoIds(tx, ids))
    if (gallery.cover_photo_id !== null && photos.has(gallery.cover_photo_id))
      await setCover(tx, gallery.id, null)
    const before = JSON.stringify(ids)
    const undo = await insertUndo(tx, {
      gallery_id: gallery.id,
      kind: 'removed',
      before,
      created_at: clock.now(),
    })
    return { did: 'removed', undo }
  })
}

/** Restores items removed together. @returns `missing` when already restored or deleted */
export async function restoreItems(
  { db, clock, author }: WriteDeps,
  { gallery: galleryId, undo: id }: { gallery: string; undo: string },
): Promise<ItemsChanged> {
  return await transact(db, async (tx): Promise<ItemsChanged> => {
    const gallery = await lockGallery(tx, galleryId)
    const undo = await selectUndo(tx, { galleryId, id })
    if (!gallery || undo?.kind !== 'removed') return { ok: false, reason: 'missing' }
    const ids: string[] = JSON.parse(undo.before)
    await updateItems(tx, { galleryId, ids }, { removed_at: null })
    await deleteUndo(tx, id)
    await requestDownloadFiles({ db: tx, clock }, galleryId)
    await requestProofs({ db: tx, clock }, galleryId, await selectPhotoIds(tx, ids))
    await recordEdit({ db: tx, clock, author }, gallery, `${itemsLabel(ids.length)} put back`)
    return { ok: true, count: ids.length }
  })
}

export type ItemsDescribed = PhotosDescribed | { ok: false; reason: 'missing' | 'nothing-chosen' }

/** Sets the same texts for all chosen photos. */
export async function describeItems(
  deps: WriteDeps,
  chosen: Chosen,
  sent: Pick<PhotoValues, 'title' | 'alt'>,
): Promise<ItemsDescribed> {
  return await transact(deps.db, async (tx): Promise<ItemsDescribed> => {
    if (!(await lockGallery(tx, chosen.gallery))) return { ok: false, reason: 'missing' }
    const ids = await selectPhotoIds(tx, await chosenIds(tx, chosen))
    if (ids.length === 0) return { ok: false, reason: 'nothing-chosen' }
    await lockUsedPhotos(tx, ids)
    return await describePhotos({ ...deps, db: tx }, ids, sent)
  })
}

/** `on-site`: this many are published without a release, and have to be unpublished first. */
export type ItemsMarked =
  | { ok: true; changed: number }
  | { ok: false; reason: 'missing' | 'nothing-chosen' }
  | { ok: false; reason: 'on-site'; count: number }

/** Sets for all chosen photos whether they show recognizable people. */
export async function markItems(
  deps: WriteDeps,
  chosen: Chosen,
  noRecognizablePeople: boolean,
): Promise<ItemsMarked> {
  return await transact(deps.db, async (tx): Promise<ItemsMarked> => {
    if (!(await lockGallery(tx, chosen.gallery))) return { ok: false, reason: 'missing' }
    const photoIds = await selectPhotoIds(tx, await chosenIds(tx, chosen))
    if (photoIds.length === 0) return { ok: false, reason: 'nothing-chosen' }
    const marked = await setNoRecognizablePeople(
      { ...deps, db: tx },
      { photoIds, noRecognizablePeople, seen: 0 },
    )
    return marked.ok ? marked : { ok: false, reason: 'on-site', count: marked.refused.length }
  })
}

/** Sets or removes the gallery’s cover. */
export async function coverGallery(
  { db, clock, author }: WriteDeps,
  { gallery: galleryId, item: id, isCover }: { gallery: string; item: string; isCover: boolean },
): Promise<ItemsChanged> {
  return await transact(db, async (tx): Promise<ItemsChanged> => {
    const gallery = await lockGallery(tx, galleryId)
    const item = gallery && (await selectItem(tx, { galleryId, id }))
    if (!gallery || !item?.photo_id) return { ok: false, reason: 'missing' }
    if (!isCover && gallery.cover_photo_id !== item.photo_id) return { ok: true, count: 0 }
    await setCover(tx, galleryId, isCover ? item.photo_id : null)
    await recordEdit({ db: tx, clock, author }, gallery, isCover ? 'New cover' : 'No cover')
    return { ok: true, count: 1 }
  })
}

export type ItemField = PhotoField | 'caption'
export type ItemSaved =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: Partial<Record<ItemField, string>> }
  | { ok: false; reason: 'missing' | 'changed-since' }

interface SentItem {
  gallery: string
  item: string
  sent: Record<ItemField, string>
  /** The caption when the form was opened. */
  captionWas: string
  /** The photo's version. */
  version: number
}

/** Saves a photo's title and alt text, which apply everywhere, and its caption in this gallery. */
export async function saveItem(
  deps: WriteDeps,
  { gallery: galleryId, item: id, sent, captionWas, version }: SentItem,
): Promise<ItemSaved> {
  const read = parseForm(captionSchema(), { caption: sent.caption })
  return await transact(deps.db, async (tx): Promise<ItemSaved> => {
    const gallery = await lockGallery(tx, galleryId)
    const item = gallery && (await selectItem(tx, { galleryId, id }))
    if (!gallery || !item?.photo_id) return { ok: false, reason: 'missing' }
    const photo = await selectPhotoOf(tx, item.photo_id)
    if (!photo) return { ok: false, reason: 'missing' }
    const caption = read.ok ? read.value.caption : sent.caption
    if (item.caption !== captionWas && item.caption !== caption) return { ok: false, reason: 'changed-since' }
    if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
    const saved = await savePhoto(
      { ...deps, db: tx },
      { slug: photo.slug, sent, version, isPublic: photo.isPublic },
    )
    if (!saved.ok) return saved
    if (item.caption === caption) return { ok: true }
    await updateItems(tx, { galleryId, ids: [id] }, { caption })
    await recordEdit({ ...deps, db: tx }, gallery, caption, { field: 'Caption', from: item.caption })
    return { ok: true }
  })
}

const captionSchema = () => z.object({ caption: line({ max: CAPTION_MAX, what: 'the caption' }) })

async function changeItems(
  { db, clock, author }: WriteDeps,
  chosen: Chosen,
  change: (tx: Tx, ids: string[], gallery: Row<'galleries'>) => Promise<{ did: string; undo?: string }>,
): Promise<ItemsChanged> {
  return await transact(db, async (tx): Promise<ItemsChanged> => {
    const gallery = await lockGallery(tx, chosen.gallery)
    if (!gallery) return { ok: false, reason: 'missing' }
    const ids = await chosenIds(tx, chosen)
    if (ids.length === 0) return { ok: false, reason: 'nothing-chosen' }
    const { did, undo } = await change(tx, ids, gallery)
    await recordEdit({ db: tx, clock, author }, gallery, `${itemsLabel(ids.length)} ${did}`)
    return { ok: true, count: ids.length, ...(undo ? { undo } : {}) }
  })
}

const recordEdit = (
  deps: WriteDeps,
  gallery: Row<'galleries'>,
  to: string,
  { field = 'Photos', from = '' }: { field?: string; from?: string } = {},
): Promise<void> =>
  recordAction(deps, {
    action: 'gallery-photos-changed',
    subject: galleryLabel(gallery),
    changes: [{ field, from, to }],
  })

const DAY_MS = 86_400_000
const AT_ONCE = 200

/** Items removed longer ago than they can be restored, oldest first, in batches. */
export async function* listClearable({ db }: { db: Db }, now: number): AsyncIterable<RemovedItem> {
  let after: RemovedItem | null = null
  do {
    const before = now - REMOVED_DAYS * DAY_MS
    const items: RemovedItem[] = await removedQuery(db, { before, after, limit: AT_ONCE }).execute()
    yield* items
    after = items.at(-1) ?? null
  } while (after)
}

/** @returns id of the photo, which may be unused now; null: still in a gallery, or restored */
export async function clearRemoved(tx: Tx, item: RemovedItem): Promise<string | null> {
  if (item.photoId !== null && item.hasReleases)
    await keepWithdrawalsOfItem(tx, { galleryId: item.galleryId, photoId: item.photoId })
  if (!(await deleteRemoved(tx, item.id)) || item.photoId === null) return null
  return (await isInAnyGallery(tx, item.photoId)) ? null : item.photoId
}

/** Deletes undo records that are older than REMOVED_DAYS. */
export const clearUndos = ({ db }: { db: Db }, now: number): Promise<void> =>
  deleteUndosBefore(db, now - REMOVED_DAYS * DAY_MS)
