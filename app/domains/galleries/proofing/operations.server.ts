import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { parseField } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { momentLabel } from '~/platform/time'
import type { GalleryAccess } from '../access/model'
import type { ClientGalleryPhoto } from '../client-gallery/model'
import { readClientGalleryPhotos } from '../client-gallery/operations.server'
import { purposeField } from './favorite-form'
import { type Choices, type FavoriteList, FIRST_PURPOSE, LISTS_MAX, type PhotoComment } from './model'
import {
  countFavorites,
  countPicks,
  deleteList,
  deletePick,
  hasPick,
  insertList,
  insertPick,
  isVisibleInGallery,
  type ListRow,
  lockOpenList,
  lockShare,
  selectChosen,
  selectCommentsFor,
  selectList,
  selectLists,
  selectPicked,
  selectSubmitted,
  updateList,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

/** The share whose favorites the viewer may change. @returns undefined: not allowed */
export const chooserOf = ({ share, canFavorite }: GalleryAccess) => (canFavorite && share ? share : undefined)

/**
 * The viewer's favorites in a gallery.
 * @param page `current`: the selected list, if any; `items`: the photos on the page
 * @returns null: the viewer can't pick favorites, or is the studio
 */
export async function readFavorites(
  { db }: { db: Db },
  access: GalleryAccess,
  page: { current: string | null; items: readonly string[] },
): Promise<Choices | null> {
  const chooser = chooserOf(access)
  if (!chooser) return null
  const lists = await selectLists(db, chooser.id)
  const current = currentOf(lists, page.current)
  const chosen = current ? await selectPicked(db, current.id, page.items) : []
  return { lists, current, limit: access.gallery.pickLimit, chosen }
}

/** Number of favorites by share. */
export const countFavoritesBy = (
  { db }: { db: Db },
  shareIds: readonly string[],
): Promise<Map<string, number>> => countFavorites(db, shareIds)

/** The lists submitted with these shares, oldest first. */
export const listSubmitted = ({ db }: { db: Db }, shareIds: readonly string[]) =>
  selectSubmitted(db, shareIds)

/** The requested list, else the first that isn't submitted. */
const currentOf = (lists: FavoriteList[], asked: string | null): FavoriteList | null =>
  lists.find(({ id }) => id === asked) ??
  lists.find(({ submittedAt }) => submittedAt === null) ??
  lists[0] ??
  null

export type Favorited =
  | { ok: true; list: FavoriteList }
  | { ok: false; reason: 'not-allowed' | 'missing' | 'locked' }
  /** The list has reached its limit. */
  | { ok: false; reason: 'full'; list: FavoriteList }

/**
 * Adds or removes a favorite. Idempotent. The list is locked until the transaction ends, so that two browsers
 * can't exceed its limit.
 * @param wanted `listId`: '' if there is no list yet
 */
export async function favoritePhoto(
  { db, clock }: Deps,
  access: GalleryAccess,
  { itemId, listId, isOn }: { itemId: string; listId: string; isOn: boolean },
): Promise<Favorited> {
  const share = chooserOf(access)
  if (!share) return { ok: false, reason: 'not-allowed' }
  const galleryId = access.gallery.id
  return await transact(db, async (tx): Promise<Favorited> => {
    const id = listId === '' ? await firstList({ db: tx, clock }, galleryId, share.id) : listId
    const open = await lockOpenList(tx, { id, shareId: share.id })
    if (!open) return await whyNotOpen(tx, { id, shareId: share.id })
    if (!(await isVisibleInGallery(tx, galleryId, itemId))) return { ok: false, reason: 'missing' }
    const isChosen = await hasPick(tx, id, itemId)
    if (isOn && !isChosen && (await isFull(tx, open, access.gallery.pickLimit))) {
      const list = await selectList(tx, { id, shareId: share.id })
      return list ? { ok: false, reason: 'full', list } : { ok: false, reason: 'missing' }
    }
    if (isOn !== isChosen) {
      await (isOn ? insertPick(tx, id, itemId, clock.now()) : deletePick(tx, id, itemId))
      await updateList(tx, id)
    }
    const list = await selectList(tx, { id, shareId: share.id })
    return list ? { ok: true, list } : { ok: false, reason: 'missing' }
  })
}

async function isFull(tx: Tx, list: ListRow, galleryLimit: number | null): Promise<boolean> {
  const limit = list.pick_limit ?? galleryLimit
  return limit !== null && (await countPicks(tx, list.id)) >= limit
}

async function whyNotOpen(
  tx: Tx,
  list: { id: string; shareId: string },
): Promise<{ ok: false; reason: 'locked' | 'missing' }> {
  return { ok: false, reason: (await selectList(tx, list)) ? 'locked' : 'missing' }
}

/** Creates a client's first list. Two browsers may create two. */
async function firstList({ db, clock }: { db: Tx; clock: Clock }, galleryId: string, shareId: string) {
  await lockShare(db, shareId)
  const [first] = await selectLists(db, shareId)
  if (first) return first.id
  const row = { id: newId(), gallery_id: galleryId, share_id: shareId, purpose: FIRST_PURPOSE }
  await insertList(db, { ...row, created_at: clock.now() })
  return row.id
}

export type ListAdded =
  | { ok: true; id: string }
  | { ok: false; reason: 'not-allowed' }
  | { ok: false; reason: 'refused'; sentence: string }

/** Adds a list. */
export async function addList({ db, clock }: Deps, access: GalleryAccess, typed: string): Promise<ListAdded> {
  const share = chooserOf(access)
  if (!share) return { ok: false, reason: 'not-allowed' }
  const read = parseField(purposeField(), typed)
  if (!read.ok) return { ok: false, reason: 'refused', sentence: read.sentence }
  const purpose = read.value
  return await transact(db, async (tx): Promise<ListAdded> => {
    await lockShare(tx, share.id)
    const lists = await selectLists(tx, share.id)
    const isTaken = lists.some((list) => list.purpose.toLowerCase() === purpose.toLowerCase())
    if (isTaken)
      return { ok: false, reason: 'refused', sentence: `You already have a list called “${purpose}.”` }
    if (lists.length >= LISTS_MAX)
      return {
        ok: false,
        reason: 'refused',
        sentence: `You already have ${LISTS_MAX} lists, which is the limit.`,
      }
    const id = newId()
    await insertList(tx, {
      ...{ id, purpose, gallery_id: access.gallery.id, share_id: share.id },
      created_at: clock.now(),
    })
    return { ok: true, id }
  })
}

export type ListRemoved =
  | { ok: true }
  | { ok: false; reason: 'not-allowed' | 'missing' | 'locked' | 'not-empty' }

/** Deletes an empty list. */
export async function removeList(
  { db }: { db: Db },
  access: GalleryAccess,
  id: string,
): Promise<ListRemoved> {
  const share = chooserOf(access)
  if (!share) return { ok: false, reason: 'not-allowed' }
  return await transact(db, async (tx): Promise<ListRemoved> => {
    if (!(await lockOpenList(tx, { id, shareId: share.id })))
      return await whyNotOpen(tx, { id, shareId: share.id })
    if ((await countPicks(tx, id)) > 0) return { ok: false, reason: 'not-empty' }
    await deleteList(tx, id)
    return { ok: true }
  })
}

/** Maximum photos shown of a list; submitting includes all. */
const SHOWN = 500

/** A client's favorites for their own page. */
export interface FavoriteItems {
  gallery: { id: string; title: string; limit: number | null }
  lists: FavoriteList[]
  /** The shown list; null: there is none yet. */
  list: FavoriteList | null
  /** Such as "Nov 20, 2026, 9:30 AM"; null: not submitted. */
  sentOff: string | null
  /** The list to which this browser adds favorites. */
  currentId: string | null
  photos: ClientGalleryPhoto[]
  /** By item, oldest first. */
  comments: Record<string, PhotoComment[]>
}

/** @param asked `list`: the list to show; `current`: the browser's current list */
export async function readFavoriteItems(
  { db }: { db: Db },
  access: GalleryAccess,
  asked: { list: string | null; current: string | null },
): Promise<FavoriteItems | undefined> {
  const { gallery } = access
  const choices = await readFavorites({ db }, access, { current: asked.current, items: [] })
  if (!chooserOf(access) || !choices) return undefined
  const list = choices.lists.find(({ id }) => id === asked.list) ?? choices.current
  const items = list ? await selectChosen(db, { galleryId: gallery.id, listId: list.id }) : []
  const shown = items.slice(0, SHOWN).map((item) => ({ ...item, id: item.itemId, setId: null }))
  const [photos, comments, { studio }] = await Promise.all([
    readClientGalleryPhotos({ db }, gallery, shown),
    readComments(
      { db },
      access,
      shown.map(({ id }) => id),
    ),
    readSettings({ db }),
  ])
  return {
    gallery: { id: gallery.id, title: gallery.title, limit: gallery.pickLimit },
    lists: choices.lists,
    list,
    sentOff: list?.submittedAt == null ? null : momentLabel(list.submittedAt, studio.timeZone),
    currentId: choices.current?.id ?? null,
    photos,
    comments: Object.fromEntries(Map.groupBy(comments, ({ itemId }) => itemId)),
  }
}

/** Comments on a gallery's photos that the viewer may read, oldest first. */
export async function readComments(
  { db }: { db: Db },
  access: GalleryAccess,
  itemIds: readonly string[],
): Promise<PhotoComment[]> {
  const share = chooserOf(access)
  if (!share) return []
  const [rows, { studio }] = await Promise.all([
    selectCommentsFor(db, { galleryId: access.gallery.id, shareId: share.id, itemIds }),
    readSettings({ db }),
  ])
  return rows.map(({ id, item_id, author, share_id, body, created_at }) => ({
    ...{ id, itemId: item_id, body, when: momentLabel(created_at, studio.timeZone) },
    author: share_id === null ? studio.name : author,
    isStudio: share_id === null,
    isOwn: share_id === share.id,
  }))
}
