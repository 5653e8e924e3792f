import { type Kysely, sql } from 'kysely'

/** Each offer knows its own hold, so that someone else’s hold on the same start isn’t taken for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('waiting_list').addColumn('hold_id', 'text').execute()
  await db.schema.createIndex('waiting_list_hold').on('waiting_list').column('hold_id').execute()
  await sql`
    update waiting_list set hold_id = (
      select min(h.id) from holds h
      where h.network_hash = '' and h.session_type_id = waiting_list.session_type_id
        and h.place_id = waiting_list.place_id and h.session_date = waiting_list.offered_start)
    where state in ('kept', 'offered')`.execute(db)
}
