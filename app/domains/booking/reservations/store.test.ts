import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '~/platform/db/database.server'
import type { NewRow } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeBooking } from '../../../../test/support/factories'
import { slowSteps } from '../../../../test/support/query-plan'
import { bookedQuery, occupiedQuery } from '../availability/store.server'
import { BOOKING_STATES } from './model'
import { dropExpiredHolds, expiredHoldsQuery, occupy } from './occupancies-store.server'
import {
  bookingsBetweenQuery,
  bookingsOfQuery,
  selectBookingsBetween,
  selectBookingsOf,
} from './store.server'

const HOUR = 3_600_000

describeOnBothEngines('the bookings', (open, engine) => {
  test('of a period are those that overlap it, in order, found by the index', async () => {
    const { db } = await open()
    for (const hours of [30, 10, 12, 20])
      await makeBooking(db, { session_date: hours * HOUR, session_end: (hours + 1) * HOUR })
    const between = { resourceId: 'default', from: 10.5 * HOUR, until: 30 * HOUR, states: BOOKING_STATES }
    const found = await selectBookingsBetween(db, between)
    expect(found.map(({ sessionDate }) => sessionDate / HOUR)).toEqual([10, 12, 20])
    expect(await slowSteps(db, engine, bookingsBetweenQuery(db, between))).toEqual([])
  })

  test('of an address are found by the index, newest session first', async () => {
    const { db } = await open()
    for (const hours of [10, 30, 20])
      await makeBooking(db, {
        email: 'Ann@example.com',
        session_date: hours * HOUR,
        session_end: (hours + 1) * HOUR,
      })
    await makeBooking(db)
    const found = await selectBookingsOf(db, 'ann@example.com')
    expect(found.map(({ sessionDate }) => sessionDate / HOUR)).toEqual([30, 20, 10])
    expect(await slowSteps(db, engine, bookingsOfQuery(db, 'ann@example.com'))).toEqual([])
  })
})

type Occupancy = NewRow<'occupancies'>

const occupancy = (startsAt: number, endsAt: number, given: Partial<Occupancy> = {}): Occupancy => ({
  id: newId(),
  resource_id: 'default',
  resource_number: 1,
  kind: 'block',
  starts_at: startsAt,
  ends_at: endsAt,
  booking_id: null,
  expires_at: null,
  title: '',
  version: 1,
  ...given,
})

/** Whether the database accepted the write. */
const written = (writing: Promise<unknown>): Promise<boolean> =>
  writing.then(
    () => true,
    (error: Error) => {
      expect(error.message).toContain('occupancies_apart')
      return false
    },
  )

const spanArb = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 8 }))
  .map(([start, length]) => ({ start, end: start + length }))
const stepArb = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('insert' as const, 'occupy' as const), span: spanArb }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('update' as const), which: fc.nat(20), span: spanArb }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat(20) }) },
)

const readSpans = async (db: Db) =>
  (await db.selectFrom('occupancies').select(['starts_at', 'ends_at']).orderBy('starts_at').execute()).map(
    (row) => ({ start: row.starts_at, end: row.ends_at }),
  )

describeOnBothEngines('the calendar', (open, engine) => {
  test('accepts free times and refuses overlaps, whatever writes them', async () => {
    const { db } = await open()
    await fc.assert(
      fc.asyncProperty(fc.array(stepArb, { minLength: 10, maxLength: 30 }), async (steps) => {
        await db.deleteFrom('occupancies').execute()
        const model = new Map<string, { start: number; end: number }>()
        const isFree = ({ start, end }: { start: number; end: number }, except?: string) =>
          ![...model].some(([id, other]) => id !== except && other.start < end && start < other.end)
        for (const step of steps) {
          if (!('which' in step)) {
            const row = occupancy(step.span.start, step.span.end)
            const made =
              step.do === 'occupy'
                ? await occupy(db as Parameters<typeof occupy>[0], row)
                : await written(db.insertInto('occupancies').values(row).execute())
            expect(made).toBe(isFree(step.span))
            if (made) model.set(row.id, step.span)
            continue
          }
          const id = [...model.keys()][step.which % Math.max(1, model.size)]
          if (id === undefined) continue
          if (step.do === 'delete') {
            await db.deleteFrom('occupancies').where('id', '=', id).execute()
            model.delete(id)
            continue
          }
          const { start, end } = step.span
          const changed = await written(
            db
              .updateTable('occupancies')
              .set({ starts_at: start, ends_at: end })
              .where('id', '=', id)
              .execute(),
          )
          expect(changed).toBe(isFree(step.span, id))
          if (changed) model.set(id, step.span)
        }
        expect(await readSpans(db)).toEqual([...model.values()].toSorted((a, b) => a.start - b.start))
      }),
      { numRuns: 15 },
    )
  })

  test('keeps sessions apart when many write at once without waiting for each other', async () => {
    const { db } = await open()
    const spans = Array.from({ length: 60 }, (_, n) => ({
      start: (n * 7) % 31,
      end: ((n * 7) % 31) + 1 + (n % 5),
    }))
    await Promise.all(
      spans.map(({ start, end }) => db.transaction().execute((tx) => occupy(tx, occupancy(start, end)))),
    )
    const kept = await readSpans(db)
    expect(kept.length).toBeGreaterThan(5)
    for (const [index, { start }] of kept.entries())
      expect(start).toBeGreaterThanOrEqual(kept[index - 1]?.end ?? 0)
    for (const { start, end } of spans)
      expect(kept.some((other) => other.start < end && start < other.end)).toBe(true)
  })

  test('counts a hold that has ended until it is dropped', async () => {
    const { db } = await open()
    await db
      .insertInto('occupancies')
      .values(occupancy(0, 10, { kind: 'hold', expires_at: 100 }))
      .execute()
    await db.transaction().execute(async (tx) => {
      await dropExpiredHolds(tx, 1, 99)
      expect(await occupy(tx, occupancy(5, 15))).toBe(false)
      await dropExpiredHolds(tx, 1, 100)
      expect(await occupy(tx, occupancy(5, 15))).toBe(true)
    })
  })

  test('finds everything that overlaps a span, even if it began long before, without reading earlier years', async () => {
    const { db } = await open()
    for (const [start, end] of [
      [0, 10],
      [10, 500],
      [500, 510],
      [520, 530],
    ] as const)
      await db.insertInto('occupancies').values(occupancy(start, end)).execute()
    const found = async (startsAt: number, endsAt: number) =>
      (await occupiedQuery(db, 1, { startsAt, endsAt }).execute())
        .map((row) => row.starts_at)
        .toSorted((a, b) => a - b)
    expect(await found(400, 505)).toEqual([10, 500])
    expect(await found(500, 520)).toEqual([500])
    expect(await found(515, 600)).toEqual([520])
    expect(await found(-5, 1)).toEqual([0])
    const span = { startsAt: 400, endsAt: 505 }
    expect(await slowSteps(db, engine, occupiedQuery(db, 1, span))).toEqual([])
    expect(await slowSteps(db, engine, expiredHoldsQuery(db, 1, 5))).toEqual([])
    expect(
      await slowSteps(db, engine, bookedQuery(db, { resourceId: 'default', sessionType: newId(), span })),
    ).toEqual([])
  })
})
