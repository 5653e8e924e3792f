import pino from 'pino'
import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import {
  makeBooking,
  makePlace,
  makeSchedule,
  makeSessionType,
  makeTermsVersion,
} from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { slowSteps } from '../../../../test/support/query-plan'
import { putTestSettings } from '../../../../test/support/settings'
import { acceptReschedule, cancelBooking, rescheduleBooking } from '../reservations/changes.server'
import { requestBooking } from '../reservations/operations.server'
import { selectBooking, selectEvents } from '../reservations/store.server'
import { slotOf } from '../slots/model'
import { offerFreedTimes } from '../waitlist/offers.server'
import { joinWaitlist } from '../waitlist/operations.server'
import { findMiniDay, listMiniDays, removeMiniDay, saveMiniDay } from './operations.server'
import { rescheduleMiniDay } from './reschedule.server'
import { miniDaysQuery } from './store.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const config = { siteUrl: 'https://studio.example.com', secret: 'a secret of tests', rateLimitScale: 1000 }
const author = { uid: 'u1', name: 'Dorian Ellis' }
const log = pino({ level: 'silent' })
const at = (date: string, time: string) => Date.parse(`${date}T${time}:00-05:00`)

async function open(db: Db) {
  await putTestSettings(db)
  await makeTermsVersion(db)
  await makeSchedule(db)
  const park = await makePlace(db, { slug: 'park', travel_minutes: 30, is_default: 1 })
  const mini = await makeSessionType(db, {
    ...{ slug: 'mini', minutes: 15, buffer_after_minutes: 5, starts_kind: 'mini', needs_approval: 0 },
    places: [park],
  })
  const deps = { db, clock, config, log, author }
  const fields = {
    ...{ title: 'Fall minis', sessionType: mini.id, place: park.id, date: '2026-12-12', first: '10:00' },
    ...{ count: '4', apart: '20', published: 'yes' },
  }
  const saved = await saveMiniDay(deps, { seen: null, sent: fields })
  if (!saved.ok) throw new Error(JSON.stringify(saved))
  const book = (date: string, time: string, name: string) => {
    const email = `${name.toLowerCase()}@example.com`
    const sent: Record<string, string> = {
      ...{ service: 'mini', location: 'park', slot: slotOf(at(date, time)), name, email },
      ...{ partySize: '2', terms: 'yes' },
    }
    return requestBooking(deps, { get: (field) => sent[field] ?? '', network: '192.0.2.1', visitor: '' })
  }
  return { deps, fields, id: saved.id, book, park, mini }
}

/** Everything on the calendar, to compare before and after. */
const calendarOf = async (db: Db) => [
  await db
    .selectFrom('occupancies')
    .select(['booking_id', 'starts_at', 'ends_at'])
    .orderBy('starts_at')
    .execute(),
  await db.selectFrom('mini_days').select(['date', 'starts', 'version']).execute(),
  await db
    .selectFrom('bookings')
    .select(['id', 'session_date', 'sequence', 'version'])
    .orderBy('id')
    .execute(),
]

describeOnBothEngines('a mini-session day', (openDb, engine) => {
  test('ends at the last start time if there is one, whatever number the form came with', async () => {
    const { deps, fields } = await open((await openDb()).db)
    const save = (last: string) =>
      saveMiniDay(deps, { seen: null, sent: { ...fields, date: '2026-12-19', count: '8', last } })
    expect(await save('09:00')).toMatchObject({ errors: { last: expect.any(String) } })
    const saved = await save('10:50')
    const found = saved.ok ? await findMiniDay(deps, saved.id) : undefined
    expect(found?.day.starts).toEqual(['10:00', '10:20', '10:40'])
  })

  test('is booked like every session, start by start', async () => {
    const { deps, id, book } = await open((await openDb()).db)
    for (const [time, name] of [
      ['10:00', 'Ann'],
      ['10:20', 'Bob'],
    ] as const)
      expect(await book('2026-12-12', time, name)).toMatchObject({
        ok: true,
        booking: { state: 'confirmed', miniDayId: id },
      })
    expect(await book('2026-12-12', '10:00', 'Cyd')).toMatchObject({ ok: false, reason: 'taken' })
    expect(await book('2026-12-12', '10:10', 'Cyd')).toMatchObject({ ok: false, reason: 'refused' })
    const found = await findMiniDay(deps, id)
    expect(found?.starts.map(({ label, booking }) => [label, booking?.name ?? null])).toEqual([
      ['10 AM EST', 'Ann'],
      ['10:20 AM EST', 'Bob'],
      ['10:40 AM EST', null],
      ['11 AM EST', null],
    ])
    expect((await listMiniDays(deps, null)).days).toMatchObject([{ taken: 2, isPublished: true }])
  })

  test('reports conflicts, and keeps booked starts', async () => {
    const { deps, fields, id, book } = await open((await openDb()).db)
    await makeBooking(deps.db, {
      reference: 'DE-INWAY',
      session_date: at('2026-12-12', '10:30'),
      session_end: at('2026-12-12', '10:50'),
    })
    expect(await book('2026-12-12', '10:00', 'Ann')).toMatchObject({ ok: true })
    const obstacles = (await findMiniDay(deps, id))?.starts.map(({ obstacle }) => obstacle)
    expect(obstacles).toEqual([
      null,
      expect.stringContaining('DE-INWAY'),
      expect.stringContaining('DE-INWAY'),
      null,
    ])
    const seen = { id, version: 1 }
    const save = (change: Record<string, string>) =>
      saveMiniDay(deps, { seen, sent: { ...fields, ...change } })
    expect(await save({ date: '2026-12-13' })).toMatchObject({
      errors: { date: expect.stringContaining('Reschedule day') },
    })
    expect(await save({ first: '10:10' })).toMatchObject({
      errors: { first: expect.stringContaining('remove at least one') },
    })
    expect(await save({ apart: '15' })).toMatchObject({
      errors: { apart: expect.stringContaining('20 minutes') },
    })
    expect(await removeMiniDay(deps, seen)).toEqual({ ok: false, reason: 'booked', count: 1 })
    expect(await save({ count: '6' })).toEqual({ ok: true, id })
    const other = await saveMiniDay(deps, { seen: null, sent: { ...fields, first: '11:30' } })
    expect(other).toMatchObject({ errors: { date: expect.stringContaining('overlaps') } })
  })

  test('rescheduling: all bookings move in order and clients have to accept, even if times overlap the old ones', async () => {
    const { deps, id, book } = await open((await openDb()).db)
    const people = ['Ann', 'Bob', 'Cyd', 'Dan'].map(
      (name, n) => [['10:00', '10:20', '10:40', '11:00'][n] ?? '', name] as const,
    )
    for (const [time, name] of people)
      expect(await book('2026-12-12', time, name)).toMatchObject({ ok: true })
    const move = (version: number, date: string, first: string) =>
      rescheduleMiniDay(deps, { id, version }, { date, first, words: 'Rain.' })
    // Twenty minutes later on the same day, so each booking takes the next one's old time.
    expect(await move(1, '2026-12-12', '10:20')).toEqual({ ok: true, rescheduled: 4, waiting: 0 })
    expect(await move(2, '2026-12-19', '09:00')).toEqual({ ok: true, rescheduled: 4, waiting: 0 })
    expect(await move(2, '2026-12-20', '09:00')).toEqual({ ok: false, reason: 'changed-since' })
    const rows = await deps.db.selectFrom('bookings').selectAll().orderBy('session_date').execute()
    expect(rows.map((row) => [row.name, row.wall_start, row.sequence, row.mini_day_id])).toEqual([
      ['Ann', '2026-12-19T09:00', 2, id],
      ['Bob', '2026-12-19T09:20', 2, id],
      ['Cyd', '2026-12-19T09:40', 2, id],
      ['Dan', '2026-12-19T10:00', 2, id],
    ])
    expect(await deps.db.selectFrom('occupancies').selectAll().execute()).toHaveLength(4)
    const [ann] = rows
    const by = { kind: 'client' as const, name: 'Ann' }
    const seen = { id: ann?.id ?? '', version: ann?.version ?? 0 }
    expect(ann?.acceptance_requested_at).toBe(clock.now())
    expect(await acceptReschedule({ ...deps, by }, seen)).toMatchObject({
      ok: true,
      booking: { acceptanceRequestedAt: null },
    })
    const booking = await selectBooking(deps.db, { id: seen.id })
    expect(
      await acceptReschedule({ ...deps, by }, { ...seen, version: booking?.version ?? 0 }),
    ).toMatchObject({
      reason: 'not-possible',
    })
    expect((await selectEvents(deps.db, seen.id)).map(({ kind }) => kind)).toEqual([
      'confirmed',
      'rescheduled',
      'rescheduled',
      'accepted',
    ])
  })

  test('rescheduling: the waitlist moves along, each is notified once, and the new day is offered in turn', async () => {
    const { deps, id, book } = await open((await openDb()).db)
    for (const [n, time] of ['10:00', '10:20', '10:40', '11:00'].entries())
      await book('2026-12-12', time, ['Ann', 'Bob', 'Cyd', 'Dan'][n] ?? '')
    const day = { service: 'mini', location: 'park', date: '2026-12-12', network: '192.0.2.1' }
    for (const name of ['Eve', 'Fay'])
      expect(await joinWaitlist(deps, { ...day, name, email: `${name}@example.com` })).toEqual({
        ok: true,
      })
    const rows = await deps.db.selectFrom('bookings').selectAll().orderBy('session_date').execute()
    const [ann, bob] = rows
    const cancel = async (row: { id: string } | undefined) => {
      const booking = await selectBooking(deps.db, { id: row?.id ?? '' })
      if (!booking) throw new Error('The booking is gone.')
      const by = { kind: 'client' as const, name: booking.name }
      return await cancelBooking({ ...deps, by }, booking, '')
    }
    await cancel(ann)
    await offerFreedTimes(deps)
    // A waitlist offer of the old times blocks nothing.
    expect(
      await rescheduleMiniDay(deps, { id, version: 1 }, { date: '2026-12-19', first: '', words: '' }),
    ).toEqual({
      ok: true,
      rescheduled: 3,
      waiting: 2,
    })
    const line = await deps.db.selectFrom('waitlist').selectAll().orderBy('id').execute()
    expect(line.map(({ name, date, state, hold_id }) => [name, date, state, hold_id])).toEqual([
      ['Eve', '2026-12-19', 'waiting', null],
      ['Fay', '2026-12-19', 'waiting', null],
    ])
    const recipients = async (kind: string) =>
      (await queuedMail(deps.db)).filter((mail) => mail.kind === kind).map(({ to_address }) => to_address)
    expect(await recipients('waitlist-rescheduled')).toEqual(['Eve@example.com', 'Fay@example.com'])
    await offerFreedTimes(deps)
    expect(await recipients('waitlist-offer')).toEqual(['Eve@example.com', 'Eve@example.com'])
    const [offered] = await deps.db
      .selectFrom('waitlist')
      .selectAll()
      .where('state', '=', 'offered')
      .execute()
    expect(offered?.offered_start).toBe(at('2026-12-19', '10:00'))

    // The day's page shows the responses.
    const moved = await selectBooking(deps.db, { id: bob?.id ?? '' })
    if (!moved) throw new Error('The booking is gone.')
    await acceptReschedule({ ...deps, by: { kind: 'client', name: 'Bob' } }, moved)
    await cancel(rows[2])
    const found = await findMiniDay(deps, id)
    expect(found?.starts.map(({ booking }) => [booking?.name, booking?.answer])).toEqual([
      [undefined, undefined],
      ['Bob', 'accepted'],
      [undefined, undefined],
      ['Dan', 'no-answer'],
    ])
    expect(found?.canceled).toMatchObject([{ name: 'Cyd' }])
  })

  test('rescheduling: nothing changes if one start is taken, and the owner sees why', async () => {
    const { deps, id, book } = await open((await openDb()).db)
    await book('2026-12-12', '10:00', 'Ann')
    await book('2026-12-12', '11:00', 'Dan')
    await makeBooking(deps.db, {
      reference: 'DE-INWAY',
      session_date: at('2026-12-19', '11:00'),
      session_end: at('2026-12-19', '12:00'),
    })
    const before = await calendarOf(deps.db)
    const call = (date: string, first = '') =>
      rescheduleMiniDay(deps, { id, version: 1 }, { date, first, words: '' })
    expect(await call('2026-12-19')).toEqual({
      ok: false,
      reason: 'in-the-way',
      what: [expect.stringMatching(/^11 AM E[SD]T: DE-INWAY, /)],
    })
    expect(await call('2026-12-12')).toMatchObject({ errors: { date: 'That’s the current date and time.' } })
    expect(await call('2026-11-19')).toMatchObject({ errors: { date: 'That date is in the past.' } })
    expect(await call('2026-12-19', '23:30')).toMatchObject({ errors: { first: expect.any(String) } })
    expect(await call('2027-03-14', '01:50')).toMatchObject({
      errors: { first: expect.stringContaining('spring forward') },
    })
    expect(await calendarOf(deps.db)).toEqual(before)
  })

  test('rescheduling during a booking: either all move and the booking is refused, or nothing moves', async () => {
    const { deps, id, book } = await open((await openDb()).db)
    const studio = await makePlace(deps.db, { slug: 'studio' })
    await makeSessionType(deps.db, { slug: 'portrait', minutes: 60, increment_minutes: 60, places: [studio] })
    await book('2026-12-12', '10:00', 'Ann')
    await book('2026-12-12', '10:20', 'Bob')
    const sent: Record<string, string> = {
      ...{ service: 'portrait', location: 'studio', slot: slotOf(at('2026-12-19', '10:00')) },
      ...{ name: 'Eve', email: 'eve@example.com', partySize: '1', terms: 'yes' },
    }
    const [called, booked] = await Promise.all([
      rescheduleMiniDay(deps, { id, version: 1 }, { date: '2026-12-19', first: '', words: '' }),
      requestBooking(deps, { get: (name) => sent[name] ?? '', network: '192.0.2.2', visitor: '' }),
    ])
    expect([called.ok, booked.ok].filter(Boolean)).toHaveLength(1)
    const dates = await deps.db
      .selectFrom('bookings')
      .select('wall_start')
      .where('mini_day_id', '=', id)
      .execute()
    const day = called.ok ? '2026-12-19' : '2026-12-12'
    expect(dates.map((row) => row.wall_start).toSorted()).toEqual([`${day}T10:00`, `${day}T10:20`])
  })

  test('rescheduling during client changes: each booking is at the emailed time, and none overlap', async () => {
    const { deps, id, book } = await open((await openDb()).db)
    const booked = await Promise.all([
      book('2026-12-12', '10:00', 'Ann'),
      book('2026-12-12', '10:20', 'Ben'),
      book('2026-12-12', '10:40', 'Cleo'),
    ])
    const [ann, ben, cleo] = booked.map((each) => {
      if (!each.ok) throw new Error(each.reason)
      return each.booking
    })
    if (!ann || !ben || !cleo) throw new Error('not booked')
    const client = { ...deps, by: { kind: 'client' as const, name: 'A client' } }
    const [called, moved, cancelled] = await Promise.all([
      rescheduleMiniDay(deps, { id, version: 1 }, { date: '2026-12-13', first: '', words: '' }),
      rescheduleBooking(client, ann, { startsAt: at('2026-12-12', '11:00') }),
      cancelBooking(client, ben, ''),
    ])
    const now = await Promise.all([ann, ben, cleo].map((each) => selectBooking(deps.db, { id: each.id })))
    const date = called.ok ? '2026-12-13' : '2026-12-12'
    expect(now[0]?.wallStart).toBe(`${date}T${moved.ok ? '11:00' : '10:00'}`)
    expect(now[1]?.state).toBe(cancelled.ok ? 'canceled' : 'confirmed')
    expect(now[2]?.wallStart).toBe(`${date}T10:40`)
    const standing = await deps.db.selectFrom('occupancies').select(['booking_id', 'starts_at']).execute()
    expect(new Set(standing.map(({ booking_id }) => booking_id)).size).toBe(standing.length)
    expect(standing).toHaveLength(cancelled.ok ? 2 : 3)
  })

  test('is listed from an index', async () => {
    const { db } = await openDb()
    expect(await slowSteps(db, engine, miniDaysQuery(db, { date: '2026-12-12', id: newId() }))).toEqual([])
  })
})
