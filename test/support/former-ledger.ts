import { expect } from 'vitest'
import { isFee } from '~/domains/billing/model'
import { readLedger } from '~/domains/billing/operations.server'
import type { Db } from '~/platform/db/database.server'

/** The former version reads the same fees, payments and refunds. */
export async function expectCopied(db: Db, bookingId: string): Promise<void> {
  const { charges, payments } = await readLedger({ db }, bookingId)
  const fees = await db
    .selectFrom('booking_fees')
    .select(['id', 'cause', 'title', 'amount_cents', 'waived_at', 'waived_by', 'waive_reason'])
    .where('booking_id', '=', bookingId)
    .orderBy('charged_at')
    .orderBy('id')
    .execute()
  expect(fees.map((fee) => Object.values(fee))).toEqual(
    charges
      .filter(isFee)
      .map(({ id, kind, title, amountCents, voided }) => [
        ...[id, kind, title, amountCents, voided?.at ?? null, voided?.by ?? '', voided?.reason ?? ''],
      ]),
  )
  const copies = await db
    .selectFrom('booking_payments')
    .select(['id', 'kind', 'amount_cents', 'received_on', 'method', 'recorded_by', 'voided_at'])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute()
  expect(copies.map((payment) => Object.values(payment))).toEqual(
    payments.map(({ id, kind, amountCents, receivedOn, method, recordedBy, voidedAt }) => [
      ...[id, kind, amountCents, receivedOn, method, recordedBy, voidedAt],
    ]),
  )
}
