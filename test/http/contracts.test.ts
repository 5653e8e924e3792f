import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserTokenOf, manageTokenOf } from '~/domains/booking/client/manage-link.server'
import type { Booking } from '~/domains/booking/reservations/model'
import { cookieHeader, signedIn } from '../support/accounts'
import { makeBooking } from '../support/factories'
import { hiddenIn, mailedText, post, rows } from '../support/forms'
import { type Site, secretOf, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink'

let site: Site
let sink: SmtpSink
let cookies: Record<'assistant' | 'owner', string>
beforeAll(async () => {
  sink = await openSmtpSink()
  site = await startSite({ env: { SMTP_URL: sink.url } })
  cookies = { assistant: await signedIn(site, 'assistant'), owner: await signedIn(site, 'owner') }
})
afterAll(async () => {
  await site?.stop()
  await sink?.close()
})

const page = async (path: string, cookie: string) => {
  const answer = await fetch(site.url + path, { headers: { Cookie: cookie } })
  return (await answer.text()).replaceAll('<!-- -->', '')
}
const studio = (path: string) => page(path, cookies.owner)
const send = (path: string, fields: Record<string, string>) =>
  post(site, path, fields, { Cookie: cookies.owner })

/** Follows an emailed link. @returns the cookie that it was exchanged for */
const follow = async (text: string) => {
  const [, path = ''] = /(\/contract\/[\w-]+)/.exec(text) ?? []
  const answer = await fetch(site.url + path, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contract'])
  return cookieHeader(answer.headers.getSetCookie())
}

it('is made from a template, signed by two people and the studio without script, and verified', async () => {
  const templates = '/studio/settings/contracts'
  const text = { intent: 'save', name: 'Wedding agreement', body: 'For {client}.\n\n{initials}\n\n{wen}' }
  expect(await (await send(`${templates}/new`, text)).text()).toContain('{wen} isn’t a field.')
  const body = 'For {client} on {date}, call {clientPhone}.\n\n{initials}\n\n- <b>Paid</b>'
  expect((await send(`${templates}/new`, { ...text, body })).status).toBe(303)
  const template = String(rows(site, 'select id from contract_templates')[0]?.id)
  expect(await studio(`${templates}/new?start=example`)).toContain('not legal advice')

  const booking = await inDatabaseOf(site, (db) =>
    makeBooking(db, { name: 'Ann Lee', email: 'ann@example.com', phone: '' }),
  )
  const started = await send(`/studio/contracts/new?booking=${booking.id}`, {
    ...{ intent: 'start', template, booking: booking.id },
  })
  const path = started.headers.get('location') ?? ''
  const draft = await studio(path)
  expect(draft).toContain('There’s no value for {clientPhone}.')
  const version = () => String(rows(site, 'select version from contracts')[0]?.version)
  const refused = await send(path, { intent: 'send', version: version() })
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('Not sent: there’s no value for {clientPhone}'),
  ])
  const fields = {
    ...{ intent: 'save', title: 'Wedding agreement', body: body.replace('{clientPhone}', '555') },
    ...{ clientName: 'Ann Lee', clientEmail: 'ann@example.com' },
    ...{ secondName: 'Bo Lee', secondEmail: 'bo@example.com' },
    ...{ studioName: 'Dorian Ellis', studioEmail: 'studio@example.com' },
  }
  const lost = await send(path, { ...fields, version: version(), secondEmail: 'bo' })
  expect([lost.status, await lost.text()]).toEqual([422, expect.stringContaining('call 555')])
  expect((await send(path, { ...fields, version: version() })).status).toBe(303)
  expect((await send(path, { intent: 'send', version: version() })).headers.get('location')).toBe(
    `${path}?done=sent`,
  )
  for (const [turn, next] of [
    ['off', 'on'],
    ['on', 'off'],
  ] as const) {
    const turned = await send(path, { intent: `reminder-${turn}` })
    expect(turned.headers.get('location')).toBe(`${path}?done=reminder-${turn}`)
    const shown = await studio(`${path}?done=reminder-${turn}`)
    expect(shown).toContain(turn === 'off' ? 'We won’t remind your client' : 'We’ll remind your client')
    expect(shown).toContain(`value="reminder-${next}"`)
  }
  const none = '/studio/contracts/00000000-0000-4000-8000-000000000000'
  expect((await send(none, { intent: 'reminder-off' })).status).toBe(404)

  const secret = secretOf(site)
  const itsBooking = { id: booking.id, manageVersion: booking.manage_version } as Booking
  const emailed = `studio_booking=${manageTokenOf({ config: { secret } }, itsBooking)}`
  const account = await signedIn(site, 'client', { email: 'bo@example.com' })
  for (const [email, name] of [
    ['ann@example.com', 'Ann Lee'],
    ['bo@example.com', 'Bo Lee'],
    ['studio@example.com', 'Dorian Ellis'],
  ] as const) {
    const cookie = await follow(await mailedText(sink, email, 'Please sign'))
    // What waits for the client comes before the details, and what doesn’t after them.
    if (name === 'Ann Lee')
      expect(await page('/booking', emailed)).toMatch(/Contract to sign.*Waiting for you\. Sent.*>Details</s)
    if (name === 'Bo Lee') {
      expect(await page('/booking', emailed)).toMatch(/>Details<.*Waiting for others\. You signed/s)
      expect(await page('/profile', account)).toMatch(/Wedding agreement” is waiting.*id="bookings"/s)
    }
    const form = await page('/contract', cookie)
    expect(form).toContain('For Ann Lee and Bo Lee on')
    expect(form).toContain('&lt;b&gt;Paid&lt;/b&gt;')
    const isClient = name !== 'Dorian Ellis'
    const sent = {
      ...{ signer: hiddenIn(form, 'signer'), sha256: hiddenIn(form, 'sha256'), consent: 'yes', name },
      ...(isClient && { 'initials.0': 'XL' }),
    }
    const early = await post(
      site,
      '/contract',
      { ...sent, intent: 'code', consent: '', name: 'Someone Else' },
      { Cookie: cookie },
    )
    expect(early.status).toBe(422)
    expect(await early.text()).toContain('value="Someone Else"')
    const asked = await post(site, '/contract', { ...sent, intent: 'code' }, { Cookie: cookie })
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining(`We emailed a code to`)])
    const [, code = ''] = /Code: (\d{8})/.exec(await mailedText(sink, email, 'Your code')) ?? []
    const signed = await post(site, '/contract', { ...sent, intent: 'sign', code }, { Cookie: cookie })
    expect([signed.status, signed.headers.get('location')]).toEqual([303, '/contract#main'])
    const again = await post(site, '/contract', { ...sent, intent: 'sign', code }, { Cookie: cookie })
    expect(again.status).toBe(409)
    expect(await page('/contract', cookie)).toMatch(/You’ve|Signed/)
  }
  const odd = await fetch(`${site.url}${path}?done=__proto__`, { headers: { Cookie: cookies.owner } })
  expect(odd.status).toBe(200)
  const cookie = await follow(await mailedText(sink, 'bo@example.com', 'Signed by everyone'))
  expect(await page('/contract', cookie)).toContain('Download signed PDF')
  const pdf = await fetch(`${site.url}/contract/signed.pdf`, { headers: { Cookie: cookie } })
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  const bytes = new Uint8Array(await pdf.arrayBuffer())
  expect(await studio(path)).toContain('Download signed PDF')
  expect(await studio(`/studio/bookings/${booking.id}`)).toContain('Wedding agreement')
  const profile = await page('/profile', account)
  expect(profile).toContain('Signed by everyone')
  expect(profile).not.toContain('is waiting for your signature')
  const [, own = ''] = /href="(\/contract\?ref=[\w-]+)"/.exec(profile) ?? []
  expect(await page(own, account)).toContain('Download signed PDF')
  expect((await fetch(site.url + own, { headers: { Cookie: cookies.assistant } })).status).toBe(404)

  const booked = await page('/booking', emailed)
  expect(booked).toContain('Signed by everyone. You signed')
  const view = { intent: 'contract', signer: hiddenIn(booked, 'signer') }
  const viewed = await post(site, '/booking', view, { Cookie: emailed })
  expect([viewed.status, viewed.headers.get('location')]).toEqual([303, '/contract'])
  const opened = cookieHeader(viewed.headers.getSetCookie())
  expect(await page('/contract', opened)).toContain('Download signed PDF')
  const download = await post(site, '/booking', { ...view, intent: 'contract-pdf' }, { Cookie: emailed })
  expect(download.headers.get('location')).toBe('/contract/signed.pdf')
  // Someone else's place in the contract, and the browser that booked, which may be anyone's.
  const others = rows(site, `select id from contract_signers where email <> 'ann@example.com'`)
  for (const { id } of others)
    expect((await post(site, '/booking', { ...view, signer: String(id) }, { Cookie: emailed })).status).toBe(
      409,
    )
  const browser = `studio_booking=${browserTokenOf({ config: { secret } }, itsBooking)}`
  expect(await page('/booking', browser)).not.toContain('Wedding agreement')
  expect((await post(site, '/booking', view, { Cookie: browser })).status).toBe(409)

  const verify = async (given: { file?: Uint8Array<ArrayBuffer>; hash?: string }) => {
    const form = new FormData()
    if (given.file) form.append('file', new Blob([given.file]), 'contract.pdf')
    form.append('hash', given.hash ?? '')
    const answer = await fetch(`${site.url}/verify`, { method: 'POST', body: form })
    return `${answer.status} ${(await answer.text()).replaceAll('<!-- -->', '')}`
  }
  const known = await verify({ file: bytes })
  expect(known).toContain('This contract was signed with')
  expect(known).toContain('Ann Lee, Bo Lee, and Dorian Ellis')
  const sha256 = String(rows(site, 'select pdf_sha256 from contract_versions')[0]?.pdf_sha256)
  const byHash = await verify({ hash: sha256.toUpperCase() })
  expect(byHash).toContain('This contract was signed with')
  expect(byHash).not.toContain('Ann Lee')
  const altered = new Uint8Array([...bytes, 10])
  expect(await verify({ file: altered })).toContain('That isn’t a contract')
  expect(await verify({ hash: 'abc' })).toMatch(/^422 .*A SHA-256 has 64 characters/s)
  expect(await verify({})).toMatch(/^422 .*Choose a PDF, or enter/s)
  expect(await verify({ file: new Uint8Array(11 * 1024 * 1024) })).toMatch(/^413 .*10 MB limit/s)
})

it('opens for no one without the link, and hides the link and code from the Studio', async () => {
  expect((await fetch(`${site.url}/contract`)).status).toBe(404)
  expect((await fetch(`${site.url}/contract/${'A'.repeat(48)}`)).status).toBe(404)
  const bodies = rows(site, 'select html, text from outbox')
    .map((row) => `${row.html} ${row.text}`)
    .join()
  expect(bodies).toContain('link removed after sending')
  expect(bodies).not.toMatch(/\/contract\/[\w-]{40,}/)
  expect(bodies).not.toMatch(/Code: \d{8}/)
})
