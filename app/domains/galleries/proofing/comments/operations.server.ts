import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { momentLabel } from '~/platform/time'
import type { GalleryAccess } from '../../access/model'
import { readComment } from '../choice-form'
import { COMMENTS_MAX, type PhotoComment } from '../model'
import { chooserOf } from '../operations.server'
import { isSeenItem, lockShare } from '../store.server'
import { deleteComment, insertComment, selectCommentsFor, selectOwnComments } from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

/** What whoever looks at a gallery may read about some of its photographs, oldest first. */
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

export type Commented =
  | { ok: true }
  | { ok: false; reason: 'not-allowed' | 'missing' }
  | { ok: false; reason: 'refused'; sentence: string }

/** Says something about a photograph. The same words twice in a row are one comment: a form may be sent twice. */
export async function commentOnPhoto(
  { db, clock }: Deps,
  access: GalleryAccess,
  { itemId, typed }: { itemId: string; typed: string },
): Promise<Commented> {
  const share = chooserOf(access)
  if (!share) return { ok: false, reason: 'not-allowed' }
  const read = readComment(typed)
  if (!read.ok) return { ok: false, reason: 'refused', sentence: read.sentence }
  const galleryId = access.gallery.id
  return await transact(db, async (tx): Promise<Commented> => {
    await lockShare(tx, share.id)
    if (!(await isSeenItem(tx, galleryId, itemId))) return { ok: false, reason: 'missing' }
    const own = await selectOwnComments(tx, { itemId, galleryId, shareId: share.id })
    if (own[0]?.body === read.text) return { ok: true }
    if (own.length >= COMMENTS_MAX)
      return {
        ok: false,
        reason: 'refused',
        sentence: `You’ve written ${COMMENTS_MAX} comments on this photo. Contact us instead.`,
      }
    await insertComment(tx, {
      ...{ id: newId(), gallery_id: galleryId, item_id: itemId, share_id: share.id },
      ...{ author: share.name || share.email, body: read.text, created_at: clock.now() },
    })
    return { ok: true }
  })
}

/** Takes back one’s own word. @returns whether it was there */
export async function withdrawComment(
  { db }: { db: Db },
  access: GalleryAccess,
  id: string,
): Promise<boolean> {
  const share = chooserOf(access)
  if (!share) return false
  return await transact(db, async (tx) => {
    const removed = await deleteComment(tx, { id, galleryId: access.gallery.id, shareId: share.id })
    return removed !== undefined
  })
}
