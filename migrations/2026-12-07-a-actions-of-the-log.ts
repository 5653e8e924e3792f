import type { Kysely } from 'kysely'

/** Finds the entries of one action without reading the whole activity log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('audit_action').on('audit').columns(['kind', 'action', 'id']).execute()
}
