import type { Db } from '~/platform/db/database.server'
import type { Credit } from './credits'
import type { Tax } from './tax'

/** Takes a part off a charge. @param rest what is still asked for, with its tax */
export async function takeOff(
  db: Db,
  { chargeId, cents }: Credit,
  rest: { amountCents: number; tax: Tax },
): Promise<void> {
  await db
    .updateTable('charges')
    .set((e) => ({
      ...{ amount_cents: rest.amountCents, credited_cents: e('credited_cents', '+', cents) },
      tax_cents: rest.tax.cents,
    }))
    .where('id', '=', chargeId)
    .execute()
}

/** Owes a charge whose parts were taken off. */
export async function putBack(
  db: Db,
  chargeId: string,
  { amountCents, creditedCents, tax }: { amountCents: number; creditedCents: number; tax: Tax },
): Promise<void> {
  await db
    .updateTable('charges')
    .set({
      ...{ amount_cents: amountCents, credited_cents: creditedCents, tax_cents: tax.cents },
      ...{ voided_at: null, voided_by: '', void_reason: '' },
    })
    .where('id', '=', chargeId)
    .execute()
}

/** Notes what a refund was taken off. */
export async function updateCredits(db: Db, refundId: string, credits: readonly Credit[]): Promise<void> {
  await db
    .updateTable('refunds')
    .set({
      credited_cents: credits.reduce((sum, { cents }) => sum + cents, 0),
      credits: JSON.stringify(credits),
    })
    .where('id', '=', refundId)
    .execute()
}

/** @param creditedCents what other than refunds was taken off */
export async function endCredited(db: Db, chargeId: string, creditedCents: number): Promise<void> {
  await db
    .updateTable('charges')
    .set({ credited_cents: creditedCents, void_reason: '' })
    .where('id', '=', chargeId)
    .execute()
}

/** Of refunds that were taken off charges. */
export async function selectCreditsOf(
  db: Db,
  bookingId: string,
): Promise<{ id: string; credits: Credit[] }[]> {
  const refunds = await db
    .selectFrom('refunds')
    .select(['id', 'credits'])
    .where('booking_id', '=', bookingId)
    .where('credited_cents', '>', 0)
    .execute()
  return refunds.map(({ id, credits }) => ({ id, credits: JSON.parse(credits) as Credit[] }))
}

export async function selectCredits(db: Db, refundId: string): Promise<Credit[]> {
  const refund = await db
    .selectFrom('refunds')
    .select('credits')
    .where('id', '=', refundId)
    .executeTakeFirst()
  return JSON.parse(refund?.credits ?? '[]') as Credit[]
}
