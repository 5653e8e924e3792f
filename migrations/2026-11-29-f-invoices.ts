import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Invoices, credit notes and receipts: numbered without gaps in each series, and never changed. Their document is what
 * was true when they were issued, so nothing in it refers to other tables. The row of `invoice_links` has no cascade,
 * so an invoice can't be deleted by itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invoice_series')
    .addColumn('series', 'text', (c) => c.primaryKey())
    .addColumn('last_number', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('invoices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('invoice', 'credit-note', 'receipt')`))
    .addColumn('series', 'text', (c) => c.notNull().references('invoice_series.series'))
    .addColumn('number', 'integer', (c) => c.notNull().check(sql`number > 0`))
    .addColumn('label', 'text', (c) => c.notNull().unique())
    .addColumn('booking_id', 'text', (c) => c.notNull())
    .addColumn('corrects_id', 'text', (c) => c.unique())
    .addColumn('receipt_for', 'text', (c) => c.unique())
    .addColumn('client_name', 'text', (c) => c.notNull())
    .addColumn('client_email', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull().check(sql`length(currency) = 3`))
    .addColumn('net_cents', 'integer', (c) => c.notNull())
    .addColumn('tax_cents', 'integer', (c) => c.notNull())
    .addColumn('issued_on', 'text', (c) => c.notNull())
    .addColumn('due_on', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('issued_by', 'text', (c) => c.notNull())
    .addColumn('document', 'text', (c) => c.notNull())
    .addUniqueConstraint('invoices_number', ['series', 'number'])
    .execute()
  await db.schema.createIndex('invoices_by_date').on('invoices').columns(['issued_on', 'id']).execute()
  await db.schema.createIndex('invoices_of_booking').on('invoices').column('booking_id').execute()
  await db.schema
    .createTable('invoice_links')
    .addColumn('invoice_id', 'text', (c) => c.primaryKey().references('invoices.id'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('invoiced_charges')
    .addColumn('charge_id', 'text', (c) => c.primaryKey().references('charges.id').onDelete('cascade'))
    .addColumn('invoice_id', 'text', (c) => c.notNull().references('invoices.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('invoiced_charges_of').on('invoiced_charges').column('invoice_id').execute()
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of onPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

const SQLITE = [
  `create trigger invoices_unchanged before update on invoices
   begin select raise(abort, 'invoices_unchanged'); end`,
]

const POSTGRES = [
  `create function invoices_unchanged() returns trigger language plpgsql as $$ begin
     raise exception 'invoices_unchanged';
   end $$`,
  `create trigger invoices_unchanged before update on invoices
   for each row execute function invoices_unchanged()`,
]
