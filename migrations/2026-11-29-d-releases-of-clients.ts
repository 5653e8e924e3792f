import type { Kysely } from 'kysely'

/** Releases that a client gave once for all their galleries have a common id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('releases').addColumn('joint_id', 'text').execute()
  await db.schema.createIndex('releases_joint').on('releases').column('joint_id').execute()
}
