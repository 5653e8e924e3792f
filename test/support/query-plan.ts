import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '~/platform/db/database.server'

/**
 * Steps that make a list slow when it grows: table scans and sorts. Empty: the query walks an index in order.
 * PostgreSQL prefers scans for small tables, so they are disabled where possible.
 */
export async function slowSteps(db: Db, engine: Engine, query: Compilable): Promise<string[]> {
  const plan = await planOf(db, engine, query)
  return plan.filter((line) => /Seq Scan|\bSort\b|TEMP B-TREE/.test(line) || /^SCAN (?!.*INDEX)/.test(line))
}

/** The steps by which a query is answered. */
export async function planOf(db: Db, engine: Engine, query: Compilable): Promise<string[]> {
  const { sql: text, parameters } = query.compile()
  return await db.transaction().execute(async (tx) => {
    if (engine === 'sqlite') {
      const { rows } = await withParameters<{ detail: string }>(
        `explain query plan ${text}`,
        parameters,
      ).execute(tx)
      return rows.map(({ detail }) => detail)
    }
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    const { rows } = await withParameters<{ 'QUERY PLAN': string }>(`explain ${text}`, parameters).execute(tx)
    return rows.map((row) => row['QUERY PLAN'])
  })
}

/** A compiled query's text, with its parameters bound again. */
function withParameters<Row>(text: string, parameters: readonly unknown[]): RawBuilder<Row> {
  const pieces = text.split(/\$\d+|\?/)
  return sql.join<Row>(
    pieces.flatMap((piece, at) =>
      at < parameters.length ? [sql.raw(piece), parameters[at]] : [sql.raw(piece)],
    ),
    sql.raw(''),
  ) as RawBuilder<Row>
}
