import { expect, test } from 'vitest'
import { listAudit } from '~/domains/audit/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeBooking, makePlace, makeSchedule, makeSessionType } from '../../../../test/support/factories'
import { putTestSettings } from '../../../../test/support/settings'
import { addHolidays, findRule, listRules, removeRule, saveRule } from './operations.server'
import { previewMonth, previewUnsaved } from './preview.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }
const WEDNESDAYS = { title: 'Wednesdays', 'opens.3.0': '10:00', 'closes.3.0': '12:00' }
const ASKED = { service: 'portrait', location: 'studio', month: '2026-12' }

async function open(db: Db) {
  await putTestSettings(db)
  const studio = await makePlace(db, { slug: 'studio', is_default: 1 })
  const portrait = await makeSessionType(db, {
    slug: 'portrait',
    minutes: 60,
    increment_minutes: 60,
    booking_window_days: 30,
    buffer_after_minutes: 0,
    places: [studio],
  })
  await makeSchedule(db)
  return { deps: { db, clock, author }, studio, portrait }
}

const dayOf = async (db: Db, date: string) =>
  (await previewMonth({ db, clock }, { ...ASKED, month: date.slice(0, 7) }))?.days.find(
    (day) => day.date === date,
  )

describeOnBothEngines('the availability', (openDb) => {
  test('shows a month as clients see it, and says for every date why nothing is free', async () => {
    const { deps, portrait, studio } = await open((await openDb()).db)
    const { db } = deps
    await addHolidays(deps, 2026)
    for (const hour of [9, 10, 11, 12, 13, 14, 15, 16, 17])
      await makeBooking(db, {
        session_type_id: portrait.id,
        place_id: studio.id,
        session_date: Date.UTC(2026, 11, 2, hour + 5),
        session_end: Date.UTC(2026, 11, 2, hour + 6),
      })
    expect(await dayOf(db, '2026-11-26')).toMatchObject({ times: [], reason: 'Closed: Thanksgiving' })
    expect(await dayOf(db, '2026-11-29')).toMatchObject({ reason: 'No hours on Sundays' })
    expect(await dayOf(db, '2026-11-19')).toMatchObject({ isPast: true, reason: 'Past' })
    expect(await dayOf(db, '2026-11-20')).toMatchObject({ isPast: false, reason: 'Inside minimum notice' })
    expect(await dayOf(db, '2026-12-02')).toMatchObject({ reason: 'Fully booked' })
    expect(await dayOf(db, '2026-12-22')).toMatchObject({ reason: 'Past the 30-day booking window' })
    expect(await dayOf(db, '2026-12-03')).toMatchObject({
      reason: '',
      times: ['9 AM', '10 AM', '11 AM', '12 PM', '1 PM', '2 PM', '3 PM', '4 PM', '5 PM'],
    })
  })

  test('begins with the next month when nothing is free in this one anymore', async () => {
    const { deps } = await open((await openDb()).db)
    const first = async () => (await previewMonth(deps, { ...ASKED, month: '' }))?.month
    expect(await first()).toBe('2026-11')
    const closed = { title: 'Away', from: '2026-11-20', until: '2026-11-30', closed: 'yes' }
    expect(await saveRule(deps, 'dates', { seen: null, sent: closed })).toMatchObject({ ok: true })
    expect(await first()).toBe('2026-12')
    expect((await previewMonth(deps, { ...ASKED, month: '2026-11' }))?.month).toBe('2026-11')
  })

  test('applies the most specific rule: special dates, then session type, location, date range', async () => {
    const { deps, portrait, studio } = await open((await openDb()).db)
    const { db } = deps
    const times = async () => (await dayOf(db, '2026-12-02'))?.times
    const save = async (title: string, opens: string, more: Record<string, string>) => {
      const hours = { 'opens.3.0': opens, 'closes.3.0': '12:00' }
      expect(await saveRule(deps, 'hours', { seen: null, sent: { title, ...hours, ...more } })).toMatchObject(
        { ok: true },
      )
    }
    expect(await times()).toHaveLength(9)
    await save('Season', '11:00', { from: '2026-12-01', until: '2026-12-31' })
    expect(await times()).toEqual(['11 AM'])
    await save('Place', '10:00', { place: studio.id })
    expect(await times()).toEqual(['10 AM', '11 AM'])
    await save('Type', '09:00', { sessionType: portrait.id })
    expect(await times()).toEqual(['9 AM', '10 AM', '11 AM'])
    const dates = { title: 'Late opening', from: '2026-12-02', 'opens.0.0': '15:00', 'closes.0.0': '17:00' }
    expect(await saveRule(deps, 'dates', { seen: null, sent: dates })).toMatchObject({ ok: true })
    expect(await times()).toEqual(['3 PM', '4 PM'])
  })

  test('previews an unsaved change without saving it', async () => {
    const { deps } = await open((await openDb()).db)
    const draft = {
      title: 'Two hours',
      sessionType: null,
      place: null,
      from: '2026-12-01',
      until: '2026-12-31',
    }
    const hours = [{ weekday: 3, opens: '10:00', closes: '12:00' }]
    const preview = await previewUnsaved(deps, 'hours', { seen: null, draft: { ...draft, hours } }, ASKED)
    expect(
      preview?.days.filter(({ times }) => times.length > 0).map(({ date, times }) => [date, times]),
    ).toEqual([
      ['2026-12-02', ['10 AM', '11 AM']],
      ['2026-12-09', ['10 AM', '11 AM']],
      ['2026-12-16', ['10 AM', '11 AM']],
    ])
    expect((await listRules(deps)).schedules).toHaveLength(1)
    expect((await dayOf(deps.db, '2026-12-03'))?.times).toHaveLength(9)
  })

  test('is saved by version, so that one of two changes is refused; each is logged', async () => {
    const { deps } = await open((await openDb()).db)
    const made = await saveRule(deps, 'hours', { seen: null, sent: WEDNESDAYS })
    if (!made.ok) throw new Error('not saved')
    const seen = { id: made.id, version: 1 }
    const saves = await Promise.all(
      ['One', 'Two'].map((title) => saveRule(deps, 'hours', { seen, sent: { ...WEDNESDAYS, title } })),
    )
    expect(saves.map((each) => (each.ok ? 'ok' : each.reason)).toSorted()).toEqual(['changed-since', 'ok'])
    expect((await findRule(deps, 'hours', made.id))?.version).toBe(2)
    expect(await removeRule(deps, 'hours', seen)).toMatchObject({ reason: 'changed-since' })
    expect(await removeRule(deps, 'hours', { ...seen, version: 2 })).toEqual({ ok: true })
    expect(await removeRule(deps, 'hours', seen)).toMatchObject({ reason: 'missing' })
    const { entries } = await listAudit(deps, { before: null, zone: 'UTC' })
    expect(entries.map(({ action }) => action)).toEqual([
      'availability-removed',
      'availability-changed',
      'availability-changed',
    ])
  })

  test('adds a year’s holidays once, and doesn’t add deleted ones again', async () => {
    const { deps } = await open((await openDb()).db)
    expect(await addHolidays(deps, 2027)).toEqual({ ok: true, added: 11 })
    expect(await addHolidays(deps, 2027)).toEqual({ ok: true, added: 0 })
    for (const year of [2025, 2040, Number.NaN, 2027.5])
      expect(await addHolidays(deps, year)).toEqual({ ok: false, reason: 'year' })
    expect((await listRules(deps)).specialDates).toHaveLength(11)
  })

  test('refuses invalid values, with a sentence at the field', async () => {
    const { deps } = await open((await openDb()).db)
    const errorsOf = async (kind: 'hours' | 'dates', sent: Record<string, string>) => {
      const saved = await saveRule(deps, kind, { seen: null, sent })
      return saved.ok || saved.reason !== 'refused' ? {} : saved.errors
    }
    expect(await errorsOf('hours', { title: '\u202eevil', sessionType: 'x', from: '2026-02-30' })).toEqual({
      title: 'This text contains hidden characters we can’t save. Retype it, or paste it as plain text.',
      sessionType: 'Choose a session type, or all.',
      from: 'Enter a date for “From,” such as 2026-12-05.',
      'opens.1.0': expect.stringContaining('Enter hours for at least one day.'),
    })
    expect(
      await errorsOf('dates', { title: 'Trip', from: '2026-12-05', until: '2026-12-01', closed: 'yes' }),
    ).toEqual({
      until: 'The end date is before the start date.',
    })
  })
})
