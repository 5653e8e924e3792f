import type { Kysely } from 'kysely'

/** Browsers that have signed in to an account, known again by a cookie. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_devices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('first_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('known_devices_once', ['user_id', 'token_hash'])
    .execute()
  await db.schema.createIndex('known_devices_token').on('known_devices').column('token_hash').execute()
}
