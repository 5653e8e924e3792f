import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import { author, DEPOSIT, HOUR, openRequired } from '../../../../test/support/required-booking'
import { readBookingForStudio } from '../manage/operations.server'
import { turnHoldReminder } from './managing.server'
import { remindOfHolds } from './reminders.server'

describeOnBothEngines('the reminder of a hold', (openDb) => {
  async function held(hours = 72) {
    const at = await openRequired((await openDb()).db, { hours })
    const booking = await at.book()
    const pass = async (more: number) => {
      at.clock.advance(more * HOUR)
      // On two instances at once.
      await Promise.all([remindOfHolds(at.deps), remindOfHolds(at.deps)])
      return (await queuedMail(at.db)).filter(({ kind }) => kind === 'booking-hold-reminder')
    }
    const shown = async () => (await readBookingForStudio(at.deps, booking.id))?.hold?.reminder
    const turn = (isOff: boolean) => turnHoldReminder({ ...at.deps, author }, booking.id, isOff)
    return { ...at, booking, pass, shown, turn }
  }

  test('is written once, a day before its end, with what is still missing', async () => {
    const at = await held()
    expect(await at.shown()).toEqual({ label: 'Nov 22, 2026, 10 AM EST', canTurn: 'off' })
    await at.pay(at.booking.id, DEPOSIT)
    expect(await at.pass(47)).toEqual([])
    const [reminder, ...others] = await at.pass(1)
    expect(others).toEqual([])
    expect(reminder?.subject).toContain('Your booking isn’t finished yet')
    for (const words of ['Sign the contract', 'Answer our questions']) expect(reminder?.text).toContain(words)
    expect(reminder?.text).not.toContain('deposit now')
    expect(reminder?.text).not.toContain('Pay the $100 deposit')
    expect(await at.pass(20)).toHaveLength(1)
    expect(await at.shown()).toEqual({ label: 'Written Nov 22, 2026, 10 AM EST', canTurn: null })
    expect(await at.read(at.booking.id)).toMatchObject({ state: 'requested' })
    // The studio gets no second email about a new booking.
    expect((await at.emails()).filter((kind) => kind === 'booking-held-for-studio')).toHaveLength(1)
  })

  test('isn’t written when it’s turned off, for a short hold, or once it’s confirmed, over or just extended', async () => {
    const off = await held()
    expect(await off.turn(true)).toMatchObject({ ok: true })
    expect(await off.shown()).toEqual({ label: 'Off', canTurn: 'on' })
    expect(await off.pass(50)).toEqual([])
    await off.turn(false)
    expect(await off.pass(30)).toEqual([])

    const short = await held(40)
    expect(await short.shown()).toMatchObject({ canTurn: null })
    expect(await short.pass(30)).toEqual([])

    const confirmed = await held()
    for (const kind of ['contract', 'deposit', 'questionnaire'])
      await confirmed.waive(confirmed.booking.id, kind)
    expect(await confirmed.pass(50)).toEqual([])
    expect(await confirmed.turn(true)).toMatchObject({ reason: 'not-possible' })

    const extended = await held()
    extended.clock.advance(40 * HOUR)
    await extended.extend(extended.booking.id, '10')
    expect(await extended.pass(20)).toEqual([])
  })

  test('isn’t repeated after a restore', async () => {
    const at = await held()
    await at.db
      .insertInto('payment_reminder_start')
      .values({ one: 1, at: at.clock.now() + 49 * HOUR })
      .execute()
    expect(await at.pass(50)).toEqual([])
  })
})
