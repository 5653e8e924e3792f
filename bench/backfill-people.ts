import { randomUUIDv7 } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { termsOf } from '../app/platform/search-words.ts'

const ROWS_AT_ONCE = 1_000
const TERMS_AT_ONCE = 2_000

/** Everything known about one email address. */
interface Found {
  email: string
  name: string
  phone: string
  userId: string | null
  records: number
  first: number
  last: number
}

interface Seen {
  id: string
  email: string
  name: string
  phone: string
  at: number
  user_id: string | null
}

/**
 * Makes one person record for each new email address among accounts and forms. Details of a confirmed account win
 * over those of a form.
 */
export async function backfillPeople(db: Kysely<unknown>): Promise<void> {
  const found = new Map<string, Found>()
  const read = async (records: number, rows: (after: string) => RawBuilder<Seen>) => {
    for await (const row of inBatches(db, rows)) add(found, row, records)
  }
  const users = (state: number) => (after: string) =>
    sql<Seen>`
    select id, email, name, phone, created_at as at,
      case when email_verified = 1 then id else null end as user_id
    from users where email_verified = ${state} and id > ${after} order by id limit ${ROWS_AT_ONCE}`
  const form = (table: string, at: string) => (after: string) =>
    sql<Seen>`
    select id, email, name, phone, ${sql.ref(at)} as at, null as user_id
    from ${sql.table(table)} where id > ${after} order by id limit ${ROWS_AT_ONCE}`
  const address = (table: string) => (after: string) =>
    sql<Seen>`
    select id, email, '' as name, '' as phone, request_date as at, null as user_id
    from ${sql.table(table)} where id > ${after} order by id limit ${ROWS_AT_ONCE}`

  await read(0, users(1))
  await read(0, users(0))
  await read(1, form('contact_messages', 'received_at'))
  await read(1, address('do_not_sell_requests'))
  await read(1, address('newsletter'))
  const known = await sql<{ email_key: string }>`select email_key from person_addresses`.execute(db)
  for (const { email_key } of known.rows) found.delete(email_key)
  await writePeople(
    db,
    [...found.values()].sort((a, b) => a.first - b.first),
  )
}

async function* inBatches(db: Kysely<unknown>, rowsAfter: (after: string) => RawBuilder<Seen>) {
  for (let after = ''; ; ) {
    const { rows } = await rowsAfter(after).execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

function add(found: Map<string, Found>, { email, name, phone, at, user_id }: Seen, records: number) {
  const key = email.toLowerCase()
  const known = found.get(key)
  if (!known) {
    found.set(key, { email, name, phone, userId: user_id, records, first: at, last: at })
    return
  }
  if (known.userId === null) {
    known.name ||= name
    known.phone ||= phone
  }
  known.records += records
  known.first = Math.min(known.first, at)
  known.last = Math.max(known.last, at)
}

async function writePeople(db: Kysely<unknown>, all: Found[]): Promise<void> {
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE) {
    const people = all.slice(start, start + ROWS_AT_ONCE).map((each) => ({ ...each, id: randomUUIDv7() }))
    const rows = people.map(
      ({ id, name, phone, userId, records, first, last }) => sql`
        (${id}, ${name}, ${phone}, ${userId === null ? 'claim' : 'account'}, '', ${userId}, ${records},
          0, null, 1, ${first}, ${last})`,
    )
    await sql`
      insert into people (id, name, phone, details_from, note, user_id, records, is_subscriber, merged_into, version,
        created_at, last_contact_at)
      values ${sql.join(rows)}`.execute(db)
    const addresses = people.map(
      ({ id, email, userId, first }) => sql`
        (${email.toLowerCase()}, ${email}, ${id}, ${userId === null ? null : first}, 0, ${first})`,
    )
    await sql`
      insert into person_addresses (email_key, email, person_id, verified_at, subscribed, created_at)
      values ${sql.join(addresses)}`.execute(db)
    await insertTerms(
      db,
      people.flatMap(({ id, email, name, phone }) =>
        termsOf([email, name, phone]).map((term) => ['person', term, id] as const),
      ),
    )
  }
}

async function insertTerms(
  db: Kysely<unknown>,
  terms: (readonly [kind: string, term: string, id: string])[],
): Promise<void> {
  for (let start = 0; start < terms.length; start += TERMS_AT_ONCE) {
    const rows = terms.slice(start, start + TERMS_AT_ONCE).map((row) => sql`(${sql.join(row)})`)
    await sql`insert into search_terms (kind, term, ref_id) values ${sql.join(rows)}`.execute(db)
  }
}
