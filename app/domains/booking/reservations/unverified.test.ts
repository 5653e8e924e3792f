import { expect, test } from 'vitest'
import { isAddressProven, proveAddress } from '~/domains/people/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { alteredToken, putSetting } from '../../../../test/support/factories'
import { ask, offerOf, openStudio } from '../../../../test/support/open-studio'
import { queuedMail } from '../../../../test/support/outbox'
import { slowSteps } from '../../../../test/support/query-plan'
import { testSettings } from '../../../../test/support/settings'
import { listStarts } from '../availability/operations.server'
import { recordPayment } from '../payments/operations.server'
import { confirmBooking } from '../requirements/accepting.server'
import { slotOf } from '../slots/model'
import { offerFreedTimes } from '../waitlist/offers.server'
import { joinWaitlist } from '../waitlist/operations.server'
import { findBookingMade } from './booking-made.server'
import { confirmByEmail, readToConfirm } from './confirmation.server'
import { countUnproven, declineUnverified, keepUnverified, listUnverified, readFlood } from './floods.server'
import { holdStart } from './holds.server'
import { type BookingDeps, type BookingRequested, bookSession } from './operations.server'
import { expireUnverified } from './unverified.server'
import { expiredUnverifiedQuery } from './unverified-store.server'

const HOUR = 3_600_000
const author = { uid: 'dorian', name: 'Dorian Ellis' }

describeOnBothEngines('bookings of unproven addresses', (open, engine) => {
  /** @param limit of open bookings with unproven addresses; null: by the size of the calendar */
  async function studio(limit: number | null, given: Parameters<typeof openStudio>[1] = {}) {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T15:00:00Z')
    const buffers = { buffer_before_minutes: 0, buffer_after_minutes: 0 }
    const opened = await openStudio(db, { ...buffers, ...given })
    const deps = { ...opened, clock, config: { ...opened.config, rateLimitScale: 1 } }
    const { booking } = testSettings
    await putSetting(db, 'booking', { ...booking, unverifiedLimit: limit })
    const slots = await freeSlots(deps, 60)
    const book = (n: number, change: Record<string, string> = {}, from = `192.0.2.${n}`) =>
      ask(deps, slots[n] ?? '', {
        email: `invented${n}@example.com`,
        name: `Invented ${n}`,
        network: from,
        ...change,
      })
    return { db, clock, deps, slots, book }
  }

  async function freeSlots(deps: BookingDeps, count: number): Promise<string[]> {
    const offer = await offerOf(deps)
    const slots: string[] = []
    for (let day = 24; slots.length < count; day++) {
      const date = new Date(Date.UTC(2026, 10, day)).toISOString().slice(0, 10)
      const starts = await listStarts(deps, { offer, date })
      slots.push(...starts.filter(({ state }) => state === 'free').map(({ startsAt }) => slotOf(startsAt)))
    }
    return slots
  }

  const outcomes = (answers: BookingRequested[]) => ({
    booked: answers.filter(({ ok }) => ok).length,
    toConfirm: answers.filter((each) => !each.ok && each.reason === 'to-confirm').length,
  })
  const kinds = async (db: Db) =>
    (await db.selectFrom('occupancies').select('kind').execute()).map(({ kind }) => kind).sort()
  const emails = async (db: Db, kind: string) => (await queuedMail(db)).filter((mail) => mail.kind === kind)
  const token = async (db: Db, email: string) => {
    const mail = (await emails(db, 'booking-to-confirm')).find(({ to_address }) => to_address.includes(email))
    return /\/book-session\/confirm\/([\w-]{48})/.exec(mail?.text ?? '')?.[1] ?? ''
  }

  test('thirty invented clients from one address don’t fill the calendar', async () => {
    const { db, book } = await studio(null)
    const answers = []
    for (let n = 0; n < 30; n++) answers.push(await book(n, {}, '192.0.2.1'))
    expect(outcomes(answers)).toEqual({ booked: 10, toConfirm: 20 })
    expect(await kinds(db)).toEqual([...Array(10).fill('booking'), ...Array(3).fill('hold')])
  })

  test('neither do thirty-eight from three /64s, nor fifty from a /48', async () => {
    for (const [count, networkOf] of [
      [38, (n: number) => `2001:db8:1:1${String(n % 3).padStart(2, '0')}::${n}`],
      [50, (n: number) => `2001:db8:1:${n.toString(16).padStart(2, '0')}00::1`],
    ] as const) {
      const { db, book } = await studio(null)
      const answers = []
      for (let n = 0; n < count; n++) answers.push(await book(n, {}, networkOf(n)))
      expect(outcomes(answers).booked).toBeLessThanOrEqual(20)
      expect((await kinds(db)).length).toBeLessThanOrEqual(26)
      expect(await emails(db, 'booking-flood')).toHaveLength(1)
    }
  })

  test('in normal times a booking works as ever', async () => {
    const { db, deps, book } = await studio(null)
    const answers = []
    for (let n = 0; n < 19; n++) answers.push(await book(n))
    expect(outcomes(answers)).toEqual({ booked: 19, toConfirm: 0 })
    expect(await emails(db, 'booking-flood')).toEqual([])
    expect(await readFlood(deps)).toBeUndefined()
  })

  test('of many simultaneous ones, only as many count as the limit allows', async () => {
    const { db, book } = await studio(4)
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => book(n)))
    expect(outcomes(answers)).toEqual({ booked: 4, toConfirm: 8 })
    // Two hold their time while they wait; the others don't.
    expect(await kinds(db)).toEqual([...Array(4).fill('booking'), ...Array(2).fill('hold')])
    expect(await emails(db, 'booking-flood')).toHaveLength(1)
  })

  test('above the limit, clients who are signed in or proven book as ever', async () => {
    const { db, deps, slots, book } = await studio(1)
    expect(outcomes([await book(0), await book(1)])).toEqual({ booked: 1, toConfirm: 1 })
    await proveAddress(deps, 'Ann@example.com')
    expect(await book(2, { email: 'ann@example.com' })).toMatchObject({ ok: true })
    expect(await book(3, { email: 'new@example.com', isSignedIn: 'yes' })).toMatchObject({ ok: true })
    expect(await countUnproven(deps)).toBe(1)
    // Anyone can enter an address known to be proven.
    const typed = []
    for (let n = 4; n < 16; n++) typed.push(await book(n, { email: 'ann@example.com' }))
    expect(outcomes(typed)).toEqual({ booked: 9, toConfirm: 3 })
    expect(slots).toHaveLength(new Set(slots).size)
    expect(await emails(db, 'booking-flood')).toHaveLength(1)
  })

  test('the button in the email makes it an ordinary booking, once', async () => {
    const { db, deps, book } = await studio(1, { needs_approval: 1 })
    await book(0)
    const asked = await book(1, { notes: 'By the river, please.' })
    if (asked.ok || asked.reason !== 'to-confirm') throw new Error('It counts at once.')
    const { reference } = asked.unverified
    const [mail] = await emails(db, 'booking-to-confirm')
    expect(mail?.text).not.toMatch(/Invented|river/)
    expect(mail?.text).toContain('12 PM Eastern Time')
    const link = await token(db, 'invented1@example.com')
    // Opening the link changes nothing, since email programs do that automatically.
    expect(await readToConfirm(deps, link)).toMatchObject({ state: 'open', isHeld: true })
    expect(await kinds(db)).toEqual(['booking', 'hold'])
    expect(await isAddressProven(deps, 'invented1@example.com')).toBe(false)

    const pressed = await Promise.all([confirmByEmail(deps, link), confirmByEmail(deps, link)])
    for (const each of pressed)
      expect(each).toMatchObject({
        ok: true,
        booking: { reference, state: 'requested', notes: 'By the river, please.', name: 'Invented 1' },
      })
    expect(pressed.filter((each) => each.ok && each.isNew)).toHaveLength(1)
    expect(await kinds(db)).toEqual(['booking', 'booking'])
    expect(await isAddressProven(deps, 'Invented1@example.com')).toBe(true)
    expect((await emails(db, 'booking-requested')).map(({ to_address }) => to_address)).toEqual([
      'invented0@example.com',
      'invented1@example.com',
    ])
    expect(await emails(db, 'booking-requested-for-studio')).toHaveLength(2)
    expect(await readToConfirm(deps, link)).toMatchObject({ state: 'confirmed' })
    expect(await countUnproven(deps)).toBe(1)
    for (const wrong of ['', 'x', alteredToken(link)])
      expect(await confirmByEmail(deps, wrong)).toEqual({ ok: false, reason: 'missing' })
    const rows = await db.selectFrom('unverified_bookings').selectAll().execute()
    expect(rows).toMatchObject([{ email: '', details: '{}', submission_key: null }])
    await expireUnverified({ ...deps, clock: fixedClock('2026-11-20T20:00:00Z') })
    expect(await emails(db, 'booking-lapsed')).toEqual([])
  })

  test('unconfirmed bookings lapse after two hours: their time is free, and one email says so', async () => {
    const { db, clock, deps, slots, book } = await studio(1)
    await book(0)
    expect(await book(1)).toMatchObject({ reason: 'to-confirm' })
    const date = (slots[1] ?? '').slice(0, 10)
    const offer = await offerOf(deps)
    const state = async () => {
      const starts = await listStarts(deps, { offer, date })
      return starts.find(({ startsAt }) => slotOf(startsAt) === slots[1])?.state
    }
    expect(await state()).toBe('held')
    const jobs = await db
      .selectFrom('jobs')
      .select('run_at')
      .where('kind', '=', 'expire-unverified-bookings')
      .execute()
    expect(jobs).toEqual([{ run_at: clock.now() + 2 * HOUR }])
    clock.advance(2 * HOUR - 1)
    await expireUnverified(deps)
    expect(await state()).toBe('held')
    clock.advance(1)
    const link = await token(db, 'invented1@example.com')
    expect(await confirmByEmail(deps, link)).toEqual({ ok: false, reason: 'lapsed' })
    await Promise.all([expireUnverified(deps), expireUnverified(deps)])
    expect(await state()).toBe('free')
    expect((await emails(db, 'booking-lapsed')).map(({ to_address }) => to_address)).toEqual([
      'invented1@example.com',
    ])
    expect(await readToConfirm(deps, link)).toMatchObject({ state: 'over' })
    // The same form, submitted again, is a new request.
    expect(await book(1)).toMatchObject({ reason: 'to-confirm' })
    clock.advance(3 * HOUR)
    expect(await book(1)).toMatchObject({ reason: 'to-confirm' })
    expect(await emails(db, 'booking-to-confirm')).toHaveLength(3)
    expect(await emails(db, 'booking-lapsed')).toHaveLength(2)
    clock.advance(9 * 24 * HOUR)
    await expireUnverified(deps)
    await expireUnverified(deps)
    expect(await db.selectFrom('unverified_bookings').select('id').execute()).toEqual([])
  })

  test('a time that lapses is offered to the waitlist', async () => {
    const { db, clock, deps, book } = await studio(1, { daily_limit: 1 })
    await book(0)
    const asked = await book(20)
    if (asked.ok || asked.reason !== 'to-confirm') throw new Error('It counts at once.')
    const date = new Date(asked.unverified.sessionDate).toISOString().slice(0, 10)
    const day = { service: 'portrait', location: 'studio', date }
    const ann = { ...day, name: 'Ann', email: 'ann@example.com', network: '192.0.2.200' }
    expect(await joinWaitlist(deps, ann)).toEqual({ ok: true })
    await offerFreedTimes(deps)
    expect(await emails(db, 'waitlist-offer')).toEqual([])
    clock.advance(2 * HOUR)
    await expireUnverified(deps)
    await offerFreedTimes(deps)
    expect(await emails(db, 'waitlist-offer')).toHaveLength(1)
  })

  test('a time that isn’t held goes to the first client who confirms', async () => {
    const { db, deps, slots, book } = await studio(1)
    await book(0)
    // At most one of them can hold its time. The second and third form are for the same start.
    expect(await book(1)).toMatchObject({ unverified: { holdId: expect.any(String) } })
    for (const name of ['bo', 'cy'])
      expect(await book(2, { email: `${name}@example.com` })).toMatchObject({ unverified: { holdId: null } })
    const [bo, cy] = [await token(db, 'bo@example.com'), await token(db, 'cy@example.com')]
    expect(await confirmByEmail(deps, cy)).toMatchObject({ ok: true, booking: { email: 'cy@example.com' } })
    expect(await confirmByEmail(deps, bo)).toEqual({ ok: false, reason: 'taken' })
    const taken = await db
      .selectFrom('bookings')
      .select('email')
      .where('session_date', '=', Date.parse(slots[2] ?? ''))
      .execute()
    expect(taken).toEqual([{ email: 'cy@example.com' }])
  })

  test('the notice counts from the time of the request, and times closed since aren’t booked', async () => {
    const { db, clock, deps, book } = await studio(1, { minimum_notice_hours: 24 })
    await book(59)
    clock.set('2026-11-28T13:59:00Z')
    // A start exactly one day ahead.
    expect(
      await ask(deps, '2026-12-01T14:00:00Z', { email: 'late@example.com', network: '192.0.2.77' }),
    ).toMatchObject({
      reason: 'to-confirm',
    })
    await db.updateTable('session_types').set({ minimum_notice_hours: 73 }).execute()
    clock.advance(HOUR)
    expect(await confirmByEmail(deps, await token(db, 'late@example.com'))).toEqual({
      ok: false,
      reason: 'taken',
    })
    await db.updateTable('session_types').set({ minimum_notice_hours: 72 }).execute()
    expect(await confirmByEmail(deps, await token(db, 'late@example.com'))).toMatchObject({ ok: true })
  })

  test('the same form sent twice waits once, and its browser is pointed to the email', async () => {
    const { db, deps, slots, book } = await studio(1)
    await book(0)
    const fields: Record<string, string> = {
      ...{ service: 'portrait', location: 'studio', slot: slots[1] ?? '', terms: 'yes' },
      ...{ name: 'Ann Lee', email: 'ann@example.com', partySize: '2' },
    }
    const request = { get: (name: string) => fields[name] ?? '', network: '192.0.2.9', visitor: '' }
    const [first, second] = [await bookSession(deps, request), await bookSession(deps, request)]
    if (!first.ok || !second.ok) throw new Error('It was not taken.')
    expect(await emails(db, 'booking-to-confirm')).toHaveLength(1)
    for (const { token: watch } of [first, second])
      expect(await findBookingMade(deps, watch ?? '')).toMatchObject({
        state: 'to-confirm',
        email: 'ann@example.com',
        slot: slots[1],
        toConfirm: { until: '12 PM Eastern Time', isHeld: true },
      })
    // The browser's token can't confirm.
    expect(await confirmByEmail(deps, first.token ?? '')).toEqual({ ok: false, reason: 'missing' })
    await confirmByEmail(deps, await token(db, 'ann@example.com'))
    expect(await findBookingMade(deps, first.token ?? '')).toMatchObject({ state: 'requested' })
  })

  test('bookings that the studio confirms, keeps or records a payment for don’t count', async () => {
    const { db, deps, book } = await studio(100, { needs_approval: 1 })
    for (let n = 0; n < 4; n++) await book(n)
    const bookings = await db
      .selectFrom('bookings')
      .select(['id', 'version'])
      .orderBy('session_date')
      .execute()
    expect(await countUnproven(deps)).toBe(4)
    const [a, b, c] = bookings
    if (!a || !b || !c) throw new Error('They are not booked.')
    await confirmBooking({ ...deps, by: { kind: 'studio', name: author.name } }, a, '')
    expect(await countUnproven(deps)).toBe(3)
    const payment: Record<string, string> = {
      ...{ payment: 'deposit', amount: '75', method: 'cash', receivedOn: '2026-11-20' },
    }
    const once = '01939393-1111-7111-8111-111111111111'
    expect(
      await recordPayment({ ...deps, author }, { bookingId: b.id, once, get: (name) => payment[name] ?? '' }),
    ).toEqual({ ok: true })
    expect(await countUnproven(deps)).toBe(2)
    expect(await keepUnverified({ ...deps, author }, c.id)).toBe(true)
    expect(await keepUnverified({ ...deps, author }, c.id)).toBe(false)
    expect(await countUnproven(deps)).toBe(1)
    await proveAddress(deps, 'invented3@example.com')
    expect(await countUnproven(deps)).toBe(0)
  })

  test('a flood is reported once, and declined at once with one email per client', async () => {
    const { db, clock, deps, book } = await studio(4)
    clock.set('2026-11-18T15:00:00Z')
    await book(0)
    clock.set('2026-11-20T15:00:00Z')
    for (let n = 1; n < 8; n++) await book(n)
    await book(8, { email: 'invented7@example.com' })
    expect(await emails(db, 'booking-flood')).toHaveLength(1)
    expect(await readFlood(deps)).toMatchObject({ count: 9 })
    const view = await listUnverified(deps, 'day')
    expect(view).toMatchObject({ bookings: 3, waiting: 5, open: 4, limit: 4 })
    expect((await listUnverified(deps, 'week')).bookings).toBe(4)
    const kept = view.lines.find(({ email }) => email === 'invented1@example.com')
    await keepUnverified({ ...deps, author }, kept?.id ?? '')

    clock.advance(60_000)
    await book(9)
    const decline = () => declineUnverified({ ...deps, author }, { span: 'day', until: view.until })
    const counts = await Promise.all([decline(), decline()])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(7)
    const recipients = (await emails(db, 'bookings-declined')).map(({ to_address }) => to_address).sort()
    expect(recipients).toEqual([2, 3, 4, 5, 6, 7].map((n) => `invented${n}@example.com`))
    const both = (await emails(db, 'bookings-declined')).find(({ to_address }) => to_address.includes('7'))
    expect(both?.text).toMatch(/Session 1[\s\S]*Session 2/)
    // Earlier, trusted and later bookings are unchanged.
    const standing = await db
      .selectFrom('bookings')
      .select('email')
      .where('state', 'in', ['requested', 'confirmed'])
      .execute()
    expect(standing.map(({ email }) => email).sort()).toEqual(
      [0, 1].map((n) => `invented${n}@example.com`).concat('invented9@example.com'),
    )
    expect(await kinds(db)).toEqual(['booking', 'booking', 'booking'])
    expect(await readFlood(deps)).toBeUndefined()
    await expireUnverified({ ...deps, clock: fixedClock(clock.now() + 3 * HOUR) })
    expect(await emails(db, 'booking-lapsed')).toEqual([])

    // One notification per flood; a day later, a new flood begins.
    for (let n = 10; n < 14; n++) await book(n, { email: `invented${n % 2 ? 2 : 20}@example.com` })
    clock.advance(60_000)
    await declineUnverified({ ...deps, author }, { span: 'day', until: clock.now() })
    expect((await emails(db, 'bookings-declined')).map(({ to_address }) => to_address).sort()).toEqual(
      [...recipients, 'invented20@example.com', 'invented9@example.com'].sort(),
    )
    expect(await emails(db, 'booking-flood')).toHaveLength(1)
    clock.advance(25 * HOUR)
    for (let n = 20; n < 26; n++) await book(n)
    expect(await emails(db, 'booking-flood')).toHaveLength(2)
  })

  test('visitors hold starts by the block of their IPv6 address too', async () => {
    const { deps, slots } = await studio(null)
    const offer = await offerOf(deps)
    const held = []
    for (let n = 0; n < 12; n++) {
      const startsAt = Date.parse(slots[n] ?? '')
      const network = `2001:db8:1:${n.toString(16)}00::1`
      held.push(await holdStart(deps, { offer, startsAt, visitor: `visitor ${n}`, network }))
    }
    expect(held.filter(({ ok }) => ok)).toHaveLength(6)
  })

  test('expired ones are found by an index', async () => {
    const { db } = await open()
    expect(await slowSteps(db, engine, expiredUnverifiedQuery(db, 1, 100))).toEqual([])
  })
})
