import { expect, test } from 'vitest'
import { transact } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { setupProposals } from '../../../test/support/proposals'
import { withdrawProposal } from './operations.server'
import { remindOfProposals, turnProposalReminder } from './reminders.server'
import { updateVersion } from './store.server'

/** Sent on November 20 at 10 AM in New York, and open through December 4. */
const LAST_DAY = '2026-12-04'

describeOnBothEngines('the reminder of a proposal', (open) => {
  async function sent() {
    const at = await setupProposals(await open())
    const id = await at.start({ expiresOn: LAST_DAY })
    expect(await at.send(id)).toEqual({ ok: true })
    const pass = async (moment: string) => {
      at.clock.set(Date.parse(moment))
      // On two instances at once.
      await Promise.all([remindOfProposals(at), remindOfProposals(at)])
      return (await queuedMail(at.db)).filter(({ kind }) => kind === 'proposal-reminder')
    }
    const shown = async () => (await at.read(id)).sent?.reminder
    return { ...at, id, pass, shown }
  }

  test('is written once, three days before the last day from 9 AM on, and its link opens the proposal', async () => {
    const at = await sent()
    expect(await at.shown()).toEqual({ label: 'Dec 2, 2026, 9 AM EST', canTurn: 'off' })
    expect(await at.pass('2026-12-02T13:59:00Z')).toEqual([])
    const [reminder, ...others] = await at.pass('2026-12-02T14:00:00Z')
    expect(others).toEqual([])
    expect(reminder?.subject).toBe('Open through December 4, 2026: Your wedding')
    expect(reminder?.html).toContain(/\/proposal\/[\w-]+/.exec((await queuedMail(at.db))[0]?.html ?? '')?.[0])
    expect(await at.pass('2026-12-03T20:00:00Z')).toHaveLength(1)
    expect((await at.shown())?.canTurn).toBeNull()
  })

  test('isn’t written for one that is signed, withdrawn, expired, sent again or turned off', async () => {
    const at = await sent()
    expect(await turnProposalReminder({ ...at }, at.id, true)).toBe(true)
    expect(await at.pass('2026-12-02T15:00:00Z')).toEqual([])
    expect(await at.shown()).toEqual({ label: 'Off', canTurn: 'on' })
    await turnProposalReminder({ ...at }, at.id, false)
    expect(await at.pass('2026-12-05T15:00:00Z')).toEqual([])

    const other = await sent()
    const { version } = await other.open()
    await transact(other.db, (tx) => updateVersion(tx, version.id, { ended_at: 1, ended_as: 'replaced' }))
    expect(await other.pass('2026-12-02T15:00:00Z')).toEqual([])

    const withdrawn = await sent()
    await withdrawProposal(withdrawn, withdrawn.id, 1)
    expect(await withdrawn.pass('2026-12-02T15:00:00Z')).toEqual([])

    const signed = await sent()
    await signed.choose({ package: '1' })
    expect(await signed.sign()).toMatchObject({ ok: true })
    expect(await signed.pass('2026-12-02T15:00:00Z')).toEqual([])
  })

  test('isn’t repeated after a restore, nor written for one that is open for a few days only', async () => {
    const at = await sent()
    await at.db
      .insertInto('payment_reminder_start')
      .values({ one: 1, at: Date.parse('2026-12-02T18:00:00Z') })
      .execute()
    expect(await at.pass('2026-12-02T19:00:00Z')).toEqual([])

    const short = await setupProposals(await open())
    const id = await short.start({ expiresOn: '2026-11-23' })
    await short.send(id)
    expect((await short.read(id)).sent?.reminder).toMatchObject({ canTurn: null })
    short.clock.set(Date.parse('2026-11-22T15:00:00Z'))
    await remindOfProposals(short)
    expect((await queuedMail(short.db)).map(({ kind }) => kind)).toEqual(['proposal'])
  })
})
