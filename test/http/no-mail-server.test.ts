import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { signedIn } from '../support/accounts'
import { cookiesOf, OPEN_DAY, openForBooking, slotsOn, write } from '../support/booking'
import { makeDeliveredGallery } from '../support/delivered-gallery'
import { mailTo, post, rows } from '../support/forms'
import { copyInstallation, type Site, startSite } from '../support/site'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink'

const NOT_SENT = 'Not sent: no mail server yet'
const PLACE = 'href="/studio/settings/email"'
const CLIENT = 'renee@example.com'

let dataDir: string
let sink: SmtpSink
let site: Site
let studio: string
const start = (env: Record<string, string> = {}) => startSite({ dataDir, env })
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'studio-no-mail-'))
  sink = await openSmtpSink()
  await copyInstallation('texts', dataDir)
  site = await start()
  openForBooking(site)
  studio = await signedIn(site, 'owner')
})
afterAll(async () => {
  await site?.stop()
  await sink?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const get = async (path: string, cookie = studio) =>
  (await (await fetch(site.url + path, { headers: { cookie } })).text()).replaceAll('<!-- -->', '')
const send = async (path: string, fields: Record<string, string>, cookie = studio) => {
  const answer = await post(site, path, fields, { cookie })
  return { status: answer.status, to: answer.headers.get('location') ?? '', cookie: cookiesOf(answer) }
}

it('without a mail server, no page says that an email was sent, and the Studio leads to the setting', async () => {
  const day = `/book-session?service=portrait&location=studio&date=${OPEN_DAY}`
  const [slot = ''] = slotsOn(await get(day, ''))
  const form = { service: 'portrait', location: 'studio', slot, name: 'Renée', email: CLIENT, terms: 'yes' }
  const booked = await send('/book-session', form, '')
  const thanks = await get(booked.to, booked.cookie)
  expect(thanks).toContain('This site can’t send email yet')
  expect(thanks).not.toMatch(/on its way|emailed you/)

  const forms: [string, Record<string, string>, string][] = [
    ['/register', { name: 'Renée', email: 'new@example.com', password: 'three quiet herons' }, ''],
    ['/forgot-password', { email: CLIENT }, ''],
    ['/login', { intent: 'link', email: CLIENT }, ''],
  ]
  for (const [path, fields] of forms) {
    const page = await get((await send(path, fields, '')).to, '')
    expect(page).toContain('This site can’t send email yet')
    expect(page).not.toMatch(/on its way|emailed you/)
  }
  const client = await signedIn(site, 'client')
  const offers: [string, string, string][] = [
    ['/login', '', 'Forgot your password?'],
    ['/forgot-password', '', 'Please contact us.'],
    ['/register', '', 'This site can’t send email yet.'],
    ['/profile', client, 'you can’t change your email now'],
    ['/profile/confirm', client, 'so we can’t send you a code'],
    ['/newsletter/unsubscribe', '', 'This site can’t send email yet'],
    // Nothing has been written that wasn't sent.
    ['/studio/newsletter', studio, 'This site can’t send email yet'],
  ]
  for (const [path, cookie, words] of offers) {
    const page = await get(path, cookie)
    expect(page, path).toContain(words)
    expect(page, path).not.toMatch(/Email me a|we’ll (email|send) you|We’ll email/)
  }
  write(site, (database) =>
    database.exec(
      "update settings set value = json_set(value, '$.confirmsEmail', json('true')) where key = 'newsletter'",
    ),
  )
  const joined = await post(site, '/newsletter', { email: 'reader@example.com' })
  expect(await joined.text()).toContain('so we can’t ask you to confirm')
  const asked = await post(site, '/terms', { intent: 'do-not-sell', email: CLIENT })
  expect(await asked.text()).not.toContain('on its way')

  for (const path of ['/studio', '/studio/settings/email', '/studio/emails'])
    expect(await get(path)).toContain('This site can’t send email yet.')
  expect(await get('/studio')).toContain(PLACE)

  const [booking] = rows(site, 'select id, version from bookings where email = ?', CLIENT)
  const path = `/studio/bookings/${String(booking?.id)}`
  const confirmed = await send(path, { intent: 'confirm', version: String(booking?.version), words: '' })
  const drawer = await get(confirmed.to)
  expect(drawer).toContain(`${NOT_SENT}.`)
  expect(drawer).toContain(PLACE)
  expect(drawer).not.toMatch(/has been told|on its way to the client/)

  const gallery = await makeDeliveredGallery(site, { photos: 0 })
  const sharing = `/studio/galleries/${gallery.id}/sharing`
  const fields = { intent: 'share', people: 'Ann <ann@example.com>', send: 'yes', favorites: 'yes' }
  const shared = await send(sharing, fields)
  expect(shared.status).toBe(303)
  await vi.waitFor(async () => expect(await get(shared.to)).toContain(`>${NOT_SENT}</a>`), {
    timeout: 60_000,
  })
  expect(await get(shared.to)).toContain(PLACE)
  expect(await get(shared.to)).not.toContain('on its way')

  await mailTo(site, 'ann@example.com')
  await mailTo(site, CLIENT, 3)
  await vi.waitFor(() => expect(rows(site, "select id from outbox where state = 'queued'")).toEqual([]), {
    timeout: 60_000,
  })
  expect(rows(site, "select id from outbox where state = 'sent'")).toEqual([])
  expect(await get('/studio/emails')).toContain(NOT_SENT)
  expect(await get('/studio/emails')).toMatch(/\d+ emails wait for a mail server\./)
  const [waiting] = rows(site, "select id from outbox where state = 'waiting'")
  expect(await get(`/studio/emails/${String(waiting?.id)}`)).toContain(PLACE)
})

it('says that a test of a newsletter wasn’t sent', async () => {
  const draft = (await send('/studio/newsletter', { intent: 'add' })).to
  const document = JSON.stringify({
    version: 1,
    doc: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Snow.' }] }] },
  })
  const fields = {
    intent: 'test',
    version: '1',
    subject: 'Snow is here',
    preheader: '',
    rate: '60',
    document,
  }
  const tested = await post(site, draft, fields, { cookie: studio })
  expect(await tested.text()).toMatch(/role="alert"(?:(?!<\/div>).)*This site can’t send email yet\./s)
})

it('queued emails are sent once a mail server is set and someone sends them, and keep no live link', async () => {
  const written = rows(site, "select id from outbox where state = 'waiting'").length
  await site.stop()
  site = await start({ SMTP_URL: sink.url })
  studio = await signedIn(site, 'owner')
  expect(await get('/studio')).toContain('Emails not sent yet')
  expect(await get('/studio')).not.toContain('can’t send email')
  const list = await get('/studio/emails')
  expect(list).toContain(`${written} emails waited for a mail server.`)
  expect(sink.caught).toEqual([])

  const one = rows(site, "select id from outbox where kind = 'do-not-sell-confirmation'")[0]
  const mail = `/studio/emails/${String(one?.id)}`
  // The first press opens a confirmation with the actual button, even without JavaScript.
  for (const [path, intent] of [
    ['/studio/emails', 'discard-all'],
    [mail, 'discard'],
  ] as const) {
    const fold = /<details class="st-sure">.*?<\/details>/s.exec(await get(path))?.[0] ?? ''
    expect(fold).toContain('You can’t undo this.')
    expect(fold).toContain(` value="${intent}"`)
    const shown = await fetch(site.url + path, { headers: { Cookie: await signedIn(site, 'assistant') } })
    expect(await shown.text()).not.toContain('Discard')
  }
  await send(mail, { intent: 'discard' })
  await send('/studio/emails', { intent: 'send-all' })
  await vi.waitFor(() => expect(sink.caught).toHaveLength(written - 1), { timeout: 60_000, interval: 100 })
  await vi.waitFor(
    () => expect(rows(site, "select id from outbox where state = 'sent'")).toHaveLength(written - 1),
    { timeout: 60_000 },
  )
  const stored = JSON.stringify(rows(site, 'select * from outbox'))
  let links = 0
  for (const { raw, mail } of sink.caught) {
    // The studio's links to records have ids, not tokens.
    for (const [, token = ''] of `${mail.text} ${mail.html} ${raw}`.matchAll(
      /(?<!\/studio\/bookings)\/([\w-]{32,})(?=[/?"#>\s])/g,
    )) {
      links += 1
      expect(stored).not.toContain(token)
    }
  }
  expect(links).toBeGreaterThan(3)
  expect(stored).toContain('[link removed after sending]')
  expect(await readdir(join(dataDir, 'mail'))).toEqual([])
})

it('an owner sets up a mail server in the Studio, and pages and emails use it without a restart', async () => {
  await site.stop()
  site = await start()
  studio = await signedIn(site, 'owner', { email: 'rosa@example.com' })
  sink.caught.length = 0
  const path = '/studio/settings/email'
  const { hostname, port } = new URL(sink.url)
  const fields = { host: hostname, port, encryption: 'none', username: '', password: '' }
  const save = (changed: Record<string, string> = {}) =>
    post(site, path, { intent: 'server', 'server-version': '0', ...fields, ...changed }, { cookie: studio })
  expect(await get(path)).toContain('id="mail-server"')
  expect(await get('/login?news=link', '')).toContain('can’t send email')

  sink.answerWith(554)
  const refused = await save()
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain('Not saved.')
  expect(page).toContain('554')
  expect(page).toContain(`value="${hostname}"`)
  sink.answerWith(undefined)
  const assistant = { cookie: await signedIn(site, 'assistant') }
  expect((await post(site, path, { intent: 'server', ...fields }, assistant)).status).toBe(404)
  expect(sink.caught).toEqual([])

  expect((await save()).headers.get('location')).toBe(`${path}?done=server`)
  expect(sink.caught.map(({ mail }) => mail.subject)).toEqual([expect.stringMatching(/test/i)])
  expect(await get('/studio')).not.toContain('can’t send email')
  await vi.waitFor(async () => expect(await get('/login?news=link', '')).not.toContain('can’t send email'))
  await send('/forgot-password', { email: 'rosa@example.com' }, '')
  await vi.waitFor(() => expect(sink.caught).toHaveLength(2), { timeout: 60_000, interval: 100 })
  expect(await get('/studio/activity')).toContain('Set up a mail server')

  const again = { 'server-version': String(rows(site, 'select saved_at from mail_servers')[0]?.saved_at) }
  const locked = await save({ ...again, username: 'rosa', encryption: 'tls', password: '' })
  expect(locked.status).toBe(422)
  expect(await locked.text()).toContain('Enter the password.')
  expect((await send(path, { intent: 'remove-server' })).status).toBe(303)
  expect(await get('/studio')).toContain('This site can’t send email yet.')
})

it('a mail server of the environment wins over the one saved in the Studio, which can still be removed', async () => {
  const path = '/studio/settings/email'
  const { hostname, port } = new URL(sink.url)
  const fields = { host: hostname, port, encryption: 'none', username: '', password: '' }
  expect((await send(path, { intent: 'server', 'server-version': '0', ...fields })).status).toBe(303)
  await site.stop()
  site = await start({ SMTP_URL: sink.url })
  studio = await signedIn(site, 'owner')
  const page = await get(path)
  expect(page).toContain('ask the person who runs your server to remove SMTP_URL.')
  expect(page).toContain(`The mail server ${hostname} was saved here. It isn’t used`)
  expect(page).not.toContain('id="mail-server"')
  const removed = await get((await send(path, { intent: 'remove-server' })).to)
  expect(removed).toContain(
    'Your site still sends email through the mail server that was set on your server.',
  )
  expect(removed).not.toContain('was saved here')
})
