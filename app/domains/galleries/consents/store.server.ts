import type { Db, Tx } from '~/platform/db/database.server'
import { lockRows } from '~/platform/db/row-locks.server'
import type { NewRow, Row } from '~/platform/db/schema'
import type { HistoryQuery } from '~/platform/history'
import { type Consent, readUses } from './model'

/** A gallery as the register names it. */
export interface RegisterGallery {
  id: string
  title: string
  kind: Row<'galleries'>['kind']
  createdAt: number
}

export const selectGallery = (db: Db, id: string): Promise<RegisterGallery | undefined> =>
  db
    .selectFrom('galleries')
    .select(['id', 'title', 'kind', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Waits until nobody else publishes photographs of these galleries or changes their consents: what is decided from the
 * register stays true until the transaction ends. On SQLite every transaction that writes does so already.
 */
export async function lockGalleries(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const galleries = tx.selectFrom('galleries').select('id').where('id', 'in', ids).orderBy('id')
  await lockRows(tx, galleries).execute()
}

/** The first day on which a photograph of the gallery was made; null: no file says. */
export async function selectFirstDay(db: Db, galleryId: string): Promise<string | null> {
  const row = await db
    .selectFrom('gallery_items as i')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select((e) => e.fn.min('p.captured_at').as('first'))
    .where('i.gallery_id', '=', galleryId)
    .where('i.removed_at', 'is', null)
    .executeTakeFirst()
  return row?.first?.slice(0, 10) ?? null
}

export const consentFrom = (row: Row<'consents'>): Consent => ({
  id: row.id,
  galleryId: row.gallery_id,
  name: row.name,
  email: row.email,
  bornOn: row.born_on,
  guardian: row.guardian,
  uses: readUses(JSON.parse(row.uses)),
  basis: row.basis,
  givenAt: row.given_at,
  recordedBy: row.recorded_by,
  withdrawnAt: row.withdrawn_at,
  version: row.version,
  covers: row.covers,
})

interface RegisterQuery {
  galleryId: string
  before: string | null
  limit: number
}

/** Newest entry first. */
export const registerQuery = (db: Db, { galleryId, before, limit }: RegisterQuery) =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)

export const selectRegister = async (db: Db, query: RegisterQuery): Promise<Consent[]> =>
  (await registerQuery(db, query).execute()).map(consentFrom)

export async function selectConsent(
  db: Db,
  { galleryId, id }: { galleryId: string; id: string },
): Promise<Consent | undefined> {
  const row = await db
    .selectFrom('consents')
    .selectAll()
    .where('id', '=', id)
    .where('gallery_id', '=', galleryId)
    .executeTakeFirst()
  return row && consentFrom(row)
}

export async function insertConsent(tx: Tx, row: NewRow<'consents'>): Promise<void> {
  await tx.insertInto('consents').values(row).execute()
}

/** @returns whether it was still of that version */
export async function updateConsent(
  tx: Tx,
  { id, version }: { id: string; version: number },
  change: Partial<Row<'consents'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('consents')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What these addresses have agreed to, newest first, with the gallery that it is about. */
export const consentsOfQuery = (db: Db, { emails, until, limit }: HistoryQuery) =>
  db
    .selectFrom('consents as c')
    .innerJoin('galleries as g', 'g.id', 'c.gallery_id')
    .selectAll('c')
    .select('g.title as gallery')
    .where('c.email_key', 'in', emails)
    .where('c.given_at', '<=', until)
    .orderBy('c.given_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)

export const selectConsentsOf = async (
  db: Db,
  query: HistoryQuery,
): Promise<(Consent & { gallery: string })[]> =>
  (await consentsOfQuery(db, query).execute()).map((row) => ({ ...consentFrom(row), gallery: row.gallery }))
