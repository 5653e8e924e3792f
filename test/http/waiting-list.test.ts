import { afterAll, beforeAll, expect, it } from 'vitest'
import { offerFreedStarts } from '~/domains/booking/waiting/offering/operations.server'
import { systemClock } from '~/platform/clock'
import { type Db, openDatabase } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { addDays, dateOf, startOfDate } from '~/platform/time'
import { makePlace, makeSchedule, makeSessionType } from '../support/factories'
import { mailTo, post } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let db: Db
let page: string
const block = newId()
beforeAll(async () => {
  site = await startSite()
  db = openDatabase({ databaseUrl: undefined, dataDir: site.dataDir })
  const place = await makePlace(db, { slug: 'waiting-place' })
  await makeSessionType(db, { slug: 'waiting-type', places: [place] })
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '09:00', closes: '10:00' }))
  await makeSchedule(db, { hours: JSON.stringify(hours) })
  const date = addDays(dateOf(Date.now(), 'America/New_York'), 20)
  const starts_at = startOfDate(date, 'America/New_York')
  const nobody = { booking_id: null, expires_at: null, title: 'Away', version: 1 }
  const time = { resource_id: 'default', resource_number: 1, starts_at, ends_at: starts_at + 86_400_000 }
  await db
    .insertInto('occupancies')
    .values({ id: block, kind: 'block', ...time, ...nobody })
    .execute()
  page = `/book-session/waiting-list?service=waiting-type&location=waiting-place&date=${date}`
})
afterAll(async () => {
  await db?.destroy()
  await site?.stop()
})

it('is joined by a plain form, and offers what becomes free by a link of its own', async () => {
  const shown = await fetch(site.url + page)
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const bad = await post(site, page, { name: 'Ann Lee', email: 'ann' })
  expect(bad.status).toBe(422)
  expect(await bad.text()).toContain('value="Ann Lee"')
  for (let count = 0; count < 2; count++) {
    const joined = await post(site, page, { name: 'Ann Lee', email: 'ann@example.com', state: 'taken' })
    expect([joined.status, joined.headers.get('location')]).toEqual([303, `${page}&joined=yes`])
  }
  const [letter] = await mailTo(site, 'ann@example.com')
  const leave = /\/book-session\/waiting-list\/leave\/[\w-]{48}/.exec(letter?.text ?? '')?.[0] ?? ''
  expect((await fetch(site.url + leave)).status).toBe(200)

  await db.deleteFrom('occupancies').where('id', '=', block).execute()
  expect((await post(site, page, { name: 'Bob', email: 'bob@example.com' })).status).toBe(409)
  expect(await (await fetch(site.url + page)).text()).toContain('Book one of them')
  const config = { siteUrl: site.url, secret: 'another', rateLimitScale: 1 }
  await offerFreedStarts({ db, clock: systemClock, config })
  const letters = await mailTo(site, 'ann@example.com', 2)
  const path = /\/book-session\/offer\/[\w-]{32}/.exec(letters.at(-1)?.text ?? '')?.[0] ?? ''
  const opened = await fetch(site.url + path, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('cache-control')]).toEqual([303, 'no-store'])
  expect(opened.headers.get('location')).toMatch(/^\/book-session\?service=waiting-type&.*slot=20/)
  expect(opened.headers.get('set-cookie')).toMatch(/studio_hold=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax/)

  expect((await post(site, leave, {})).status).toBe(200)
  expect(await (await fetch(site.url + leave)).text()).toContain('We will not write about')
  for (const secret of [path, leave]) expect(site.output()).not.toContain(secret)
})

it('knows no other days and no other links', async () => {
  for (const other of [
    '/book-session/waiting-list',
    page.replace(/date=.*/, 'date=2020-01-01'),
    page.replace('waiting-type', 'x'),
    '/book-session/waiting-list/leave/x',
  ])
    expect([other, (await fetch(site.url + other)).status]).toEqual([other, 404])
  expect((await fetch(`${site.url}/book-session/offer/${'x'.repeat(32)}`)).status).toBe(410)
})
