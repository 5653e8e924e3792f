import { type RawBuilder, sql } from 'kysely'

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
