import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Contracts, the versions that are sent to be signed, their signers, and a chained log of what happened. Triggers
 * refuse to change an entry of the log or the text and PDF of a version, or to delete them without their contract.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const kept = (contract: string) => `exists (select 1 from contracts where id = ${contract})`
  const refusals = [
    ['contract_log', 'update', 'true'],
    ['contract_log', 'delete', kept('old.contract_id')],
    ['contract_versions', 'delete', kept('old.contract_id')],
    [
      'contract_versions',
      'update',
      isChanged(['contract_id', 'number', 'title', 'text', 'sha256', 'sent_at']),
    ],
    ['contract_versions', 'update', `old.pdf is not null and (${isChanged(['pdf', 'pdf_sha256'])})`],
    ['contract_versions', 'update', `old.completed_at is not null and (${isChanged(['completed_at'])})`],
  ] as const
  for (const [number, [table, change, condition]] of refusals.entries()) {
    const name = `${table}_fixed_${number}`
    const refusal = `${table} can’t be changed`
    const statements = isPostgres
      ? [
          `create function ${name}() returns trigger language plpgsql as $$ begin raise exception '${refusal}'; end $$`,
          `create trigger ${name} before ${change} on ${table} for each row ${
            condition === 'true' || condition.startsWith('exists') ? '' : `when (${condition})`
          } execute function ${name}()`,
        ]
      : [
          `create trigger ${name} before ${change} on ${table} when ${condition}
           begin select raise(abort, '${refusal}'); end`,
        ]
    // PostgreSQL allows no query in a trigger's condition.
    if (isPostgres && condition.startsWith('exists'))
      statements[0] = `create function ${name}() returns trigger language plpgsql as $$ begin
        if ${condition} then raise exception '${refusal}'; end if; return old; end $$`
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

const isChanged = (columns: string[]): string =>
  columns.map((column) => `new.${column} is distinct from old.${column}`).join(' or ')

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contracts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.references('bookings.id').onDelete('set null'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('signers', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('log_seq', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('log_hash', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('contracts_of_booking').on('contracts').column('booking_id').execute()
  await db.schema
    .createTable('contract_versions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('contract_id', 'text', (c) => c.notNull().references('contracts.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_as', 'text', (c) => c.check(sql`ended_as in ('replaced', 'withdrawn')`))
    .addColumn('completed_at', 'bigint')
    .addColumn('pdf', 'text')
    .addColumn('pdf_sha256', 'text')
    .addUniqueConstraint('contract_versions_numbered', ['contract_id', 'number'])
    .execute()
  await db.schema.createIndex('contract_versions_pdf').on('contract_versions').column('pdf_sha256').execute()
  await db.schema
    .createTable('contract_signers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('version_id', 'text', (c) =>
      c.notNull().references('contract_versions.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('client', 'studio')`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('link_version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('asked_at', 'bigint')
    .addColumn('viewed_at', 'bigint')
    .addColumn('signed_at', 'bigint')
    .addColumn('code_hash', 'text')
    .addColumn('code_expires_at', 'bigint')
    .addColumn('code_tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('contract_signers_in_order', ['version_id', 'position'])
    .execute()
  await db.schema.createIndex('contract_signers_email').on('contract_signers').column('email_key').execute()
  await db.schema
    .createTable('contract_log')
    .addColumn('contract_id', 'text', (c) => c.notNull().references('contracts.id').onDelete('cascade'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('device', 'text', (c) => c.notNull())
    .addColumn('prev', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('contract_log_in_order', ['contract_id', 'seq'])
    .execute()
}
