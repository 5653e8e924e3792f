import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { Exported } from './model'

export async function insertExport(
  tx: Db,
  {
    id,
    requestedBy,
    passphrase,
    at,
  }: { id: string; requestedBy: string; passphrase: string | null; at: number },
): Promise<void> {
  await tx
    .insertInto('exports')
    .values({
      ...{ id, state: 'making', requested_by: requestedBy, created_at: at },
      ...{ passphrase, is_encrypted: passphrase === null ? 0 : 1 },
      ...{ bytes: null, photos: null, missing: '[]', finished_at: null },
    })
    .execute()
}

/** Newest first. */
export const selectExports = (db: Db): Promise<Row<'exports'>[]> =>
  db.selectFrom('exports').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(20).execute()

export const selectExport = (db: Db, id: string): Promise<Row<'exports'> | undefined> =>
  db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()

export async function finishExport(
  tx: Db,
  id: string,
  { bytes, photos, missing }: Exported,
  at: number,
): Promise<void> {
  await tx
    .updateTable('exports')
    .set({
      ...{ state: 'ready', bytes, photos, missing: JSON.stringify(missing), finished_at: at },
      passphrase: null,
    })
    .where('id', '=', id)
    .execute()
}

export async function failExport(db: Db, id: string, at: number): Promise<void> {
  await db
    .updateTable('exports')
    .set({ state: 'failed', passphrase: null, finished_at: at })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .execute()
}

export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('exports').where('id', '=', id).execute()
}

/** Bytes of all originals. */
export async function sumOriginals(db: Db): Promise<number> {
  const sums = await Promise.all(
    (['photos', 'client_photos'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.sum<string | number | null>('bytes').as('bytes'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return sums.reduce((sum, { bytes }) => sum + Number(bytes ?? 0), 0)
}
