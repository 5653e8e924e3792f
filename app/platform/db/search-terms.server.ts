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

/** Rows of one statement. */
const ROWS_AT_ONCE = 2_000

/** Writes down what a record is found by, instead of what it was found by before. `tx` is the transaction that changes it. */
export async function indexTerms(
  tx: Db,
  kind: SearchKind,
  id: string,
  texts: (string | null)[],
): Promise<void> {
  await indexTermsOfMany(tx, kind, [{ id, texts }])
}

/** The same for many records, in few statements. */
export async function indexTermsOfMany(
  tx: Db,
  kind: SearchKind,
  records: { id: string; texts: (string | null)[] }[],
): Promise<void> {
  const ids = records.map(({ id }) => id)
  for (const some of inParts(ids, ROWS_AT_ONCE))
    await tx.deleteFrom('search_terms').where('kind', '=', kind).where('ref_id', 'in', some).execute()
  await indexNew(tx, kind, records)
}

/** The same for records that were just made, of which nothing is written down yet. */
export async function indexNew(
  tx: Db,
  kind: SearchKind,
  records: { id: string; texts: (string | null)[] }[],
): Promise<void> {
  const rows = records.flatMap(({ id, texts }) => termsOf(texts).map((term) => ({ term, id })))
  for (const some of inParts(rows, ROWS_AT_ONCE))
    await tx
      .insertInto('search_terms')
      .columns(['kind', 'term', 'ref_id'])
      .expression(termRows(tx, kind, some))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Bound as a value or two, so that the statement is the same for each number of them and need not be put together anew. */
const termRows = (db: Db, kind: SearchKind, rows: { term: string; id: string }[]) =>
  runsOnPostgres(db)
    ? sql<never>`select ${kind}::text, term, ref_id from unnest(${rows.map(({ term }) => term)}::text[], ${rows.map(({ id }) => id)}::text[]) as rows (term, ref_id)`
    : // Without a condition SQLite would read `on conflict` as the join's.
      sql<never>`select ${kind}, value ->> 'term', value ->> 'id' from json_each(${JSON.stringify(rows)}) where true`

/** For a record that goes. */
export async function dropTerms(tx: Db, kind: SearchKind, id: string): Promise<void> {
  await tx.deleteFrom('search_terms').where('kind', '=', kind).where('ref_id', '=', id).execute()
}

/** How much is much. */
interface Sizes {
  /** Records of a search that are named to the list. Of more than so many the newest page is soon found by walking it. */
  few: number
  /** Terms of a word that PostgreSQL reads at once. With more of them each record is asked by itself: most say yes. */
  broad: number
}

/** Measured on both engines with 100,000 records of each kind. */
const SIZES: Sizes = { few: 1_000, broad: 20_000 }

interface Word {
  word: string
  /** How many terms begin with it, `broad` at most. */
  count: number
  isBroad: boolean
}

/** The ids of what was found, or the words when that is too much, the rarest first; null: no search. */
export type Search = { kind: SearchKind; found: { ids: string[] } | { words: Word[] } } | null

/** Looks for the records along the rarest word. Ask once, then narrow the list’s query with `matches`. */
export async function readSearch(
  db: Db,
  kind: SearchKind,
  search: string,
  sizes: Sizes = SIZES,
): Promise<Search> {
  if (search.trim() === '') return null
  const words = await byRarity(db, kind, searchWords(search), sizes.broad)
  const [rarest, ...others] = words
  if (!rarest) return { kind, found: { ids: [] } }
  const isMuch = rarest.isBroad || (others.length === 0 && rarest.count > sizes.few)
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
 * `.where(matches(db, search, 'contact_messages.id'))`. What holds no word that could be found matches nothing.
 * @param ref the column of the list’s table that is the record’s id
 */
export function matches(db: Db, search: Search, ref: string): Expression<SqlBool> {
  if (search === null) return every([])
  const { kind, found } = search
  return 'ids' in found
    ? isOneOf(db, found.ids, ref)
    : every(found.words.map((word) => has(db, kind, word, ref)))
}

/** Bound as one value, so that the statement is the same for each number of them. */
const isOneOf = (db: Db, ids: string[], ref: string): RawBuilder<SqlBool> =>
  runsOnPostgres(db)
    ? sql`${sql.ref(ref)} = any(${ids}::text[])`
    : sql`${sql.ref(ref)} in (select value from json_each(${JSON.stringify(ids)}))`

/**
 * Each engine is told how, since both guess badly. The records of a word are read once and kept at hand: PostgreSQL does
 * that with a subquery that it cannot make a join of (`is true`). For a broad word each record is asked by itself.
 */
function has(db: Db, kind: SearchKind, word: Word, ref: string): RawBuilder<SqlBool> {
  const record = sql<string>`${sql.ref(ref)}`
  if (word.isBroad)
    return sql`${termsQuery(db, kind, word.word).select(sql.lit(1).as('one')).where('ref_id', '=', record).limit(1)} = 1`
  const isIn = sql<SqlBool>`${record} in ${recordsWith(db, kind, word)}`
  return runsOnPostgres(db) ? sql`(${isIn}) is true` : isIn
}

/** The limit is far above what there is: it shows PostgreSQL that it is little, and keeps SQLite from turning the query round. */
const recordsWith = (db: Db, kind: SearchKind, { word, count }: Word) =>
  termsQuery(db, kind, word)
    .select('ref_id')
    .limit(2 * count + 1_000)

const every = (conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`1 = 1` : sql`(${sql.join(conditions, sql` and `)})`

/** The condition that a record has one of these mail addresses among its terms. */
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

/** Terms that begin with the word. The column sorts by code point on both engines, and U+10FFFF is behind every text. */
const termsQuery = (db: Db, kind: SearchKind, word: string) =>
  db
    .selectFrom('search_terms')
    .where('kind', '=', kind)
    .where('term', '>=', word)
    .where('term', '<', `${word}\u{10FFFF}`)
