import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchWords, termsOf } from '../search-words'
import { type Db, runsOnPostgres } from './database.server'
import { inParts } from './in-parts'

/** What can be searched. */
export type SearchKind =
  | 'contact-message'
  | 'do-not-sell'
  | 'mail'
  | 'person'
  | 'photo'
  | 'booking'
  | 'gallery'
  | 'post'
  | 'post-title'

/** Rows of one statement. */
const ROWS_AT_ONCE = 2_000

/** Replaces a record's search terms, in the transaction `tx` that changes it. @param most of its terms */
export async function indexTerms(
  tx: Db,
  kind: SearchKind,
  id: string,
  texts: (string | null)[],
  most?: number,
): Promise<void> {
  await indexTermsOfMany(tx, kind, [{ id, texts }], most)
}

/** The same for many records, in few statements. */
export async function indexTermsOfMany(
  tx: Db,
  kind: SearchKind,
  records: { id: string; texts: (string | null)[] }[],
  most?: number,
): Promise<void> {
  const ids = records.map(({ id }) => id)
  for (const some of inParts(ids, ROWS_AT_ONCE))
    await tx.deleteFrom('search_terms').where('kind', '=', kind).where('ref_id', 'in', some).execute()
  await indexNew(tx, kind, records, most)
}

/** The same for new records, which have no terms yet. */
export async function indexNew(
  tx: Db,
  kind: SearchKind,
  records: { id: string; texts: (string | null)[] }[],
  most?: number,
): Promise<void> {
  const rows = records.flatMap(({ id, texts }) => termsOf(texts, most).map((term) => ({ term, id })))
  for (const some of inParts(rows, ROWS_AT_ONCE))
    await tx
      .insertInto('search_terms')
      .columns(['kind', 'term', 'ref_id'])
      .expression(termRows(tx, kind, some))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Bound as one or two values, so that the statement's text is always the same and stays prepared. */
const termRows = (db: Db, kind: SearchKind, rows: { term: string; id: string }[]) =>
  runsOnPostgres(db)
    ? sql<never>`select ${kind}::text, term, ref_id from unnest(${rows.map(({ term }) => term)}::text[], ${rows.map(({ id }) => id)}::text[]) as rows (term, ref_id)`
    : // Without a condition, SQLite would parse `on conflict` as part of a join.
      sql<never>`select ${kind}, value ->> 'term', value ->> 'id' from json_each(${JSON.stringify(rows)}) where true`

/** For a deleted record. */
export async function dropTerms(tx: Db, kind: SearchKind, id: string): Promise<void> {
  await tx.deleteFrom('search_terms').where('kind', '=', kind).where('ref_id', '=', id).execute()
}

/** Thresholds for query plans. */
export interface Sizes {
  /** Up to this many matches are passed as ids. With more, walking the list finds a page quickly. */
  few: number
  /**
   * Up to this many terms of a word are read at once on PostgreSQL. With more, each record is checked by
   * itself, since most match.
   */
  broad: number
  /** From this many terms of the rarest word, the list is walked without looking for few matches before. */
  walked: number
}

/** Measured on both engines with 100,000 records of each kind. */
export const USUAL_SIZES: Sizes = { few: 1_000, broad: 20_000, walked: 20_000 }

interface Word {
  word: string
  /** Number of terms with this prefix, up to `broad`. */
  count: number
  isBroad: boolean
}

/** The ids found, or for large results the words, rarest first; null: no search. */
export type Search = { kind: SearchKind; found: { ids: string[] } | { words: Word[] } } | null

/** Searches along the rarest word. Call it once, then filter the list's query with `matches`. */
export async function readSearch(
  db: Db,
  kind: SearchKind,
  search: string,
  sizes: Sizes = USUAL_SIZES,
): Promise<Search> {
  if (search.trim() === '') return null
  const words = await byRarity(db, kind, searchWords(search), sizes.broad)
  const [rarest, ...others] = words
  if (!rarest) return { kind, found: { ids: [] } }
  const isMuch = rarest.count >= sizes.walked || (others.length === 0 && rarest.count > sizes.few)
  if (isMuch) return { kind, found: { words } }
  const rows = await db
    .selectFrom(recordsWith(db, kind, rarest).as('found'))
    .select('found.ref_id')
    .where(every(others.map((word) => has(db, kind, word, 'found.ref_id'))))
    .limit(sizes.few + 1)
    .execute()
  const ids = new Set(rows.map(({ ref_id }) => ref_id))
  return { kind, found: rows.length > sizes.few ? { words } : { ids: [...ids] } }
}

async function byRarity(db: Db, kind: SearchKind, words: string[], broad: number): Promise<Word[]> {
  const counted = await Promise.all(
    words.map(async (word) => {
      const some = termsQuery(db, kind, word).select('ref_id').limit(broad)
      const { count } = await db
        .selectFrom(some.as('some'))
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return { word, count, isBroad: count >= broad }
    }),
  )
  return counted.toSorted((a, b) => a.count - b.count)
}

/**
 * The condition that every word of the search begins a term of the record, for the query of a list:
 * `.where(matches(db, search, 'contact_messages.id'))`. A search without searchable words matches nothing.
 * @param ref the column of the list's table with the record's id
 */
export function matches(db: Db, search: Search, ref: string): Expression<SqlBool> {
  if (search === null) return every([])
  const { kind, found } = search
  return 'ids' in found
    ? isOneOf(db, found.ids, ref)
    : every(found.words.map((word) => has(db, kind, word, ref)))
}

/** Bound as one value, so that the statement's text is always the same. */
const isOneOf = (db: Db, ids: string[], ref: string): RawBuilder<SqlBool> =>
  runsOnPostgres(db)
    ? sql`${sql.ref(ref)} = any(${ids}::text[])`
    : sql`${sql.ref(ref)} in (select value from json_each(${JSON.stringify(ids)}))`

/**
 * Tells each engine the plan, since both guess badly. The records of a word are read once: PostgreSQL does
 * that with a subquery it can't turn into a join (`is true`). For a broad word, each record is checked by
 * itself.
 */
function has(db: Db, kind: SearchKind, word: Word, ref: string): RawBuilder<SqlBool> {
  const record = sql<string>`${sql.ref(ref)}`
  if (word.isBroad)
    return sql`${termsQuery(db, kind, word.word).select(sql.lit(1).as('one')).where('ref_id', '=', record).limit(1)} = 1`
  const isIn = sql<SqlBool>`${record} in ${recordsWith(db, kind, word)}`
  return runsOnPostgres(db) ? sql`(${isIn}) is true` : isIn
}

/**
 * The limit is never reached. It tells PostgreSQL that the result is small, and keeps SQLite from inverting
 * the query.
 */
const recordsWith = (db: Db, kind: SearchKind, { word, count }: Word) =>
  termsQuery(db, kind, word)
    .select('ref_id')
    .limit(2 * count + 1_000)

const every = (conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`1 = 1` : sql`(${sql.join(conditions, sql` and `)})`

/** Matches records with one of these email addresses among their terms. */
export function recordsOf(db: Db, kind: SearchKind, emails: string[], ref: string): Expression<SqlBool> {
  const terms = emails.flatMap((email) => searchWords(email).slice(0, 1))
  if (terms.length === 0) return sql<SqlBool>`1 = 0`
  const found = db
    .selectFrom('search_terms')
    .select('ref_id')
    .where('kind', '=', kind)
    .where('term', 'in', terms)
  return runsOnPostgres(db)
    ? sql<SqlBool>`${sql.ref(ref)} = any(array${found})`
    : sql<SqlBool>`${sql.ref(ref)} in ${found}`
}

/** Terms with this prefix. The column sorts by code point, and U+10FFFF sorts last. */
const termsQuery = (db: Db, kind: SearchKind, word: string) =>
  db
    .selectFrom('search_terms')
    .where('kind', '=', kind)
    .where('term', '>=', word)
    .where('term', '<', `${word}\u{10FFFF}`)

/**
 * Matches text that contains all of the words, in any order and case (Latin letters only on SQLite). `%` and
 * `_` are literal. Scans the whole table, so use it for small ones.
 */
export const containsWords = (column: string, words: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.split(' ').map((word) => contains(column, word)),
    sql` and `,
  )})`

function contains(column: string, word: string): RawBuilder<boolean> {
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
