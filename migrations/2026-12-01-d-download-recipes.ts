import type { Kysely } from 'kysely'

/** The version of the way in which a download file was made, so that `renditions rebuild` finds earlier ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('download_files')
    .addColumn('recipe', 'text', (c) => c.notNull().defaultTo('1'))
    .execute()
}
