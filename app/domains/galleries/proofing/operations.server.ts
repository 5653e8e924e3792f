import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import type { GalleryAccess } from '../access/model'
import { readPurpose } from './choice-form'
import { type ChoiceList, type Choices, FIRST_PURPOSE, LISTS_MAX } from './model'
import {
  countCircled,
  countPicks,
  deleteList,
  deletePick,
  hasPick,
  insertList,
  insertPick,
  isSeenItem,
  type ListRow,
  lockOpenList,
  lockShare,
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

/** Whose choices these are: a person’s own, and nobody else’s. @returns undefined for who only looks */
export const chooserOf = ({ share, canFavorite }: GalleryAccess) => (canFavorite && share ? share : undefined)

/**
 * What whoever looks at a gallery has chosen in it.
 * @param page `current`: the list that they chose to circle into, if any; `items`: the photographs on the page
 * @returns null for those who may not choose, and for the studio
 */
export async function readChoices(
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

/** How many photographs each of some people has circled in the gallery that is shared with them, by their share. */
export const circledBy = ({ db }: { db: Db }, shareIds: readonly string[]): Promise<Map<string, number>> =>
  countCircled(db, shareIds)

/** What was submitted with these shares, oldest first. */
export const listSubmitted = ({ db }: { db: Db }, shareIds: readonly string[]) =>
  selectSubmitted(db, shareIds)

/** The one that was asked for, else the first that is not sent off. */
const currentOf = (lists: ChoiceList[], asked: string | null): ChoiceList | null =>
  lists.find(({ id }) => id === asked) ??
  lists.find(({ sentOffAt }) => sentOffAt === null) ??
  lists[0] ??
  null

export type Circled =
  | { ok: true; list: ChoiceList }
  | { ok: false; reason: 'not-allowed' | 'missing' | 'locked' }
  /** The list holds as many as it may. */
  | { ok: false; reason: 'full'; list: ChoiceList }

/**
 * Circles a photograph, or takes the circle off. Said twice it is done once. The list is held until the transaction
 * ends, so that two browsers of one person never come above its limit.
 * @param wanted `listId`: '' where there is no list yet
 */
export async function circlePhoto(
  { db, clock }: Deps,
  access: GalleryAccess,
  { itemId, listId, isOn }: { itemId: string; listId: string; isOn: boolean },
): Promise<Circled> {
  const share = chooserOf(access)
  if (!share) return { ok: false, reason: 'not-allowed' }
  const galleryId = access.gallery.id
  return await transact(db, async (tx): Promise<Circled> => {
    const id = listId === '' ? await firstList({ db: tx, clock }, galleryId, share.id) : listId
    const open = await lockOpenList(tx, { id, shareId: share.id })
    if (!open) return await whyNotOpen(tx, { id, shareId: share.id })
    if (!(await isSeenItem(tx, galleryId, itemId))) return { ok: false, reason: 'missing' }
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

/** The list into which a person circles who has made none: two of their browsers make one. */
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

/** Begins a list for another purpose. */
export async function addList({ db, clock }: Deps, access: GalleryAccess, typed: string): Promise<ListAdded> {
  const share = chooserOf(access)
  if (!share) return { ok: false, reason: 'not-allowed' }
  const read = readPurpose(typed)
  if (!read.ok) return { ok: false, reason: 'refused', sentence: read.sentence }
  const purpose = read.text
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

/** Takes back a list on which nothing is. */
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
