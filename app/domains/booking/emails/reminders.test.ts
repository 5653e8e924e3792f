import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readNeutralTexts } from '~/domains/content/neutral-texts.server'
import { fixedClock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeBooking, makeSchedule } from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { putTestSettings, testSettings } from '../../../../test/support/settings'
import { manageTokenOf } from '../client/manage-link.server'
import { statusCopy } from '../client/status-copy'
import { bookingJobs } from '../domain.server'
import { findBookingMade } from '../reservations/booking-made.server'
import {
  type ChangeDeps,
  cancelBooking,
  closeBooking,
  rescheduleBooking,
} from '../reservations/changes.server'
import { selectBooking } from '../reservations/store.server'
import { nextSteps } from '../ui/booking-made'
import { reminderPayload, WRITE_REMINDER } from './model'
import { setReminders } from './reminders.server'

const config = {
  siteUrl: 'https://studio.example.com',
  secret: 'a secret of tests',
  rateLimitScale: 1,
  stripe: undefined,
  smtpUrl: undefined,
}
const START = Date.parse('2026-12-05T15:30:00Z')
const HOUR = 3_600_000

async function booked(db: Db, now: number | string, given: Parameters<typeof makeBooking>[1] = {}) {
  await putTestSettings(db)
  await makeSchedule(db)
  const clock = fixedClock(now)
  const row = await makeBooking(db, { session_date: START, zone: 'America/New_York', ...given })
  const booking = async () => {
    const found = await selectBooking(db, { id: row.id })
    if (!found) throw new Error('no booking')
    return found
  }
  const first = await booking()
  await transact(db, (tx) => setReminders({ db: tx, clock }, first))
  const deps: ChangeDeps = { db, clock, config, by: { kind: 'client', name: 'Ann' } }
  return { clock, booking, deps, set: await jobs(db) }
}

const jobs = async (db: Db) =>
  (
    await db.selectFrom('jobs').selectAll().where('kind', '=', WRITE_REMINDER).orderBy('run_at').execute()
  ).map(({ run_at, payload }) => ({ runAt: run_at, payload: reminderPayload.parse(JSON.parse(payload)) }))

/** Runs the jobs due at a time twice in parallel, as when a worker is wrongly considered dead. */
async function passTo(db: Db, clock: ReturnType<typeof fixedClock>, now: number) {
  clock.set(now)
  const handler = bookingJobs({ db, clock, config })[WRITE_REMINDER]
  const log = pino({ level: 'silent' })
  const job = { id: 'job', attempt: 1, isLastAttempt: false, signal: new AbortController().signal, log }
  for (const { runAt, payload } of await jobs(db))
    if (runAt <= now) await Promise.all([1, 2].map(() => handler?.run(payload, job)))
}

const reminders = async (db: Db) =>
  (await queuedMail(db)).filter(({ kind }) => /reminder|thanks/.test(kind)).map(({ kind }) => kind)

describeOnBothEngines('reminders', (open) => {
  test.each([
    [100, ['Two days before'], true],
    [24, ['Three hours before'], true],
    [2, [], false],
  ])('are promised %i hours before as far as they are ahead', async (hours, promised, isPromised) => {
    const { db } = await open()
    const now = START - hours * HOUR
    const { set, booking, deps } = await booked(db, now)
    const made = await findBookingMade({ ...deps, config }, manageTokenOf(deps, await booking()))
    if (!made) throw new Error('Nothing was booked.')
    expect(made.reminders).toBe(set.filter(({ payload }) => payload.reminder !== 'thanks').length)
    const steps = nextSteps(made, { sendsMail: true, readyIn: undefined })
    expect(steps.filter(({ text }) => text.includes('reminder')).map(({ when }) => when)).toEqual(promised)
    const { lede } = statusCopy(await booking(), { events: [], now, sendsMail: true })
    expect(lede.includes('reminder')).toBe(isPromised)
  })

  test('come 48 and 3 elapsed hours before, and thanks afterwards, each once', async () => {
    const { db } = await open()
    const { clock, set, booking } = await booked(db, START - 100 * HOUR)
    expect(set.map(({ runAt }) => (runAt - START) / HOUR)).toEqual([-48, -3, 5])
    await passTo(db, clock, START - 48 * HOUR - 1)
    expect(await reminders(db)).toEqual([])
    await passTo(db, clock, START - 48 * HOUR)
    expect(await reminders(db)).toEqual(['booking-reminder-48'])
    await passTo(db, clock, START - 3 * HOUR)
    await passTo(db, clock, START + 5 * HOUR)
    await passTo(db, clock, START + 6 * HOUR)
    expect(await reminders(db)).toEqual(['booking-reminder-48', 'booking-reminder-3', 'booking-thanks'])
    const [first] = await queuedMail(db)
    expect(first).toMatchObject({ to_address: (await booking()).email, calendar_method: 'REQUEST' })
    expect(first?.text).toContain('10:30 – 11:30 AM Eastern Time')
  })

  test('that are missed when it is booked late are not sent', async () => {
    const { db } = await open()
    const { set } = await booked(db, START - 20 * HOUR)
    expect(set.map(({ payload }) => payload.reminder)).toEqual(['reminder-3', 'thanks'])
  })

  test('that a stopped program missed are not sent together, nor after the begin', async () => {
    const { db } = await open()
    const { clock } = await booked(db, START - 100 * HOUR)
    await passTo(db, clock, START - 2 * HOUR)
    expect(await reminders(db)).toEqual(['booking-reminder-3'])
  })

  test('do not come once the session began', async () => {
    const { db } = await open()
    const { clock } = await booked(db, START - 100 * HOUR)
    await passTo(db, clock, START)
    expect(await reminders(db)).toEqual([])
  })

  test('ask to call only a studio with a phone number', async () => {
    const { db } = await open()
    const { clock } = await booked(db, START - 4 * HOUR)
    const textOf = async () =>
      (await queuedMail(db)).findLast(({ kind }) => kind === 'booking-reminder-3')?.text
    await passTo(db, clock, START - 3 * HOUR)
    expect(await textOf()).toContain('please call us.')
    await db.deleteFrom('booking_reminders').execute()
    const { phone } = (await readNeutralTexts()).settings.studio
    await putTestSettings(db, { ...testSettings, studio: { ...testSettings.studio, phone } })
    await passTo(db, clock, START - 3 * HOUR)
    expect(await textOf()).toContain('please reply to this email.')
  })

  test('end with a cancellation, and a request has none', async () => {
    const { db } = await open()
    const { clock, deps, booking } = await booked(db, START - 100 * HOUR)
    expect(await cancelBooking(deps, await booking(), '')).toMatchObject({ ok: true })
    await passTo(db, clock, START - 48 * HOUR)
    await passTo(db, clock, START - 3 * HOUR)
    await passTo(db, clock, START + 5 * HOUR)
    expect(await reminders(db)).toEqual([])
    const { set } = await booked(db, START - 100 * HOUR, {
      state: 'requested',
      session_date: START + 24 * HOUR,
    })
    expect(set.filter(({ payload }) => payload.sessionDate !== START)).toEqual([])
  })

  test('follow a move to its new time', async () => {
    const { db } = await open()
    const { clock, deps, booking } = await booked(db, START - 100 * HOUR)
    const later = START + 4 * 24 * HOUR
    const by = { kind: 'studio', name: 'Dana' } as const
    expect(await rescheduleBooking({ ...deps, by }, await booking(), { startsAt: later })).toMatchObject({
      ok: true,
    })
    await passTo(db, clock, START - 48 * HOUR)
    await passTo(db, clock, START - 3 * HOUR)
    expect(await reminders(db)).toEqual([])
    await passTo(db, clock, later - 48 * HOUR)
    await passTo(db, clock, later - 3 * HOUR)
    expect(await reminders(db)).toEqual(['booking-reminder-48', 'booking-reminder-3'])
  })

  test('no-shows get no thank-you email', async () => {
    const { db } = await open()
    const { clock, deps, booking } = await booked(db, START - 1 * HOUR)
    clock.set(START + HOUR)
    await closeBooking({ ...deps, by: { kind: 'studio', name: 'Dana' } }, await booking(), 'no-show')
    await passTo(db, clock, START + 5 * HOUR)
    expect(await reminders(db)).toEqual([])
  })
})
