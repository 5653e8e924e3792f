import { expect, test } from 'vitest'
import { draftedContract } from '../../../test/support/contracts'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { cancelBooking } from '../booking/reservations/changes.server'
import { withdrawContract } from './operations.server'
import { remindOfContracts, turnContractReminder } from './reminders.server'

describeOnBothEngines('the reminder of a contract', (openDb) => {
  /** Sent on November 20 at 10 AM in New York, to be signed through December 20. */
  async function sent(change: Record<string, string> = {}) {
    const at = await draftedContract(await openDb())
    await at.save({ body: 'For {client}.', ...change })
    expect(await at.send()).toEqual({ ok: true })
    const pass = async (moment: string) => {
      at.clock.set(Date.parse(moment))
      // On two instances at once.
      await Promise.all([remindOfContracts(at), remindOfContracts(at)])
      return (await queuedMail(at.db)).filter(({ kind }) => kind === 'contract-reminder')
    }
    const shown = async () => (await at.read()).sent?.reminder
    return { ...at, pass, shown }
  }
  const DUE = '2026-12-18T14:00:00Z'

  test('is written once, three days before the last day from 9 AM on, and its link opens the contract', async () => {
    const at = await sent()
    expect(await at.shown()).toEqual({ label: 'Dec 18, 2026, 9 AM EST', canTurn: 'off' })
    expect(await at.pass('2026-12-18T13:59:00Z')).toEqual([])
    const [reminder, ...others] = await at.pass(DUE)
    expect(others).toEqual([])
    expect(reminder?.subject).toMatch(/^To sign through December 20, 2026: /)
    const [asked] = (await queuedMail(at.db)).filter(({ kind }) => kind === 'contract-to-sign')
    expect(reminder?.html).toContain(/\/contract\/[\w-]+/.exec(asked?.html ?? '')?.[0])
    expect(await at.pass('2026-12-19T20:00:00Z')).toHaveLength(1)
    expect(await at.shown()).toMatchObject({ canTurn: null })
  })

  test('goes to the client whose turn it is, once they’ve had a day, and never to the studio', async () => {
    const at = await sent({ secondName: 'Bo Lee', secondEmail: 'bo@example.com' })
    at.clock.set(Date.parse('2026-12-18T08:00:00Z'))
    await at.signAs('ann@example.com')
    expect(await at.pass(DUE)).toEqual([])
    const [reminder, ...others] = await at.pass('2026-12-19T09:00:00Z')
    expect([reminder?.to_address, others]).toEqual([expect.stringContaining('bo@example.com'), []])

    const studio = await sent()
    await studio.signAs('ann@example.com')
    expect(await studio.pass(DUE)).toEqual([])
  })

  test('isn’t written when it’s turned off, withdrawn, expired, called off, or before a restore', async () => {
    const off = await sent()
    expect(await turnContractReminder(off, off.id, true)).toBe(true)
    expect(await off.shown()).toEqual({ label: 'Off', canTurn: 'on' })
    expect(await off.pass(DUE)).toEqual([])
    await turnContractReminder(off, off.id, false)
    expect(await off.pass('2026-12-21T15:00:00Z')).toEqual([])

    const withdrawn = await sent()
    await withdrawContract(withdrawn, withdrawn.id, 1)
    expect(await withdrawn.pass(DUE)).toEqual([])

    const canceled = await sent()
    const session_date = Date.parse('2027-01-15T15:00:00Z')
    await canceled.db
      .updateTable('bookings')
      .set({ session_date, session_end: session_date + 3_600_000 })
      .execute()
    const called = await cancelBooking(
      { ...canceled, by: { kind: 'client', name: 'Ann' } },
      { id: canceled.booking.id, version: 1 },
      '',
    )
    expect(called).toMatchObject({ ok: true })
    expect(await canceled.pass(DUE)).toEqual([])

    const restored = await sent()
    await restored.db
      .insertInto('payment_reminder_start')
      .values({ one: 1, at: Date.parse('2026-12-18T18:00:00Z') })
      .execute()
    expect(await restored.pass('2026-12-18T19:00:00Z')).toEqual([])
  })
})
