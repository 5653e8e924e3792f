import type { Kysely, Updateable } from 'kysely'
import type { Db } from './database.server'
import type { Database } from './schema'

/** Tables whose rows have an id, and a version that every edit raises. */
type VersionedTable = {
  [T in keyof Database]: Database[T] extends { id: unknown; version: unknown } ? T : never
}[keyof Database]

type AnyTables = Kysely<Record<string, { id: string; version: number }>>

/** A row as a form showed it. */
export interface Seen {
  id: string
  version: number
}

/** Changes a row that still has the expected version. @returns whether it had */
export async function updateSeen<T extends VersionedTable>(
  db: Db,
  table: T,
  { id, version }: Seen,
  change: Updateable<Database[T]>,
): Promise<boolean> {
  if (!isVersion(version)) return false
  const { numUpdatedRows } = await (db as unknown as AnyTables)
    .updateTable<string>(table)
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a row that still has the expected version. @returns whether it had */
export async function deleteSeen(db: Db, table: VersionedTable, { id, version }: Seen): Promise<boolean> {
  if (!isVersion(version)) return false
  const { numDeletedRows } = await (db as unknown as AnyTables)
    .deleteFrom(table)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether a number that a form sent can be a row's version. PostgreSQL refuses to compare others. */
export const isVersion = (version: number): boolean =>
  Number.isInteger(version) && version >= 0 && version < 2 ** 31 - 1
