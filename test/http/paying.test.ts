import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dateOf } from '~/platform/time'
import { signedIn } from '../support/accounts'
import { makeInvoice } from '../support/client-papers'
import { post } from '../support/forms'
import { bookOn } from '../support/manage-booking'
import { type Site, startSite } from '../support/site'
import { startStripe } from '../support/stripe-server'

let stripe: Awaited<ReturnType<typeof startStripe>>
let site: Site
let plain: Site
beforeAll(async () => {
  stripe = await startStripe(() => Date.now())
  const { secretKey, webhookSecret, apiUrl } = stripe.settings
  const keys = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl }
  site = await startSite({
    env: { ...keys, SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMIT_SCALE: '100', LOG_LEVEL: 'info' },
  })
  plain = await startSite({ env: { RATE_LIMIT_SCALE: '100' } })
})
afterAll(async () => {
  await site?.stop()
  await plain?.stop()
  await stripe?.stop()
})

const textOf = (html: string) => html.replaceAll('<!-- -->', '')
const page = async (at: Site, path: string, cookie: string) => {
  const answer = await fetch(at.url + path, { redirect: 'manual', headers: { cookie } })
  return { status: answer.status, headers: answer.headers, html: textOf(await answer.text()) }
}
const deliver = ({ body, signature }: { body: string; signature: string }, at = site) =>
  fetch(`${at.url}/payments/stripe`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
  })

it('is done on Stripe’s page, without an account, and shows up once Stripe has confirmed it', async () => {
  const { cookie, id } = await bookOn(site)
  const before = await page(site, '/booking', cookie)
  expect(before.html).toContain('You’ll pay on Stripe’s page.')
  const [, part = ''] = /<button[^>]* value="(\w+)"[^>]*>Pay \$285</.exec(before.html) ?? []
  const sent = await post(
    site,
    '/booking',
    { intent: 'pay', part, amount: '1', amount_cents: '1' },
    { cookie },
  )
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/booking/checkout'])
  const session = stripe.latest()
  expect(session.amount_total).toBe(28_500)
  const onward = await page(site, '/booking/checkout', cookie)
  expect(onward.headers.get('refresh')).toBe(`0; url=${session.url}`)
  expect(onward.html).toContain(`href="${session.url}"`)
  expect(onward.html).toContain('You’ll pay $285 on Stripe’s page')
  expect(onward.html).toMatch(/<dt[^>]*>For<\/dt><dd>(Payment|Deposit) for Portrait[^<]*, DE-MAN\d+A<\/dd>/)
  expect((await page(site, '/booking/checkout', '')).status).toBe(404)

  stripe.pay(session)
  const [event] = stripe.events
  if (!event) throw new Error('no event')
  expect((await page(site, '/booking?done=paid', cookie)).html).toContain('once it’s confirmed')
  expect((await deliver(stripe.delivered(event, { secret: 'whsec_other' }))).status).toBe(400)
  expect((await deliver({ body: 'x'.repeat(300_000), signature: '' })).status).toBe(413)
  expect((await fetch(`${site.url}/payments/stripe`)).status).toBe(404)
  expect((await page(site, '/booking', cookie)).html).not.toContain('You paid')
  const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(stripe.delivered(event))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await vi.waitFor(
    async () => expect((await page(site, '/booking', cookie)).html).toContain('You paid $285 online.'),
    { timeout: 20_000, interval: 200 },
  )
  const after = await page(site, '/booking', cookie)
  expect(after.html).not.toContain('You’ll pay on Stripe’s page.')
  expect((await post(site, '/booking', { intent: 'pay', part: 'all' }, { cookie })).status).toBe(409)

  const [owner, assistant] = [
    { cookie: await signedIn(site, 'owner') },
    { cookie: await signedIn(site, 'assistant') },
  ]
  const studio = await page(site, `/studio/bookings/${id}`, owner.cookie)
  expect(studio.html).toContain('paid $285 by Stripe')
  expect(studio.html).toContain('Does the client still owe it?')
  const [, payment = ''] =
    /name="intent" value="refund"\/><input type="hidden" name="payment" value="([\w-]+)"/.exec(studio.html) ??
    []
  const [, once = ''] = /name="once" value="([\w-]+)"/.exec(studio.html) ?? []
  const [, owed = ''] = /<option value="([\w:-]+)"[^>]*>No, take it off the price/.exec(studio.html) ?? []
  const refund = (amount: string, as = owner) =>
    post(site, `/studio/bookings/${id}`, { intent: 'refund', payment, once, amount, owed }, as)
  const theirs = await page(site, `/studio/bookings/${id}`, assistant.cookie)
  expect(theirs.html).toContain('paid $285 by Stripe')
  expect(theirs.html).not.toContain('name="intent" value="refund"')
  expect((await refund('85', assistant)).status).toBe(404)
  expect(stripe.refunds).toEqual([])
  expect((await refund('286')).status).toBe(422)
  const unknown = { intent: 'refund', payment, once, amount: '85', owed: 'another' }
  expect((await post(site, `/studio/bookings/${id}`, unknown, owner)).status).toBe(422)
  expect((await refund('85')).status).toBe(303)
  await vi.waitFor(
    async () =>
      expect((await page(site, '/booking', cookie)).html).toContain(
        'We refunded $85. You don’t owe it anymore.',
      ),
    { timeout: 20_000, interval: 200 },
  )
  // What was refunded isn't thanked for.
  expect((await page(site, '/booking?done=paid', cookie)).html).not.toContain('Thank you.')
  expect(site.output()).not.toContain(stripe.settings.secretKey)
})

it('saves a card for later payments only with consent, until its client removes it', async () => {
  const { cookie, id } = await bookOn(site)
  const owner = { cookie: await signedIn(site, 'owner') }
  const path = `/studio/bookings/${id}`
  const [, seen = ''] =
    /value="schedule"\/><input type="hidden" name="seen" value="([^"]*)"/.exec(
      (await page(site, path, owner.cookie)).html,
    ) ?? []
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const dues = { 'dues.0.dueOn': day(1), 'dues.0.amount': '75', 'dues.1.dueOn': day(9), 'dues.1.amount': '' }
  expect((await post(site, path, { intent: 'schedule', seen, ...dues }, owner)).status).toBe(303)
  const opened = (await page(site, '/booking', cookie)).html
  const [, consent = ''] = /<input type="checkbox" name="consent" value="([^"]+)"/.exec(opened) ?? []
  const [, upTo = ''] = /name="upTo" value="(\d+)"/.exec(opened) ?? []
  expect(consent).toContain('charge it for the remaining payments of this booking when they’re due: $210 on')
  const pay = (words: string) =>
    post(site, '/booking', { intent: 'pay', part: 'next', consent: words }, { cookie })
  const changed = await pay(consent.replace('$210', '$21'))
  expect([changed.status, textOf(await changed.text())]).toEqual([
    409,
    expect.stringContaining('What’s due just'),
  ])
  expect((await pay(consent)).status).toBe(303)
  const before = stripe.events.length
  stripe.pay(stripe.latest())
  for (const event of stripe.events.slice(before)) await deliver(stripe.delivered(event))
  await vi.waitFor(
    async () =>
      expect((await page(site, '/booking', cookie)).html).toContain(
        'Your Visa ending in 4242 is saved. We’ll charge it $210 on',
      ),
    { timeout: 20_000, interval: 200 },
  )
  const again = await post(site, '/booking', { intent: 'pay', part: 'next', upTo }, { cookie })
  expect([again.status, textOf(await again.text())]).toEqual([
    409,
    expect.stringContaining('This payment has already been made, so nothing was charged.'),
  ])
  const studio = await page(site, path, owner.cookie)
  expect(studio.html).toContain('Visa ending in 4242. It will be charged $210 on')
  expect(studio.html).toContain(consent)
  const [method] = [...stripe.methods.values()]
  expect(method?.customer).not.toBeNull()
  const removed = await post(site, '/booking', { intent: 'remove-card' }, { cookie })
  expect(removed.headers.get('location')).toBe('/booking?done=card')
  await vi.waitFor(() => expect(method?.customer).toBeNull(), { timeout: 20_000, interval: 200 })
  expect((await page(site, '/booking', cookie)).html).not.toContain('is saved')
  expect((await post(site, path, { intent: 'remove-card' }, owner)).status).toBe(404)
})

it('is taken in when a tab from before it asks to pay again, though no event has arrived', async () => {
  const { cookie } = await bookOn(site)
  const pay = () => post(site, '/booking', { intent: 'pay', part: 'all' }, { cookie })
  expect([(await pay()).status, (await pay()).status]).toEqual([303, 303])
  const opened = stripe.sessions.size
  stripe.pay(stripe.latest())
  const again = await pay()
  expect([again.status, textOf(await again.text())]).toEqual([
    409,
    expect.stringMatching(/We have your payment, so nothing more was charged\..*You paid \$285 online\./s),
  ])
  expect((await page(site, '/booking/checkout', cookie)).headers.get('location')).toBe('/booking')
  expect(stripe.sessions.size).toBe(opened)
})

it('isn’t led to Stripe’s page again by the browser’s history, from the booking or its invoice', async () => {
  const { cookie, id } = await bookOn(site)
  const invoice = await makeInvoice(site, id)
  expect((await post(site, '/booking', { intent: 'pay', part: 'all' }, { cookie })).status).toBe(303)
  expect((await page(site, `${invoice.path}/checkout`, invoice.cookie)).status).toBe(200)
  stripe.pay(stripe.latest())
  const back = await page(site, `${invoice.path}/checkout`, invoice.cookie)
  expect([back.status, back.headers.get('location')]).toEqual([303, invoice.path])
  expect((await page(site, '/booking/checkout', cookie)).headers.get('location')).toBe('/booking')
  expect((await page(site, '/booking', cookie)).html).toContain('You paid $285 online.')
})

it('can’t be made anymore on a page of Stripe’s that is still open when the studio records it', async () => {
  const { cookie, id } = await bookOn(site)
  const invoice = await makeInvoice(site, id)
  const owner = { cookie: await signedIn(site, 'owner') }
  const record = async (amount: string) => {
    const studio = await page(site, `/studio/bookings/${id}`, owner.cookie)
    const [, once = ''] = /name="once" value="([\w-]+)"/.exec(studio.html) ?? []
    const today = dateOf(Date.now(), 'America/New_York')
    const fields = { intent: 'payment', once, payment: 'balance', amount, method: 'cash', receivedOn: today }
    return (await post(site, `/studio/bookings/${id}`, fields, owner)).status
  }
  const ended = (session: { status: string | null }) =>
    vi.waitFor(() => expect(session.status).toBe('expired'), { timeout: 20_000, interval: 100 })
  // One tab shows the booking, another one the invoice. Both lead to the same page of Stripe’s.
  expect((await post(site, '/booking', { intent: 'pay', part: 'all' }, { cookie })).status).toBe(303)
  const sent = await post(site, invoice.path, { intent: 'pay', part: 'all' }, { cookie: invoice.cookie })
  expect(sent.status).toBe(303)
  const first = stripe.latest()
  // Stripe can’t be reached at that moment, and the payment is recorded all the same.
  stripe.faults.push('cut-before', 'fails', 'busy')
  expect(await record('85')).toBe(303)
  await ended(first)
  expect((await page(site, invoice.path, invoice.cookie)).html).toContain('Left to pay of $285.00')
  expect((await page(site, '/booking/checkout', cookie)).headers.get('location')).toBe('/booking')
  for (const [path, as] of [
    ['/booking?done=paid', cookie],
    [`${invoice.path}?done=paid`, invoice.cookie],
  ] as const)
    expect((await page(site, path, as)).html).not.toMatch(/Thank you\. We received|If you’ve just paid/)
  expect((await post(site, '/booking', { intent: 'pay', part: 'all' }, { cookie })).status).toBe(303)
  const rest = stripe.latest()
  expect(rest.amount_total).toBe(20_000)
  // The client is faster than the studio, and both count.
  stripe.pay(rest)
  expect(await record('200')).toBe(303)
  await vi.waitFor(
    async () => expect((await page(site, '/booking', cookie)).html).toContain('You paid $200 online.'),
    { timeout: 20_000, interval: 200 },
  )
  expect(rest.status).toBe('complete')
  expect((await page(site, `/studio/bookings/${id}`, owner.cookie)).html).toMatch(/[Oo]verpaid/)
  expect(stripe.open()).not.toContain(first)
})

it('is started from an invoice by anyone with its link, without access to the booking', async () => {
  const { cookie: theirs, id, reference } = await bookOn(site)
  const { path, cookie } = await makeInvoice(site, id)
  const invoice = async () => (await page(site, path, cookie)).html
  const before = await invoice()
  for (const words of ['Left to pay', '$285.00', 'You’ll pay on Stripe’s page.'])
    expect(before).toContain(words)
  const [, part = ''] = /<button[^>]* value="(\w+)"[^>]*>Pay \$285</.exec(before) ?? []
  const pay = (fields: Record<string, string>, as = cookie) =>
    post(site, path, { intent: 'pay', ...fields }, { cookie: as })
  const opened = stripe.sessions.size
  expect((await pay({ part: 'everything' })).status).toBe(422)
  expect((await pay({ part }, '')).status).toBe(404)
  expect(stripe.sessions.size).toBe(opened)
  const forged = { amount: '1', amount_cents: '1', openCents: '1', tip: '-200', ownTip: '9', consent: 'yes' }
  const sent = await pay({ part, ...forged })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}/checkout`])
  expect(sent.headers.get('set-cookie')).toBeNull()
  const session = stripe.latest()
  expect([session.amount_total, stripe.sessions.size]).toEqual([28_500, opened + 1])
  const asked = stripe.exchanges.at(-1)?.form
  expect(asked?.get('success_url')).toMatch(new RegExp(`^http://localhost:\\d+${path}\\?done=paid$`))
  expect(asked?.has('payment_intent_data[setup_future_usage]')).toBe(false)
  const onward = await page(site, `${path}/checkout`, cookie)
  expect(onward.headers.get('refresh')).toBe(`0; url=${session.url}`)
  expect(onward.html).toContain('Back to your invoice')
  for (const [to, as] of [
    [`${path}/checkout`, ''],
    ['/booking', cookie],
    ['/booking/checkout', cookie],
  ] as const)
    expect((await page(site, to, as)).status, to).toBe(404)
  expect((await post(site, '/booking', { intent: 'pay', part: 'next' }, { cookie: theirs })).status).toBe(303)
  expect(stripe.sessions.size).toBe(opened + 1)

  const seen = stripe.events.length
  stripe.pay(session)
  expect((await page(site, `${path}?done=paid`, cookie)).html).toContain('shows up here once it’s confirmed')
  for (const back of [`${path}?done=paid`, `/booking?ref=${reference}&done=paid`]) {
    const elsewhere = await page(site, back, '')
    expect([elsewhere.status, elsewhere.html], back).toEqual([
      200,
      expect.stringContaining('If you’ve just paid'),
    ])
    expect(elsewhere.html).not.toContain('$285')
  }
  for (const event of stripe.events.slice(seen)) await deliver(stripe.delivered(event))
  await expect.poll(invoice).toMatch(/Thank you<.*>Paid</s)
  expect(await invoice()).not.toMatch(/stripe|Left to pay/i)
  expect((await page(site, `${path}?done=paid`, cookie)).html).not.toContain('shows up here once')
  const again = await pay({ part: 'all' })
  expect([again.status, textOf(await again.text())]).toEqual([409, expect.stringContaining('nothing to pay')])
  expect((await page(site, `${path}/checkout`, cookie)).headers.get('location')).toBe(path)
})

it('leaves no trace of Stripe without its keys', async () => {
  const { cookie, id } = await bookOn(plain)
  const owner = await signedIn(plain, 'owner')
  const invoice = await makeInvoice(plain, id)
  expect((await page(plain, invoice.path, invoice.cookie)).html).toContain('Left to pay')
  for (const [path, who] of [
    ['/booking', cookie],
    [invoice.path, invoice.cookie],
    [`/studio/bookings/${id}`, owner],
    ['/studio/payments', owner],
    ['/studio/settings/payments', owner],
  ] as const) {
    const { status, html } = await page(plain, path, who)
    expect(status).toBe(200)
    expect(html).not.toMatch(/stripe/i)
  }
  expect((await post(plain, '/booking', { intent: 'pay', part: 'next' }, { cookie })).status).toBe(409)
  const forged = await post(plain, invoice.path, { intent: 'pay', part: 'all' }, { cookie: invoice.cookie })
  expect(forged.status).toBe(409)
  expect((await page(plain, `${invoice.path}/checkout`, invoice.cookie)).headers.get('location')).toBe(
    invoice.path,
  )
  expect((await page(plain, '/booking/checkout', cookie)).headers.get('location')).toBe('/booking')
  expect((await deliver(stripe.delivered({ id: 'evt_1' }), plain)).status).toBe(404)
})
