import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { draftSchema } from '~/domains/proposals/model'
import { sendProposal, startProposal } from '~/domains/proposals/operations.server'
import { BLANK_DRAFT } from '~/domains/proposals/proposal-form'
import { selectProposal } from '~/domains/proposals/store.server'
import { systemClock } from '~/platform/clock'
import { newId } from '~/platform/ids.server'
import { signedIn } from '../support/accounts'
import { putSetting } from '../support/factories'
import { hiddenIn, post, rows } from '../support/forms'
import { testSettings } from '../support/settings'
import { type Site, secretOf, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink'
import { startStripe } from '../support/stripe-server'

let stripe: Awaited<ReturnType<typeof startStripe>>
let sink: SmtpSink
let site: Site
beforeAll(async () => {
  stripe = await startStripe(() => Date.now())
  sink = await openSmtpSink()
  const { secretKey, webhookSecret, apiUrl } = stripe.settings
  const keys = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl }
  site = await startSite({ env: { ...keys, SMTP_URL: sink.url, RATE_LIMIT_SCALE: '100' } })
})
afterAll(async () => {
  await site?.stop()
  await sink?.close()
  await stripe?.stop()
})

const WAIT = { timeout: 20_000, interval: 200 }
const mailOf = (subject: string) =>
  vi.waitFor(() => {
    const found = sink.caught.findLast(({ mail }) => mail.subject?.startsWith(subject))
    if (!found) throw new Error(`no email “${subject}”`)
    return found.mail.text ?? ''
  }, WAIT)

/** Sends a proposal of $3,000 with a deposit of 25 percent. */
async function send() {
  const [ids] = rows(
    site,
    `select t.id as type, p.id as place from session_types t, places p where t.slug = 'portrait' and p.slug = 'studio'`,
  )
  await inDatabaseOf(site, async (db) => {
    await putSetting(db, 'payments', { ...testSettings.payments, tips: true })
    const secret = secretOf(site)
    const config = { siteUrl: site.url, secret, rateLimitScale: 1, smtpUrl: sink.url, stripe: undefined }
    const deps = { db, clock: systemClock, config, author: { uid: 'u1', name: 'Dorian Ellis' } }
    const template = newId()
    await db
      .insertInto('contract_templates')
      .values({ id: template, name: 'Agreement', body: 'For {client} on {date}: {price}, {deposit} now.' })
      .execute()
    const none = { booking: '', message: '', client: '', service: '', proposal: '' }
    const started = await startProposal(deps, none)
    if (!started.ok) throw new Error('There is nothing to start from.')
    const draft = draftSchema.parse({
      ...BLANK_DRAFT,
      ...{ name: 'Ann Lee', email: 'ann@example.com', title: 'Your wedding', template },
      packages: [{ title: 'The day', text: '', priceCents: 300_000 }],
      ...{ sessionType: String(ids?.type), place: String(ids?.place), date: '2030-06-15', time: '14:30' },
      ...{ depositPercent: 25, installments: 1, daysBefore: 14 },
    })
    await db
      .updateTable('proposals')
      .set({ document: JSON.stringify(draft) })
      .where('id', '=', started.id)
      .execute()
    const { version = 0 } = (await selectProposal(db, started.id)) ?? {}
    expect(await sendProposal(deps, started.id, version)).toEqual({ ok: true })
  })
}

it('the deposit of a proposal is paid by Stripe right after signing, with a tip', async () => {
  await send()
  const link = /\/proposal\/[\w-]+/.exec(await mailOf('Your proposal'))?.[0] ?? ''
  const followed = await fetch(site.url + link, { redirect: 'manual' })
  let cookie = followed.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = async (path = '/proposal') =>
    (await (await fetch(site.url + path, { headers: { cookie } })).text()).replaceAll('<!-- -->', '')
  const submit = (fields: Record<string, string>) => post(site, '/proposal', fields, { cookie })
  const version = hiddenIn(await page(), 'version')
  expect((await submit({ intent: 'pay', part: 'next' })).status).toBe(422)
  expect((await submit({ intent: 'choose', version, package: '0' })).status).toBe(303)
  const signing = {
    ...{ name: 'Ann Lee', drawing: '', consent: 'yes', version },
    sha256: hiddenIn(await page(), 'sha256'),
  }
  expect((await submit({ ...signing, intent: 'code', code: '' })).status).toBe(200)
  const code = /Code: (\d{8})/.exec(await mailOf('Your code'))?.[1] ?? ''
  const signed = await submit({ ...signing, intent: 'sign', code })
  expect(signed.status).toBe(303)
  const signedPage = await page()
  expect(signedPage).toContain('You’ll pay on Stripe’s page.')

  const [, words = ''] =
    /name="consent" value="(Save my card with Stripe and charge it[^"]+)"/.exec(signedPage) ?? []
  expect(words).toContain('$2,250 on Saturday, June 1, 2030')
  const consent = words.replaceAll('&#x27;', "'")
  const other = await submit({ intent: 'pay', part: 'next', consent: `${consent} And more.` })
  expect(other.status).toBe(409)
  const pay = (tip: Record<string, string>) =>
    submit({ intent: 'pay', part: 'next', amount: '1', consent, ...tip })
  const refused = await pay({ tip: 'own', ownTip: '-5' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('value="-5"')
  expect(stripe.sessions.size).toBe(0)
  const begun = await pay({ tip: 'own', ownTip: '50' })
  expect([begun.status, begun.headers.get('location')]).toEqual([303, '/booking/checkout'])
  const session = stripe.latest()
  expect(session.amount_total).toBe(75_000 + 5_000)
  cookie = [cookie, begun.headers.get('set-cookie')?.split(';')[0]].join('; ')
  const checkout = await page('/booking/checkout')
  expect(checkout).toContain(`href="${session.url}"`)
  expect(checkout).toContain('You’ll pay $800 on Stripe’s page')
  expect(checkout).toContain('Includes a tip of $50.')

  stripe.pay(session)
  expect(await page()).not.toContain('Paid, thank you.')
  for (const event of stripe.events) {
    const { body, signature } = stripe.delivered(event)
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
    const answer = await fetch(`${site.url}/payments/stripe`, { method: 'POST', body, headers })
    expect(answer.status).toBe(200)
  }
  await vi.waitFor(async () => expect(await page()).toContain('Paid, thank you.'), WAIT)
  expect(await page('/booking')).toContain('You paid $800 online, including a tip of $50.')
  expect(rows(site, 'select words, state from saved_cards')).toEqual([{ words: consent, state: 'saved' }])
  const [booking] = rows(site, `select id from bookings where name = 'Ann Lee' order by created_at desc`)
  const owner = await signedIn(site, 'owner')
  const studio = await fetch(`${site.url}/studio/bookings/${booking?.id}`, { headers: { cookie: owner } })
  expect((await studio.text()).replaceAll('<!-- -->', '')).toContain(
    'paid $800 by Stripe, including a tip of $50',
  )
})
