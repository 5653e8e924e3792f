import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { readStripeCheck } from '~/domains/booking/online/stripe-check.server'
import { fixedClock } from '~/platform/clock'
import type { StripeSettings } from '~/platform/config.server'
import { describeOnBothEngines } from '../test/support/database'
import { putTestSettings } from '../test/support/settings'
import { startStripe } from '../test/support/stripe-server'
import { stripeCheckCommand } from './stripe-check'

const siteUrl = 'https://studio.example.com'

describeOnBothEngines('stripe check', (openDb) => {
  async function begin() {
    const { db } = await openDb()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-24T15:00:00Z')
    const stripe = await startStripe(() => clock.now())
    const run = async (args: string[] = [], settings: StripeSettings | undefined = stripe.settings) => {
      const said: string[] = []
      const stream = new Writable({
        write(chunk, _, done) {
          said.push(String(chunk))
          done()
        },
      })
      const app = { db, clock, config: { siteUrl, stripe: settings } }
      const code = await stripeCheckCommand(app, args, { out: stream, err: stream })
      return { code, said: said.join('') }
    }
    const status = (settings = stripe.settings) =>
      readStripeCheck({ db, config: { siteUrl, stripe: settings } })
    return { db, stripe, run, status }
  }

  test('opens and ends a checkout, and records that everything is right', async () => {
    const { db, stripe, run, status } = await begin()
    stripe.endpoints.push({ url: `${siteUrl}/payments/stripe`, enabled_events: ['*'] })
    expect(await status()).toContain('is unverified.')
    const { code, said } = await run()
    expect(said.split('\n').map((line) => line.slice(0, 5).trim())).toEqual([
      ...Array(8).fill('OK'),
      'The c',
      '',
    ])
    expect(code).toBe(0)
    expect(said).toContain('acct_')
    expect([...stripe.sessions.values()].map((session) => session.status)).toEqual(['expired'])
    expect(await status()).toBe(
      'The connection to Stripe was checked on Tuesday, November 24, 2026 with a test key of acct_test.',
    )
    expect(await status({ ...stripe.settings, secretKey: 'sk_test_other' })).toContain('with another key')
    const [row] = await db.selectFrom('stripe_checks').selectAll().execute()
    expect(JSON.stringify(row)).not.toContain(stripe.settings.secretKey)
    await stripe.stop()
  })

  test('says what is wrong, and leaves the connection unverified', async () => {
    const { stripe, run, status } = await begin()
    stripe.endpoints.push({ url: `${siteUrl}/payments/stripe`, enabled_events: ['charge.refunded'] })
    const some = await run()
    expect(some.code).toBe(1)
    expect(some.said).toContain('lacks the events checkout.session.completed')
    const bad = await run([], { ...stripe.settings, secretKey: 'sk_test_wrong' })
    expect(bad.code).toBe(1)
    expect(bad.said).toContain('Invalid API Key')
    expect(bad.said).not.toContain('sk_test_wrong')
    expect(await status()).toContain('is unverified: it was last checked with another key')
    await stripe.stop()
  })

  test('refuses a live key unless it’s allowed, and needs a key', async () => {
    const { db, stripe, run } = await begin()
    const live = { ...stripe.settings, secretKey: 'sk_live_0123456789' }
    expect(await run([], live)).toMatchObject({ code: 1 })
    expect(stripe.requests).toEqual([])
    expect((await run(['--else'])).code).toBe(2)
    expect(await db.selectFrom('stripe_checks').selectAll().execute()).toEqual([])
    expect((await run(['--live'], live)).said).toContain('Invalid API Key')
    await stripe.stop()
  })
})
