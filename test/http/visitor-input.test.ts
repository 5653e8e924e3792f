import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '~/platform/ids.server'
import { addDays, dateOf, startOfDate } from '~/platform/time'
import { PASSWORD, signedIn } from '../support/accounts'
import { cookiesOf, OPEN_DAY, openForBooking, slotsOn, write } from '../support/booking'
import { makeDeliveredGallery } from '../support/delivered-gallery'
import { makePlace, makeSessionType } from '../support/factories'
import { post, rows, STUDIO } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink'

const QUESTION = newId()
/** What a visitor types into each field. Emails to visitors must not contain any of it. */
const TYPED = {
  name: 'Canaryname Whitfield',
  phone: '(973) 555-0177',
  partySize: '43',
  notes: 'Canarynotes https://canary.example',
  address: '7 Canaryaddress Lane',
  [`question.${QUESTION}`]: 'Canaryanswer',
}
const CANARY = /canary|555-0177|People: /i

let sink: SmtpSink
let site: Site
beforeAll(async () => {
  sink = await openSmtpSink()
  site = await startSite({ env: { SMTP_URL: sink.url, RATE_LIMIT_SCALE: '100' } })
  openForBooking(site)
  await inDatabaseOf(site, async (db) => {
    const place = await makePlace(db, { slug: 'your-home', kind: 'client', address: '' })
    const questions = [{ id: QUESTION, label: 'Pets', kind: 'line', required: false }]
    await makeSessionType(db, {
      ...{ slug: 'at-home', places: [place], minimum_notice_hours: 0, increment_minutes: 60 },
      questionnaire: JSON.stringify(questions),
    })
  })
})
afterAll(async () => {
  await site?.stop()
  await sink?.close()
})

/** All emails to others than the studio, once the outbox is empty, with those that were to wait. */
async function arrived() {
  write(site, (database) => database.exec("update jobs set run_at = 0 where kind = 'deliver-mail'"))
  await vi.waitFor(() => expect(rows(site, "select id from outbox where state <> 'sent'")).toEqual([]), {
    timeout: 60_000,
    interval: 100,
  })
  return sink.caught.filter(({ recipients }) => !recipients.includes(STUDIO))
}

const send = async (path: string, fields: Record<string, string>, cookie = '', expected = 303) => {
  const answer = await post(site, path, fields, cookie ? { cookie } : {})
  expect([path, fields.intent, answer.status]).toEqual([path, fields.intent, expected])
  return cookiesOf(answer)
}

const free = async () => {
  const day = `/book-session?service=at-home&location=your-home&date=${OPEN_DAY}`
  return slotsOn(await (await fetch(site.url + day)).text())
}

async function book(email: string): Promise<string> {
  const [slot = ''] = await free()
  const form = { service: 'at-home', location: 'your-home', slot, terms: 'yes', newsletter: 'yes' }
  return await send('/book-session', { ...form, ...TYPED, email })
}

const version = (email: string) =>
  String(rows(site, 'select version from bookings where email = ?', email).at(-1)?.version)

it('no public form emails what a visitor typed to an address that isn’t proven', async () => {
  const { name, phone } = TYPED
  await send('/contact', {
    ...{ name, phone, email: 'contact@example.com', subject: 'Canarysubject', message: 'Canarymessage' },
  })
  await send('/newsletter', { email: 'newsletter@example.com' }, '', 200)
  await post(site, '/terms', { intent: 'do-not-sell', email: 'dns@example.com' })
  const password = 'canary birds sing'
  await send('/register', { name, email: 'register@example.com', password })
  await send('/forgot-password', { email: 'register@example.com' })
  await send('/login', { intent: 'link', email: 'register@example.com' })

  const booked = 'booked@example.com'
  const cookie = await book(booked)
  const details = { ...TYPED, notes: 'Canary second thoughts', version: version(booked) }
  await send('/booking/details', details, cookie)
  const [, slot = ''] = await free()
  await send(`/booking/reschedule?date=${OPEN_DAY}`, { version: version(booked), slot, fee: '0' }, cookie)
  const words = { version: version(booked), kept: 'no', words: 'Canaryreason' }
  await send('/booking/cancel', words, cookie)
  await send('/booking', { intent: 'new-link', version: version(booked) }, cookie)

  const full = addDays(dateOf(Date.now(), 'America/New_York'), 20)
  fillDay(full)
  const waiting = `/book-session/waitlist?service=at-home&location=your-home&date=${full}`
  await send(waiting, { name, email: 'waits@example.com' })

  const gallery = await makeDeliveredGallery(site, { proofing: 1, sizes: '[]' })
  const own = `/download/${gallery.id}`
  await send(`${own}/favorites`, { intent: 'add', purpose: 'Canarylist' }, gallery.cookie)
  const [list] = rows(site, 'select id from favorite_lists where gallery_id = ?', gallery.id)
  const item = gallery.items[0]?.id ?? ''
  const fields = { item, list: String(list?.id), on: 'yes', back: 'grid' }
  await send(`${own}/favorite`, fields, gallery.cookie)
  await send(`${own}/comments/${item}`, { body: 'Canarycomment' }, gallery.cookie)
  const [seen] = rows(site, 'select id, version from favorite_lists where gallery_id = ?', gallery.id)
  const sending = {
    intent: 'send',
    list: String(seen?.id),
    version: String(seen?.version),
    note: 'Canaryword',
  }
  await send(`${own}/favorites`, sending, gallery.cookie)
  await send('/login', { intent: 'link', email: gallery.share.email })

  const member = await signedIn(site, 'client')
  await send('/profile', { intent: 'details', name, phone }, member)
  await send('/profile', { intent: 'email', email: 'changed@example.com', password: PASSWORD }, member)

  await vi.waitFor(() => expect(kindsToOthers()).toEqual(EXPECTED), { timeout: 60_000, interval: 100 })
  for (const { raw, mail, recipients } of await arrived()) {
    const said = [mail.subject, mail.text, mail.html, raw, ...mail.attachments.map(textOf)].join('\n')
    expect([recipients, CANARY.exec(said)?.[0]]).toEqual([recipients, undefined])
  }
  const studio = sink.caught.filter(({ recipients }) => recipients.includes(STUDIO))
  const forStudio = studio.map(({ mail }) => `${mail.subject}\n${mail.text}`).join('\n')
  for (const part of [
    'Canarysubject',
    'Canarymessage',
    'Canarynotes',
    'Canaryanswer',
    'Canaryreason',
    'Canaryword',
  ])
    expect(forStudio).toContain(part)
})

it('clients get emails with their own words once they have used a link from an earlier email', async () => {
  const email = 'proven@example.com'
  await book(email)
  const mailed = (await arrived()).find(({ recipients }) => recipients.includes(email))
  const link = /\/booking\/[\w-]{48}/.exec(mailed?.mail.text ?? '')?.[0] ?? ''
  expect((await fetch(site.url + link, { redirect: 'manual' })).status).toBe(303)
  await book(email)
  const second = (await arrived()).filter(({ recipients }) => recipients.includes(email)).at(-1)
  for (const part of ['Canaryname', '7 Canaryaddress Lane', 'Canarynotes'])
    expect(second?.mail.text).toContain(part)
})

const textOf = ({ content }: { content: ArrayBuffer | Uint8Array | string }) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

const EXPECTED = [
  'account-change-email',
  'account-reset-password',
  'account-sign-in',
  'account-verify-email',
  'booking-canceled',
  'booking-link',
  'booking-requested',
  'booking-rescheduled',
  'contact-acknowledgement',
  'do-not-sell-confirmation',
  'favorites-confirmed',
  'newsletter-welcome',
  'waitlist-joined',
]

const kindsToOthers = () =>
  rows(
    site,
    `select distinct kind from outbox where to_address not like '%' || ? || '%' order by kind`,
    STUDIO,
  ).map(({ kind }) => kind)

/** Holds every time of a day, so that it has a waitlist. */
function fillDay(date: string) {
  const from = startOfDate(date, 'America/New_York')
  write(site, (database) =>
    database
      .prepare(
        `insert into occupancies (id, resource_id, resource_number, kind, starts_at, ends_at, booking_id, expires_at, title, version)
         values (?, 'default', 1, 'hold', ?, ?, null, ?, '', 1)`,
      )
      .run(newId(), from, from + 86_400_000, from),
  )
}
