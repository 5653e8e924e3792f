import { type Kysely, sql } from 'kysely'
import { backfillPeople } from './support/people'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('people')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('details_from', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.unique().references('users.id').onDelete('set null'))
    .addColumn('records', 'integer', (c) => c.notNull())
    .addColumn('is_subscriber', 'integer', (c) => c.notNull())
    .addColumn('merged_into', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_contact_at', 'bigint', (c) => c.notNull())
    .execute()
  // The lists, newest contact first: everyone, who has an account, who gets the letters.
  for (const [name, of] of [
    ['people_listed', sql`merged_into is null`],
    ['people_with_account', sql`user_id is not null`],
    ['people_subscribed', sql`is_subscriber = 1`],
  ] as const)
    await sql`create index ${sql.id(name)} on people (last_contact_at, id) where ${of}`.execute(db)
  await sql`create index people_merged on people (merged_into) where merged_into is not null`.execute(db)

  await db.schema
    .createTable('person_addresses')
    .addColumn('email_key', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull().references('people.id'))
    .addColumn('verified_at', 'bigint')
    .addColumn('subscribed', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('person_addresses_person').on('person_addresses').column('person_id').execute()

  // What an address has sent stands on the page of its person.
  for (const table of ['enquiries', 'date_requests'])
    await sql`create index ${sql.id(`${table}_email`)} on ${sql.table(table)} (lower(email))`.execute(db)

  await backfillPeople(db)
}
