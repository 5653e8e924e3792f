import { type Kysely, sql } from 'kysely'

/** One record for each person who has contacted the studio, and their email addresses. */
export async function createPeopleTables(db: Kysely<unknown>): Promise<void> {
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
  await sql`
    create index people_listed on people (last_contact_at, id)
    where merged_into is null`.execute(db)
  await sql`
    create index people_with_account on people (last_contact_at, id)
    where user_id is not null`.execute(db)
  await sql`
    create index people_subscribed on people (last_contact_at, id)
    where is_subscriber = 1`.execute(db)
  await sql`
    create index people_merged on people (merged_into)
    where merged_into is not null`.execute(db)

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
}
