import { sql } from 'kysely'
import { type Db, transact } from '~/platform/db/database.server'
import type { Database } from '~/platform/db/schema'
import { SEALED_COLUMNS, type SealedName } from '~/platform/sealed-columns'
import { reseal } from '~/platform/sealing.server'
import type { Secret } from '~/platform/secret'

const ROWS_AT_ONCE = 200

/** Reseals with the current secret what a previous one sealed. Safe to repeat while the site runs. */
export async function resealColumns(db: Db, secret: Secret): Promise<void> {
  for (const name of Object.keys(SEALED_COLUMNS) as SealedName[])
    await rewriteColumn(db, SEALED_COLUMNS[name], (sealed) => reseal(secret, name, sealed))
}

/** For a table with a key `id`. @param rewrite undefined: keep the value */
export async function rewriteColumn(
  db: Db,
  { table, column }: { table: keyof Database; column: string },
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
      // Values changed concurrently are newer and stay.
      for (const { id, was, is } of changed)
        await sql`update ${from} set ${field} = ${is} where id = ${id} and ${field} = ${was}`.execute(tx)
    })
  }
}
