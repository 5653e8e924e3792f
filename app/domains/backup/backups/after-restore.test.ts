import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { agreeOnLateFee } from '~/domains/billing/late-fees.server'
import { readLedger, saveInstallments } from '~/domains/billing/operations.server'
import { startPayment } from '~/domains/booking/online/checkout.server'
import { reconcilePayments, takeWebhook } from '~/domains/booking/online/events.server'
import { onlineJobs } from '~/domains/booking/online/jobs.server'
import { SETTLE_PAYMENT } from '~/domains/booking/online/model'
import { stripeProvider } from '~/domains/booking/online/stripe.server'
import { chargeLateFees } from '~/domains/booking/payments/late-fees.server'
import { loadInitialContent } from '~/domains/content/installation.server'
import { type Db, transact } from '~/platform/db/database.server'
import { backupSite, makeBackup } from '../../../../test/support/backup-site'
import { config, open } from '../../../../test/support/booking-fees'
import { describeOnBothEngines, type FreshDatabase } from '../../../../test/support/database'
import { putSetting } from '../../../../test/support/factories'
import { testSettings } from '../../../../test/support/settings'
import { startStripe } from '../../../../test/support/stripe-server'
import { restoreBackup } from './restore.server'
import { findKey } from './target.server'

const log = pino({ level: 'silent' })
const MINUTE = 60_000
const URLS = { paidUrl: 'https://studio.example.com/paid', backUrl: 'https://studio.example.com/booking' }

/** An installation with a booking of $285, and what takes it back to an earlier backup. */
async function begin(fresh: FreshDatabase) {
  const site = await backupSite(fresh, { isEmpty: true, isSecretKept: false })
  const blank = { ...site, config: { ...site.config, demo: false } }
  await loadInitialContent(blank, join(import.meta.dirname, '../../../../content'))
  for (const table of ['schedules', 'session_types', 'places'] as const)
    await fresh.db.deleteFrom(table).execute()
  const { deps, book } = await open(fresh.db, { created_at: Date.parse('2026-11-20T15:00:00Z') })
  const backUp = async () => {
    site.clock.set(deps.clock.now() + MINUTE)
    return (await makeBackup(site)).name
  }
  const goBack = async (name: string) => {
    deps.clock.advance(2 * MINUTE)
    site.clock.set(deps.clock.now())
    const key = (await findKey(site.target, site.config)) ?? expect.fail('no key')
    const restored = await restoreBackup(site, { from: { target: site.target, key }, name })
    if (!restored.ok) expect.fail(restored.sentence)
  }
  return { deps, book, backUp, goBack }
}

/** `work` settles the payments that wait for it. */
async function beginWithStripe(fresh: Parameters<typeof begin>[0]) {
  const { db } = fresh
  const { deps: given, ...begun } = await begin(fresh)
  const stripe = await startStripe(() => given.clock.now())
  onTestFinished(async () => void (await stripe.stop()))
  const deps = { ...given, config: { ...given.config, stripe: stripe.settings } }
  const work = async () => {
    for (const { id, kind, payload } of await db.selectFrom('jobs').selectAll().execute()) {
      const job = { id, attempt: 1, isLastAttempt: false, signal: new AbortController().signal, log }
      if (kind === SETTLE_PAYMENT) await onlineJobs(deps)[kind]?.run(JSON.parse(payload), job)
      await db.deleteFrom('jobs').where('id', '=', id).execute()
    }
  }
  return { ...begun, db, given, deps, stripe, work }
}

const receivedOf = async (db: Db, id: string) =>
  (await readLedger({ db }, id)).payments.map(({ kind, amountCents }) => [kind, amountCents])

describeOnBothEngines('after a restore', (openDb) => {
  test('events of Stripe from before and since count once, and payments that it undid are found again', async () => {
    const { db, given, deps, book, backUp, goBack, stripe, work } = await beginWithStripe(await openDb())
    const deliverAll = async () => {
      for (const event of stripe.events)
        expect(await takeWebhook(deps, stripe.delivered(event))).toBe('taken')
      await work()
    }
    const confirmed = async () => {
      const booking = await book({ state: 'requested' })
      expect(await booking.decide('confirm')).toMatchObject({ ok: true })
      return booking
    }
    const booking = await confirmed()
    await startPayment(deps, booking.id, { part: 'next', tip: '', ownTip: '' }, URLS)
    stripe.pay(stripe.latest())
    await deliverAll()
    await startPayment(deps, booking.id, { part: 'all', tip: '', ownTip: '' }, URLS)
    const name = await backUp()
    stripe.pay(stripe.latest())
    await deliverAll()
    const all = [
      ['deposit', 7_500],
      ['balance', 21_000],
    ]
    expect(await receivedOf(db, booking.id)).toEqual(all)

    await goBack(name)
    expect(await receivedOf(db, booking.id)).toEqual(all.slice(0, 1))
    const known = stripe.events.slice(0, 1)
    for (const event of known) await takeWebhook(deps, stripe.delivered(event))
    await work()
    expect(await receivedOf(db, booking.id)).toEqual(all.slice(0, 1))
    await deliverAll()
    expect(await receivedOf(db, booking.id)).toEqual(all)
    await deliverAll()
    expect(await receivedOf(db, booking.id)).toEqual(all)

    await goBack(name)
    given.clock.advance(10 * MINUTE)
    await reconcilePayments({ ...deps, provider: stripeProvider(stripe.settings), log })
    await work()
    expect(await receivedOf(db, booking.id)).toEqual(all)
    expect(await booking.balance()).toMatchObject({ open: 0, over: 0 })
  })

  test('a payment that was begun after the backup is found by what Stripe kept of it', async () => {
    const { db, given, deps, book, backUp, goBack, stripe, work } = await beginWithStripe(await openDb())
    await putSetting(db, 'payments', { ...testSettings.payments, tips: true })
    const booking = await book({ state: 'requested' })
    await booking.decide('confirm')
    await startPayment(deps, booking.id, { part: 'next', tip: '', ownTip: '' }, URLS)
    stripe.pay(stripe.latest())
    for (const event of stripe.events) await takeWebhook(deps, stripe.delivered(event))
    await work()
    const name = await backUp()
    await startPayment(deps, booking.id, { part: 'all', tip: '', ownTip: '12' }, URLS)
    stripe.pay(stripe.latest())
    stripe.refund(stripe.latest(), 1_000)
    given.clock.advance(9 * 24 * 60 * MINUTE)
    await goBack(name)
    const emails = async () =>
      (await db.selectFrom('outbox').select('id').where('kind', '=', 'payment-received').execute()).length
    const before = await emails()
    given.clock.advance(10 * MINUTE)
    // A webhook that arrives first doesn't hide what happened before.
    stripe.refund(stripe.latest(), 500)
    const [newest] = stripe.events.slice(-2)
    if (newest) await takeWebhook(deps, stripe.delivered(newest))
    for (let nth = 0; nth < 2; nth++) {
      given.clock.advance(10 * MINUTE)
      await reconcilePayments({ ...deps, provider: stripeProvider(stripe.settings), log })
      await work()
    }
    expect((await receivedOf(db, booking.id)).toSorted()).toEqual([
      ['balance', 21_000],
      ['deposit', 7_500],
      ['fee', 1_200],
      ['refund', 1_000],
      ['refund', 500],
    ])
    expect(await emails()).toBe(before)
  })

  test('a client isn’t emailed again about a refund from before', async () => {
    const { db, given, deps, book, backUp, goBack, stripe, work } = await beginWithStripe(await openDb())
    const settle = async () => {
      given.clock.advance(10 * MINUTE)
      await reconcilePayments({ ...deps, provider: stripeProvider(stripe.settings), log })
      await work()
    }
    const emails = async () =>
      (await db.selectFrom('outbox').select('state').where('kind', '=', 'payment-refunded').execute()).length
    const booking = await book({ state: 'requested' })
    await booking.decide('confirm')
    await startPayment(deps, booking.id, { part: 'all', tip: '', ownTip: '' }, URLS)
    stripe.pay(stripe.latest())
    await settle()
    const name = await backUp()
    stripe.refund(stripe.latest(), 1_000)
    await settle()
    expect(await emails()).toBe(1)

    await goBack(name)
    expect(await emails()).toBe(0)
    await settle()
    expect(await booking.balance()).toMatchObject({ refunded: 1_000 })
    expect(await emails()).toBe(0)
    stripe.refund(stripe.latest(), 500)
    await settle()
    expect(await booking.balance()).toMatchObject({ refunded: 1_500 })
    expect(await emails()).toBe(1)
  })

  test('no late fee is charged for what was due before, whether or not one had been charged', async () => {
    const fresh = await openDb()
    const { db } = fresh
    const { deps, book, backUp, goBack } = await begin(fresh)
    const booking = await book({ price_cents: 28_500 })
    await db
      .insertInto('contracts')
      .values({ id: 'c', booking_id: booking.id, title: 'Agreement', body: '', signers: '[]', created_at: 0 })
      .execute()
    await transact(db, async (tx) => {
      await saveInstallments({ db: tx }, booking.id, () => [
        { dueOn: '2026-11-25', daysBefore: null, amountCents: 10_000 },
        { dueOn: '2026-12-02', daysBefore: null, amountCents: null },
      ])
      const contract = { contractId: 'c', bookingId: booking.id, title: 'Agreement', at: deps.clock.now() }
      await agreeOnLateFee({ db: tx }, contract, { amountCents: 2_500, percent: null, graceDays: 3 })
    })
    const pass = async (day: string) => {
      deps.clock.set(Date.parse(`${day}T15:00:00Z`))
      await chargeLateFees({ ...deps, config: { ...config, smtpUrl: 'smtp://mail' } })
      const fees = await db.selectFrom('late_fees').select('due_on').orderBy('due_on').execute()
      return fees.map(({ due_on }) => due_on)
    }
    expect(await pass('2026-11-30')).toEqual(['2026-11-25'])
    const name = await backUp()
    expect(await pass('2026-12-07')).toEqual(['2026-11-25', '2026-12-02'])
    await goBack(name)
    expect(await pass('2026-12-08')).toEqual(['2026-11-25'])
    const charges = await db.selectFrom('charges').select('id').where('title', 'like', 'Late fee%').execute()
    expect(charges).toHaveLength(1)
  })
})
