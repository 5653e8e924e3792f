import { type Kysely, sql } from 'kysely'
import { type Db, runsOnPostgres } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { SearchKind } from '~/platform/db/search-terms.server'
import { readTableShapes } from '~/platform/db/table-shapes.server'
import type { TableShape } from '~/platform/db/tables'
import { termsOf } from '~/platform/search-words'
import type { TableRow } from './archived-tables'

/** Tables that have rows in a new installation, from migrations. */
const SEEDED = ['resources']

/** @returns a table that already has rows; undefined: the installation is empty */
export async function findUsedTable(db: Db, shapes: TableShape[]): Promise<string | undefined> {
  for (const { name } of shapes) {
    if (SEEDED.includes(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return name
  }
  return undefined
}

/**
 * Fills a table, in place of what a migration, or a trigger on the tables before it, wrote there.
 * @returns the number of rows
 */
export async function fillTable(
  tx: Db,
  { name }: Pick<TableShape, 'name'>,
  batches: AsyncIterable<TableRow[]>,
): Promise<number> {
  // Safe as identifiers, since table and column names come from the database's own schema.
  const anyTable = tx as unknown as Kysely<Record<string, TableRow>>
  await anyTable.deleteFrom(name).execute()
  let count = 0
  for await (const rows of batches) {
    await anyTable.insertInto(name).values(rows).execute()
    // Triggers look up rows of tables that PostgreSQL knows nothing about yet, and would read all of them each time.
    if (count === 0 && runsOnPostgres(tx)) await sql`analyze ${sql.table(name)}`.execute(tx)
    count += rows.length
  }
  return count
}

const PHOTOS_AT_ONCE = 1_000

/** The columns of each photo that describe its file, and after them those of each client's photo. */
export async function* originalRows(tx: Db) {
  yield* libraryRows(tx)
  // A backup before an upgrade copies a database that may not have the table yet.
  const shapes = await readTableShapes(tx)
  if (shapes.some(({ name }) => name === 'client_photos')) yield* clientRows(tx)
}

async function* clientRows(tx: Db) {
  for (let after = ''; ; ) {
    const rows = await tx
      .selectFrom('client_photos')
      .select(['id', 'sha256', 'original_name', 'format', 'bytes', 'width', 'height'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PHOTOS_AT_ONCE)
      .execute()
    for (const row of rows) yield { ...row, media_hash: null }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

async function* libraryRows(tx: Db) {
  for (let after = ''; ; ) {
    const rows = await tx
      .selectFrom('photos')
      .select(['id', 'sha256', 'media_hash', 'original_name', 'format', 'bytes', 'width', 'height'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PHOTOS_AT_ONCE)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Deletes all second factors, which need the other secret, so that no one is locked out. @returns how many */
export async function dropTwoFactors(tx: Db): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('two_factors').executeTakeFirst()
  await tx.updateTable('users').set({ two_factor_enabled: 0 }).execute()
  return Number(numDeletedRows)
}

/** Whether an installation with these rows can start: it needs the mark that its initial content was loaded. */
export async function isWhole(tx: Db): Promise<boolean> {
  const row = await tx
    .selectFrom('settings')
    .select('key')
    .where('key', '=', 'installation')
    .executeTakeFirst()
  return row !== undefined
}

const RECORDS_AT_ONCE = 500

/** Records that are searched by columns of their own table, the most important column first. */
const SEARCHED: { table: string; kind: SearchKind; columns: string[] }[] = [
  { table: 'contact_messages', kind: 'contact-message', columns: ['email', 'name', 'phone', 'subject'] },
  { table: 'do_not_sell_requests', kind: 'do-not-sell', columns: ['email'] },
  { table: 'outbox', kind: 'mail', columns: ['to_address', 'subject'] },
  { table: 'photos', kind: 'photo', columns: ['title', 'original_name', 'slug', 'alt', 'camera'] },
  { table: 'galleries', kind: 'gallery', columns: ['title', 'slug', 'dateline', 'category'] },
  { table: 'bookings', kind: 'booking', columns: ['reference', 'email', 'name', 'phone'] },
]

/** Maximum number of rows in a statement, with three values each. */
const TERMS_AT_ONCE = 2_000

/** Fills the empty search index. */
export async function indexEverything(tx: Db): Promise<void> {
  let terms: Row<'search_terms'>[] = []
  const write = async () => {
    if (terms.length > 0) await tx.insertInto('search_terms').values(terms).execute()
    terms = []
  }
  for await (const { kind, id, texts } of searchedRecords(tx))
    for (const term of termsOf(texts)) {
      terms.push({ kind, term, ref_id: id })
      if (terms.length >= TERMS_AT_ONCE) await write()
    }
  await write()
}

interface Searched {
  kind: SearchKind
  id: string
  texts: (string | null)[]
}

/** Every searchable record, with its texts. */
async function* searchedRecords(tx: Db): AsyncGenerator<Searched> {
  for (const { table, kind, columns } of SEARCHED) {
    let after = ''
    for (;;) {
      const { rows } = await sql<Record<string, string | null> & { id: string }>`
        select id, ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
        where id > ${after} order by id limit ${sql.lit(RECORDS_AT_ONCE)}`.execute(tx)
      for (const row of rows) yield { kind, id: row.id, texts: columns.map((column) => row[column] ?? null) }
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
  }
  yield* searchedPeople(tx)
}

async function* searchedPeople(tx: Db): AsyncGenerator<Searched> {
  const people = await tx
    .selectFrom('people')
    .select(['id', 'name', 'phone'])
    .where('merged_into', 'is', null)
    .orderBy('id')
    .execute()
  const addresses = await tx
    .selectFrom('person_addresses')
    .select(['person_id', 'email'])
    .orderBy('verified_at', (order) => order.desc().nullsLast())
    .orderBy('created_at')
    .orderBy('email_key')
    .execute()
  const byPerson = Map.groupBy(addresses, (address) => address.person_id)
  for (const { id, name, phone } of people) {
    const emails = (byPerson.get(id) ?? []).map(({ email }) => email)
    yield { kind: 'person', id, texts: [...emails, name, phone] }
  }
}

/** Photos that need renditions, in batches. */
export async function* photosToRender(tx: Db): AsyncGenerator<{ id: string; width: number }[]> {
  for (let after = ''; ; ) {
    const rows = await tx
      .selectFrom('photos')
      .select(['id', 'width'])
      .where('state', '<>', 'failed')
      .where('id', '>', after)
      .orderBy('id')
      .limit(RECORDS_AT_ONCE)
      .execute()
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Emails queued when the archive was made. */
export const selectWaitingMail = (tx: Db) =>
  tx.selectFrom('outbox').select('id').where('state', '=', 'queued').orderBy('id').execute()

/** Confirmed bookings whose session hadn't ended at `from`. */
export const selectUpcomingBookings = (tx: Db, from: number) =>
  tx
    .selectFrom('bookings')
    .select(['id', 'email', 'session_date', 'session_end'])
    .where('state', '=', 'confirmed')
    .where('session_end', '>=', from)
    .orderBy('id')
    .execute()
