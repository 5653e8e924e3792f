import { type Kysely, sql } from 'kysely'

/** Whole addresses stand behind an `@`, apart from the words that people begin to type. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update search_terms set term = '@' || term where term like '%@%' and term not like '@%'`.execute(
    db,
  )
}
