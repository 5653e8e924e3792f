import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stopSending } from '~/domains/backup/backups/restore-store.server'
import type { Due } from '~/domains/billing/schedule'
import { transact } from '~/platform/db/database.server'
import { addDays } from '~/platform/time'
import { config, mailTexts, open, SESSION } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import { planReminders, sumOf } from './reminders'
import { listPaymentReminders, remindOfPayments, turnPaymentReminders } from './reminders.server'

const DAYS = { remindBefore: 3, remindAfter: 3, remindAgain: 10 }
const NEVER = { written: [], after: '2000-01-01' }

describe('planned payment reminders', () => {
  test('ask for what is open, at most once a day, and never for what is paid or was asked for', () => {
    const day = fc.integer({ min: 0, max: 40 }).map((n) => addDays('2026-11-01', n))
    const due = fc.record<Due>({
      dueOn: day,
      amountCents: fc.integer({ min: 1, max: 100_000 }),
      openCents: fc.option(fc.integer({ min: 0, max: 100_000 })),
    })
    const days = fc.record({
      remindBefore: fc.option(fc.integer({ min: 1, max: 60 })),
      remindAfter: fc.option(fc.integer({ min: 1, max: 60 })),
      remindAgain: fc.option(fc.integer({ min: 1, max: 90 })),
    })
    fc.assert(
      fc.property(fc.array(due, { maxLength: 6 }), days, day, (dues, days, after) => {
        const planned = planReminders(dues, days, { written: [], after })
        const isOpen = ({ openCents }: Due) => openCents !== null && openCents > 0
        expect(new Set(planned.map(({ on }) => on)).size).toBe(planned.length)
        for (const reminder of planned) {
          expect(reminder.on > after).toBe(true)
          expect(sumOf(reminder)).toBeGreaterThan(0)
          expect(sumOf(reminder)).toBeLessThanOrEqual(
            dues.filter(isOpen).reduce((sum, { openCents }) => sum + (openCents ?? 0), 0),
          )
          const again = planReminders(dues, days, { written: reminder.marks, after })
          expect(again.flatMap(({ marks }) => marks)).not.toContainEqual(reminder.marks[0])
        }
        const paid = dues.map((each) => ({ ...each, openCents: 0 }))
        expect(planReminders(paid, days, { written: [], after })).toEqual([])
      }),
    )
  })

  test('say what else is overdue, and what is due on the same day goes together', () => {
    const dues = [
      { dueOn: '2026-11-20', amountCents: 100, openCents: 40 },
      { dueOn: '2026-12-03', amountCents: 200, openCents: 200 },
    ]
    expect(planReminders(dues, DAYS, NEVER).map((each) => [each.on, sumOf(each), each.isOverdue])).toEqual([
      ['2026-11-17', 40, false],
      ['2026-11-23', 40, true],
      ['2026-11-30', 240, true],
      ['2026-12-06', 240, true],
      ['2026-12-13', 240, true],
    ])
  })
})

/** 10 AM in New York, some days after the session. */
const at = (days: number) => SESSION - 1_800_000 + days * 86_400_000

describeOnBothEngines('payment reminders', (openDb) => {
  async function begin({ hasServer = true } = {}) {
    const { db } = await openDb()
    const { deps, book } = await open(db, { created_at: at(-30) })
    const job = { ...deps, config: { ...config, smtpUrl: hasServer ? 'smtp://mail' : undefined } }
    const pass = async (days: number) => {
      deps.clock.set(at(days))
      await Promise.all([1, 2, 3].map(() => remindOfPayments(job)))
      return (await queuedMail(db)).filter(({ kind }) => kind === 'payment-reminder').length
    }
    return { db, deps, book, pass }
  }

  test('go once before and twice after, with what is open then, also if several instances run', async () => {
    const { db, book, pass } = await begin()
    const booking = await book()
    expect(await pass(-4)).toBe(0)
    expect(await pass(-3)).toBe(1)
    expect(await pass(-3)).toBe(1)
    await booking.pay('deposit', '75')
    expect(await pass(3)).toBe(2)
    expect(await pass(10)).toBe(3)
    expect(await pass(11)).toBe(3)
    const [before, after] = await mailTexts(db)
    expect(before).toContain('Due December 5, 2026: $285')
    expect(before).toContain('This is a friendly reminder of your next payment.')
    expect(after).toContain('Due December 5, 2026: $210')
    expect(after).toContain('We haven’t received this payment yet.')
    expect(after).toContain('To pay, reply to this email.')
  })

  test('don’t go once it’s paid, even if they are queued already', async () => {
    const { db, book, pass } = await begin()
    const booking = await book()
    await pass(-3)
    await booking.pay('balance', '285')
    expect(await db.selectFrom('outbox').select(['state']).execute()).toEqual([{ state: 'not-sent' }])
    expect(await pass(3)).toBe(1)
  })

  test('don’t go for canceled sessions, without a mail server, or before 9 AM', async () => {
    const { book, pass } = await begin()
    await (await book()).decide('cancel')
    await book({ state: 'requested', session_date: SESSION + 86_400_000 })
    expect(await pass(-3)).toBe(0)
    const early = await begin()
    await early.book()
    expect(await early.pass(-3 - 1.2 / 24)).toBe(0)
    expect(await early.pass(-3)).toBe(1)
    const none = await begin({ hasServer: false })
    await none.book()
    expect(await none.pass(-3)).toBe(0)
  })

  test('are made up for by a day, but not after a restore, nor on the day of booking', async () => {
    const { db, book, pass, deps } = await begin()
    await book()
    expect(await pass(-2)).toBe(1)
    expect(await pass(5)).toBe(1)
    deps.clock.set(at(10))
    await transact(db, (tx) => stopSending(tx, at(10) - 60_000))
    expect(await pass(10)).toBe(1)
    await book({ session_date: SESSION + 13 * 86_400_000, created_at: at(10) })
    expect(await pass(10)).toBe(1)
  })

  test('are listed before they go, and stop for a booking or a client', async () => {
    const { book, pass, deps } = await begin()
    const booking = await book()
    deps.clock.set(at(-10))
    expect((await listPaymentReminders(deps)).reminders).toMatchObject([
      { day: 'Wednesday, December 2, 2026', amount: '$285', isOverdue: false },
      { day: 'Tuesday, December 8, 2026', amount: '$285', isOverdue: true },
      { day: 'Tuesday, December 15, 2026', amount: '$285', isOverdue: true },
    ])
    expect((await booking.studioView()).reminders.next).toHaveLength(3)
    const turn = (of: 'booking' | 'client', isOff: boolean) =>
      turnPaymentReminders(deps, { bookingId: booking.id, of, isOff })
    for (const of of ['booking', 'client'] as const) {
      expect(await turn(of, true)).toEqual({ ok: true })
      expect((await listPaymentReminders(deps)).reminders).toEqual([])
      expect(await pass(-3)).toBe(0)
      deps.clock.set(at(-10))
      await turn(of, false)
    }
    expect(await turnPaymentReminders(deps, { bookingId: 'none', of: 'client', isOff: true })).toEqual({
      ok: false,
      reason: 'missing',
    })
    expect(await pass(-3)).toBe(1)
    expect((await booking.studioView()).reminders.last).toBe('Wednesday, December 2, 2026')
  })
})
