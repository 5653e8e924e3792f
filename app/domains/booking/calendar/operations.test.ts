import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { instantOf } from '~/platform/time'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeBooking, makePlace, makeSchedule, makeSessionType } from '../../../../test/support/factories'
import { slowSteps } from '../../../../test/support/query-plan'
import { putTestSettings } from '../../../../test/support/settings'
import type { GridView } from './model'
import { countPendingRequests, readCalendarView, readUpcoming } from './operations.server'
import { sessionsBetween, sessionsFrom, takenBetween } from './store.server'

const ZONE = 'America/New_York'
const HOUR = 3_600_000
const at = (date: string, time: string) => instantOf(date, time, ZONE)

async function open(db: Db, now = '2026-11-20T15:00:00Z') {
  await putTestSettings(db)
  const place = await makePlace(db)
  const type = await makeSessionType(db, { title: 'Family', places: [place] })
  const book = (date: string, time: string, hours = 1, given: Parameters<typeof makeBooking>[1] = {}) =>
    makeBooking(db, {
      session_type_id: type.id,
      place_id: place.id,
      session_date: at(date, time),
      session_end: at(date, time) + hours * HOUR,
      ...given,
    })
  return { deps: { db, clock: fixedClock(now) }, book, type, place }
}

const occupy = (db: Db, given: { kind: 'hold' | 'block'; starts: number; ends: number; expires?: number }) =>
  db
    .insertInto('occupancies')
    .values({
      id: newId(),
      resource_id: 'default',
      resource_number: 1,
      kind: given.kind,
      starts_at: given.starts,
      ends_at: given.ends,
      booking_id: null,
      expires_at: given.expires ?? null,
      title: given.kind === 'block' ? 'Editing' : '',
      version: 1,
    })
    .execute()

const week = async (deps: Parameters<typeof readCalendarView>[0], date: string) =>
  (await readCalendarView(deps, { view: 'week', date })) as GridView

const placesOf = (grid: GridView) =>
  grid.columns.flatMap(({ date, events }) =>
    events.map(({ kind, top, length }) => [date.slice(5), kind, top, length]),
  )

describeOnBothEngines('the calendar of the Studio', (openDb) => {
  test('shows a week’s bookings by status beside holds, blocked time and external events', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    await makeSchedule(db)
    await book('2026-11-17', '09:00', 1, { state: 'done' })
    await book('2026-11-18', '09:00', 1, { state: 'no-show' })
    await book('2026-11-20', '11:00', 1, { name: 'Okafor' })
    await book('2026-11-21', '17:00', 2, { state: 'requested' })
    await book('2026-11-21', '10:00', 1, { state: 'canceled' })
    await occupy(db, { kind: 'block', starts: at('2026-11-19', '08:30'), ends: at('2026-11-19', '11:30') })
    const soon = Date.parse('2026-11-20T15:10:00Z')
    await occupy(db, {
      kind: 'hold',
      starts: at('2026-11-21', '13:00'),
      ends: at('2026-11-21', '14:00'),
      expires: soon,
    })
    await occupy(db, {
      kind: 'hold',
      starts: at('2026-11-21', '14:00'),
      ends: at('2026-11-21', '15:00'),
      expires: 1,
    })
    const calendar = {
      id: 'c',
      resource_id: 'default',
      title: 'Home',
      url: 'x',
      etag: null,
      fetched_at: null,
      failure: null,
      created_at: 1,
    }
    await db.insertInto('external_calendars').values(calendar).execute()
    const busy = {
      id: 'b',
      calendar_id: 'c',
      starts_at: at('2026-11-20', '11:30'),
      ends_at: at('2026-11-20', '13:00'),
    }
    await db.insertInto('external_busy').values(busy).execute()

    const grid = await week(deps, '2026-11-20')
    expect(grid.title).toBe('November 16 – 22')
    expect([grid.from, grid.until]).toEqual([8 * 60, 21 * 60])
    expect(placesOf(grid)).toEqual([
      ['11-17', 'done', 540, 60],
      ['11-18', 'no-show', 540, 60],
      ['11-19', 'block', 510, 180],
      ['11-20', 'confirmed', 660, 60],
      ['11-20', 'external', 690, 90],
      ['11-21', 'held', 780, 60],
      ['11-21', 'requested', 1020, 120],
    ])
    const friday = grid.columns[4]
    expect(friday?.events.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
    ])
    expect(friday?.events[0]?.said).toBe('Friday, November 20, 11 AM – 12 PM EST, confirmed')
    expect(friday?.isToday).toBe(true)
    expect(grid.counts.map(({ kind, count }) => [kind, count])).toEqual([
      ['confirmed', 1],
      ['requested', 1],
      ['held', 1],
      ['done', 1],
      ['no-show', 1],
    ])
    expect(grid.columns.map(({ isClosed }) => isClosed)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      true,
    ])
    expect(friday?.shades).toEqual([
      { top: 480, length: 60, isNone: false },
      { top: 1080, length: 180, isNone: false },
    ])
    expect(await countPendingRequests(deps)).toBe(1)
  })

  test('shows buffers beside the session, and a session over midnight on both days', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const night = await book('2026-11-18', '22:00', 4)
    await db
      .updateTable('occupancies')
      .set({ starts_at: night.session_date - HOUR, ends_at: night.session_end + HOUR / 2 })
      .where('booking_id', '=', night.id)
      .execute()
    const grid = await week(deps, '2026-11-18')
    expect([grid.from, grid.until]).toEqual([0, 1440])
    const parts = grid.columns.flatMap(({ events }) => events)
    expect(parts.map(({ top, length, before, after }) => [top, length, before, after])).toEqual([
      [1320, 120, 60, 0],
      [0, 120, 0, 30],
    ])
    expect(parts.map(({ move }) => move !== null)).toEqual([true, false])
  })

  test('has an hour that the clock shows twice twice, and none that it skips', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const first = Date.parse('2027-11-07T05:30:00Z')
    await makeBooking(db, { session_date: first, session_end: first + HOUR / 2 })
    await makeBooking(db, { session_date: first + HOUR, session_end: first + HOUR * 1.5 })
    const fall = await week(deps, '2027-11-07')
    const sunday = fall.columns[6]
    expect(sunday?.events.map(({ top, begins }) => [top, begins])).toEqual([
      [90, '1:30 AM EDT'],
      [150, '1:30 AM EST'],
    ])
    expect(fall.hours.slice(0, 3).map(({ label }) => label)).toEqual(['1 AM EDT', '1 AM EST', '2 AM'])
    expect(fall.columns[0]?.shades).toContainEqual({ top: 120, length: 60, isNone: true })
    const minutes = (grid: GridView, column: number) =>
      grid.columns[column]?.stretches.reduce((sum, { from, until }) => sum + until - from, 0)
    expect([minutes(fall, 6), minutes(fall, 5)]).toEqual([25 * 60, 24 * 60])

    await book('2027-03-14', '01:30', 1)
    const spring = await week(deps, '2027-03-14')
    expect(minutes(spring, 6)).toBe(23 * 60)
    // Begins at 1:30 and ends an hour later, when the clock shows 3:30.
    expect(spring.columns[6]?.events[0]).toMatchObject({
      top: 90,
      length: 120,
      times: '1:30 AM EST – 3:30 AM EDT',
    })
  })

  test('shows a mini session day as one entry, and its sessions in the day view', async () => {
    const { db } = await openDb()
    const { deps, book, type, place } = await open(db)
    const day = {
      id: 'mini',
      resource_id: 'default',
      title: 'Mini-session days',
      session_type_id: type.id,
      place_id: place.id,
      date: '2026-11-21',
      starts: JSON.stringify(['09:00', '10:00', '11:00']),
      published_at: 1,
      created_at: 1,
      version: 1,
    }
    await db.insertInto('mini_days').values(day).execute()
    await book('2026-11-21', '09:00', 1, { mini_day_id: 'mini' })
    await book('2026-11-21', '11:00', 1, { mini_day_id: 'mini' })
    const events = (await week(deps, '2026-11-21')).columns[5]?.events
    expect(events?.map(({ kind, title, detail, length }) => [kind, title, detail, length])).toEqual([
      ['mini', 'Mini-session days', '2 of 3 taken', 180],
    ])
    const one = (await readCalendarView(deps, { view: 'day', date: '2026-11-21' })) as GridView
    expect(one.columns[0]?.events.map(({ kind }) => kind).toSorted()).toEqual([
      'confirmed',
      'confirmed',
      'mini',
    ])
  })

  test('walks the agenda page by page, each booking once', async () => {
    const { db } = await openDb()
    const { deps, type, place } = await open(db)
    for (let n = 0; n < 70; n++)
      await makeBooking(db, {
        session_type_id: type.id,
        place_id: place.id,
        session_date: at('2026-11-20', '08:00') + (n - 35) * 2 * HOUR,
        session_end: at('2026-11-20', '09:00') + (n - 35) * 2 * HOUR,
      })
    const seen: string[] = []
    const read = (asked: { after?: string; before?: string }) =>
      readCalendarView(deps, { view: 'list', date: '2026-11-20', ...asked })
    let page = await read({})
    const { earlier } = page as { earlier: string }
    for (;;) {
      seen.push(...page.order)
      if (page.view !== 'list' || page.later === null) break
      page = await read({ after: page.later })
    }
    for (let before: string | null = earlier; before !== null; ) {
      page = await read({ before })
      seen.push(...page.order)
      before = page.view === 'list' ? page.earlier : null
    }
    expect([seen.length, new Set(seen).size]).toEqual([70, 70])
  })

  test('shows months in whole weeks, and long blocks on each of their days', async () => {
    const { db } = await openDb()
    const { deps } = await open(db)
    await occupy(db, { kind: 'block', starts: at('2026-11-26', '00:00'), ends: at('2026-12-20', '00:00') })
    const month = await readCalendarView(deps, { view: 'month', date: '2026-12-05' })
    if (month.view !== 'month') throw new Error('not a month')
    const days = month.weeks.flat()
    expect([days[0]?.date, days.at(-1)?.date, days.length]).toEqual(['2026-11-30', '2027-01-03', 35])
    expect(days.filter(({ entries }) => entries.some(({ begins }) => begins === 'All day'))).toHaveLength(20)
    const coming = await readUpcoming(deps, { from: '2026-11-20', until: '2026-11-26' })
    expect(coming.map(({ entries }) => entries.length)).toEqual([0, 0, 0, 0, 0, 0, 1])
  })

  test('answers nonsense in the address with today', async () => {
    const { db } = await openDb()
    const { deps } = await open(db)
    for (const date of ['', '2026-02-30', '9999-01-01', '0000-00-00', '2026-11-20T10:00', 'x'.repeat(500)])
      expect((await readCalendarView(deps, { view: 'week', date })).date).toBe('2026-11-20')
    await readCalendarView(deps, { view: 'list', date: null, after: '9_9_9', before: `${'9'.repeat(15)}_` })
  })

  test('reads by indexes', async () => {
    const { db, engine } = await openDb()
    const span = { from: 0, until: HOUR }
    for (const query of [
      sessionsBetween(db, 'default', span),
      sessionsFrom(db, 'default', { at: 0, id: '' }, 'after', 30),
      sessionsFrom(db, 'default', { at: 0, id: '' }, 'before', 30),
      takenBetween(db, { resourceNumber: 1, ...span, now: 0 }),
    ])
      expect(await slowSteps(db, engine, query)).toEqual([])
  })
})
