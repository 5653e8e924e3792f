import { expect, test } from 'vitest'
import { readLedger } from '~/domains/billing/operations.server'
import { readBookingForStudio } from '~/domains/booking/manage/operations.server'
import { endHolds } from '~/domains/booking/requirements/ending.server'
import { beginningOf } from '~/domains/booking/requirements/model'
import { remindOfHolds } from '~/domains/booking/requirements/reminders.server'
import { selectBooking } from '~/domains/booking/reservations/store.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeBooking } from '../../../test/support/factories'
import { queuedMail } from '../../../test/support/outbox'
import { START, setupProposals } from '../../../test/support/proposals'
import { findProposalByToken, proposalTokenFor } from './client/operations.server'
import { withdrawProposal } from './operations.server'

const HOUR = 3_600_000

describeOnBothEngines('a booking that requires a proposal', (open) => {
  async function held() {
    const at = await setupProposals(await open())
    const type = {
      ...{ depositCents: 0, questions: [] },
      requirements: { proposal: true, template: null, deposit: false, questionnaire: false, hours: 72 },
    }
    const begun = beginningOf(type, {
      ...{ wanted: 'held', answers: [], startsAt: START, at: at.clock.now() },
    })
    const { id } = await makeBooking(at.db, {
      ...{ session_type_id: at.type.id, place_id: at.place.id, zone: 'America/New_York' },
      ...{ name: 'Ann Lee', email: 'ann@example.com', session_date: START, state: begun.state },
      ...{ requirements: JSON.stringify(begun.requirements), held_until: begun.heldUntil },
    })
    const read = async () => (await selectBooking(at.db, { id })) ?? expect.fail('no booking')
    const token = async () => await proposalTokenFor(at, await read())
    return { ...at, id, readBooking: read, token }
  }

  test('is held until its client has signed one, which they find with their booking', async () => {
    const at = await held()
    expect(await at.readBooking()).toMatchObject({ state: 'requested' })
    expect(await at.token()).toBeUndefined()
    const proposal = await at.start({}, { booking: at.id })
    // A draft isn't theirs to see.
    expect(await at.token()).toBeUndefined()
    expect(await at.send(proposal)).toEqual({ ok: true })
    const sent = await findProposalByToken(at, (await at.token()) ?? '')
    expect(sent?.proposal.id).toBe(proposal)
    const someone = { id: at.id, email: 'eve@example.com' }
    expect(await proposalTokenFor(at, someone)).toBeUndefined()
    expect((await readBookingForStudio(at, at.id))?.hold?.items).toMatchObject([
      { kind: 'proposal', label: 'Proposal', status: '' },
    ])
    await at.choose({ package: '0' })
    expect(await at.sign()).toMatchObject({ ok: true })
    expect(await at.readBooking()).toMatchObject({
      ...{ state: 'confirmed', heldUntil: null, priceCents: 100_000 },
      requirements: { items: [{ kind: 'proposal', doneAt: at.clock.now(), waivedBy: null }] },
    })
    expect((await readLedger(at, at.id)).charges).not.toEqual([])
    expect(await at.token()).toBeUndefined()
    at.clock.advance(100 * HOUR)
    await endHolds(at)
    expect(await at.readBooking()).toMatchObject({ state: 'confirmed' })
  })

  test('ends with its hold, and its proposal can’t be signed then or opened once withdrawn', async () => {
    const at = await held()
    const proposal = await at.start({}, { booking: at.id })
    await at.send(proposal)
    await at.choose({ package: '0' })
    // The proposal has its own reminder.
    at.clock.advance(50 * HOUR)
    await remindOfHolds(at)
    expect((await queuedMail(at.db)).map(({ kind }) => kind)).not.toContain('booking-hold-reminder')
    at.clock.advance(30 * HOUR)
    await endHolds(at)
    expect(await at.readBooking()).toMatchObject({ state: 'canceled' })
    const mail = (await queuedMail(at.db)).find(({ kind }) => kind === 'booking-hold-ended')
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('the signed proposal didn’t arrive in time')
    expect(await at.sign()).toEqual({ ok: false, reason: 'called-off' })

    const other = await held()
    const withdrawn = await other.start({}, { booking: other.id })
    await other.send(withdrawn)
    await withdrawProposal(other, withdrawn, 1)
    expect(await other.token()).toBeUndefined()
  })
})
