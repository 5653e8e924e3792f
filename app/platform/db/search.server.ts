import { type RawBuilder, sql } from 'kysely'

/** The text contains these words, whatever the case (of Latin letters, on SQLite); `%` and `_` stand for themselves. */
export function contains(column: string, words: string): RawBuilder<boolean> {
  const pattern = `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
