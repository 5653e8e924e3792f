import type { Kysely } from 'kysely'
import { watchContent } from './support/content-version'

/**
 * Who has withdrawn stays withdrawn when the gallery goes in which they had agreed: by the photograph's bytes, so that
 * it holds for the same file when it is brought again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('withheld_photos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('gallery', 'text', (c) => c.notNull())
    .addColumn('withdrawn_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('withheld_photos_photo').on('withheld_photos').column('sha256').execute()
  await db.schema
    .createIndex('withheld_photos_person')
    .on('withheld_photos')
    .columns(['email_key', 'withdrawn_at'])
    .execute()
  await watchContent(db, ['withheld_photos'])
}
