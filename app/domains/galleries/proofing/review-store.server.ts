import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'

export interface ChoosingGallery {
  id: string
  title: string
  pickLimit: number | null
  proofing: boolean
}

export async function selectGallery(db: Db, id: string): Promise<ChoosingGallery | undefined> {
  const row = await db
    .selectFrom('galleries')
    .select(['id', 'title', 'pick_limit', 'proofing'])
    .where('id', '=', id)
    .where('kind', '=', 'client')
    .executeTakeFirst()
  return row && { id: row.id, title: row.title, pickLimit: row.pick_limit, proofing: row.proofing === 1 }
}

export interface Chooser {
  id: string
  name: string
  email: string
  canFavorite: boolean
  isRevoked: boolean
  tokenVersion: number
}

/** All current and former clients of a gallery. */
export async function selectChoosers(db: Db, galleryId: string): Promise<Chooser[]> {
  const rows = await db
    .selectFrom('gallery_shares')
    .select(['id', 'name', 'email', 'can_favorite', 'revoked_at', 'token_version'])
    .where('gallery_id', '=', galleryId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, email: row.email },
    canFavorite: row.can_favorite === 1,
    isRevoked: row.revoked_at !== null,
    tokenVersion: row.token_version,
  }))
}

/** Locks a list of a gallery until the transaction ends. */
export async function lockList(
  tx: Tx,
  { id, galleryId }: { id: string; galleryId: string },
): Promise<Row<'favorite_lists'> | undefined> {
  const list = tx
    .selectFrom('favorite_lists')
    .selectAll()
    .where('id', '=', id)
    .where('gallery_id', '=', galleryId)
  return await lockRows(tx, list).executeTakeFirst()
}

/** Submitted lists without a reply, oldest first. */
export const waitingListsQuery = (db: Db, limit: number) =>
  db
    .selectFrom('favorite_lists as l')
    .innerJoin('galleries as g', 'g.id', 'l.gallery_id')
    .innerJoin('gallery_shares as s', 's.id', 'l.share_id')
    .select(['l.id', 'l.gallery_id', 'l.purpose', 'l.note', 'l.submitted_at', 'g.title', 's.name', 's.email'])
    .where('l.submitted_at', 'is not', null)
    .where('l.completed_at', 'is', null)
    .orderBy('l.submitted_at')
    .limit(limit)

export async function countWaitingLists(db: Db): Promise<number> {
  const row = await db
    .selectFrom('favorite_lists')
    .select((e) => e.fn.countAll().as('n'))
    .where('submitted_at', 'is not', null)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}
