import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Credit notes for a part of an invoice: several can name the same one, and together never credit more than it asks
 * for. What they credit isn't owed anymore.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('credits_id', 'text').execute()
  await db.schema.createIndex('invoices_crediting').on('invoices').column('credits_id').execute()
  await sql`alter table charges add column credited_cents integer not null default 0
    check (credited_cents >= 0)`.execute(db)
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of onPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

const INVOICE = 'coalesce(new.credits_id, new.corrects_id)'

/** Issuers of credit notes take turns, since each takes a number. */
const EXCEEDS = `(
  select i.net_cents + i.tax_cents + coalesce((
    select sum(c.net_cents + c.tax_cents) from invoices as c where c.credits_id = i.id or c.corrects_id = i.id
  ), 0) from invoices as i where i.id = ${INVOICE}
) + new.net_cents + new.tax_cents < 0`

const COPY = `update booking_fees set amount_cents = new.amount_cents where id = new.id`
const IS_FEE = `new.kind in ('reschedule', 'cancellation', 'other')`

const SQLITE = [
  `create trigger invoices_credited_once before insert on invoices when ${INVOICE} is not null
   begin select raise(abort, 'invoices_credited_once') where ${EXCEEDS}; end`,
  `create trigger charges_credited after update of amount_cents on charges when ${IS_FEE} begin ${COPY}; end`,
]

const POSTGRES = [
  `create function invoices_credited_once() returns trigger language plpgsql as $$ begin
     if ${EXCEEDS} then raise exception 'invoices_credited_once'; end if;
     return new;
   end $$`,
  `create trigger invoices_credited_once before insert on invoices
   for each row when (${INVOICE} is not null) execute function invoices_credited_once()`,
  `create function charges_credited() returns trigger language plpgsql as $$ begin ${COPY}; return null; end $$`,
  `create trigger charges_credited after update of amount_cents on charges
   for each row when (${IS_FEE}) execute function charges_credited()`,
]
