import { expect, test } from 'vitest'
import { saveInstallments } from '~/domains/billing/operations.server'
import { isAddressProven } from '~/domains/people/operations.server'
import { VISITOR } from '~/platform/auth/actor'
import { fixedClock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { countingQueries } from '../../../../test/support/count-queries'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeBooking, makePlace, makeSchedule, makeSessionType } from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { putTestSettings } from '../../../../test/support/settings'
import { confirmBooking } from '../requirements/accepting.server'
import { rescheduleBooking } from '../reservations/changes.server'
import { selectBooking, selectEvents } from '../reservations/store.server'
import {
  acceptClientReschedule,
  cancelClientBooking,
  readRescheduleCalendar,
  renewLink,
  rescheduleClientBooking,
  saveClientDetails,
} from './changes.server'
import { browserTokenOf, findByManageToken, followManageLink, manageTokenOf } from './manage-link.server'
import { bookingsOf, exportBookings, openBooking } from './operations.server'

const NOW = '2026-11-20T15:00:00Z'
const SESSION = Date.parse('2026-12-05T15:30:00Z')
const OTHER = Date.parse('2026-12-08T16:00:00Z')
const config = { siteUrl: 'https://studio.example.com', secret: 'a secret of tests', rateLimitScale: 100 }

async function open(db: Db, given: Partial<Row<'bookings'>> = {}, now = NOW) {
  await putTestSettings(db)
  const studio = await makePlace(db, { slug: 'studio', is_default: 1 })
  const type = await makeSessionType(db, {
    slug: 'portrait',
    increment_minutes: 30,
    places: [studio],
    questionnaire: JSON.stringify([{ id: 'colors', label: 'Which colors?', kind: 'line', required: false }]),
  })
  await makeSchedule(db)
  const row = {
    session_type_id: type.id,
    place_id: studio.id,
    zone: 'America/New_York',
    email: 'Ann@Example.com',
  }
  const { id } = await makeBooking(db, { session_date: SESSION, ...row, ...given })
  const deps = { db, clock: fixedClock(now), config, clientAddress: '192.0.2.1' }
  const read = async () => {
    const booking = await selectBooking(db, { id })
    if (!booking) throw new Error('The booking is gone.')
    return booking
  }
  const sameTime = (at: number) => makeBooking(db, { session_date: at, ...row, email: 'other@example.com' })
  return { deps, read, sameTime }
}

const requestWith = (cookie: string, query = '') =>
  new Request(`https://studio.example.com/booking${query}`, { headers: cookie ? { cookie } : {} })

const person = (email: string) => ({
  kind: 'person' as const,
  uid: 'u',
  role: 'client' as const,
  name: 'Ann',
  email,
  emailVerified: true,
  twoFactor: false,
  sessionId: 's',
  passkey: false,
  twoSteps: false,
  secondStep: 'met' as const,
  provedAt: 0,
})

describeOnBothEngines('the manage page of a booking', (openDb) => {
  test('opens with its link or its verified address only', async () => {
    const { deps, read } = await open((await openDb()).db)
    const booking = await read()
    const token = manageTokenOf(deps, booking)
    const cookie = `__Host-studio_booking=${token}`
    const open_ = (request: Request, actor: ReturnType<typeof person> | typeof VISITOR = VISITOR) =>
      openBooking({ ...deps, actor }, request)
    expect(await open_(requestWith(cookie))).toMatchObject({ ok: true, ref: null })
    expect(await open_(requestWith(cookie, `?ref=${booking.reference}`))).toMatchObject({
      ok: true,
      ref: null,
    })
    expect(await open_(requestWith(''))).toEqual({ ok: false, reason: 'none' })
    expect(await open_(requestWith('', `?ref=${booking.reference}`))).toEqual({
      ok: false,
      reason: 'signed-out',
    })
    const byRef = requestWith('', `?ref=${booking.reference}`)
    expect(await open_(byRef, person('ann@example.com'))).toMatchObject({ ok: true, ref: booking.reference })
    expect(await open_(byRef, person('eve@example.com'))).toEqual({ ok: false, reason: 'none' })
    for (const ref of ['DE-00000', 'x'.repeat(300), '%00', "' or 1=1", ''])
      expect(await open_(requestWith(cookie, `?ref=${ref}`), person('ann@example.com'))).toMatchObject({
        ok: false,
      })
  })

  test('R6: a forged, truncated, foreign or revoked token opens nothing', async () => {
    const { deps, read } = await open((await openDb()).db)
    const token = manageTokenOf(deps, await read())
    const foreign = manageTokenOf({ config: { secret: 'another secret' } }, await read())
    const wrong = [
      token.slice(0, -1),
      `${token}A`,
      foreign,
      token.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')),
      '',
    ]
    for (const each of wrong) expect(await findByManageToken(deps, each), each).toBeUndefined()
    expect(await renewLink(deps, await read(), (await read()).version)).toMatchObject({ ok: true })
    expect(await findByManageToken(deps, token)).toBeUndefined()
    const mail = await queuedMail(deps.db)
    const renewed = manageTokenOf(deps, await read())
    expect(mail).toMatchObject([
      { kind: 'booking-link', to_address: expect.stringContaining('Ann@Example.com') },
    ])
    expect(mail[0]?.text).toContain(`https://studio.example.com/booking/${renewed}`)
    expect(await findByManageToken(deps, renewed)).toBeDefined()
  })

  test('the mailed link proves the address when it is followed, and the cookie of the browser that booked never does', async () => {
    const { deps, read } = await open((await openDb()).db)
    const booking = await read()
    const inBrowser = browserTokenOf(deps, booking)
    expect(await findByManageToken(deps, inBrowser)).toMatchObject({ id: booking.id })
    expect(await followManageLink(deps, inBrowser)).toMatchObject({ id: booking.id })
    expect(await isAddressProven(deps, booking.email)).toBe(false)
    await renewLink(deps, booking, booking.version)
    expect(await findByManageToken(deps, inBrowser)).toBeUndefined()
    expect(await followManageLink(deps, manageTokenOf(deps, await read()))).toMatchObject({ id: booking.id })
    expect(await isAddressProven(deps, booking.email)).toBe(true)
  })

  test('is rescheduled to a free time under the agreed terms, and lists free times if it was taken', async () => {
    const { deps, read, sameTime } = await open((await openDb()).db)
    const booking = await read()
    await sameTime(OTHER)
    const to = (startsAt: number, more = {}) =>
      rescheduleClientBooking(deps, booking, {
        version: booking.version,
        startsAt,
        agreedFeeCents: 0,
        ...more,
      })
    const taken = await to(OTHER)
    expect(taken).toMatchObject({ ok: false, reason: 'taken' })
    expect('free' in taken && taken.free.length).toBeGreaterThan(3)
    expect(await to(OTHER + 60_000)).toMatchObject({ ok: false, reason: 'not-offered' })
    expect(await to(OTHER + 7_200_000, { version: 9 })).toMatchObject({
      ok: false,
      reason: 'changed-since',
    })
    expect(await to(OTHER + 7_200_000)).toMatchObject({
      ok: true,
      booking: { sessionDate: OTHER + 7_200_000, sequence: 1 },
    })
    // The one free reschedule is used up.
    const moved = await read()
    const again = (agreedFeeCents: number) =>
      rescheduleClientBooking(deps, moved, { version: moved.version, startsAt: SESSION, agreedFeeCents })
    for (const agreed of [0, Number.NaN])
      expect(await again(agreed)).toMatchObject({ ok: false, reason: 'costs-more' })
    expect(await again(7_500)).toMatchObject({ ok: true })
    const fees = (await selectEvents(deps.db, moved.id)).map(({ detail }) => detail.feeCents)
    expect(fees).toEqual([0, 7_500])
  })

  test('offers exactly the starts that a reschedule accepts, counting its own time as free', async () => {
    const { deps, read, sameTime } = await open((await openDb()).db)
    await sameTime(SESSION + 2 * 3_600_000)
    const booking = await read()
    const { day, month } = await readRescheduleCalendar(deps, booking, { month: '', date: '2026-12-05' })
    expect(month.title).toBe('December 2026')
    const slots = day?.slots ?? []
    expect(slots.map(({ slot }) => slot)).not.toContain('2026-12-05T15:30:00Z')
    expect(slots.some(({ state }) => state === 'taken')).toBe(true)
    for (const { slot, state } of slots) {
      const now = await read()
      const moved = await rescheduleClientBooking(deps, now, {
        version: now.version,
        startsAt: Date.parse(slot),
        agreedFeeCents: 7_500,
      })
      expect(moved.ok, slot).toBe(state === 'free')
    }
    for (const wrong of ['2026-02-30', '9999-12-31', 'x'])
      expect((await readRescheduleCalendar(deps, booking, { month: '', date: wrong })).sentence).toMatch(
        /\.$/,
      )
  })

  test('shows the day of the booking first, unless nothing else is free on it', async () => {
    const { deps, read } = await open((await openDb()).db)
    const shown = async () =>
      (await readRescheduleCalendar(deps, await read(), { month: '', date: '' })).day?.date
    expect(await shown()).toBe('2026-12-05')
    const hours = [
      { weekday: 3, opens: '09:00', closes: '18:00' },
      { weekday: 6, opens: '10:30', closes: '11:15' },
    ]
    await deps.db
      .updateTable('schedules')
      .set({ hours: JSON.stringify(hours) })
      .execute()
    expect(await shown()).toBe('2026-12-02')
  })

  test('finds another day in a few queries, however far ahead', async () => {
    const { deps, read } = await open((await openDb()).db)
    await deps.db.updateTable('session_types').set({ booking_window_days: 730 }).execute()
    const { db, queries } = countingQueries(deps.db)
    const looked = async () => {
      const before = queries()
      const times = await readRescheduleCalendar({ ...deps, db }, await read(), { month: '', date: '' })
      return { title: times.month.title, day: times.day?.date, queries: queries() - before }
    }
    await deps.db.updateTable('schedules').set({ from_date: '2027-03-01' }).execute()
    expect(await looked()).toMatchObject({ title: 'March 2027', day: '2027-03-02' })
    await deps.db.deleteFrom('schedules').execute()
    const nothing = await looked()
    // With nothing free in the next months, it stays at the month of the booking.
    expect(nothing).toMatchObject({ title: 'December 2026', day: undefined })
    expect(nothing.queries).toBeLessThanOrEqual(20)
  })

  test('is canceled once of two simultaneous requests, and the deposit is kept only if the page said so', async () => {
    const { deps, read } = await open((await openDb()).db, { state: 'requested' })
    const booking = await read()
    const { version, id } = booking
    const [canceled, confirmed] = await Promise.all([
      cancelClientBooking(deps, booking, { version, words: 'We are ill.', agreedKept: false }),
      confirmBooking({ ...deps, by: { kind: 'studio', name: 'Owner' } }, { id, version }, ''),
    ])
    expect([canceled.ok, confirmed.ok].filter(Boolean)).toHaveLength(1)
    const taken = await deps.db.selectFrom('occupancies').select('id').where('booking_id', '=', id).execute()
    expect(taken).toHaveLength(canceled.ok ? 0 : 1)
  })

  test('doesn’t keep a deposit that the page promised to refund', async () => {
    const { deps, read } = await open((await openDb()).db, {}, '2026-12-01T15:00:00Z')
    const booking = await read()
    const cancel = (agreedKept: boolean) =>
      cancelClientBooking(deps, booking, { version: booking.version, words: '', agreedKept })
    expect(await cancel(false)).toMatchObject({ ok: false, reason: 'costs-more' })
    expect(await cancel(true)).toMatchObject({ ok: true, booking: { state: 'canceled' } })
    expect((await selectEvents(deps.db, booking.id))[0]?.detail).toMatchObject({ isDepositReturned: 0 })
  })

  test('lets its client change nothing once the session has begun', async () => {
    const { deps, read } = await open((await openDb()).db, {}, '2026-12-05T15:30:00Z')
    const booking = await read()
    const { version } = booking
    const not = { ok: false, reason: 'not-possible' }
    expect(await cancelClientBooking(deps, booking, { version, words: '', agreedKept: true })).toMatchObject(
      not,
    )
    expect(
      await rescheduleClientBooking(deps, booking, { version, startsAt: OTHER, agreedFeeCents: 9_999 }),
    ).toMatchObject(not)
    expect(
      await saveClientDetails(deps, booking, { version, get: (name) => (name === 'notes' ? 'Late' : '') }),
    ).toMatchObject(not)
    expect(await acceptClientReschedule(deps, booking, version)).toMatchObject(not)
  })

  test('a date that the studio moved it to is accepted once, or changed at no cost', async () => {
    const { deps, read } = await open((await openDb()).db, {}, '2026-12-04T15:00:00Z')
    const move = async () => {
      const { id, version } = await read()
      const by = { kind: 'studio' as const, name: 'Owner' }
      await rescheduleBooking(
        { ...deps, by },
        { id, version },
        { startsAt: OTHER, asksToAccept: true, words: 'Snow' },
      )
      return await read()
    }
    const asked = await move()
    expect(await acceptClientReschedule(deps, asked, asked.version)).toMatchObject({
      ok: true,
      booking: { acceptanceRequestedAt: null },
    })
    expect(await acceptClientReschedule(deps, await read(), (await read()).version)).toMatchObject({
      ok: false,
      reason: 'not-possible',
    })
    await deps.db.updateTable('bookings').set({ acceptance_requested_at: 1 }).execute()
    const again = await read()
    const startsAt = OTHER + 86_400_000
    expect(
      await rescheduleClientBooking(deps, again, { version: again.version, startsAt, agreedFeeCents: 0 }),
    ).toMatchObject({ ok: true, booking: { acceptanceRequestedAt: null } })
  })

  test('saves new answers, and notifies the studio of changes only', async () => {
    const { deps, read } = await open((await openDb()).db, {
      phone: '(973) 555-0142',
      answers: JSON.stringify([{ question: 'Asked no more', answer: 'Stays' }]),
    })
    const save = async (fields: Record<string, string>) => {
      const booking = await read()
      return await saveClientDetails(deps, booking, {
        version: booking.version,
        get: (name) => fields[name] ?? '',
      })
    }
    const fields = {
      phone: '(973) 555-0142',
      partySize: '3',
      notes: 'A dog comes along.',
      'question.colors': 'Blue',
      name: 'Eve',
      email: 'eve@example.com',
    }
    expect(await save(fields)).toMatchObject({
      ok: true,
      booking: { partySize: 3, name: expect.stringContaining('Client') },
    })
    expect((await read()).answers).toEqual([
      { question: 'Asked no more', answer: 'Stays' },
      { question: 'Which colors?', answer: 'Blue' },
    ])
    expect(
      (await selectEvents(deps.db, (await read()).id)).map(({ kind, detail }) => [kind, detail.changed]),
    ).toEqual([['answered', 'People, Notes, Which colors?']])
    const { version } = await read()
    expect(await save(fields)).toMatchObject({ ok: true })
    expect((await read()).version).toBe(version)
    expect(await save({ partySize: '9999', phone: '12', notes: 'x'.repeat(1_000_000) })).toMatchObject({
      ok: false,
      reason: 'refused',
      errors: { partySize: expect.any(String), phone: expect.any(String), notes: expect.any(String) },
    })
    expect((await read()).version).toBe(version)
  })

  test('is in its client’s record and in the export of their data', async () => {
    const { deps, read } = await open((await openDb()).db, { private_note: 'Likes tea' })
    const { reference } = await read()
    const query = { emails: ['ann@example.com'], until: Date.parse(NOW), limit: 10 }
    expect(await bookingsOf(deps, query)).toMatchObject([
      { reference, excerpt: expect.stringContaining('Confirmed') },
    ])
    expect(await bookingsOf(deps, { ...query, emails: [] })).toEqual([])
    expect(await exportBookings(deps, 'ann@example.com')).toMatchObject([
      { reference, sessionDate: SESSION, partySize: 1, privateNote: 'Likes tea', history: [], payments: [] },
    ])
    const items = [{ kind: 'deposit', doneAt: null, waivedBy: null }]
    await deps.db
      .updateTable('bookings')
      .set({ requirements: JSON.stringify({ hours: 72, items }), held_until: SESSION })
      .execute()
    const installments = [{ dueOn: '2026-12-05', daysBefore: 0, amountCents: null }]
    const { id } = await read()
    await transact(deps.db, (tx) => saveInstallments({ db: tx }, id, () => installments))
    expect(await exportBookings(deps, 'ann@example.com')).toMatchObject([
      { requirements: [{ kind: 'deposit', doneAt: null }], heldUntil: SESSION, installments },
    ])
    expect(await exportBookings(deps, 'eve@example.com')).toEqual([])
  })
})
