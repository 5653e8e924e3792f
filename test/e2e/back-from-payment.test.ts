import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshPage, openBrowser, PHONE, visit } from '../support/browser'
import { makeInvoice } from '../support/client-papers'
import { post } from '../support/forms'
import { bookOn } from '../support/manage-booking'
import { type Site, startSite } from '../support/site'
import { startStripe } from '../support/stripe-server'
import { giveCookie } from '../support/visited-site'

let stripe: Awaited<ReturnType<typeof startStripe>>
let site: Site
beforeAll(async () => {
  stripe = await startStripe(() => Date.now())
  const { secretKey, webhookSecret, apiUrl } = stripe.settings
  const keys = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl }
  site = await startSite({ env: { ...keys, SMTP_URL: 'smtp://127.0.0.1:1' } })
})
afterAll(async () => {
  await site?.stop()
  await stripe?.stop()
})

it.each([
  ['a booking', 'Thank you. We received your payment of $285.'],
  ['an invoice', 'Paid'],
])('the page of %s shows its payment by itself', async (what, words) => {
  const { cookie, id } = await bookOn(site)
  const opened = what === 'a booking' ? { path: '/booking', cookie } : await makeInvoice(site, id)
  await post(site, opened.path, { intent: 'pay', part: 'all' }, { cookie: opened.cookie })
  const page = await freshPage(await openBrowser(), { viewport: PHONE })
  await giveCookie(page, opened.cookie, site.url)
  await visit(page, `${site.url}${opened.path}?done=paid`)
  await page.getByText('once it’s confirmed').waitFor()
  const before = stripe.events.length
  stripe.pay(stripe.latest())
  for (const event of stripe.events.slice(before)) {
    const { body, signature } = stripe.delivered(event)
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
    await fetch(`${site.url}/payments/stripe`, { method: 'POST', body, headers })
  }
  await page.getByText(words, { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Pay' }).count()).toBe(0)
  await page.context().close()
})
