import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeBooking } from '../../../../test/support/factories'
import { slowSteps } from '../../../../test/support/query-plan'
import { BOOKING_STATES } from './model'
import {
  bookingsBetweenQuery,
  bookingsOfQuery,
  selectBookingsBetween,
  selectBookingsOf,
} from './store.server'

const HOUR = 3_600_000

describeOnBothEngines('the bookings', (open, engine) => {
  test('of a span are those that touch it, in order, found by the index', async () => {
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
