import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * What a payment pays stays paid by it when something is charged later. A tip pays itself, a payment of extras and fees
 * the oldest of those that were charged before it, and the rest pays charges from the oldest on. What a tip counts
 * toward installments is what is left of it after refunds. Replaces the triggers of `2026-11-28-o-billing-ledger` that
 * allocate, and those of `2026-12-02-a-tips-apart`, and allocates again where the rule before led to something else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const dialect = db.getExecutor().adapter instanceof PostgresAdapter ? POSTGRES : SQLITE
  const replace = async (name: string, on: { after: string; table: string }, statements: string[]) => {
    for (const statement of dialect.replace(name, on, statements)) await sql.raw(statement).execute(db)
  }
  for (const table of ['charges', 'payments', 'refunds'])
    for (const after of ['insert', 'update'])
      await replace(`${table}_settle_${after}`, { after, table }, [
        ...dialect.lock('new.booking_id'),
        'delete from allocations where booking_id = new.booking_id',
        ...allocate('new.booking_id', dialect),
      ])
  for (const table of ['allocations', 'charges', 'payments', 'refunds', 'installments'])
    for (const after of ['insert', 'update', 'delete'])
      await replace(
        `${table}_when_due_${after}`,
        { after, table },
        markDue(after === 'delete' ? 'old.booking_id' : 'new.booking_id'),
      )
  await replace(
    'bookings_when_due_update',
    { after: 'update of wall_start', table: 'bookings' },
    markDue('new.id'),
  )
  // The triggers of one charge allocate for its whole booking.
  await sql.raw(`update charges set currency = currency where ${FIRST_OF_CHANGED}`).execute(db)
}

const FEES = "('reschedule', 'cancellation', 'other')"

/** The first charge of each booking with tips, with fee payments, or with a price that was agreed on after a fee. */
const FIRST_OF_CHANGED = `id in (
  select min(id) from charges where booking_id in (
    select booking_id from payments where purpose = 'fee' or id like '%:tip'
    union
    select price.booking_id from charges as price
    inner join charges as fee on fee.booking_id = price.booking_id and fee.charged_at < price.charged_at
    where price.kind in ('session', 'travel') and fee.kind in ${FEES}
  ) group by booking_id)`

interface Dialect {
  least: string
  greatest: string
  /** Makes changes of one booking's money take turns. */
  lock: (booking: string) => string[]
  replace: (name: string, on: { after: string; table: string }, statements: string[]) => string[]
}

const SQLITE: Dialect = {
  least: 'min',
  greatest: 'max',
  // A writing transaction has locked the whole database.
  lock: () => [],
  replace: (name, { after, table }, statements) => [
    `drop trigger ${name}`,
    `create trigger ${name} after ${after} on ${table} begin ${statements.join('; ')}; end`,
  ],
}

const POSTGRES: Dialect = {
  least: 'least',
  greatest: 'greatest',
  lock: (booking) => [`perform 1 from bookings where id = ${booking} for no key update`],
  replace: (name, _, statements) => [
    `create or replace function ${name}() returns trigger language plpgsql as $$
     begin ${statements.join('; ')}; return null; end $$`,
  ],
}

/** Three steps, each from what the one before has left. They lay charges and payments on lines, and pay what overlaps. */
const allocate = (booking: string, dialect: Dialect): string[] => [
  payTips(booking, dialect),
  payFees(booking, dialect),
  payOldest(booking, dialect),
]

const allocated = (id: 'charge_id' | 'payment_id', of: string): string =>
  `(select coalesce(sum(a.amount_cents), 0) from allocations as a
    where a.booking_id = ${of}.booking_id and a.${id} = ${of}.id)`

const IS_TIP = `p.id like '%:tip' and exists (select 1 from charges as tip where tip.id = p.id and tip.voided_at is null)`

/**
 * Payments with `kept`, which is what refunds leave of them. Refunds are taken from the newest deposits and balances,
 * then from the newest fee payments, then from the oldest tips, so that a new tip is its own payment.
 */
function keptPayments(booking: string, { least, greatest }: Dialect): string {
  const order = `rank, case when rank = 0 then id end desc,
        case when rank = 2 then received_on end, case when rank = 1 then recorded_at end, id`
  return `
    select id, booking_id, rank, received_on, recorded_at,
      ${greatest}(0, ${least}(amount_cents, total - refunded - (until - amount_cents))) as kept
    from (
      select id, booking_id, rank, received_on, recorded_at, amount_cents, sum(amount_cents) over (order by ${order}) as until,
        sum(amount_cents) over () as total,
        (select coalesce(sum(amount_cents), 0) from refunds
          where booking_id = ${booking} and voided_at is null) as refunded
      from (
        select p.id, p.booking_id, p.received_on, p.recorded_at, p.amount_cents,
          case when ${IS_TIP} then 0 when p.purpose = 'fee' then 1 else 2 end as rank
        from payments as p where p.booking_id = ${booking} and p.voided_at is null
      ) as ranked
    ) as summed`
}

function payTips(booking: string, dialect: Dialect): string {
  return `
    insert into allocations (booking_id, charge_id, payment_id, amount_cents)
    select ${booking}, c.id, p.id, ${dialect.least}(c.amount_cents, p.kept)
    from (${keptPayments(booking, dialect)}) as p inner join charges as c on c.id = p.id
    where p.rank = 0 and p.kept > 0`
}

/**
 * A payment pays fees that were charged until it was recorded: with `paid` as the sum of payments so far and `charged` as
 * that of these fees, what all payments so far pay is `paid` less the most by which it has been above `charged`.
 */
function payFees(booking: string, dialect: Dialect): string {
  const { least, greatest } = dialect
  const fees = `
    select c.id, c.charged_at, c.amount_cents - ${allocated('charge_id', 'c')} as amount_cents
    from charges as c where c.booking_id = ${booking} and c.voided_at is null and c.kind in ${FEES}`
  return `
    insert into allocations (booking_id, charge_id, payment_id, amount_cents)
    select ${booking}, charge_id, payment_id, until - since from (
      select c.id as charge_id, p.id as payment_id,
        ${greatest}(c.until - c.amount_cents, p.since) as since, ${least}(c.until, p.until) as until
      from (
        select id, amount_cents, sum(amount_cents) over (order by charged_at, id) as until
        from (${fees}) as fees where amount_cents > 0
      ) as c cross join (
        select id, paid - kept - coalesce(lag(excess) over (order by recorded_at, id), 0) as since, paid - excess as until
        from (
          select id, recorded_at, kept, paid,
            ${greatest}(0, max(paid - charged) over (order by recorded_at, id)) as excess
          from (
            select id, recorded_at, kept, charged, sum(kept) over (order by recorded_at, id) as paid
            from (
              select payment.id, payment.recorded_at, payment.kept,
                (select coalesce(sum(fee.amount_cents), 0) from (${fees}) as fee
                  where fee.charged_at <= payment.recorded_at) as charged
              from (${keptPayments(booking, dialect)}) as payment where payment.rank = 1
            ) as payments_of_fees
          ) as sums
        ) as excesses
      ) as p
    ) as spans where until > since`
}

/** As long as a price isn't known, deposits and balances wait for it. */
function payOldest(booking: string, dialect: Dialect): string {
  const { least, greatest } = dialect
  return `
    insert into allocations (booking_id, charge_id, payment_id, amount_cents)
    select ${booking}, charge_id, payment_id, until - since from (
      select c.id as charge_id, p.id as payment_id,
        ${greatest}(c.until - c.amount_cents, p.until - p.amount_cents) as since, ${least}(c.until, p.until) as until
      from (
        select id, amount_cents, sum(amount_cents) over (
          order by charged_at, case when kind in ${FEES} then 1 else 0 end, id
        ) as until
        from (
          select c.id, c.kind, c.charged_at, c.amount_cents - ${allocated('charge_id', 'c')} as amount_cents
          from charges as c
          where c.booking_id = ${booking} and c.voided_at is null and c.amount_cents is not null
        ) as unpaid where amount_cents > 0
      ) as c cross join (
        select id, amount_cents, sum(amount_cents) over (order by received_on, id) as until
        from (
          select kept.id, kept.received_on, kept.kept - ${allocated('payment_id', 'kept')} as amount_cents
          from (${keptPayments(booking, dialect)}) as kept
          where kept.rank < 2 or not exists (
            select 1 from charges where booking_id = ${booking} and voided_at is null and amount_cents is null)
        ) as unspent where amount_cents > 0
      ) as p
    ) as spans where until > since`
}

/**
 * The day of the first installment that isn't paid, or of the session without any. Payments pay the earliest first.
 * While a price isn't known, only amounts that are known are due.
 */
function markDue(booking: string): string[] {
  const sum = (table: string, condition = 'of.voided_at is null') =>
    `(select coalesce(sum(of.amount_cents), 0) from ${table} as of where of.booking_id = bookings.id and ${condition})`
  const tips = `of.voided_at is null and of.id like '%:tip'
    and exists (select 1 from payments as tip where tip.id = of.id and tip.voided_at is null)`
  const sums = `
    select id, wall_start, ${sum('charges')} - ${sum('allocations', 'true')} as unpaid,
      ${sum('payments')} - ${sum('refunds')} as kept, ${sum('charges', tips)} as tips,
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
          else (${open} or unknown > 0) and kept - tips < (
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
