import { type Kysely, sql } from 'kysely'
import { termsOf } from '../../app/platform/search-words'

const ROWS_AT_ONCE = 2_000
const RECORDS_AT_ONCE = 500

/**
 * Makes the records of a table that are there already be found, by the words of these columns. It takes the rule of
 * today’s searches on purpose: terms that an older rule made would not be found by them.
 */
export async function indexTable(
  db: Kysely<unknown>,
  { table, kind, columns }: { table: string; kind: string; columns: string[] },
): Promise<void> {
  let after = ''
  for (;;) {
    const { rows } = await sql<Record<string, string | null> & { id: string }>`
      select id, ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where id > ${after} order by id limit ${RECORDS_AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    await insertTerms(
      db,
      rows.flatMap((row) =>
        termsOf(columns.map((column) => row[column] ?? null)).map((term) => [kind, term, row.id] as const),
      ),
    )
    after = last.id
  }
}

/** Terms that are there already stay. */
export async function insertTerms(
  db: Kysely<unknown>,
  terms: (readonly [kind: string, term: string, id: string])[],
): Promise<void> {
  for (let start = 0; start < terms.length; start += ROWS_AT_ONCE) {
    const rows = terms.slice(start, start + ROWS_AT_ONCE).map((row) => sql`(${sql.join(row)})`)
    await sql`
      insert into search_terms (kind, term, ref_id) values ${sql.join(rows)}
      on conflict do nothing`.execute(db)
  }
}
