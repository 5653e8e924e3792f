import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ledgerBalance } from '~/domains/billing/balance'
import { readLedger } from '~/domains/billing/operations.server'
import {
  findByToken,
  mailSigningCode,
  signContract,
  standingOf,
} from '~/domains/contracts/signing/operations.server'
import { removeContractTemplate } from '~/domains/contracts/templates/operations.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import { author, DEPOSIT, HOUR, openRequired } from '../../../../test/support/required-booking'
import { bookingView } from '../client/booking-view'
import { readBookingStory } from '../client/operations.server'
import { decideBooking } from '../manage/edits.server'
import { listRequests } from '../manage/list.server'
import { readBookingForStudio } from '../manage/operations.server'
import { cancelBooking, rescheduleBooking } from '../reservations/changes.server'
import { openContract } from './contract.server'
import { openRequirements } from './model'

const CLIENT = { kind: 'client', name: 'Ann Lee' } as const

describeOnBothEngines('a booking with requirements', (openDb) => {
  test('holds its time, and is confirmed with the last thing that is required', async () => {
    const at = await openRequired((await openDb()).db)
    const booking = await at.book()
    expect(booking).toMatchObject({ state: 'requested', heldUntil: at.clock.now() + 72 * HOUR })
    expect(await at.isOccupied(booking.id)).toBe(true)
    expect(await listRequests(at.deps, 5)).toEqual([])
    const held = (await queuedMail(at.db)).find(({ kind }) => kind === 'booking-held')
    for (const words of ['Sign the contract', 'Pay the $100 deposit', 'Answer our questions'])
      expect(held?.text).toContain(words)
    expect(flat(held?.text)).not.toMatch(/is confirmed(?! once|\. After that, this policy)/)
    expect(await at.emails()).not.toContain('booking-confirmed')
    expect(await at.sign(booking.id)).toEqual({ ok: true })
    expect(await at.pay(booking.id, DEPOSIT)).toEqual({ ok: true })
    expect(await at.read(booking.id)).toMatchObject({ state: 'requested' })
    expect(await at.answer(booking.id)).toMatchObject({ ok: true, booking: { state: 'confirmed' } })
    expect(await at.read(booking.id)).toMatchObject({ state: 'confirmed', heldUntil: null })
    const emails = await at.emails()
    for (const kind of ['booking-confirmed', 'booking-confirmed-for-studio'])
      expect(emails.filter((each) => each === kind)).toHaveLength(1)
    at.clock.advance(200 * HOUR)
    await at.end()
    expect(await at.read(booking.id)).toMatchObject({ state: 'confirmed' })
  })

  test('ends by rule, frees its time, and says so to both', async () => {
    const at = await openRequired((await openDb()).db)
    const booking = await at.book()
    await at.sign(booking.id)
    await at.pay(booking.id, 4_000)
    at.clock.advance(72 * HOUR - 1)
    await at.end()
    expect(await at.read(booking.id)).toMatchObject({ state: 'requested' })
    at.clock.advance(1)
    await at.end()
    await at.end()
    expect(await at.read(booking.id)).toMatchObject({ state: 'canceled', heldUntil: null })
    expect(await at.isOccupied(booking.id)).toBe(false)
    const emails = await queuedMail(at.db)
    const toClient = emails.filter(({ kind }) => kind === 'booking-hold-ended')
    expect(toClient).toHaveLength(1)
    expect(flat(toClient[0]?.text)).toContain(
      'the deposit and the answers to our questions didn’t arrive in time',
    )
    expect(toClient[0]?.text).toContain('We’ll refund $40.')
    const toStudio = emails.find(({ kind }) => kind === 'booking-hold-ended-for-studio')
    expect(toStudio?.text).toMatch(/For you to refund:? \$40/)
    expect(emails.map(({ kind }) => kind)).not.toContain('booking-confirmed')
    expect((await readBookingForStudio(at.deps, booking.id))?.warnings.join()).toContain('refund of $40')
    expect(await at.book({ name: 'Bo', email: 'bo@example.com' })).toMatchObject({ state: 'requested' })
    expect(await at.sign(booking.id)).toMatchObject({ reason: 'not-possible' })
    const story = {
      ...(await readBookingStory(
        { ...at.deps, config: { ...at.deps.config, stripe: undefined } },
        await at.read(booking.id),
      )),
    }
    expect(
      bookingView(await at.read(booking.id), { ...story, now: at.clock.now(), sendsMail: true }),
    ).toMatchObject({
      ...{ title: 'We released *this time.*', steps: null },
    })
  })

  test('that the studio accepts is held from then on, and can be confirmed without waiting', async () => {
    const at = await openRequired((await openDb()).db, {}, 1)
    const booking = await at.book()
    expect(booking).toMatchObject({ state: 'requested', heldUntil: null })
    expect(await at.sign(booking.id)).toMatchObject({ reason: 'not-possible' })
    expect((await listRequests(at.deps, 5)).map(({ id }) => id)).toEqual([booking.id])
    at.clock.advance(10 * HOUR)
    const accepted = await decideBooking(at.deps, booking, 'confirm', 'Lovely!')
    expect(accepted).toMatchObject({
      ...{ ok: true, booking: { state: 'requested', heldUntil: at.clock.now() + 72 * HOUR } },
    })
    expect(await at.emails()).not.toContain('booking-confirmed')
    expect((await queuedMail(at.db)).find(({ kind }) => kind === 'booking-held')?.text).toContain('Lovely!')
    expect(
      (await readBookingForStudio(at.deps, booking.id))?.hold?.items.map(({ status }) => status),
    ).toEqual(['', '', ''])
    const now = await at.read(booking.id)
    const confirmed = await decideBooking(at.deps, now, 'confirm', '')
    expect(confirmed).toMatchObject({ ok: true, booking: { state: 'confirmed' } })
    if (!confirmed.ok) throw new Error(confirmed.reason)
    expect(confirmed.booking.requirements?.items.map(({ waivedBy }) => waivedBy)).toEqual(
      Array.from({ length: 3 }, () => author.name),
    )
    expect((await at.emails()).filter((kind) => kind === 'booking-confirmed')).toHaveLength(1)
  })

  test('can be given more time, and be spared something', async () => {
    const at = await openRequired((await openDb()).db)
    const booking = await at.book()
    expect(await at.extend(booking.id, '0')).toMatchObject({ reason: 'refused' })
    expect(await at.extend(booking.id, '24')).toMatchObject({ ok: true })
    const { heldUntil } = await at.read(booking.id)
    expect(heldUntil).toBe(at.clock.now() + 96 * HOUR)
    expect((await at.emails()).filter((kind) => kind === 'booking-held')).toHaveLength(2)
    expect(await at.extend(booking.id, '1440')).toMatchObject({
      ok: true,
      booking: { heldUntil: booking.sessionDate },
    })
    expect(await at.extend(booking.id, '1')).toMatchObject({ reason: 'refused' })
    for (const kind of ['contract', 'questionnaire', 'contract'])
      expect(await at.waive(booking.id, kind)).toMatchObject({ ok: true })
    expect(await at.waive(booking.id, 'photos')).toMatchObject({ reason: 'missing' })
    expect(await at.read(booking.id)).toMatchObject({ state: 'requested' })
    expect(await at.waive(booking.id, 'deposit')).toMatchObject({ ok: true, booking: { state: 'confirmed' } })
    expect(await at.waive(booking.id, 'deposit')).toMatchObject({ reason: 'not-possible' })
  })

  test('can’t be signed for once it was canceled', async () => {
    const at = await openRequired((await openDb()).db)
    const booking = await at.book()
    const opened = await openContract(at.deps, booking)
    if (!opened.ok) throw new Error(opened.reason)
    const signing = await findByToken(at.deps, opened.token)
    if (!signing) throw new Error('The contract’s link opens nothing.')
    expect(standingOf(signing, at.clock.now())).toBe('to-sign')
    const form = { initials: [], name: 'Ann Lee', drawing: '', consent: 'yes', code: '', release: '' }
    const from = { clientAddress: '203.0.113.7', userAgent: '' }
    expect(await mailSigningCode(at.deps, signing, { sent: form, from })).toEqual({ ok: true })
    const mail = (await queuedMail(at.db)).findLast(({ kind }) => kind === 'contract-code')
    const code = /Code: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? ''
    const canceled = await cancelBooking({ ...at.deps, by: CLIENT }, await at.read(booking.id), '')
    expect(canceled).toMatchObject({ ok: true })
    const sent = { ...form, code, sha256: signing.version.sha256 }
    expect(await signContract(at.deps, signing, { sent, from })).toEqual({
      ok: false,
      reason: 'not-possible',
    })
    expect(await mailSigningCode(at.deps, signing, { sent: form, from })).toEqual({
      ...{ ok: false, reason: 'not-possible' },
    })
    const again = await findByToken(at.deps, opened.token)
    expect(again && standingOf(again, at.clock.now())).toBe('called-off')
    expect(again?.signer.signed_at).toBeNull()
  })

  test('asks its questions afterward, and needs a template that still exists', async () => {
    const at = await openRequired((await openDb()).db)
    const booking = await at.book({ 'question.q1': 'Posted all the same' })
    expect(booking.answers).toEqual([])
    expect(await at.answer(booking.id, '')).toMatchObject({ reason: 'refused' })
    expect(await at.answer(booking.id)).toMatchObject({ ok: true })
    expect(await at.read(booking.id)).toMatchObject({
      answers: [{ question: 'Who will be there?', answer: 'Ann and Bo' }],
    })
    const told = (await queuedMail(at.db)).find(({ kind }) => kind === 'booking-answered-for-studio')
    expect(told?.text).toMatch(/changed: Who will be there\?\s/)
    const removed = await removeContractTemplate(at.deps, at.template, 1)
    expect(removed).toMatchObject({ reason: 'in-use' })
    await at.db.updateTable('session_types').set({ requirements: null }).execute()
    expect(await removeContractTemplate(at.deps, at.template, 1)).toMatchObject({ reason: 'in-use' })
    await at.sign(booking.id)
    expect(await removeContractTemplate(at.deps, at.template, 1)).toEqual({ ok: true })
  })

  test('is held no longer than until its session begins', async () => {
    const at = await openRequired((await openDb()).db, { hours: 1_000 })
    const booking = await at.book()
    expect(booking.heldUntil).toBe(booking.sessionDate)
    const sooner = Date.parse('2026-12-03T15:30:00Z')
    const moved = await rescheduleBooking({ ...at.deps, by: CLIENT }, booking, { startsAt: sooner })
    expect(moved).toMatchObject({ ok: true, booking: { heldUntil: sooner } })
  })

  test('requires nothing of a type without requirements', async () => {
    const at = await openRequired((await openDb()).db)
    await at.db.updateTable('session_types').set({ requirements: null }).execute()
    const booking = await at.book({ 'question.q1': 'Ann' })
    expect(booking).toMatchObject({ state: 'confirmed', requirements: null, heldUntil: null })
    expect(await at.emails()).toContain('booking-confirmed')
  })

  test('never counts as confirmed before everything is there, in any order of events', async () => {
    const at = await openRequired((await openDb()).db)
    const event = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('sign', 'answer', 'pay all', 'pay half') },
      {
        weight: 2,
        arbitrary: fc.constantFrom('refund', 'waive contract', 'waive deposit', 'waive questionnaire'),
      },
      { weight: 2, arbitrary: fc.constantFrom('wait', 'end', 'extend', 'withdraw') },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 9 }), async (events) => {
        await at.db.deleteFrom('occupancies').execute()
        at.clock.set('2026-11-20T15:00:00Z')
        const { id } = await at.book({ name: `Ann ${Math.random()}` })
        const before = (await at.emails()).length
        for (const each of events) await happen(at, id, each)
        const booking = await at.read(id)
        const { payments } = await readLedger(at.deps, id)
        const emails = (await at.emails()).slice(before)
        const count = (kind: string) => emails.filter((one) => one === kind).length
        const deeds = await at.db
          .selectFrom('booking_events')
          .select('kind')
          .where('booking_id', '=', id)
          .execute()
        expect(count('booking-confirmed')).toBe(deeds.filter(({ kind }) => kind === 'confirmed').length)
        expect(await at.isOccupied(id)).toBe(booking.state !== 'canceled')
        switch (booking.state) {
          case 'confirmed':
            expect(booking.heldUntil).toBeNull()
            expect(booking.requirements?.items.every(({ doneAt }) => doneAt !== null)).toBe(true)
            expect(count('booking-confirmed')).toBe(1)
            return
          case 'requested':
            expect(openRequirements(booking, { charges: [], payments }).length).toBeGreaterThan(0)
            expect(count('booking-confirmed')).toBe(0)
            return
          case 'canceled':
            // A session that was confirmed before ends by the agreed terms, which may keep the deposit.
            if (count('booking-confirmed') > 0) return
            // Whatever was received is owed to the client again.
            expect(ledgerBalance(await readLedger(at.deps, id))).toMatchObject({ open: 0 })
            return
        }
      }),
      { numRuns: 25 },
    )
  })
})

/** The words of an email without its line breaks. */
const flat = (text = ''): string => text.replace(/\s+/g, ' ')

async function happen(at: Awaited<ReturnType<typeof openRequired>>, id: string, event: string) {
  const [what = '', of = ''] = event.split(' ')
  switch (what) {
    case 'sign':
      return await at.sign(id)
    case 'answer':
      return await at.answer(id)
    case 'pay':
      return await at.pay(id, of === 'all' ? DEPOSIT : DEPOSIT / 2)
    case 'refund':
      return await at.pay(id, DEPOSIT / 2, 'refund')
    case 'waive':
      return await at.waive(id, of)
    case 'extend':
      return await at.extend(id, '24')
    case 'wait':
      return at.clock.advance(40 * HOUR)
    case 'end':
      return await at.end()
    case 'withdraw':
      return await cancelBooking({ ...at.deps, by: CLIENT }, await at.read(id), '')
  }
}
