import { pino } from 'pino'
import { readLedger } from '~/domains/billing/operations.server'
import { startPayment } from '~/domains/booking/online/checkout.server'
import { reconcilePayments, takeWebhook } from '~/domains/booking/online/events.server'
import { onlineJobs } from '~/domains/booking/online/jobs.server'
import {
  CHARGE_CARD,
  DETACH_CARD,
  END_CHECKOUT,
  SEND_REFUND,
  SETTLE_PAYMENT,
} from '~/domains/booking/online/model'
import { stripeProvider } from '~/domains/booking/online/stripe.server'
import type { Db } from '~/platform/db/database.server'
import { HOUR, open, SESSION } from './booking-fees'
import { startStripe } from './stripe-server'

const log = pino({ level: 'silent' })
const URLS = {
  paidUrl: 'https://studio.example.com/booking?done=paid',
  backUrl: 'https://studio.example.com/booking',
}
const stops: (() => Promise<unknown>)[] = []

export async function stopPaying(): Promise<void> {
  for (const stop of stops.splice(0)) await stop()
}

/** A confirmed booking of $285 with a deposit of $75, and Stripe. */
export async function begin(db: Db) {
  const { deps: given, book } = await open(db)
  const stripe = await startStripe(() => given.clock.now())
  stops.push(stripe.stop)
  const deps = { ...given, config: { ...given.config, stripe: stripe.settings, smtpUrl: 'smtp://mail' } }
  const provider = stripeProvider(stripe.settings)
  const handlers = onlineJobs(deps)
  const jobs = () =>
    db
      .selectFrom('jobs')
      .selectAll()
      .where('kind', 'in', [SETTLE_PAYMENT, SEND_REFUND, CHARGE_CARD, DETACH_CARD, END_CHECKOUT])
      .orderBy('id')
      .execute()
  /** Runs the queued jobs and those that they queue. @param together whether all at once, each twice */
  const work = async ({ together = false } = {}) => {
    for (let found = await jobs(); found.length > 0; found = await jobs()) {
      const run = async ({ id, kind, payload }: (typeof found)[number]) => {
        const job = { id, attempt: 1, isLastAttempt: false, signal: new AbortController().signal, log }
        await handlers[kind]?.run(JSON.parse(payload), job)
      }
      if (together) await Promise.all([...found, ...found].map(run))
      else for (const job of found) await run(job)
      for (const { id } of found) await db.deleteFrom('jobs').where('id', '=', id).execute()
    }
  }
  const deliver = (event: object) => takeWebhook(deps, stripe.delivered(event))
  const confirmed = async (nth = 0) => {
    const booking = await book({ state: 'requested', session_date: SESSION + nth * 24 * HOUR })
    await booking.decide('confirm')
    return booking
  }
  return {
    ...{ deps, stripe, provider, work, deliver, confirmed },
    start: (id: string, part: 'next' | 'all' = 'next', ownTip = '', consent = '', upTo = 0) =>
      startPayment(deps, id, { part, upTo, tip: '', ownTip, consent, clientAddress: '192.0.2.7' }, URLS),
    reconcile: () => reconcilePayments({ ...deps, provider, log }),
    received: async (id: string) =>
      (await readLedger({ db }, id)).payments
        .filter(({ voidedAt }) => voidedAt === null)
        .map(({ kind, amountCents, method }) => [kind, amountCents, method]),
    payments: () =>
      db.selectFrom('online_payments').selectAll().orderBy('created_at').orderBy('id').execute(),
  }
}
