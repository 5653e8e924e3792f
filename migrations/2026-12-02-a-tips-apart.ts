import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * A tip has paid itself, so it doesn't count toward installments. The payment of a tip has the id of its charge. Its
 * triggers replace those of `2026-11-29-s-due-ledgers`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const replace = async (table: string, change: string, row: 'new' | 'old') => {
    for (const statement of (isPostgres ? onPostgres : onSqlite)(table, change, row))
      await sql.raw(statement).execute(db)
  }
  for (const table of ['allocations', 'charges', 'payments', 'refunds', 'installments'])
    for (const change of ['insert', 'update', 'delete'])
      await replace(table, change, change === 'delete' ? 'old' : 'new')
  await replace('bookings', 'update of wall_start', 'new')
  const tipped = `id in (select booking_id from payments where id like '%:tip')`
  await sql
    .raw(`delete from due_ledgers where booking_id in (select id from bookings where ${tipped})`)
    .execute(db)
  await sql.raw(markDue(tipped)).execute(db)
}

const nameOf = (table: string, change: string) => `${table}_when_due_${change.split(' ')[0]}`

function onSqlite(table: string, change: string, row: 'new' | 'old'): string[] {
  const name = nameOf(table, change)
  return [
    `drop trigger ${name}`,
    `create trigger ${name} after ${change} on ${table} begin ${remark(table, row).join('; ')}; end`,
  ]
}

const onPostgres = (table: string, change: string, row: 'new' | 'old'): string[] => [
  `create or replace function ${nameOf(table, change)}() returns trigger language plpgsql as $$
   begin ${remark(table, row).join('; ')}; return null; end $$`,
]

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
  const tips = `of.voided_at is null and of.id like '%:tip'
    and exists (select 1 from charges as tip where tip.id = of.id and tip.voided_at is null)`
  const sums = `
    select id, wall_start, ${sum('charges')} - ${sum('allocations', 'true')} as unpaid,
      ${sum('payments')} - ${sum('refunds')} as kept, ${sum('payments', tips)} as tips,
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
          else (${open} or unknown > 0) and kept - tips < (
            select sum(j.amount_cents) from installments as j
            where j.booking_id = i.booking_id and j.position <= i.position) end
        order by i.position limit 1
      ), case when ${open} then coalesce(
        (select max(due_on) from installments where booking_id = sums.id), substr(wall_start, 1, 10)) end) as due_on
      from (${sums}) as sums
    ) as dues where due_on is not null
    on conflict (booking_id) do update set due_on = excluded.due_on`
}
