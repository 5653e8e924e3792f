import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import type { Logger } from '~/platform/logging.server'
import { selectStart } from '../payments/reminder-store.server'
import { selectCardsToDetach } from './card-store.server'
import { detachCard } from './cards.server'
import { RECONCILE_PAYMENTS, SETTLE_PAYMENT } from './model'
import type { ProviderEvent } from './provider'
import { providerOf } from './provider-of.server'
import { type SettleDeps, sendRefund, settlePayment } from './settle.server'
import {
  deletePaymentEvents,
  insertPaymentEvent,
  selectLastEvent,
  selectUnsentRefunds,
  selectUnsettled,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

export type Taken = 'taken' | 'forged' | 'unknown'

/**
 * Takes a webhook: checks its signature, and writes its id and a job in one transaction, so that a repeated one does
 * nothing. The job asks the provider.
 */
export async function takeWebhook(
  { db, clock, config }: Deps & { config: Pick<Config, 'stripe'> },
  { body, signature }: { body: string; signature: string },
): Promise<Taken> {
  const provider = providerOf(config)
  if (!provider) return 'unknown'
  const event = await provider.readEvent(body, signature, clock.now())
  if (event === 'forged') return 'forged'
  if (event) await takeEvent({ db, clock }, event)
  return 'taken'
}

async function takeEvent({ db, clock }: Deps, event: ProviderEvent): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await insertPaymentEvent(tx, event.id, clock.now()))) return
    const payload = { payment: event.paymentId, checkout: event.checkoutId, intent: event.intentId }
    await enqueue({ db: tx, clock }, { kind: SETTLE_PAYMENT, payload })
  })
}

/** Since when events may have been missed, in milliseconds since 1970: since the backup that was restored, on that day. */
async function firstMissed(db: Db, now: number): Promise<number> {
  const restored = (await selectStart(db)) ?? 0
  const until = restored > now - DAY && restored < now ? restored : now
  return ((await selectLastEvent(db, until)) ?? until) - OVERLAP
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const EVERY = { everyMs: 10 * MINUTE }
/** Stripe delivers a webhook for up to three days. */
const OVERLAP = 4 * DAY
/** Stripe lists the events of 30 days. */
const KEPT = 31 * DAY

export const scheduleReconciling = (deps: Deps): Promise<void> =>
  enqueueNext(deps, { kind: RECONCILE_PAYMENTS }, EVERY)

/**
 * Asks the provider for events that never arrived, and about payments that haven't ended. Asks again for refunds, and
 * for cards to be forgotten.
 */
export async function reconcilePayments({ log, ...deps }: SettleDeps & { log: Logger }): Promise<void> {
  const { db, clock, provider } = deps
  await scheduleReconciling(deps)
  const now = clock.now()
  for await (const event of provider.listEvents(await firstMissed(db, now))) await takeEvent(deps, event)
  const before = now - 5 * MINUTE
  const attempt = async (fields: object, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, ...fields }, 'a payment could not be checked')
    }
  }
  for (const { id } of await selectUnsettled(db, before, 100))
    await attempt({ payment: id }, () => settlePayment(deps, { payment: id, checkout: null, intent: null }))
  // Their jobs have failed for good, or weren't in the backup that was restored.
  for (const refund of await selectUnsentRefunds(db, before, 100))
    await attempt({ refund }, () => sendRefund(deps, { refund }))
  for (const card of await selectCardsToDetach(db, before, 100))
    await attempt({ card }, () => detachCard(deps, { card }))
  await deletePaymentEvents(db, now - KEPT)
}
