import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { ledgerBalance } from '~/domains/billing/balance'
import { readLedger } from '~/domains/billing/operations.server'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import { DEPOSIT, HOUR, openRequired } from '../../../../test/support/required-booking'
import { startStripe } from '../../../../test/support/stripe-server'
import { bookingView } from '../client/booking-view'
import { readBookingStory } from '../client/operations.server'
import { startPayment } from '../online/checkout.server'
import { onlineJobs } from '../online/jobs.server'
import { SEND_REFUND } from '../online/model'
import { settlePayment } from '../online/settle.server'
import { stripeProvider } from '../online/stripe.server'
import type { TypeRequirements } from './model'

const URLS = { paidUrl: 'https://photos.example.com/paid', backUrl: 'https://photos.example.com/back' }
const stops: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function begin(db: Db, change: Partial<TypeRequirements> = {}) {
  const at = await openRequired(db, change)
  const stripe = await startStripe(() => at.clock.now())
  stops.push(stripe.stop)
  const deps = { ...at.deps, config: { ...at.deps.config, stripe: stripe.settings } }
  const settle = async () => {
    const [payment] = await db.selectFrom('online_payments').selectAll().orderBy('id', 'desc').execute()
    await settlePayment(
      { ...deps, provider: stripeProvider(stripe.settings) },
      { payment: payment?.id ?? null, checkout: null, intent: null },
    )
  }
  const refunds = async () => {
    for (const job of await db.selectFrom('jobs').selectAll().where('kind', '=', SEND_REFUND).execute()) {
      await onlineJobs(deps)[SEND_REFUND]?.run(JSON.parse(job.payload), {
        ...{ id: job.id, attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
        log: pino({ level: 'silent' }),
      })
    }
  }
  return {
    ...at,
    stripe,
    settle,
    refunds,
    deps,
    start: (id: string, consent = '', part: 'next' | 'all' = 'all') =>
      startPayment(deps, id, { part, tip: '', ownTip: '', consent, clientAddress: '192.0.2.7' }, URLS),
  }
}

describeOnBothEngines('online payments of a held booking', (openDb) => {
  test('save a card for the rest if the client agrees to the words of the page, and not without', async () => {
    const { db } = await openDb()
    const at = await begin(db)
    const { id } = await at.book()
    const page = async () => {
      const booking = await at.read(id)
      const story = await readBookingStory(at.deps, booking)
      return bookingView(booking, { ...story, now: at.clock.now(), sendsMail: true })
    }
    const words = (await page()).steps?.consent ?? ''
    expect(words).toMatch(
      /^Save my card with Stripe and charge it for the remaining payments of this booking/,
    )
    expect(words).toContain('on Saturday, December 5, 2026')
    expect(await at.start(id, `${words} And more.`, 'next')).toEqual({ ok: false, reason: 'consent' })
    expect(at.stripe.sessions.size).toBe(0)
    expect(await at.start(id, words, 'next')).toEqual({ ok: true })
    at.stripe.pay(at.stripe.latest())
    await at.settle()
    expect(await db.selectFrom('saved_cards').selectAll().execute()).toMatchObject([
      { booking_id: id, words, state: 'saved', last4: '4242' },
    ])
    expect((await page()).steps?.consent).toBe('')
    await at.sign(id)
    await at.answer(id)
    expect(await at.read(id)).toMatchObject({ state: 'confirmed' })
  })

  test('pay the deposit only, and confirm it if nothing else is missing', async () => {
    const at = await begin((await openDb()).db)
    const { id } = await at.book()
    await at.sign(id)
    await at.answer(id)
    await at.pay(id, 2_500)
    expect(await at.start(id)).toEqual({ ok: true })
    const session = at.stripe.latest()
    expect(session).toMatchObject({ amount_total: DEPOSIT - 2_500 })
    at.stripe.pay(session)
    await at.settle()
    await at.settle()
    expect(await at.read(id)).toMatchObject({ state: 'confirmed' })
    const emails = await queuedMail(at.db)
    const confirmed = emails.filter(({ kind }) => kind === 'booking-confirmed')
    expect(confirmed.map(({ text }) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(
        /We received your payment of \$75, and your session is confirmed\..* Left to pay: \$185 due /,
      ),
    ])
    expect(emails.map(({ kind }) => kind)).not.toContain('payment-received')
  })

  test('that don’t complete it are confirmed with what is left to do', async () => {
    const at = await begin((await openDb()).db)
    const { id } = await at.book()
    await at.sign(id)
    expect(await at.start(id)).toEqual({ ok: true })
    at.stripe.pay(at.stripe.latest())
    await at.settle()
    const received = (await queuedMail(at.db)).filter(({ kind }) => kind === 'payment-received')
    expect(received.map(({ text }) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringContaining('Your session is confirmed once this is done: - Answer our questions'),
    ])
    await at.answer(id)
    const confirmed = (await queuedMail(at.db)).find(({ kind }) => kind === 'booking-confirmed')
    expect(confirmed?.text).not.toContain('We received your payment')
  })

  test('aren’t asked for or taken until its proposal is signed or waived, since that agrees on the deposit', async () => {
    const at = await begin((await openDb()).db, { proposal: true, questionnaire: false, template: null })
    const { id } = await at.book({ 'question.q1': 'Ann' })
    const steps = async () => {
      const booking = await at.read(id)
      const story = await readBookingStory(at.deps, booking)
      return bookingView(booking, { ...story, now: at.clock.now(), sendsMail: true }).steps
    }
    expect(await at.start(id)).toEqual({ ok: false, reason: 'nothing-due' })
    expect(await steps()).toMatchObject({
      items: [{ kind: 'proposal', isDone: false }],
      pay: '',
      instructions: '',
    })
    const held = (await queuedMail(at.db)).find(({ kind }) => kind === 'booking-held')
    expect(held?.text).toContain('Choose and sign your proposal')
    expect(held?.text).not.toContain('Pay the $100 deposit')
    expect(await at.waive(id, 'proposal')).toMatchObject({ ok: true })
    expect(await steps()).toMatchObject({
      items: [{ kind: 'proposal' }, { kind: 'deposit' }],
      pay: 'Pay $100',
    })
    expect(await at.start(id)).toEqual({ ok: true })
    at.stripe.pay(at.stripe.latest())
    await at.settle()
    expect(await at.read(id)).toMatchObject({ state: 'confirmed' })
  })

  test('are refunded when the hold ends, and when they arrive after it', async () => {
    const at = await begin((await openDb()).db)
    const { id } = await at.book()
    expect(await at.start(id)).toEqual({ ok: true })
    at.stripe.pay(at.stripe.latest())
    await at.settle()
    expect(await at.start(id)).toEqual({ ok: false, reason: 'nothing-due' })
    at.clock.advance(72 * HOUR)
    await at.end()
    await at.refunds()
    expect(await at.read(id)).toMatchObject({ state: 'canceled' })
    expect(ledgerBalance(await readLedger(at.deps, id))).toMatchObject({
      received: DEPOSIT,
      kept: 0,
      over: 0,
    })
    const told = (await queuedMail(at.db)).find(({ kind }) => kind === 'booking-hold-ended-for-studio')
    expect(told?.text).toMatch(/Refunded by Stripe:? \$100/)
    expect(told?.text).not.toContain('For you to refund')

    const late = await at.book({ slot: '2026-12-08T15:30:00Z', name: 'Bo', email: 'bo@example.com' })
    expect(await at.start(late.id)).toEqual({ ok: true })
    at.clock.advance(72 * HOUR)
    await at.end()
    at.stripe.pay(at.stripe.latest())
    await at.settle()
    await at.refunds()
    expect(await at.read(late.id)).toMatchObject({ state: 'canceled' })
    expect(ledgerBalance(await readLedger(at.deps, late.id))).toMatchObject({ received: DEPOSIT, kept: 0 })
  })

  test('and the end of the hold take turns, whichever begins first', async () => {
    const at = await begin((await openDb()).db)
    for (let nth = 0; nth < 4; nth++) {
      const slot = `2026-12-0${nth + 2}T15:30:00Z`
      const { id } = await at.book({ slot, name: `Client ${nth}`, email: `client${nth}@example.com` })
      expect(await at.start(id)).toEqual({ ok: true })
      at.stripe.pay(at.stripe.latest())
      if (nth > 1) await at.settle()
      at.clock.advance(72 * HOUR)
      await Promise.all(nth % 2 === 0 ? [at.settle(), at.end()] : [at.end(), at.settle()])
      await at.settle()
      await at.refunds()
      await at.settle()
      expect(await at.read(id)).toMatchObject({ state: 'canceled' })
      expect(ledgerBalance(await readLedger(at.deps, id))).toMatchObject({ received: DEPOSIT, kept: 0 })
      at.clock.advance(-72 * HOUR)
    }
  })
})
