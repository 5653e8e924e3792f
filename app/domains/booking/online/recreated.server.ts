import { type Db, transact } from '~/platform/db/database.server'
import { selectBooking } from '../reservations/store.server'
import type { PaymentProvider } from './provider'
import { insertOnlinePayment, type OnlinePayment, selectOnlinePayment } from './store.server'

/**
 * Writes the row of a payment that was begun after the backup that was restored. Undefined: it isn't of a booking here,
 * or no money is on its way.
 */
export async function recreate(
  { db, provider }: { db: Db; provider: PaymentProvider },
  named: { payment: string | null; checkout: string | null },
): Promise<OnlinePayment | undefined> {
  if (named.payment === null || named.checkout === null) return undefined
  const facts = await provider.readCheckout(named.checkout)
  if (facts?.paymentId !== named.payment || !facts.asked) return undefined
  if (facts.state !== 'paid' && facts.state !== 'processing') return undefined
  const { booking, purpose, tipCents, createdAt } = facts.asked
  await transact(db, async (tx) => {
    if (!(await selectBooking(tx, { id: booking }))) return
    await insertOnlinePayment(tx, {
      ...{ id: facts.paymentId, booking_id: booking, purpose, amount_cents: facts.amountCents },
      ...{ tip_cents: tipCents, currency: facts.currency, state: 'processing', dispute: '', problem: '' },
      ...{ checkout_id: facts.id, checkout_url: '', intent_id: facts.intentId, card_id: null, due_on: null },
      created_at: createdAt,
    })
  })
  return await selectOnlinePayment(db, facts.paymentId)
}
