import { type Kysely, sql } from 'kysely'
import { type Db, transact } from '~/platform/db/database.server'
import { readTableShapes } from '~/platform/db/table-shapes.server'

type AnyTable = Kysely<Record<string, Record<string, unknown>>>

/** Bound values per statement, below both engines' limits. */
const VALUES_AT_ONCE = 20_000

/**
 * Replaces all rows of `to` by those of `from`. Both must be at the same version, but may be on different
 * engines.
 */
export async function copyRows(from: Db, to: Db): Promise<void> {
  const shapes = await readTableShapes(from)
  await transact(to, async (tx) => {
    for (const { name } of shapes.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
    for (const { name, columns } of shapes) {
      const names = columns.map((column) => column.name)
      // What triggers on the tables before it have written.
      await sql`delete from ${sql.table(name)}`.execute(tx)
      const rows = await (from as unknown as AnyTable).selectFrom(name).select(names).execute()
      const atOnce = Math.floor(VALUES_AT_ONCE / names.length)
      for (let start = 0; start < rows.length; start += atOnce)
        await (tx as unknown as AnyTable)
          .insertInto(name)
          .values(rows.slice(start, start + atOnce))
          .execute()
    }
  })
}
