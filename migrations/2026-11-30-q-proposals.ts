import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Proposals, and their versions as they were sent. Triggers refuse to change what a client saw or signed. A charge
 * that ends with its booking is part of the price, such as an album, and not a fee.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  await sql`alter table charges add column ends_with_booking integer not null default 0
    check (ends_with_booking in (0, 1))`.execute(db)
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const now = isPostgres
    ? '(extract(epoch from clock_timestamp()) * 1000)::bigint'
    : "cast(unixepoch('subsec') * 1000 as integer)"
  await run(db, isPostgres, {
    name: 'bookings_void_options',
    on: 'after update of state on bookings',
    when: "new.state in ('declined', 'canceled') and not old.state in ('declined', 'canceled')",
    work: `update charges set voided_at = ${now}
      where booking_id = new.id and ends_with_booking = 1 and voided_at is null`,
  })
  const versions = 'proposal_versions can’t be changed'
  const refuse = isPostgres ? `raise exception '${versions}'` : `select raise(abort, '${versions}')`
  await run(db, isPostgres, {
    name: 'proposal_versions_sent',
    on: 'before update on proposal_versions',
    when: isChanged(['proposal_id', 'number', 'document', 'sent_at']),
    work: refuse,
  })
  await run(db, isPostgres, {
    name: 'proposal_versions_signed',
    on: 'before update on proposal_versions',
    when: `old.signed_at is not null and (${isChanged(['signed_at', 'snapshot', 'choice', 'chosen_at'])})`,
    work: refuse,
  })
}

const isChanged = (columns: string[]): string =>
  columns.map((column) => `new.${column} is distinct from old.${column}`).join(' or ')

async function run(
  db: Kysely<unknown>,
  isPostgres: boolean,
  { name, on, when, work }: { name: string; on: string; when: string; work: string },
): Promise<void> {
  const statements = isPostgres
    ? [
        `create function ${name}() returns trigger language plpgsql as $$ begin ${work}; return new; end $$`,
        `create trigger ${name} ${on} for each row when (${when}) execute function ${name}()`,
      ]
    : [`create trigger ${name} ${on} when ${when} begin ${work}; end`]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('proposals')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.references('bookings.id').onDelete('set null'))
    .addColumn('contact_message_id', 'text', (c) => c.references('contact_messages.id').onDelete('set null'))
    .addColumn('contract_id', 'text', (c) => c.references('contracts.id').onDelete('set null'))
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('link_version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  for (const column of ['booking_id', 'contact_message_id', 'email_key'])
    await db.schema.createIndex(`proposals_of_${column}`).on('proposals').column(column).execute()
  await db.schema
    .createTable('proposal_versions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('proposal_id', 'text', (c) => c.notNull().references('proposals.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_as', 'text', (c) => c.check(sql`ended_as in ('replaced', 'withdrawn')`))
    .addColumn('viewed_at', 'bigint')
    .addColumn('choice', 'text')
    .addColumn('chosen_at', 'bigint')
    .addColumn('contract_version_id', 'text', (c) =>
      c.references('contract_versions.id').onDelete('set null'),
    )
    .addColumn('signed_at', 'bigint')
    .addColumn('snapshot', 'text')
    .addUniqueConstraint('proposal_versions_numbered', ['proposal_id', 'number'])
    .execute()
  await sql`create unique index proposal_versions_signed_once on proposal_versions (proposal_id)
    where signed_at is not null`.execute(db)
}
