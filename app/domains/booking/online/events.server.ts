import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import type { Logger } from '~/platform/logging.server'
import { RECONCILE_PAYMENTS, SETTLE_PAYMENT } from './model'
import type { ProviderEvent } from './provider'
import { providerOf } from './provider-of.server'
import { type SettleDeps, settlePayment } from './settle.server'
import { deletePaymentEvents, hasOnlinePayments, insertPaymentEvent, selectUnsettled } from './store.server'

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

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const EVERY = { everyMs: 10 * MINUTE }
/** Stripe delivers a webhook for up to three days. */
const OVERLAP = 4 * DAY
/** Stripe lists the events of 30 days. */
const KEPT = 31 * DAY

export const scheduleReconciling = (deps: Deps): Promise<void> =>
  enqueueNext(deps, { kind: RECONCILE_PAYMENTS }, EVERY)

/** Asks the provider for events that never arrived, and about payments that haven't ended. */
export async function reconcilePayments({ log, ...deps }: SettleDeps & { log: Logger }): Promise<void> {
  const { db, clock, provider } = deps
  await scheduleReconciling(deps)
  if (!(await hasOnlinePayments(db))) return
  const now = clock.now()
  for await (const event of provider.listEvents(now - OVERLAP)) await takeEvent(deps, event)
  for (const { id } of await selectUnsettled(db, now - 5 * MINUTE, 100))
    try {
      await settlePayment(deps, { payment: id, checkout: null, intent: null })
    } catch (error) {
      log.warn({ err: error, payment: id }, 'a payment could not be checked')
    }
  await deletePaymentEvents(db, now - KEPT)
}
