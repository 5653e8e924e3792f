import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { alteredToken, makeBooking } from '../../../../test/support/factories'
import { putTestSettings } from '../../../../test/support/settings'
import { listFeeds, makeFeed, readCalendarFeed, revokeFeed } from './feeds.server'

const config = { siteUrl: 'https://studio.example.com' }
const author = { uid: 'u', name: 'Owner' }
const NOW = Date.parse('2026-11-21T12:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

describeOnBothEngines('the private feed', (open) => {
  test('contains sessions and blocked time from 90 days ago on', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = { db, clock: fixedClock(NOW), config, author }
    const at = (start: number) => ({ session_date: start, session_end: start + HOUR })
    const soon = await makeBooking(db, { ...at(NOW + DAY), name: 'Ann Lee', phone: '(973) 555-0100' })
    await makeBooking(db, { ...at(NOW + 2 * DAY), state: 'requested' })
    await makeBooking(db, { ...at(NOW - 89 * DAY), state: 'done' })
    await makeBooking(db, { ...at(NOW - 91 * DAY), state: 'done' })
    await makeBooking(db, { ...at(NOW + 3 * DAY), state: 'canceled' })
    const time = { resource_id: 'default', resource_number: 1, booking_id: null, version: 1 }
    const block = { starts_at: NOW + 4 * DAY, ends_at: NOW + 5 * DAY, kind: 'block' as const }
    await db
      .insertInto('occupancies')
      .values({ ...time, ...block, id: newId(), expires_at: null, title: 'Holiday' })
      .execute()
    const made = await makeFeed(deps, { title: 'My phone' })
    if (!made.ok) throw new Error(made.reason)
    const text = (await readCalendarFeed(deps, made.token)) ?? ''
    expect(text).toContain('METHOD:PUBLISH')
    expect(text).toMatch(/REFRESH-INTERVAL;VALUE=DURATION:PT15M/)
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    const entries = events.map((event) => [
      String(event.getFirstPropertyValue('summary')).split(': ').at(-1),
      event.getFirstPropertyValue('status'),
      (Date.parse(String(event.getFirstPropertyValue('dtstart'))) - NOW) / DAY,
    ])
    expect(entries.map(([, ...rest]) => rest)).toEqual([
      ['CONFIRMED', -89],
      ['CONFIRMED', 1],
      ['TENTATIVE', 2],
      ['CONFIRMED', 4],
    ])
    expect(entries.map(([name]) => name)).toEqual(expect.arrayContaining(['Ann Lee', 'Holiday']))
    expect(events.map((event) => event.getFirstPropertyValue('uid'))).toContain(soon.uid)
    expect(await readCalendarFeed(deps, made.token)).toBe(text)
  })

  test('is stored as a hash, shows when it was read, and can be ended', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock(NOW)
    const deps = { db, clock, config, author }
    const made = await makeFeed(deps, { title: 'My phone' })
    if (!made.ok) throw new Error(made.reason)
    const stored = [
      await db.selectFrom('calendar_feeds').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ]
    expect(JSON.stringify(stored)).not.toContain(made.token)
    expect(await listFeeds({ db })).toMatchObject([{ title: 'My phone', read: null }])
    clock.advance(HOUR)
    await readCalendarFeed(deps, made.token)
    const [feed] = await listFeeds({ db })
    expect(feed?.lastReadAt).toBe(NOW + HOUR)
    expect(await readCalendarFeed(deps, alteredToken(made.token))).toBeUndefined()
    expect(await revokeFeed(deps, feed?.id ?? '')).toBe(true)
    expect(await revokeFeed(deps, feed?.id ?? '')).toBe(false)
    expect(await readCalendarFeed(deps, made.token)).toBeUndefined()
    expect(await listFeeds({ db })).toEqual([])
    const done = await db.selectFrom('audit').select(['action', 'subject']).orderBy('id').execute()
    expect(done).toEqual([
      { action: 'feed-made', subject: 'My phone' },
      { action: 'feed-ended', subject: 'My phone' },
    ])
  })

  test('refuses a title that cannot be shown, and an eleventh', async () => {
    const { db } = await open()
    const deps = { db, clock: fixedClock(NOW), config, author }
    for (const title of ['', ' ', 'a\u0000b', 'x'.repeat(81)])
      expect(await makeFeed(deps, { title })).toMatchObject({ ok: false, reason: 'refused' })
    for (let count = 0; count < 10; count++) expect((await makeFeed(deps, { title: 'x' })).ok).toBe(true)
    expect(await makeFeed(deps, { title: 'x' })).toEqual({ ok: false, reason: 'too-many' })
  })
})
