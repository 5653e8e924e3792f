import './app-modules.ts'
import { sql } from 'kysely'
import type { Db } from '../app/platform/db/database.server.ts'
import { auditOf, COUNT, contactMessageOf, doNotSellOf, mailOf, subscriberOf } from './studio-records.ts'

const { openDatabase } = await import('../app/platform/db/database.server.ts')
const { termsOf } = await import('../app/platform/search-words.ts')
const { backfillPeople } = await import('./backfill-people.ts')

const ROWS_AT_ONCE = 5_000

interface Where {
  databaseUrl: string | undefined
  dataDir: string
}

/**
 * Fills an installation with `COUNT` records of each kind, the same in every run, with their search terms, and
 * one person for each email address.
 */
export async function fillStudio(where: Where): Promise<void> {
  const db = openDatabase(where)
  try {
    await db.transaction().execute(async (tx) => {
      // Otherwise, renditions of the demo photos would be made during the benchmark.
      await tx.deleteFrom('jobs').execute()
      // Search terms arrive in random order, so SQLite's default cache would be written and read repeatedly.
      if (!where.databaseUrl) await sql`pragma cache_size = -500000`.execute(tx)
      const insert = where.databaseUrl ? insertOnPostgres : insertOnSqlite
      const fill = async (
        table: string,
        rowOf: (n: number) => object,
        kind?: string,
        columns: string[] = [],
      ) => {
        for (let start = 0; start < COUNT; start += ROWS_AT_ONCE) {
          const rows = Array.from({ length: ROWS_AT_ONCE }, (_, n) => rowOf(start + n) as Row)
          await insert(tx, table, rows)
          if (kind) await insert(tx, 'search_terms', termRows(kind, rows, columns))
        }
      }
      await fill('contact_messages', contactMessageOf, 'contact-message', [
        'name',
        'email',
        'phone',
        'subject',
      ])
      await fill('do_not_sell_requests', doNotSellOf, 'do-not-sell', ['email'])
      await fill('outbox', mailOf, 'mail', ['to_address', 'subject'])
      await fill('audit', auditOf)
      await fill('newsletter', subscriberOf)
      await backfillPeople(tx as never)
    })
    // The server does this by itself after some time.
    await sql.raw(where.databaseUrl ? 'vacuum analyze' : 'analyze').execute(db)
  } finally {
    await db.destroy()
  }
}

type Row = Record<string, string | number | null>

const termRows = (kind: string, rows: Row[], columns: string[]): Row[] =>
  rows.flatMap((row) =>
    termsOf(columns.map((column) => String(row[column] ?? ''))).map((term) => ({
      kind,
      term,
      ref_id: row.id ?? '',
    })),
  )

/** One array per column: binding each field takes ten times as long. */
async function insertOnPostgres(db: Db, table: string, rows: Row[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    db,
  )
}

async function insertOnSqlite(db: Db, table: string, rows: Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  const columns = sql.join(names.map((column) => sql.ref(column)))
  const values = sql.join(names.map((column) => sql`json_extract(value, ${sql.lit(`$.${column}`)})`))
  await sql`
    insert into ${sql.table(table)} (${columns}) select ${values} from json_each(${JSON.stringify(rows)})`.execute(
    db,
  )
}
