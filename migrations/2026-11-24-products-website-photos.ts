import { type Kysely, sql } from 'kysely'

/** Photos uploaded for the website: their gallery, and what their uploader answered about people in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('galleries')
    .addColumn('for_website', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create unique index galleries_for_website on galleries (for_website) where for_website = 1`.execute(
    db,
  )
  await db.schema.alterTable('uploads').addColumn('people', 'text').execute()
  await db.schema
    .alterTable('uploads')
    .addColumn('confirmed_by', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
