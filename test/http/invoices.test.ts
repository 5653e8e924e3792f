import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { signedIn } from '../support/accounts'
import { makeBooking } from '../support/factories'
import { post } from '../support/forms'
import { readPdf } from '../support/pdf'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink'

let site: Site
let sink: SmtpSink
let owner: string
beforeAll(async () => {
  sink = await openSmtpSink()
  site = await startSite({ env: { SMTP_URL: sink.url } })
  owner = await signedIn(site, 'owner')
})
afterAll(async () => {
  await site?.stop()
  await sink?.close()
})

const get = (path: string, cookie = '') =>
  fetch(site.url + path, { headers: { Cookie: cookie }, redirect: 'manual' })
const read = async (path: string, cookie = owner) => (await get(path, cookie)).text()

it('an invoice is created, emailed, opened by its link, and exported', async () => {
  const booking = await inDatabaseOf(site, (db) =>
    makeBooking(db, {
      name: '=1+1 Ann',
      email: 'ann@example.com',
      price_cents: 28_500,
      session_date: Date.now(),
    }),
  )
  const room = `/studio/payments/bookings/${booking.id}`
  const once = /name="once" value="([^"]+)"/.exec(await read(room))?.[1] ?? ''
  const send = (path: string, fields: Record<string, string>) => post(site, path, fields, { Cookie: owner })
  const refused = await send(room, { intent: 'invoice', once, dueOn: 'soon' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('value="soon"')
  const issued = await send(room, { intent: 'invoice', once, dueOn: '2030-01-01' })
  const page = issued.headers.get('location')?.split('?')[0] ?? ''
  expect(
    (await send(room, { intent: 'invoice', once, dueOn: '2030-01-01' })).headers.get('location'),
  ).toContain(page)

  const form = /name="once" value="([^"]+)"/.exec(await read(page))?.[1] ?? ''
  for (let time = 0; time < 2; time++)
    expect((await send(page, { intent: 'email', once: form })).status).toBe(303)
  const sent = () => sink.caught.find(({ recipients }) => recipients.includes('ann@example.com'))?.mail
  await vi.waitFor(() => expect(sent()).toBeDefined(), 20_000)
  expect(await read(`${page}?done=emailed`)).toContain('The email is on its way.')
  await inDatabaseOf(site, async (db) => {
    const emails = db.updateTable('outbox').where('kind', '=', 'invoice')
    const fail = () => emails.set({ state: 'failed' }).where('state', '=', 'sent').executeTakeFirst()
    await vi.waitFor(async () => expect((await fail()).numUpdatedRows).toBe(1n), 20_000)
  })
  expect(await read(`${page}?done=emailed`)).not.toContain('The email is on its way.')
  const token = /\/i\/[\w-]+/.exec(sent()?.text ?? '')?.[0] ?? ''
  const followed = await get(token)
  const [address, cookie] = [followed.headers.get('location') ?? '', followed.headers.get('set-cookie') ?? '']
  expect(followed.status).toBe(303)
  const stranger = await get(address)
  expect([stranger.status, await stranger.text()]).toEqual([
    404,
    expect.stringContaining('Find your invoice'),
  ])
  const shown = await get(address, cookie.split(';')[0])
  const html = await shown.text()
  expect(html).toContain('$285.00')
  expect(html).toContain('Left to pay')
  expect(shown.headers.get('cache-control')).toBe('private, no-store')
  const pdf = await get(`${address}/pdf`, cookie.split(';')[0])
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect((await readPdf(new Uint8Array(await pdf.arrayBuffer()))).pages.join()).toContain('INV-0001')

  await inDatabaseOf(site, (db) =>
    db
      .insertInto('payments')
      .values({
        ...{ id: 'paid', booking_id: booking.id, purpose: 'balance', currency: 'USD', amount_cents: 28_500 },
        ...{ received_on: '2026-01-01', method: 'cash', note: '', recorded_at: 0, recorded_by: '' },
      })
      .execute(),
  )
  const paid = await (await get(address, cookie.split(';')[0])).text()
  expect(paid).toMatch(/Thank you<.*>Paid</s)
  expect(paid).not.toContain('Left to pay')

  const year = new Date().getFullYear()
  const period = `from=${year - 1}-01-01&until=${year + 1}-12-31`
  const csv = await read(`/studio/payments/totals/invoices.csv?${period}`)
  expect(csv).toContain(`INV-0001,Invoice,`)
  expect(csv).toContain(",'=1+1 Ann,ann@example.com,")
  const zip = await get(`/studio/payments/totals/invoices.zip?${period}`, owner)
  const bytes = Buffer.from(await zip.arrayBuffer()).toString('latin1')
  for (const part of ['invoices.csv', 'INV-0001.pdf', '%PDF-1.7']) expect(bytes).toContain(part)
  expect(await read(`/studio/payments/totals?${period}`)).toContain('$285.00')

  const version = /name="version" value="(\d+)"/.exec(await read(page))?.[1] ?? ''
  expect((await send(page, { intent: 'link', version })).status).toBe(303)
  expect((await send(page, { intent: 'link', version })).status).toBe(409)
  expect((await get(token)).status).toBe(404)
  expect((await get(address, cookie.split(';')[0])).status).toBe(404)
  const part = { intent: 'credit-part', once: form.replace(/^./, '0'), reason: 'Fewer photos' }
  const tooMuch = await send(page, { ...part, 'line.1': 'yes', 'amount.1': '285.01' })
  expect(tooMuch.status).toBe(422)
  expect(await tooMuch.text()).toContain('value="285.01"')
  const partial = await send(page, { ...part, 'line.1': 'yes', 'amount.1': '85' })
  expect(await read(partial.headers.get('location') ?? '')).toContain('−$85.00')
  expect(await read(`/studio/bookings/${booking.id}`)).toContain('−$85<')
  const credited = await send(page, { intent: 'credit', reason: 'Wrong name' })
  expect(await read(credited.headers.get('location') ?? '')).toContain('−$200.00')
  const exported = await read(`/studio/payments/totals/invoices.csv?${period}`)
  for (const amount of ['-85.00', '-200.00']) expect(exported).toContain(`,${amount},0.00,${amount},`)
})
