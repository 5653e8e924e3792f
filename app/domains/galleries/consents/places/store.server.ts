import type { Db, Tx } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { NewRow } from '~/platform/db/schema'

/** What the photographs of a gallery are, hidden, removed or not. */
export async function selectContents(db: Db, galleryId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('gallery_items as i')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select('p.sha256')
    .where('i.gallery_id', '=', galleryId)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

export async function selectContent(db: Db, photoId: string): Promise<string[]> {
  const rows = await db.selectFrom('photos').select('sha256').where('id', '=', photoId).execute()
  return rows.map(({ sha256 }) => sha256)
}

export async function insertWithheld(tx: Tx, rows: NewRow<'withheld_photos'>[]): Promise<void> {
  for (const some of inParts(rows)) await tx.insertInto('withheld_photos').values(some).execute()
}

/** What an address has withdrawn in galleries that are gone, the newest first. */
export const withheldOfQuery = (db: Db, email: string) =>
  db
    .selectFrom('withheld_photos')
    .select(['name', 'email', 'gallery', 'withdrawn_at as withdrawnAt'])
    .select((e) => e.fn.countAll<number>().as('photographs'))
    .where('email_key', '=', email)
    .groupBy(['withdrawn_at', 'name', 'email', 'gallery'])
    .orderBy('withdrawn_at', 'desc')
