import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeBooking, makePlace, makeSchedule, makeSessionType } from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { putTestSettings } from '../../../../test/support/settings'
import { countPendingRequests } from '../calendar/operations.server'
import { recordPayment, voidPayment } from '../payments/operations.server'
import { cancelBooking } from '../reservations/changes.server'
import { slotOf } from '../slots/model'
import { decideBooking, rescheduleByStudio, saveNote, sendMessage } from './edits.server'
import { describeLastChange, readBookingForStudio } from './operations.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }
const config = { siteUrl: 'https://studio.example.com', secret: 'a secret of tests' }
/** Saturday, December 5, 10:30 AM in New York. */
const START = Date.parse('2026-12-05T15:30:00Z')
const HOUR = 3_600_000

async function open(db: Db, given: Parameters<typeof makeBooking>[1] = {}) {
  await putTestSettings(db)
  const place = await makePlace(db, { slug: 'studio', is_default: 1 })
  const type = await makeSessionType(db, { slug: 'portrait', minutes: 60, places: [place] })
  await makeSchedule(db)
  const booking = await makeBooking(db, {
    session_type_id: type.id,
    place_id: place.id,
    session_date: START,
    zone: 'America/New_York',
    state: 'requested',
    name: 'Ann Lee',
    email: 'ann@example.com',
    ...given,
  })
  return { deps: { db, clock, config, author }, booking, seen: { id: booking.id, version: 1 }, type, place }
}

const form =
  (fields: Record<string, string>) =>
  (name: string): string =>
    fields[name] ?? ''

const auditOf = async (db: Db) =>
  (await db.selectFrom('audit').select(['action', 'subject']).orderBy('id').execute()).map(
    ({ action }) => action,
  )

describeOnBothEngines('a booking in the Studio', (openDb) => {
  test('is decided once, and a later decision reports the first', async () => {
    const { db } = await openDb()
    const { deps, seen, booking } = await open(db)
    expect(await countPendingRequests({ db })).toBe(1)
    const decided = await decideBooking(deps, seen, 'confirm', ' See you. ')
    expect(decided).toMatchObject({ ok: true, booking: { state: 'confirmed', sequence: 1 } })
    expect(await countPendingRequests({ db })).toBe(0)
    const second = await decideBooking(deps, seen, 'decline', '')
    expect(second).toMatchObject({ ok: false, reason: 'changed-since' })
    if (second.ok || second.reason !== 'changed-since') throw new Error('It was changed.')
    expect(await describeLastChange(deps, second.booking)).toContain('Dorian Ellis confirmed it.')
    expect(await auditOf(db)).toEqual(['booking-changed'])
    expect((await readBookingForStudio(deps, booking.id))?.history[0]).toMatchObject({
      what: 'Dorian Ellis confirmed it',
      words: 'See you.',
    })
  })

  test('refuses one of a simultaneous cancellation and confirmation', async () => {
    const { db } = await openDb()
    const { deps, seen } = await open(db)
    const client = { ...deps, by: { kind: 'client' as const, name: 'Ann Lee' } }
    const outcomes = await Promise.all([
      decideBooking(deps, seen, 'confirm', ''),
      cancelBooking(client, seen, ''),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: 'changed-since' })
    const row = await db
      .selectFrom('bookings')
      .select(['state', 'version'])
      .where('id', '=', seen.id)
      .executeTakeFirstOrThrow()
    expect(row.version).toBe(2)
    const taken = await db.selectFrom('occupancies').select('id').execute()
    expect(taken).toHaveLength(row.state === 'confirmed' ? 1 : 0)
  })

  test('is marked and put back', async () => {
    const { db } = await openDb()
    const { deps, booking } = await open(db, { state: 'confirmed', session_date: START - 30 * 24 * HOUR })
    const decide = async (decision: 'done' | 'no-show' | 'reopen', version: number) =>
      (await decideBooking(deps, { id: booking.id, version }, decision, '')).ok
    expect(await decide('done', 1)).toBe(true)
    expect(await decide('no-show', 2)).toBe(true)
    expect(await decide('reopen', 3)).toBe(true)
    expect((await readBookingForStudio(deps, booking.id))?.can.decisions).toEqual([
      'cancel',
      'done',
      'no-show',
    ])
  })

  test('reschedules off the rules only on purpose, never over another, and keeps its price', async () => {
    const { db } = await openDb()
    const { deps, seen, type, place } = await open(db, { state: 'confirmed' })
    const other = START + 4 * HOUR
    await makeBooking(db, {
      session_type_id: type.id,
      place_id: place.id,
      session_date: other,
      name: 'Bo Ray',
    })
    const sunday = { date: '2026-12-06', time: '21:15' }
    expect(await rescheduleByStudio(deps, seen, form(sunday))).toEqual({
      ok: false,
      reason: 'off-rules',
      warnings: ['This is outside your availability for this session at this location.'],
    })
    expect(
      await rescheduleByStudio(deps, seen, form({ slot: slotOf(other + HOUR / 2), anyway: 'yes' })),
    ).toMatchObject({ ok: false, reason: 'taken', inTheWay: expect.stringContaining('Bo Ray') })
    expect(
      await rescheduleByStudio(deps, seen, form({ ...sunday, anyway: 'yes', words: 'Sorry.' })),
    ).toMatchObject({
      ok: true,
      booking: { wallStart: '2026-12-06T21:15', priceCents: 28_500, sequence: 1 },
    })
    expect(await rescheduleByStudio(deps, seen, form({ ...sunday, anyway: 'yes' }))).toMatchObject({
      ok: false,
      reason: 'changed-since',
    })
    expect(await auditOf(db)).toEqual(['booking-changed'])
  })

  test('keeps its time when the database refuses the new one', async () => {
    const { db } = await openDb()
    const { deps, seen, type, place } = await open(db, { state: 'confirmed' })
    // Both are rescheduled to the same start at once, which a check beforehand wouldn't detect.
    const second = await makeBooking(db, {
      session_type_id: type.id,
      place_id: place.id,
      session_date: START + 2 * HOUR,
      zone: 'America/New_York',
    })
    const slot = slotOf(START + 4 * HOUR)
    const moved = await Promise.all([
      rescheduleByStudio(deps, seen, form({ slot, anyway: 'yes' })),
      rescheduleByStudio(deps, { id: second.id, version: 1 }, form({ slot, anyway: 'yes' })),
    ])
    expect(moved.filter(({ ok }) => ok)).toHaveLength(1)
    expect(moved.find(({ ok }) => !ok)).toMatchObject({ reason: 'taken' })
    expect(await db.selectFrom('occupancies').select('id').execute()).toHaveLength(2)
    expect(await auditOf(db)).toEqual(['booking-changed'])
  })

  test('asks which of two repeated times is meant, and refuses skipped ones', async () => {
    const { db } = await openDb()
    const { deps, seen } = await open(db, { state: 'confirmed' })
    const move = (fields: Record<string, string>) => rescheduleByStudio(deps, seen, form(fields))
    expect(await move({ date: '2027-03-14', time: '02:30' })).toMatchObject({
      reason: 'refused',
      errors: { time: expect.stringContaining('spring forward') },
    })
    expect(await move({ date: '2027-11-07', time: '01:30' })).toMatchObject({
      reason: 'refused',
      errors: { which: expect.stringContaining('twice') },
    })
    expect(await move({ date: '2027-11-07', time: '01:30', which: 'second', anyway: 'yes' })).toMatchObject({
      ok: true,
      booking: { sessionDate: Date.parse('2027-11-07T06:30:00Z') },
    })
  })

  test('isn’t rescheduled if two times are given', async () => {
    const { db } = await openDb()
    const { deps, seen } = await open(db, { state: 'confirmed' })
    const both = { slot: slotOf(START + HOUR), date: '2026-12-05', time: '16:00' }
    expect(await rescheduleByStudio(deps, seen, form(both))).toMatchObject({
      reason: 'refused',
      errors: { slot: expect.stringContaining('entered a custom one') },
    })
  })

  test('suggests a payment date that is valid in the studio’s zone', async () => {
    const { db } = await openDb()
    const { deps, booking } = await open(db, { state: 'confirmed', zone: 'Pacific/Kiritimati' })
    const { kind, amount, receivedOn } = (await readBookingForStudio(deps, booking.id))?.payments.next ?? {}
    const get = form({
      payment: kind ?? '',
      amount: amount ?? '',
      receivedOn: receivedOn ?? '',
      method: 'cash',
    })
    expect(await recordPayment(deps, { bookingId: booking.id, once: newId(), get })).toEqual({ ok: true })
  })

  test('has payments that are summed, voided with a reason, and recorded once', async () => {
    const { db } = await openDb()
    const { deps, booking } = await open(db, { state: 'confirmed' })
    const pay = { payment: 'deposit', amount: '$75.00', receivedOn: '2026-11-20', method: 'card' }
    const given = { bookingId: booking.id, once: newId(), get: form(pay) }
    expect(await Promise.all([recordPayment(deps, given), recordPayment(deps, given)])).toEqual([
      { ok: true },
      { ok: true },
    ])
    await recordPayment(deps, {
      ...given,
      once: newId(),
      get: form({ ...pay, payment: 'balance', amount: '100' }),
    })
    const shown = await readBookingForStudio(deps, booking.id)
    expect(shown?.payments.summary).toBe('Received $175, $110 due.')
    expect(shown?.facts).toContainEqual({ label: 'Deposit', value: '$75, received' })
    const paymentId = shown?.payments.entries[1]?.id ?? ''
    expect(await voidPayment(deps, { bookingId: booking.id, paymentId, reason: ' ' })).toMatchObject({
      reason: 'refused',
    })
    for (const reason of ['Twice', 'Again'])
      expect(await voidPayment(deps, { bookingId: booking.id, paymentId, reason })).toEqual({ ok: true })
    expect(await voidPayment(deps, { bookingId: newId(), paymentId, reason: 'x' })).toMatchObject({
      reason: 'missing',
    })
    const after = await readBookingForStudio(deps, booking.id)
    expect(after?.payments.summary).toBe('Received $75, $210 due.')
    expect(after?.history.filter(({ what }) => what.includes('voided'))).toEqual([
      expect.objectContaining({ words: 'Twice', what: 'Dorian Ellis voided $100, balance, card' }),
    ])
    expect(await auditOf(db)).toEqual(['payment-recorded', 'payment-recorded', 'payment-voided'])
    for (const wrong of [
      { amount: '0' },
      { amount: '75.005' },
      { amount: '-75' },
      { receivedOn: '2026-11-21' },
      { receivedOn: '2026-02-30' },
      { method: 'barter' },
      { payment: 'gift' },
    ])
      expect(
        await recordPayment(deps, { ...given, once: newId(), get: form({ ...pay, ...wrong }) }),
      ).toMatchObject({ ok: false, reason: 'refused' })
  })

  test('reports what has to be refunded when the studio cancels', async () => {
    const { db } = await openDb()
    const { deps, booking } = await open(db, { state: 'confirmed' })
    const pay = { amount: '75', receivedOn: '2026-11-20', method: 'cash' }
    await recordPayment(deps, {
      bookingId: booking.id,
      once: newId(),
      get: form({ ...pay, payment: 'deposit' }),
    })
    await decideBooking(deps, { id: booking.id, version: 1 }, 'cancel', '')
    const canceled = await readBookingForStudio(deps, booking.id)
    expect(canceled?.warnings).toEqual([
      'You still owe this client a refund of $75. Record it here once you’ve sent it.',
    ])
    expect(canceled?.payments.next).toMatchObject({ kind: 'refund', amount: '75.00' })
    await recordPayment(deps, {
      bookingId: booking.id,
      once: newId(),
      get: form({ ...pay, payment: 'refund' }),
    })
    expect((await readBookingForStudio(deps, booking.id))?.warnings).toEqual([])
  })

  test('keeps the deposit when the studio cancels only where the agreed terms let it', async () => {
    const { db } = await openDb()
    const early = await open(db, { state: 'confirmed' })
    expect((await readBookingForStudio(early.deps, early.booking.id))?.cancelTerms.kept).toBe('')
    expect(await decideBooking(early.deps, early.seen, 'cancel', '', 'kept')).toMatchObject({
      reason: 'refused',
      errors: { deposit: expect.any(String) },
    })
  })

  test('says in the email, the history and the log that the deposit is kept', async () => {
    const { db } = await openDb()
    const { deps, booking, seen } = await open(db, {
      state: 'confirmed',
      session_date: clock.now() + 3 * 24 * HOUR,
    })
    const pay = { receivedOn: '2026-11-20', method: 'cash' }
    for (const [payment, amount] of [
      ['deposit', '75'],
      ['balance', '20'],
    ] as const)
      await recordPayment(deps, {
        bookingId: booking.id,
        once: newId(),
        get: form({ ...pay, payment, amount }),
      })
    expect((await readBookingForStudio(deps, booking.id))?.cancelTerms.kept).toContain(
      'Keep the $75 deposit.',
    )
    expect(await decideBooking(deps, seen, 'cancel', '', 'kept')).toMatchObject({ ok: true })
    const shown = await readBookingForStudio(deps, booking.id)
    expect(shown?.history[0]?.what).toBe('Dorian Ellis canceled it. The deposit is nonrefundable')
    expect(shown?.warnings).toEqual([
      'You still owe this client a refund of $20. Record it here once you’ve sent it.',
    ])
    const [letter] = (await queuedMail(db)).filter(({ kind }) => kind === 'booking-canceled')
    expect(letter?.text).toContain('Per our policy, the $75 deposit isn’t refundable.')
    expect(letter?.text).toContain('We’ll refund $20.')
    expect(letter?.text).not.toContain('We’re sorry')
    const entries = await db
      .selectFrom('audit')
      .select('changes')
      .where('action', '=', 'booking-changed')
      .execute()
    expect(entries.map(({ changes }) => JSON.parse(changes))).toContainEqual([
      { field: 'Status', from: 'Confirmed', to: 'Canceled' },
      { field: 'Deposit', from: '', to: 'Nonrefundable' },
    ])
  })

  test('locks notes separately, and sends emails once', async () => {
    const { db } = await openDb()
    const { deps, booking, seen } = await open(db)
    const opened = await readBookingForStudio(deps, booking.id)
    const mark = opened?.note.seen ?? ''
    expect(await saveNote(deps, { id: booking.id, note: 'Twins.', seen: mark })).toEqual({ ok: true })
    expect(await saveNote(deps, { id: booking.id, note: 'Dogs.', seen: mark })).toEqual({
      ok: false,
      reason: 'changed-since',
      note: 'Twins.',
    })
    const letter = {
      bookingId: booking.id,
      once: newId(),
      subject: 'Shoes',
      message: 'Bring two pairs.\n\nAnn',
    }
    await Promise.all([sendMessage(deps, letter), sendMessage(deps, letter)])
    expect(await queuedMail(db)).toMatchObject([
      { kind: 'booking-message', to_address: 'Ann Lee <ann@example.com>', subject: 'Shoes' },
    ])
    expect(await sendMessage(deps, { ...letter, once: newId(), subject: 'a\nb' })).toMatchObject({
      reason: 'refused',
      errors: { subject: expect.any(String) },
    })
    // Saving one doesn't invalidate an open form of the other.
    expect(await decideBooking(deps, seen, 'confirm', '')).toMatchObject({ ok: true })
  })
})
