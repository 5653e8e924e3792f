import type { Kysely } from 'kysely'
import { watchContent } from './baseline/content-version'

/** The mail server that an owner sets up in the Studio. Pages say whether there is one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_servers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('port', 'integer', (c) => c.notNull())
    .addColumn('encryption', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('password', 'text', (c) => c.notNull())
    .addColumn('saved_at', 'bigint', (c) => c.notNull())
    .execute()
  await watchContent(db, ['mail_servers'])
}
