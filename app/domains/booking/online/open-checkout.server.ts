import type { Clock } from '~/platform/clock'
import type { Tx } from '~/platform/db/database.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { END_CHECKOUT } from './model'
import { selectPaymentsOf, updateOnlinePayment } from './store.server'

/**
 * Ends the checkout that a client may have open in another tab, so that nothing is paid twice. Called in the
 * transaction of whatever pays or reduces what is due; the job asks the provider.
 */
export async function endOpenCheckout(
  { db, clock }: { db: Tx; clock: Clock },
  bookingId: string,
): Promise<void> {
  for (const { id, state, due_on } of await selectPaymentsOf(db, bookingId)) {
    if (state === 'open') await enqueue({ db, clock }, { kind: END_CHECKOUT, payload: { payment: id } })
    // The provider may be opening it right now. No client is sent there.
    if (state === 'created' && due_on === null) await updateOnlinePayment(db, id, { state: 'expired' })
  }
}
