import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { PhotoView } from '~/domains/photos/model'
import { privatePhotosById } from '~/domains/photos/operations.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { parseField } from '~/platform/forms'
import { momentLabel } from '~/platform/time'
import { limitField } from './favorite-form'
import type { FavoriteList } from './model'
import {
  type Chooser,
  type ChoosingGallery,
  countWaitingLists,
  lockList,
  selectChoosers,
  selectGallery,
  waitingListsQuery,
} from './review-store.server'
import {
  type CommentRow,
  selectChosenByList,
  selectCommentsOfGallery,
  selectListsOfGallery,
  selectNumbered,
  updateList,
} from './store.server'
import { emailReopened, type SendingDeps } from './submission.server'

/** A list, and its version when the page was shown. */
export interface ExpectedList {
  galleryId: string
  id: string
  version: number
}

export type ListChanged =
  | { ok: true }
  | { ok: false; reason: 'missing' | 'changed-since' }
  | { ok: false; reason: 'refused'; sentence: string }

/** Reopens a list, so that the client can change it. Idempotent. */
export const reopenList = (
  deps: WriteDeps & Pick<SendingDeps, 'config'>,
  seen: ExpectedList,
): Promise<ListChanged> =>
  changeList(deps, seen, async (tx, { list, gallery, chooser }) => {
    if (list.submitted_at === null) return undefined
    await updateList(tx, list.id, { submitted_at: null, completed_at: null })
    if (chooser && !chooser.isRevoked) await emailReopened({ ...deps, db: tx }, gallery, chooser, list)
    return { action: 'favorites-reopened' }
  })

/** Marks a submitted list as completed. */
export const completeList = (deps: WriteDeps, seen: ExpectedList): Promise<ListChanged> =>
  changeList(deps, seen, async (tx, { list }) => {
    if (list.submitted_at === null || list.completed_at !== null) return undefined
    await updateList(tx, list.id, { completed_at: deps.clock.now() })
    return { action: 'favorites-completed' }
  })

/** Sets a list's own limit; '' for the gallery's. Photos on it stay. */
export async function limitList(deps: WriteDeps, seen: ExpectedList, typed: string): Promise<ListChanged> {
  const read = parseField(limitField(), typed)
  if (!read.ok) return { ok: false, reason: 'refused', sentence: read.sentence }
  return await changeList(deps, seen, async (tx, { list, gallery }) => {
    if (list.pick_limit === read.value) return undefined
    await updateList(tx, list.id, { pick_limit: read.value })
    const label = (limit: number | null) => String(limit ?? gallery.pickLimit ?? 'no limit')
    const changes = [{ field: 'Limit', from: label(list.pick_limit), to: label(read.value) }]
    return { action: 'favorites-limited', changes }
  })
}

interface Taken {
  list: Row<'favorite_lists'>
  gallery: ChoosingGallery
  chooser: Chooser | undefined
}

async function changeList(
  { db, clock, author }: WriteDeps,
  seen: ExpectedList,
  change: (tx: Tx, taken: Taken) => Promise<Omit<Parameters<typeof recordAction>[1], 'subject'> | undefined>,
): Promise<ListChanged> {
  return await transact(db, async (tx): Promise<ListChanged> => {
    const list = await lockList(tx, seen)
    const gallery = await selectGallery(tx, seen.galleryId)
    if (!list || !gallery) return { ok: false, reason: 'missing' }
    if (list.version !== seen.version) return { ok: false, reason: 'changed-since' }
    const chooser = (await selectChoosers(tx, gallery.id)).find(({ id }) => id === list.share_id)
    const done = await change(tx, { list, gallery, chooser })
    const subject = `${list.purpose} of ${chooser?.name || chooser?.email || 'a client'}, ${gallery.title}`
    if (done) await recordAction({ db: tx, clock, author }, { ...done, subject })
    return { ok: true }
  })
}

export interface WaitingFavorites {
  id: string
  galleryId: string
  gallery: string
  who: string
  purpose: string
  note: string
  submittedAt: number
}

/** Submitted lists without a reply, oldest first. */
export async function listWaitingFavorites({ db }: { db: Db }, limit: number): Promise<WaitingFavorites[]> {
  const rows = await waitingListsQuery(db, limit).execute()
  return rows.map((row) => ({
    ...{ id: row.id, galleryId: row.gallery_id, gallery: row.title, purpose: row.purpose, note: row.note },
    who: row.name || row.email,
    submittedAt: row.submitted_at ?? 0,
  }))
}

export const countWaitingFavorites = ({ db }: { db: Db }): Promise<number> => countWaitingLists(db)

/** Maximum photos shown of a list; its export contains all. */
const SHOWN = 200

/** A comment as shown in the Studio. */
export interface ReviewComment {
  id: string
  author: string
  isStudio: boolean
  body: string
  when: string
}

/** A photo that a client picked or commented on. */
export interface ReviewItem {
  itemId: string
  number: number
  fileName: string
  title: string
  photo: PhotoView | null
  comments: ReviewComment[]
}

export interface ReviewList extends FavoriteList {
  /** The list's own limit; null: the gallery's. */
  ownLimit: number | null
  /** Such as "Nov 20, 2026, 9:30 AM"; null: not submitted. */
  sentOff: string | null
  isCompleted: boolean
  items: ReviewItem[]
  /** Number of further photos that aren't shown. */
  more: number
}

export interface ReviewPerson {
  shareId: string
  name: string
  email: string
  isRevoked: boolean
  lists: ReviewList[]
  /** Photos with the client's comments that are on no list. */
  spoken: ReviewItem[]
}

export interface ClientFavorites {
  gallery: ChoosingGallery
  people: ReviewPerson[]
  /** Clients who can pick favorites but haven't. */
  idle: string[]
}

/** All lists of a gallery with their comments. @returns undefined: not a client gallery */
export async function readClientFavorites(
  { db }: { db: Db },
  galleryId: string,
): Promise<ClientFavorites | undefined> {
  const gallery = await selectGallery(db, galleryId)
  if (!gallery) return undefined
  const [choosers, lists, chosen, comments, { studio }] = await Promise.all([
    selectChoosers(db, galleryId),
    selectListsOfGallery(db, galleryId),
    selectChosenByList(db, galleryId),
    selectCommentsOfGallery(db, galleryId),
    readSettings({ db }),
  ])
  const zone = studio.timeZone
  const said = Map.groupBy(comments, ({ item_id }) => item_id)
  const spoken = await selectNumbered(db, { galleryId, itemIds: [...said.keys()] })
  const photos = await privatePhotosById({ db }, [
    ...[...chosen.values()].flatMap((items) => items.slice(0, SHOWN).map(({ photoId }) => photoId)),
    ...spoken.map(({ photoId }) => photoId),
  ])
  type Item = Omit<(typeof spoken)[number], 'caption'>
  const reviewItemOf = ({ itemId, photoId, number, fileName, title }: Item, shareId: string): ReviewItem => ({
    ...{ itemId, number, fileName, title },
    photo: photos.get(photoId) ?? null,
    comments: (said.get(itemId) ?? [])
      .filter((each) => isBetween(each, shareId))
      .map((each) => toComment(each, zone)),
  })
  const people = choosers.map((chooser): ReviewPerson => {
    const own = lists.filter(({ shareId }) => shareId === chooser.id)
    const onLists = new Set(own.flatMap(({ id }) => (chosen.get(id) ?? []).map(({ itemId }) => itemId)))
    const wroteOn = new Set(
      comments.filter((each) => isBetween(each, chooser.id)).map(({ item_id }) => item_id),
    )
    return {
      ...{ shareId: chooser.id, name: chooser.name, email: chooser.email, isRevoked: chooser.isRevoked },
      lists: own.map(({ shareId: _, handledAt, ...list }) => {
        const items = chosen.get(list.id) ?? []
        return {
          ...list,
          sentOff: list.submittedAt === null ? null : momentLabel(list.submittedAt, zone),
          isCompleted: handledAt !== null,
          items: items.slice(0, SHOWN).map((item) => reviewItemOf(item, chooser.id)),
          more: Math.max(0, items.length - SHOWN),
        }
      }),
      spoken: spoken
        .filter(({ itemId }) => wroteOn.has(itemId) && !onLists.has(itemId))
        .map((item) => reviewItemOf(item, chooser.id)),
    }
  })
  const begun = people.filter((person) => person.lists.length + person.spoken.length > 0)
  return { gallery, people: begun, idle: idleOf(choosers, begun) }
}

const isBetween = (comment: CommentRow, shareId: string): boolean =>
  comment.share_id === shareId || (comment.share_id === null && comment.to_share_id === shareId)

const toComment = ({ id, author, share_id, body, created_at }: CommentRow, zone: string): ReviewComment => ({
  ...{ id, author, body, isStudio: share_id === null },
  when: momentLabel(created_at, zone),
})

const idleOf = (choosers: Chooser[], begun: ReviewPerson[]): string[] =>
  choosers
    .filter(
      ({ id, canFavorite, isRevoked }) => canFavorite && !isRevoked && !begun.some((b) => b.shareId === id),
    )
    .map(({ name, email }) => name || email)
