import { expect, test } from 'vitest'
import type { Db } from '~/platform/db/database.server'
import { transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { ask, book, offerOf, openStudio } from '../../../../test/support/open-studio'
import { listStarts } from '../availability/operations.server'
import { confirmBooking } from '../requirements/accepting.server'
import { type ChangeDeps, cancelBooking, closeBooking, rescheduleBooking } from './changes.server'
import { extendHoldOnce, findHold, holdStart } from './holds.server'
import { dropExpiredHolds, lockCalendar, occupy } from './occupancies-store.server'
import type { BookingDeps } from './operations.server'

const at = (time: string) => Date.parse(`2026-12-05T${time}:00Z`)
const START = at('15:30')
const studioOf = (deps: BookingDeps): ChangeDeps => ({ ...deps, by: { kind: 'studio', name: 'Dorian' } })
const clientOf = (deps: BookingDeps): ChangeDeps => ({ ...deps, by: { kind: 'client', name: 'Ann' } })
const oks = (all: { ok: boolean }[]) => all.filter(({ ok }) => ok).length

/** Blocks an hour like the Studio. */
const block = (deps: BookingDeps, startsAt: number) =>
  transact(deps.db, async (tx) => {
    await lockCalendar(tx, 'default')
    await dropExpiredHolds(tx, 1, deps.clock.now())
    return await occupy(tx, {
      id: newId(),
      resource_id: 'default',
      resource_number: 1,
      kind: 'block',
      starts_at: startsAt,
      ends_at: startsAt + 3_600_000,
      booking_id: null,
      expires_at: null,
      title: 'Dentist',
      version: 1,
    })
  })

const hold = async (deps: BookingDeps, visitor: string, startsAt = START) =>
  await holdStart(deps, {
    offer: await offerOf(deps),
    startsAt,
    visitor,
    network: `192.0.2.${visitor.length}`,
  })

async function expectNoOverlap(db: Db): Promise<void> {
  const rows = await db.selectFrom('occupancies').selectAll().orderBy('starts_at').execute()
  for (const [index, row] of rows.entries())
    expect(row.starts_at).toBeGreaterThanOrEqual(rows[index - 1]?.ends_at ?? 0)
}

describeOnBothEngines('of writes at the same time', (open) => {
  test('a reschedule and bookings of the same start: one succeeds', async () => {
    const deps = await openStudio((await open()).db)
    const booking = await book(deps, at('20:00'))
    const [moved, ...asked] = await Promise.all([
      rescheduleBooking(clientOf(deps), booking, { startsAt: START }),
      ...[1, 2, 3].map((n) => ask(deps, START, { email: `client${n}@example.com` })),
    ])
    expect(oks([moved, ...asked])).toBe(1)
    for (const each of [moved, ...asked])
      if (!each.ok) expect(each).toMatchObject({ reason: 'taken', free: expect.any(Array) })
    await expectNoOverlap(deps.db)
  })

  test('two reschedules to the same start: one succeeds, and the other booking stays', async () => {
    const deps = await openStudio((await open()).db)
    const first = await book(deps, at('18:30'))
    const second = await book(deps, at('20:00'), { email: 'two@example.com' })
    const moved = await Promise.all(
      [first, second].map((booking) => rescheduleBooking(studioOf(deps), booking, { startsAt: START })),
    )
    expect(oks(moved)).toBe(1)
    expect(moved).toContainEqual(expect.objectContaining({ reason: 'taken' }))
    const occupied = await deps.db.selectFrom('occupancies').select('booking_id').execute()
    expect(new Set(occupied.map((row) => row.booking_id))).toEqual(new Set([first.id, second.id]))
    await expectNoOverlap(deps.db)
  })

  test('refuses the second of two simultaneous reschedules', async () => {
    const deps = await openStudio((await open()).db)
    const booking = await book(deps, START)
    const moved = await Promise.all(
      [at('18:30'), at('20:00')].map((startsAt) => rescheduleBooking(studioOf(deps), booking, { startsAt })),
    )
    expect(oks(moved)).toBe(1)
    expect(moved).toContainEqual(expect.objectContaining({ reason: 'changed-since' }))
  })

  test('a hold and a booking by different people: one gets the start', async () => {
    const deps = await openStudio((await open()).db)
    const done = await Promise.all([hold(deps, 'one'), ask(deps, START), hold(deps, 'other')])
    expect(oks(done)).toBe(1)
    await expectNoOverlap(deps.db)
  })

  test('a block and a booking: one gets the time', async () => {
    const deps = await openStudio((await open()).db)
    const [isBlocked, asked] = await Promise.all([block(deps, START - 1_800_000), ask(deps, START)])
    expect(oks([{ ok: isBlocked }, asked])).toBe(1)
    await expectNoOverlap(deps.db)
  })

  test('a reschedule, a block, a hold and bookings that partly overlap: one gets the time', async () => {
    const deps = await openStudio((await open()).db)
    const booking = await book(deps, at('20:00'))
    const done = await Promise.all([
      rescheduleBooking(clientOf(deps), booking, { startsAt: START }),
      block(deps, START + 900_000).then((ok) => ({ ok })),
      hold(deps, 'one'),
      ask(deps, at('15:00'), { service: 'family', email: 'two@example.com' }),
      ask(deps, at('15:30'), { service: 'family', email: 'three@example.com' }),
      ask(deps, START, { email: 'four@example.com' }),
    ])
    expect(oks(done)).toBe(1)
    const moved = done[0]?.ok === true
    const { session_date } = await deps.db
      .selectFrom('bookings')
      .select('session_date')
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow()
    expect(session_date).toBe(moved ? START : at('20:00'))
    await expectNoOverlap(deps.db)
  })

  test('a cancellation and a confirmation: one succeeds; two confirmations confirm once', async () => {
    const deps = await openStudio((await open()).db)
    const booking = await book(deps, START)
    const changed = await Promise.all([
      cancelBooking(clientOf(deps), booking, ''),
      confirmBooking(studioOf(deps), booking, ''),
    ])
    expect(oks(changed)).toBe(1)
    expect(changed).toContainEqual(expect.objectContaining({ reason: 'changed-since' }))
    const other = await book(deps, at('20:00'), { email: 'two@example.com' })
    const confirmed = await Promise.all([1, 2].map(() => confirmBooking(studioOf(deps), other, '')))
    expect(oks(confirmed)).toBe(1)
    const now = confirmed.find(({ ok }) => ok)
    if (!now?.ok) throw new Error('not confirmed')
    expect(await confirmBooking(studioOf(deps), now.booking, '')).toMatchObject({ reason: 'not-possible' })
  })

  test('a request can’t be closed, and a closed booking can’t be confirmed again', async () => {
    const deps = await openStudio((await open()).db)
    const booking = await book(deps, START)
    expect(await closeBooking(studioOf(deps), booking, 'confirmed')).toMatchObject({ reason: 'not-possible' })
    const confirmed = await confirmBooking(studioOf(deps), booking, '')
    if (!confirmed.ok) throw new Error('not confirmed')
    const done = await closeBooking(studioOf(deps), confirmed.booking, 'done')
    if (!done.ok) throw new Error('not closed')
    expect(await confirmBooking(studioOf(deps), done.booking, '')).toMatchObject({ reason: 'not-possible' })
  })

  test('of requests for different starts of a day, as many are made as its limit allows', async () => {
    const deps = await openStudio((await open()).db, { daily_limit: 2 })
    const starts = await listStarts(deps, { offer: await offerOf(deps), date: '2026-12-05' })
    expect(starts.length).toBeGreaterThan(5)
    const asked = await Promise.all(
      starts.map(({ startsAt }, n) => ask(deps, startsAt, { email: `client${n}@example.com` })),
    )
    expect(oks(asked)).toBe(2)
  })

  test('makes one booking from a form sent ten times, without duplicate emails', async () => {
    const deps = await openStudio((await open()).db)
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask(deps, START)))
    expect(
      asked.map((each) => each.ok && each.repeated).filter((repeated) => repeated === false),
    ).toHaveLength(1)
    expect(new Set(asked.map((each) => each.ok && each.booking.id)).size).toBe(1)
    expect(await deps.db.selectFrom('booking_events').select('kind').execute()).toEqual([
      { kind: 'requested' },
    ])
    const emails = await deps.db.selectFrom('outbox').select(['to_address', 'subject']).execute()
    expect(new Set(emails.map((mail) => JSON.stringify(mail))).size).toBe(emails.length)
  })
})

describeOnBothEngines('holds', (open) => {
  test('keep the last session of a full day for their visitor', async () => {
    const deps = await openStudio((await open()).db, { daily_limit: 1 })
    expect(await hold(deps, 'one')).toMatchObject({ ok: true })
    expect(await ask(deps, at('20:00'))).toMatchObject({ ok: false, reason: 'taken', free: [] })
    expect(await ask(deps, START, { visitor: 'one' })).toMatchObject({ ok: true })
  })

  test('expired ones are released in the next visitor’s transaction', async () => {
    const deps = await openStudio((await open()).db)
    await hold(deps, 'one')
    const later = { ...deps, clock: { now: () => deps.clock.now() + 15 * 60_000 } }
    expect(await ask(later, START)).toMatchObject({ ok: true })
    expect(await deps.db.selectFrom('holds').select('id').execute()).toEqual([])
  })

  test('expired ones are free, whether extended or booked first', async () => {
    const deps = await openStudio((await open()).db)
    await hold(deps, 'one')
    const later = { ...deps, clock: { now: () => deps.clock.now() + 15 * 60_000 } }
    const [extended, ...asked] = await Promise.all([
      extendHoldOnce(later, 'one'),
      ask(later, START, { visitor: 'one' }),
      ask(later, START, { email: 'two@example.com' }),
      hold(later, 'three'),
    ])
    expect(extended).toBeUndefined()
    expect(oks(asked)).toBe(1)
    await expectNoOverlap(deps.db)
  })

  test('are extended once, and released only for another successful one', async () => {
    const deps = await openStudio((await open()).db)
    await hold(deps, 'one')
    const extended = await Promise.all([1, 2].map(() => extendHoldOnce(deps, 'one')))
    expect(extended.filter((until) => until !== undefined)).toHaveLength(1)
    await block(deps, at('20:00'))
    expect(await hold(deps, 'one', at('20:00'))).toMatchObject({ ok: false, reason: 'taken' })
    expect(await findHold(deps, 'one')).toMatchObject({ startsAt: START })
    expect(await hold(deps, 'one', at('18:30'))).toMatchObject({ ok: true })
    expect(
      await deps.db.selectFrom('occupancies').where('kind', '=', 'hold').select('id').execute(),
    ).toHaveLength(1)
  })
})
