import type { Kysely } from 'kysely'

/** The waiting list in the order of its days, whatever became of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('waiting_list_listed').on('waiting_list').columns(['date', 'id']).execute()
}
