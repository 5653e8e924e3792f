import { sql } from 'kysely'
import { type Db, transact } from '~/platform/db/database.server'
import type { Database } from '~/platform/db/schema'
import { reseal } from '~/platform/sealing.server'
import type { Secret } from '~/platform/secret'

/** A column whose values are sealed; its table has a key `id`. */
export interface SealedColumn {
  table: keyof Database
  column: string
  purpose: string
}

const ROWS_AT_ONCE = 200

/** Seals under the current secret what is still sealed under a previous one. Safe to repeat, and beside the site. */
export async function resealColumns(db: Db, secret: Secret, columns: readonly SealedColumn[]): Promise<void> {
  for (const column of columns)
    await rewriteColumn(db, column, (sealed) => reseal(secret, column.purpose, sealed))
}

/** @param rewrite undefined: the value stays */
export async function rewriteColumn(
  db: Db,
  { table, column }: Pick<SealedColumn, 'table' | 'column'>,
  rewrite: (value: string) => string | undefined | Promise<string | undefined>,
): Promise<void> {
  const [from, field] = [sql.table(table), sql.ref(column)]
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; value: string }>`
      select id, ${field} as value from ${from}
      where id > ${after} and ${field} is not null order by id limit ${sql.lit(ROWS_AT_ONCE)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const changed: { id: string; was: string; is: string }[] = []
    for (const { id, value } of rows) {
      const is = await rewrite(value)
      if (is !== undefined) changed.push({ id, was: value, is })
    }
    if (changed.length === 0) continue
    await transact(db, async (tx) => {
      // What someone changed in between is newer, and stays.
      for (const { id, was, is } of changed)
        await sql`update ${from} set ${field} = ${is} where id = ${id} and ${field} = ${was}`.execute(tx)
    })
  }
}
