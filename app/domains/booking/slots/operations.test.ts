import pino from 'pino'
import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makePlace, makeSchedule, makeSessionType } from '../../../../test/support/factories'
import { putTestSettings } from '../../../../test/support/settings'
import { holdSlot } from '../reservations/holds.server'
import { findWaitlistDay } from '../waitlist/operations.server'
import { readDayOf, readStartOf, readTimes } from './operations.server'
import { unpackDay } from './packed-day'

const clock = fixedClock('2026-11-20T15:00:00Z')
const config = { siteUrl: 'https://studio.example.com', secret: 'a secret of tests', rateLimitScale: 1 }
const SLOT = '2026-12-05T15:30:00Z'
const asked = { service: 'portrait', location: 'studio', month: '', date: '', visitor: '' }

async function furnish(db: Db, from: string | null = null) {
  await putTestSettings(db)
  const studio = await makePlace(db, { slug: 'studio', is_default: 1 })
  await makeSessionType(db, { slug: 'portrait', minutes: 45, increment_minutes: 45, places: [studio] })
  await makeSchedule(db, { from_date: from })
  return { db, clock, config, log: pino({ level: 'silent' }) }
}

describeOnBothEngines('the booking choices', (open) => {
  test('begins at the first day with a free time', async () => {
    const deps = await furnish((await open()).db, '2027-01-10')
    const times = await readTimes(deps, asked)
    expect(times).toMatchObject({
      month: { title: 'January 2027', previous: '2026-12', next: '2027-02' },
      day: { date: '2027-01-12', label: 'Tuesday, January 12' },
      zoneName: 'Eastern Time',
      sentence: null,
    })
    expect(times?.month.weeks[0]?.map((day) => day?.number ?? null)).toEqual([
      null,
      null,
      null,
      null,
      null,
      1,
      2,
    ])
    expect(await readTimes(deps, { ...asked, service: 'circus' })).toBeUndefined()
    // Nothing is free in December, but it can be shown.
    expect(await readTimes(deps, { ...asked, month: '2026-12' })).toMatchObject({
      month: { title: 'December 2026' },
      day: null,
    })
  })

  test('shows a held start to its holder as theirs and to others as held', async () => {
    const deps = await furnish((await open()).db)
    const chosen = { service: 'portrait', location: 'studio', slot: SLOT }
    expect(await holdSlot(deps, { ...chosen, visitor: 'me', network: '192.0.2.1' })).toEqual({ ok: true })
    expect(await holdSlot(deps, { ...chosen, visitor: '', network: '192.0.2.2' })).toEqual({
      ok: false,
      reason: 'unheld',
    })
    expect(await holdSlot(deps, { ...chosen, visitor: 'you', network: '192.0.2.2' })).toEqual({
      ok: false,
      reason: 'taken',
    })
    const slotFor = async (visitor: string) =>
      (await readTimes(deps, { ...asked, date: '2026-12-05', visitor }))?.day?.slots.find(
        ({ slot }) => slot === SLOT,
      )
    expect(await slotFor('me')).toMatchObject({
      state: 'yours',
      bareTime: '10:30 AM',
      time: '10:30 AM EST',
      part: 'Morning',
    })
    expect(await slotFor('you')).toMatchObject({ state: 'held', reopens: '10:15 AM EST' })
    const times = await readTimes(deps, { ...asked, date: '2026-12-05', visitor: 'you' })
    expect(unpackDay('2026-12-05', times?.openDays['2026-12-05'] ?? '')).toEqual(times?.day)
    const mine = await readStartOf(deps, { ...chosen, visitor: 'me' })
    expect(mine?.hold).toMatchObject({ leftMs: 15 * 60_000, until: '10:15 AM EST', canExtend: true })
    expect(await readStartOf(deps, { ...chosen, visitor: 'you' })).toBeUndefined()
  })

  test('is closed on vacation, and full only when a cancellation could free a start', async () => {
    const deps = await furnish((await open()).db)
    const state = async (date: string) => {
      const times = await readTimes(deps, { ...asked, date })
      const day = times?.month.weeks.flat().find((each) => each?.date === date)
      return [day?.state, times?.day?.slots.length]
    }
    const taken = (date: string, kind: 'block' | 'hold') => {
      const starts_at = Date.parse(`${date}T05:00:00Z`)
      const row = { id: date, kind, starts_at, ends_at: starts_at + 86_400_000, booking_id: null }
      const expires_at = kind === 'hold' ? Date.parse('2027-01-01T00:00:00Z') : null
      const of = { resource_id: 'default', resource_number: 1, title: '', version: 1 }
      return deps.db
        .insertInto('occupancies')
        .values({ ...row, ...of, expires_at })
        .execute()
    }
    expect(await state('2026-12-05')).toEqual(['open', expect.any(Number)])
    await taken('2026-12-05', 'block')
    expect(await state('2026-12-05')).toEqual(['closed', 0])
    expect(await findWaitlistDay(deps, { ...asked, date: '2026-12-05' })).toBeUndefined()
    await taken('2026-12-08', 'hold')
    expect(await state('2026-12-08')).toEqual(['full', expect.any(Number)])

    const calendar = { id: 'private', resource_id: 'default', title: 'Private', url: 'x' }
    const fetched = { etag: null, fetched_at: null, failure: null, created_at: 1 }
    await deps.db
      .insertInto('external_calendars')
      .values({ ...calendar, ...fetched })
      .execute()
    for (const date of ['2026-12-08', '2026-12-09']) {
      const starts_at = Date.parse(`${date}T05:00:00Z`)
      await deps.db
        .insertInto('external_busy')
        .values({ id: date, calendar_id: 'private', starts_at, ends_at: starts_at + 86_400_000 })
        .execute()
    }
    expect(await state('2026-12-09')).toEqual(['closed', 0])
    // The external calendar may list the session that takes the day.
    expect(await state('2026-12-08')).toEqual(['full', expect.any(Number)])
  })

  test('is nothing for starts that are none, however far away', async () => {
    const deps = await furnish((await open()).db)
    for (const slot of ['', 'soon', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '2026-12-05T15:31:00Z']) {
      const start = { service: 'portrait', location: 'studio', slot, visitor: '' }
      expect(await readStartOf(deps, start), slot).toBeUndefined()
      expect(await readDayOf(deps, start), slot).toMatchObject({ offer: { service: 'portrait' } })
    }
  })
})
