import { afterAll, beforeAll, expect, it } from 'vitest'
import { OFFER_FREED } from '~/domains/booking/waitlist/model'
import { offerNow } from '~/domains/booking/waitlist/offers.server'
import { systemClock } from '~/platform/clock'
import { type Db, openDatabase } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { addDays, dateOf, startOfDate } from '~/platform/time'
import { signedIn } from '../support/accounts'
import { openForBooking } from '../support/booking'
import { makePlace, makeSchedule, makeSessionType } from '../support/factories'
import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let db: Db
let page: string
const block = newId()
beforeAll(async () => {
  site = await startSite()
  openForBooking(site)
  db = openDatabase({ databaseUrl: undefined, dataDir: site.dataDir })
  const place = await makePlace(db, { slug: 'waiting-place' })
  const type = await makeSessionType(db, { slug: 'waiting-type', places: [place] })
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '09:00', closes: '10:00' }))
  await makeSchedule(db, { hours: JSON.stringify(hours), session_type_id: type.id })
  const date = addDays(dateOf(Date.now(), 'America/New_York'), 20)
  const starts_at = startOfDate(date, 'America/New_York')
  // Held by another client. A day that the studio blocks is closed, and has no waitlist.
  const occupancy = { booking_id: null, expires_at: starts_at, title: '', version: 1 }
  const time = { resource_id: 'default', resource_number: 1, starts_at, ends_at: starts_at + 86_400_000 }
  await db
    .insertInto('occupancies')
    .values({ id: block, kind: 'hold', ...time, ...occupancy })
    .execute()
  page = `/book-session/waitlist?service=waiting-type&location=waiting-place&date=${date}`
})
afterAll(async () => {
  await db?.destroy()
  await site?.stop()
})

it('is joined by a plain form, and offers a freed time with a separate link', async () => {
  const shown = await fetch(site.url + page)
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const bad = await post(site, page, { name: 'Ann Lee', email: 'ann' })
  expect(bad.status).toBe(422)
  expect(await bad.text()).toContain('value="Ann Lee"')
  for (let count = 0; count < 2; count++) {
    const joined = await post(site, page, { name: 'Ann Lee', email: 'ann@example.com', state: 'taken' })
    expect([joined.status, joined.headers.get('location')]).toEqual([303, `${page}&joined=yes#main`])
  }
  const [letter] = await mailTo(site, 'ann@example.com')
  const leave = /\/book-session\/waitlist\/leave\/[\w-]{48}/.exec(letter?.text ?? '')?.[0] ?? ''
  expect((await fetch(site.url + leave)).status).toBe(200)

  await db.deleteFrom('occupancies').where('id', '=', block).execute()
  expect((await post(site, page, { name: 'Bob', email: 'bob@example.com' })).status).toBe(409)
  expect(await (await fetch(site.url + page)).text()).toContain('Book one')
  const config = { siteUrl: site.url, secret: 'another', rateLimitScale: 1 }
  // At night, offers wait until the morning. The site may already have made this one.
  const [entry] = rows(site, "select id, state from waitlist where email = 'ann@example.com'")
  const seen = { id: String(entry?.id), state: String(entry?.state) }
  await offerNow({ db, clock: systemClock, config, author: { uid: 'x', name: 'Dorian Ellis' } }, seen)
  const emails = await mailTo(site, 'ann@example.com', 2)
  const path = /\/book-session\/offer\/[\w-]{32}/.exec(emails.at(-1)?.text ?? '')?.[0] ?? ''
  const opened = await fetch(site.url + path, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('cache-control')]).toEqual([303, 'no-store'])
  expect(opened.headers.get('location')).toMatch(/^\/book-session\?service=waiting-type&.*slot=20/)
  expect(opened.headers.get('set-cookie')).toMatch(/studio_hold=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax/)

  expect((await post(site, leave, {})).status).toBe(200)
  expect(await (await fetch(site.url + leave)).text()).toContain('We won’t email you about')
  for (const secret of [path, leave]) expect(site.output()).not.toContain(secret)
})

it('appears in the Studio, where someone is offered a time or removed, without script', async () => {
  const cookie = { Cookie: await signedIn(site, 'assistant') }
  const path = '/studio/bookings/waitlist'
  const id = newId()
  const type = rows(site, "select id from session_types where slug = 'waiting-type'")[0]?.id
  const place = rows(site, "select id from places where slug = 'waiting-place'")[0]?.id
  const date = addDays(dateOf(Date.now(), 'America/New_York'), 21)
  // The site's own look at free times, due each minute, would offer it first.
  await db.deleteFrom('jobs').where('kind', '=', OFFER_FREED).execute()
  const person = { name: 'Zoë <b>', email: 'zoe@example.com', email_key: 'zoe@example.com' }
  await db
    .insertInto('waitlist')
    .values({
      ...person,
      id,
      session_type_id: String(type),
      place_id: String(place),
      date,
      state: 'waiting',
      offered_start: null,
      offered_until: null,
      created_at: Date.now(),
    })
    .execute()
  const page = await (await fetch(site.url + path, { headers: cookie })).text()
  expect(page).toContain('Zoë &lt;b&gt;')
  expect(page).toContain(`value="${id}"`)
  for (const query of ['?days=past', '?days=x&after=y', `?after=${date}_${id}`])
    expect((await fetch(site.url + path + query, { headers: cookie })).status).toBe(200)
  const send = (fields: Record<string, string>) => post(site, path, fields, cookie)
  expect((await send({ intent: 'offer', waiting: 'x', state: 'waiting' })).status).toBe(404)
  expect((await send({ intent: 'other', waiting: id, state: 'waiting' })).status).toBe(422)
  expect((await send({ intent: 'offer', waiting: id, state: 'offered' })).status).toBe(409)
  const offered = await send({ intent: 'offer', waiting: id, state: 'waiting' })
  expect([offered.status, offered.headers.get('location')]).toEqual([303, `${path}?notice=offer`])
  await mailTo(site, 'zoe@example.com')
  expect((await send({ intent: 'take-off', waiting: id, state: 'offered' })).status).toBe(303)
  expect((await send({ intent: 'take-off', waiting: id, state: 'left' })).status).toBe(409)
})

it('answers 404 for other days and other links', async () => {
  for (const other of [
    '/book-session/waitlist',
    page.replace(/date=.*/, 'date=2020-01-01'),
    page.replace('waiting-type', 'x'),
    '/book-session/waitlist/leave/x',
  ])
    expect([other, (await fetch(site.url + other)).status]).toEqual([other, 404])
  expect((await fetch(`${site.url}/book-session/offer/${'x'.repeat(32)}`)).status).toBe(410)
})
