import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Which bookings have something open, and since when or until when it's due, so that a list of what is open reads no
 * other booking. Amounts stay computed. Triggers keep it with every change of charges, payments, refunds, allocations,
 * installments and the day of a session, whoever writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('due_ledgers')
    .addColumn('booking_id', 'text', (c) => c.primaryKey().references('bookings.id').onDelete('cascade'))
    .addColumn('due_on', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('due_ledgers_order')
    .on('due_ledgers')
    .columns(['due_on', 'booking_id'])
    .execute()
  await db.schema.createIndex('payments_received').on('payments').column('received_on').execute()
  await db.schema.createIndex('refunds_refunded').on('refunds').column('refunded_on').execute()
  await sql`create index invoices_of_client on invoices (lower(client_email), issued_at)`.execute(db)
  const triggersOf = db.getExecutor().adapter instanceof PostgresAdapter ? onPostgres : onSqlite
  for (const table of ['allocations', 'charges', 'payments', 'refunds', 'installments'])
    for (const change of ['insert', 'update', 'delete'])
      for (const statement of triggersOf(table, change, change === 'delete' ? 'old' : 'new'))
        await sql.raw(statement).execute(db)
  for (const statement of triggersOf('bookings', 'update of wall_start', 'new'))
    await sql.raw(statement).execute(db)
  await sql.raw(markDue('true')).execute(db)
}

/** After `…_settle_…`, which locks the booking: PostgreSQL runs triggers in the order of their names. */
const nameOf = (table: string, change: string) => `${table}_when_due_${change.split(' ')[0]}`

function onSqlite(table: string, change: string, row: 'new' | 'old'): string[] {
  const statements = remark(table, row).join('; ')
  return [`create trigger ${nameOf(table, change)} after ${change} on ${table} begin ${statements}; end`]
}

function onPostgres(table: string, change: string, row: 'new' | 'old'): string[] {
  const name = nameOf(table, change)
  return [
    `create function ${name}() returns trigger language plpgsql as $$
     begin ${remark(table, row).join('; ')}; return null; end $$`,
    `create trigger ${name} after ${change} on ${table} for each row execute function ${name}()`,
  ]
}

function remark(table: string, row: 'new' | 'old'): string[] {
  const id = table === 'bookings' ? `${row}.id` : `${row}.booking_id`
  return [`delete from due_ledgers where booking_id = ${id}`, markDue(`id = ${id}`)]
}

/**
 * The day of the first installment that isn't paid, or of the session without any. Payments pay the earliest first.
 * While a price isn't known, only amounts that are known are due.
 */
function markDue(which: string): string {
  const sum = (table: string, condition = 'of.voided_at is null') =>
    `(select coalesce(sum(of.amount_cents), 0) from ${table} as of where of.booking_id = bookings.id and ${condition})`
  const sums = `
    select id, wall_start, ${sum('charges')} - ${sum('allocations', 'true')} as unpaid,
      ${sum('payments')} - ${sum('refunds')} as kept,
      (select count(*) from charges as of
        where of.booking_id = bookings.id and of.voided_at is null and of.amount_cents is null) as unknown
    from bookings where ${which}`
  const open = '(unpaid + case when kept < 0 then -kept else 0 end > 0)'
  return `
    insert into due_ledgers (booking_id, due_on)
    select id, due_on from (
      select id, coalesce((
        select i.due_on from installments as i
        where i.booking_id = sums.id and case
          when i.amount_cents is null then ${open}
          else (${open} or unknown > 0) and kept < (
            select sum(j.amount_cents) from installments as j
            where j.booking_id = i.booking_id and j.position <= i.position) end
        order by i.position limit 1
      ), case when ${open} then coalesce(
        (select max(due_on) from installments where booking_id = sums.id), substr(wall_start, 1, 10)) end) as due_on
      from (${sums}) as sums
    ) as dues where due_on is not null
    on conflict (booking_id) do update set due_on = excluded.due_on`
}
