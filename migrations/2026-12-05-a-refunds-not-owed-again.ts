import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * A refund can be taken off charges, so that it isn't owed again. It then counts toward due dates like a payment that
 * was kept. Replaces the triggers of `2026-12-04-a-oldest-first` that say when a booking is due.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column credited_cents integer not null default 0
    check (credited_cents >= 0)`.execute(db)
  await sql`alter table refunds add column credits text not null default '[]'`.execute(db)
  await sql`alter table online_refunds add column takes_off text not null default ''`.execute(db)
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = async (statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  for (const table of ['allocations', 'charges', 'payments', 'refunds', 'installments'])
    for (const change of ['insert', 'update', 'delete'])
      await run((onPostgres ? replaceOnPostgres : replaceOnSqlite)(table, change))
  await run((onPostgres ? replaceOnPostgres : replaceOnSqlite)('bookings', 'update of wall_start'))
  await run(onPostgres ? OWED_AGAIN_ON_POSTGRES : OWED_AGAIN_ON_SQLITE)
}

function replaceOnSqlite(table: string, change: string): string[] {
  const name = `${table}_when_due_${change.split(' ')[0]}`
  return [
    `drop trigger ${name}`,
    `create trigger ${name} after ${change} on ${table} begin ${markDue(table, change).join('; ')}; end`,
  ]
}

const replaceOnPostgres = (table: string, change: string): string[] => [
  `create or replace function ${table}_when_due_${change.split(' ')[0]}() returns trigger language plpgsql as $$
   begin ${markDue(table, change).join('; ')}; return null; end $$`,
]

/**
 * The day of the first installment that isn't paid, or of the session without any. Payments pay the earliest first.
 * While a price isn't known, only amounts that are known are due.
 */
function markDue(table: string, change: string): string[] {
  const booking = table === 'bookings' ? 'new.id' : `${change === 'delete' ? 'old' : 'new'}.booking_id`
  const sum = (of: string, { cents = 'amount_cents', condition = 'of.voided_at is null' } = {}) =>
    `(select coalesce(sum(of.${cents}), 0) from ${of} as of where of.booking_id = bookings.id and ${condition})`
  const tips = `of.voided_at is null and of.id like '%:tip'
    and exists (select 1 from payments as tip where tip.id = of.id and tip.voided_at is null)`
  const sums = `
    select id, wall_start, ${sum('charges')} - ${sum('allocations', { condition: 'true' })} as unpaid,
      ${sum('payments')} - ${sum('refunds')} as kept, ${sum('refunds', { cents: 'credited_cents' })} as credited,
      ${sum('charges', { condition: tips })} as tips,
      (select count(*) from charges as of
        where of.booking_id = bookings.id and of.voided_at is null and of.amount_cents is null) as unknown
    from bookings where id = ${booking}`
  const open = '(unpaid + case when kept < 0 then -kept else 0 end > 0)'
  return [
    `delete from due_ledgers where booking_id = ${booking}`,
    `insert into due_ledgers (booking_id, due_on)
    select id, due_on from (
      select id, coalesce((
        select i.due_on from installments as i
        where i.booking_id = sums.id and case
          when i.amount_cents is null then ${open}
          else (${open} or unknown > 0) and kept + credited - tips < (
            select sum(j.amount_cents) from installments as j
            where j.booking_id = i.booking_id and j.position <= i.position) end
        order by i.position limit 1
      ), case when ${open} then coalesce(
        (select max(due_on) from installments where booking_id = sums.id), substr(wall_start, 1, 10)) end) as due_on
      from (${sums}) as sums
    ) as dues where due_on is not null
    on conflict (booking_id) do update set due_on = excluded.due_on`,
  ]
}

/** A fee whose refund is voided is owed for the former version, too. */
const OWE_AGAIN = `update booking_fees set waived_at = null, waived_by = '', waive_reason = '' where id = new.id`
const IS_OWED_AGAIN = `new.kind in ('reschedule', 'cancellation', 'other')
  and new.voided_at is null and old.voided_at is not null`

const OWED_AGAIN_ON_SQLITE = [
  `create trigger charges_owed_again after update of voided_at on charges when ${IS_OWED_AGAIN}
   begin ${OWE_AGAIN}; end`,
]

const OWED_AGAIN_ON_POSTGRES = [
  `create function charges_owed_again() returns trigger language plpgsql as $$
   begin ${OWE_AGAIN}; return null; end $$`,
  `create trigger charges_owed_again after update of voided_at on charges
   for each row when (${IS_OWED_AGAIN}) execute function charges_owed_again()`,
]
