import { type Expression, type SqlBool, sql } from 'kysely'
import type { Currency } from '~/platform/currencies'
import { type Db, lockRows } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { currencyCode } from '~/platform/money'
import {
  type Charge,
  type ChargeKind,
  FEE_KINDS,
  type Fee,
  type FeeKind,
  type Payment,
  type PaymentKind,
} from './model'
import type { Tax } from './tax'

/** Makes changes of a booking's money take turns until the transaction ends. */
export async function lockLedger(tx: Db, bookingId: string): Promise<void> {
  await lockRows(
    tx,
    tx.selectFrom('bookings').select('id').where('id', '=', bookingId),
    'no key update',
  ).execute()
}

/** The charges, payments and refunds of some bookings, by booking id, oldest first. Takes up to a few hundred ids. */
export async function selectLedgers(
  db: Db,
  ids: string[],
): Promise<Map<string, { charges: Charge[]; payments: Payment[] }>> {
  const ledgers = new Map(
    ids.map((id): [string, { charges: Charge[]; payments: Payment[] }] => [
      id,
      { charges: [], payments: [] },
    ]),
  )
  if (ids.length === 0) return ledgers
  const charges = await db
    .selectFrom('charges as c')
    .selectAll('c')
    .select((e) =>
      e
        .selectFrom('allocations as a')
        .select((of) => of.fn.coalesce(of.fn.sum<number>('a.amount_cents'), sql<number>`0`).as('paid'))
        .whereRef('a.booking_id', '=', 'c.booking_id')
        .whereRef('a.charge_id', '=', 'c.id')
        .as('paid'),
    )
    .where('c.booking_id', 'in', ids)
    .orderBy('c.charged_at')
    .orderBy('c.id')
    .execute()
  for (const row of charges) ledgers.get(row.booking_id)?.charges.push(chargeFrom(row, Number(row.paid)))
  const payments = await db
    .selectFrom('payments')
    .select([sql<PaymentKind>`purpose`.as('kind'), 'received_on as on'])
    .select(sql<number>`0`.as('credited_cents'))
    .select(RECORDED)
    .where('booking_id', 'in', ids)
    .unionAll(
      db
        .selectFrom('refunds')
        .select([sql<PaymentKind>`'refund'`.as('kind'), 'refunded_on as on'])
        .select('credited_cents')
        .select(RECORDED)
        .where('booking_id', 'in', ids),
    )
    .orderBy('id')
    .execute()
  for (const row of payments)
    ledgers.get(row.booking_id)?.payments.push({
      id: row.id,
      kind: row.kind,
      currency: row.currency as Currency,
      amountCents: row.amount_cents,
      creditedCents: row.credited_cents,
      receivedOn: row.on,
      method: row.method,
      note: row.note,
      recordedBy: row.recorded_by,
      voidedAt: row.voided_at,
    })
  return ledgers
}

const RECORDED = [
  ...(['id', 'booking_id', 'currency', 'amount_cents'] as const),
  ...(['method', 'note', 'recorded_by', 'voided_at'] as const),
] as const

const chargeFrom = (row: Row<'charges'>, paidCents: number): Charge => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  currency: row.currency as Currency,
  amountCents: row.amount_cents,
  creditedCents: row.credited_cents,
  tax: { name: row.tax_name, rate: row.tax_rate, cents: row.tax_cents },
  paidCents,
  chargedAt: row.charged_at,
  endsWithBooking: row.ends_with_booking === 1,
  voided: row.voided_at === null ? null : { at: row.voided_at, by: row.voided_by, reason: row.void_reason },
})

/** A booking keeps the currency of its first charge. */
const currencyOf = (bookingId: string) =>
  sql<string>`coalesce((
    select currency from charges where booking_id = ${bookingId} order by charged_at, id limit 1
  ), ${currencyCode()})`

interface NewCharge {
  id: string
  bookingId: string
  kind: FeeKind
  title: string
  amountCents: number
  tax: Tax
  at: number
}

/** @returns false if a charge with this id exists */
export async function insertFee(db: Db, fee: NewCharge & { endsWithBooking: boolean }): Promise<boolean> {
  const made = await db
    .insertInto('charges')
    .values({
      id: fee.id,
      booking_id: fee.bookingId,
      kind: fee.kind,
      title: fee.title,
      currency: currencyOf(fee.bookingId),
      amount_cents: fee.amountCents,
      charged_at: fee.at,
      ...{ voided_at: null, voided_by: '', void_reason: '' },
      ...taxColumns(fee.tax),
      ends_with_booking: fee.endsWithBooking ? 1 : 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

const taxColumns = ({ name, rate, cents }: Tax) => ({ tax_name: name, tax_rate: rate, tax_cents: cents })

/** The untaxed price and travel of a booking. */
export const selectUntaxed = (
  db: Db,
  bookingId: string,
): Promise<{ id: string; kind: ChargeKind; amountCents: number | null }[]> =>
  db
    .selectFrom('charges')
    .select(['id', 'kind', 'amount_cents as amountCents'])
    .where('booking_id', '=', bookingId)
    .where('kind', 'not in', FEE_KINDS)
    .where('tax_rate', '=', 0)
    .execute()

/** Asks for an amount in place of the former one, and of what was credited of that. */
export async function updateAmount(
  db: Db,
  { id, amountCents, tax }: { id: string; amountCents: number | null; tax: Tax },
): Promise<void> {
  await db
    .updateTable('charges')
    .set({ amount_cents: amountCents, credited_cents: 0, ...taxColumns(tax) })
    .where('id', '=', id)
    .execute()
}

/** The price of a booking, if it's owed: undefined when it's free or void. */
export const selectPrice = (db: Db, bookingId: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('charges')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'session')
    .where('voided_at', 'is', null)
    .executeTakeFirst()

export async function insertPrice(
  db: Db,
  { id, bookingId, amountCents, tax, at }: Omit<NewCharge, 'kind' | 'title'>,
): Promise<void> {
  await db
    .insertInto('charges')
    .values({
      ...{ id, booking_id: bookingId, kind: 'session', title: '', currency: currencyOf(bookingId) },
      ...{ amount_cents: amountCents, charged_at: at, voided_at: null, voided_by: '', void_reason: '' },
      ...taxColumns(tax),
    })
    .execute()
}

export async function voidCharge(
  db: Db,
  id: string,
  { at, by, reason }: NonNullable<Charge['voided']>,
): Promise<void> {
  await db
    .updateTable('charges')
    .set({ voided_at: at, voided_by: by, void_reason: reason })
    .where('id', '=', id)
    .execute()
}

/** @returns the fee; undefined: not of this booking, or already waived */
export async function markWaived(
  db: Db,
  { id, bookingId }: { id: string; bookingId: string },
  { at, by, reason }: NonNullable<Charge['voided']>,
): Promise<Fee | undefined> {
  const row = await db
    .updateTable('charges')
    .set({ voided_at: at, voided_by: by, void_reason: reason })
    .where('id', '=', id)
    .where('booking_id', '=', bookingId)
    .where('kind', 'in', FEE_KINDS)
    .where('voided_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && (chargeFrom(row, 0) as Fee)
}

export interface NewPayment
  extends Pick<Payment, 'id' | 'kind' | 'amountCents' | 'receivedOn' | 'method' | 'note'> {
  bookingId: string
  at: number
  by: string
}

export async function insertPayment(db: Db, payment: NewPayment): Promise<void> {
  const row = {
    id: payment.id,
    booking_id: payment.bookingId,
    currency: currencyOf(payment.bookingId),
    amount_cents: payment.amountCents,
    method: payment.method,
    note: payment.note,
    recorded_at: payment.at,
    recorded_by: payment.by,
    voided_at: null,
  }
  await (payment.kind === 'refund'
    ? db.insertInto('refunds').values({ ...row, refunded_on: payment.receivedOn })
    : db.insertInto('payments').values({ ...row, purpose: payment.kind, received_on: payment.receivedOn })
  ).execute()
}

export async function markVoided(
  db: Db,
  { id, kind }: Pick<Payment, 'id' | 'kind'>,
  at: number,
): Promise<void> {
  const [refunds, payments] = [db.updateTable('refunds'), db.updateTable('payments')]
  await (kind === 'refund'
    ? refunds.set({ voided_at: at }).where('id', '=', id).where('voided_at', 'is', null)
    : payments.set({ voided_at: at }).where('id', '=', id).where('voided_at', 'is', null)
  ).execute()
}

/**
 * What was received less what was refunded, by month (YYYY-MM) and currency. Days are YYYY-MM-DD, both included. Days
 * are added up first, in the order of an index that contains all it needs.
 */
export async function selectReceivedByMonth(
  db: Db,
  { from, until }: { from: string; until: string },
): Promise<{ month: string; currency: string; cents: number }[]> {
  const { rows } = await sql<{ month: string; currency: string; cents: number | string }>`
    select substr(day, 1, 7) as month, currency, sum(cents) as cents from (
      select received_on as day, currency, sum(amount_cents) as cents from payments
      where voided_at is null and received_on between ${from} and ${until} group by received_on, currency
      union all
      select refunded_on, currency, -sum(amount_cents) from refunds
      where voided_at is null and refunded_on between ${from} and ${until} group by refunded_on, currency
    ) as moved group by substr(day, 1, 7), currency`.execute(db)
  return rows.map(({ month, currency, cents }) => ({ month, currency, cents: Number(cents) }))
}

/** The bookings with something open, and the day on which it's due, as a subquery. Kept by triggers. */
export const dueLedgers = (db: Db) => db.selectFrom('due_ledgers').select(['booking_id', 'due_on'])

/**
 * What is due before two days and not paid, by currency, as `duesOf` computes it. Each table is read once, and only for
 * bookings with something open.
 * @param days YYYY-MM-DD, the earlier one first
 * @param counts whether the booking in the column `b.id` counts
 */
export async function selectDueBefore(
  db: Db,
  [first, last]: readonly [string, string],
  counts: Expression<SqlBool>,
): Promise<{ currency: string; byFirst: number; byLast: number }[]> {
  const sumsOf = (table: string, columns: Expression<unknown>) => sql`
    select booking_id, ${columns} from ${sql.table(table)}
    where booking_id in (select booking_id from due) group by booking_id`
  const unvoided = sql`sum(case when voided_at is null then amount_cents else 0 end) as cents`
  const credited = sql`sum(case when voided_at is null then credited_cents else 0 end) as credited`
  const dueBefore = (day: string, part: string) => {
    const isWhole = sql`(last_due_on is null or last_due_on < ${day})`
    const rest = sql`(${sql.ref(part)} - kept)`
    return sql`sum(case
      when due_on >= ${day} then 0
      when unknown = 0 and (${isWhole} or ${rest} > unpaid) or ${isWhole} and unpaid > ${rest} then unpaid
      when ${rest} > 0 then ${rest} else 0 end)`
  }
  const { rows } = await sql<{ currency: string | null; byFirst: number | string; byLast: number | string }>`
    with due as materialized (
      select d.booking_id, d.due_on from due_ledgers as d inner join bookings as b on b.id = d.booking_id
      where d.due_on < ${last} and ${counts}
    ),
    charged as materialized (${sumsOf(
      'charges',
      sql`max(currency) as currency, ${unvoided},
        sum(case when voided_at is null and amount_cents is null then 1 else 0 end) as unknown`,
    )}),
    paid as materialized (${sumsOf('allocations', sql`sum(amount_cents) as cents`)}),
    received as materialized (${sumsOf('payments', unvoided)}),
    tips as materialized (
      select p.booking_id, sum(c.amount_cents) as cents from payments as p
      inner join charges as c on c.id = p.id
      where p.id like '%:tip' and p.voided_at is null and c.voided_at is null
        and p.booking_id in (select booking_id from due) group by p.booking_id
    ),
    refunded as materialized (${sumsOf('refunds', sql`${unvoided}, ${credited}`)}),
    parts as materialized (${sumsOf(
      'installments',
      sql`sum(case when due_on < ${first} then amount_cents end) as before_first,
        sum(case when due_on < ${last} then amount_cents end) as before_last, max(due_on) as last_due_on`,
    )}),
    moved as materialized (
      select d.due_on, c.currency, coalesce(c.unknown, 0) as unknown, l.last_due_on,
        coalesce(c.cents, 0) - coalesce(a.cents, 0) as open,
        coalesce(p.cents, 0) - coalesce(r.cents, 0) as moved, coalesce(t.cents, 0) as tips,
        coalesce(r.credited, 0) as credited,
        coalesce(l.before_first, 0) as before_first, coalesce(l.before_last, 0) as before_last
      from due as d
      left join charged as c on c.booking_id = d.booking_id
      left join paid as a on a.booking_id = d.booking_id
      left join received as p on p.booking_id = d.booking_id
      left join tips as t on t.booking_id = d.booking_id
      left join refunded as r on r.booking_id = d.booking_id
      left join parts as l on l.booking_id = d.booking_id
    ),
    sums as materialized (
      select due_on, currency, unknown, last_due_on, before_first, before_last,
        open + case when moved < 0 then -moved else 0 end as unpaid,
        case when moved + credited > tips then moved + credited - tips else 0 end as kept
      from moved
    )
    select currency, ${dueBefore(first, 'before_first')} as "byFirst",
      ${dueBefore(last, 'before_last')} as "byLast"
    from sums group by currency`.execute(db)
  return rows.map(({ currency, byFirst, byLast }) => ({
    currency: currency ?? currencyCode(),
    ...{ byFirst: Number(byFirst), byLast: Number(byLast) },
  }))
}

export async function hasAnyMoney(db: Db, counts: Expression<SqlBool>): Promise<boolean> {
  const due = await db
    .selectFrom('due_ledgers as d')
    .innerJoin('bookings as b', 'b.id', 'd.booking_id')
    .select('b.id')
    .where(counts)
    .limit(1)
    .executeTakeFirst()
  return (
    due !== undefined ||
    (await db.selectFrom('payments').select('id').limit(1).executeTakeFirst()) !== undefined
  )
}

/** Whether the booking in this column has a payment, a refund, or a fee that isn't waived. */
export const hasMoney = (bookingId: string): Expression<SqlBool> => sql<SqlBool>`(
  exists (select 1 from payments where booking_id = ${sql.ref(bookingId)})
  or exists (select 1 from refunds where booking_id = ${sql.ref(bookingId)})
  or exists (select 1 from charges where booking_id = ${sql.ref(bookingId)} and voided_at is null
    and kind in ('reschedule', 'cancellation', 'other')))`
