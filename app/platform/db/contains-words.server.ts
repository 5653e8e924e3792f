import { type RawBuilder, sql } from 'kysely'

/**
 * The text contains each of these words, in any order and whatever the case (of Latin letters, on SQLite); `%` and
 * `_` stand for themselves. For small tables alone: every row is looked at.
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
