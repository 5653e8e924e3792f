import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether a fee of the booking in this column is open, not an extra. The first subquery can use an index. */
export const feeIsOpen = (bookingId: string): Expression<SqlBool> => sql<SqlBool>`${sql.ref(bookingId)} in (
  select booking_id from charges where voided_at is null and kind in ('reschedule', 'cancellation', 'other')
) and exists (
  select 1 from charges as fee
  where fee.booking_id = ${sql.ref(bookingId)} and fee.voided_at is null
    and fee.kind in ('reschedule', 'cancellation', 'other') and fee.ends_with_booking = 0 and fee.amount_cents > (
      select coalesce(sum(a.amount_cents), 0) from allocations as a
      where a.booking_id = fee.booking_id and a.charge_id = fee.id))`

/** Whether more was received for the booking in this column than it owes and than was refunded. */
export const isOverpaid = (bookingId: string): Expression<SqlBool> => {
  const sumOf = (table: 'payments' | 'refunds' | 'allocations', counts = sql`true`) =>
    sql`(select coalesce(sum(amount_cents), 0) from ${sql.table(table)}
      where booking_id = ${sql.ref(bookingId)} and ${counts})`
  const counts = sql`voided_at is null`
  return sql<SqlBool>`${sumOf('payments', counts)} > ${sumOf('refunds', counts)} + ${sumOf('allocations')}`
}

/** Whether the deposits received for the booking in this column are less than agreed. */
export const depositIsBelow = (bookingId: string, agreed: string): Expression<SqlBool> => sql<SqlBool>`
  ${sql.ref(agreed)} > (
    select coalesce(sum(p.amount_cents), 0) from payments as p
    where p.booking_id = ${sql.ref(bookingId)} and p.purpose = 'deposit' and p.voided_at is null)`

/** Whether the booking in this column has payments and nothing open. */
export const isPaid = (bookingId: string): Expression<SqlBool> => sql<SqlBool>`not exists (
  select 1 from due_ledgers as d where d.booking_id = ${sql.ref(bookingId)}) and exists (
  select 1 from payments as p where p.booking_id = ${sql.ref(bookingId)} and p.voided_at is null)`
