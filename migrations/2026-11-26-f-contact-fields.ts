import type { Kysely } from 'kysely'

/** Answers to the questions that the owner adds to the contact form; blank for the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['event_date', 'shoot_kind', 'place', 'heard_from'])
    await db.schema
      .alterTable('contact_messages')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
}
