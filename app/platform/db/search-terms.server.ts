import { type Expression, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchWords, termsOf } from '../search-words'
import type { Db } from './database.server'

/** What can be searched. */
export type SearchKind = 'enquiry' | 'date-request' | 'do-not-sell' | 'mail' | 'person' | 'photo' | 'booking'

/** Rows of one statement: three values each, far below what SQLite binds (32,766). */
const ROWS_AT_ONCE = 2_000

/** Writes down what a record is found by, instead of what it was found by before. `tx` is the transaction that changes it. */
export async function indexTerms(
  tx: Db,
  kind: SearchKind,
  id: string,
  texts: (string | null)[],
): Promise<void> {
  await dropTerms(tx, kind, id)
  const rows = termsOf(texts).map((term) => ({ kind, term, ref_id: id }))
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await tx
      .insertInto('search_terms')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** For a record that goes. */
export async function dropTerms(tx: Db, kind: SearchKind, id: string): Promise<void> {
  await tx.deleteFrom('search_terms').where('kind', '=', kind).where('ref_id', '=', id).execute()
}

/**
 * Words with fewer terms than this are followed from the index to their records; when all have more, the list is
 * walked and each record asked: enough of them match. Measured on both engines with 100,000 records.
 */
const BROAD = 50_000

/** Each word that was typed, from the rarest on, with whether it has so many terms that the list is walked; null: no search. */
export type Search = { kind: SearchKind; words: { word: string; isBroad: boolean }[] } | null

/** Looks at how rare the words of a search are. Ask once, then narrow the list’s query with `matches`. */
export async function readSearch(
  db: Db,
  kind: SearchKind,
  search: string,
  broad: number = BROAD,
): Promise<Search> {
  if (search.trim() === '') return null
  const words = await Promise.all(
    searchWords(search).map(async (word) => ({ word, count: await countTerms(db, kind, word, broad) })),
  )
  return {
    kind,
    words: words
      .toSorted((a, b) => a.count - b.count)
      .map(({ word, count }) => ({ word, isBroad: count >= broad })),
  }
}

async function countTerms(db: Db, kind: SearchKind, word: string, most: number): Promise<number> {
  const some = termsQuery(db, kind, word).select('ref_id').limit(most)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The condition that every word of the search begins a term of the record, for the query of a list:
 * `.where(matches(db, search, 'enquiries.id'))`. What holds no word that could be found matches nothing.
 * @param ref the column of the list’s table that is the record’s id
 */
export function matches(db: Db, search: Search, ref: string): Expression<SqlBool> {
  if (search === null) return sql<SqlBool>`1 = 1`
  const { kind, words } = search
  const [rarest, ...others] = words
  if (!rarest) return sql<SqlBool>`1 = 0`
  const has = ({ word }: { word: string }, record: string): RawBuilder<SqlBool> =>
    sql`exists ${termsQuery(db, kind, word)
      .select('ref_id')
      .where('ref_id', '=', sql<string>`${sql.ref(record)}`)}`
  if (rarest.isBroad) return every(words.map((word) => has(word, ref)))
  const terms = termsQuery(db, kind, rarest.word).select('ref_id')
  const found = db.selectFrom(terms.as('found')).select('found.ref_id')
  // PostgreSQL guesses badly how a list and a subquery should meet. An array it reads once, and walks newest first.
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(ref)} = any(array${others.reduce((query, word) => query.where(has(word, 'found.ref_id')), found)})`
    : every([sql`${sql.ref(ref)} in ${found}`, ...others.map((word) => has(word, ref))])
}

const every = (conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** The condition that a record has one of these mail addresses among its terms. */
export function recordsOf(db: Db, kind: SearchKind, emails: string[], ref: string): Expression<SqlBool> {
  const terms = emails.flatMap((email) => searchWords(email).slice(0, 1))
  if (terms.length === 0) return sql<SqlBool>`1 = 0`
  const found = db
    .selectFrom('search_terms')
    .select('ref_id')
    .where('kind', '=', kind)
    .where('term', 'in', terms)
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(ref)} = any(array${found})`
    : sql<SqlBool>`${sql.ref(ref)} in ${found}`
}

/** Terms that begin with the word. The column sorts by code point on both engines, and U+10FFFF is behind every text. */
const termsQuery = (db: Db, kind: SearchKind, word: string) =>
  db
    .selectFrom('search_terms')
    .where('kind', '=', kind)
    .where('term', '>=', word)
    .where('term', '<', `${word}\u{10FFFF}`)

const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter
