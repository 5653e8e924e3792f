import pino from 'pino'
import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import {
  makePlace,
  makeSchedule,
  makeSessionType,
  makeTermsVersion,
} from '../../../../test/support/factories'
import { putTestSettings } from '../../../../test/support/settings'
import { findOffer } from '../availability/operations.server'
import { slotOf } from '../slots/model'
import { holdStart } from './holds.server'
import { type BookingDeps, requestBooking } from './operations.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const config = { siteUrl: 'https://studio.example.com', secret: 'a secret of tests', rateLimitScale: 1000 }
const log = pino({ level: 'silent' })
const START = '2026-12-05T15:30:00Z'

async function open(db: Db): Promise<BookingDeps> {
  await putTestSettings(db)
  await makeTermsVersion(db)
  const studio = await makePlace(db, { slug: 'studio', is_default: 1 })
  await makeSessionType(db, { slug: 'portrait', minutes: 45, increment_minutes: 45, places: [studio] })
  await makeSessionType(db, { slug: 'family', minutes: 60, increment_minutes: 30, places: [studio] })
  await makeSchedule(db)
  return { db, clock, config, log }
}

const form = (given: Record<string, string> = {}) => {
  const fields: Record<string, string> = {
    service: 'portrait',
    location: 'studio',
    slot: START,
    name: 'Ann Lee',
    email: 'ann@example.com',
    partySize: '2',
    terms: 'yes',
    ...given,
  }
  return (name: string) => fields[name] ?? ''
}

describeOnBothEngines('a booking', (openDb) => {
  test('is made for a start that is offered', async () => {
    const deps = await open((await openDb()).db)
    const made = await requestBooking(deps, { get: form(), network: '192.0.2.1', visitor: '' })
    expect(made).toMatchObject({
      ok: true,
      repeated: false,
      booking: {
        state: 'requested',
        sessionDate: Date.parse(START),
        wallStart: '2026-12-05T10:30',
        zone: 'America/New_York',
      },
    })
    const again = await requestBooking(deps, { get: form(), network: '192.0.2.1', visitor: '' })
    expect(again).toMatchObject({ ok: true, repeated: true })
  })

  test('goes to one of a hundred simultaneous requests, and the others see what is free', async () => {
    const deps = await open((await openDb()).db)
    const asked = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        requestBooking(deps, {
          get: form({
            email: `client${n}@example.com`,
            ...(n % 2 ? { service: 'family', slot: '2026-12-05T15:00:00Z' } : {}),
          }),
          network: `192.0.2.${n}`,
          visitor: '',
        }),
      ),
    )
    expect(asked.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = asked.filter((each) => !each.ok && each.reason === 'taken')
    expect(refused).toHaveLength(99)
    for (const each of refused) expect('free' in each && each.free.length).toBeGreaterThan(3)
    const { count } = await deps.db
      .selectFrom('bookings')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1)
  })

  test('never waits for another visitor’s hold, and uses the visitor’s own', async () => {
    const deps = await open((await openDb()).db)
    const offer = await findOffer(deps, { service: 'portrait', location: '' })
    if (!offer) throw new Error('not offered')
    const held = await holdStart(deps, {
      offer,
      startsAt: Date.parse(START),
      visitor: 'one',
      network: '192.0.2.1',
    })
    expect(held).toMatchObject({ ok: true })
    expect(
      await requestBooking(deps, { get: form(), network: '192.0.2.2', visitor: 'another' }),
    ).toMatchObject({ ok: false, reason: 'taken' })
    expect(await requestBooking(deps, { get: form(), network: '192.0.2.1', visitor: 'one' })).toMatchObject({
      ok: true,
    })
  })

  test('refuses starts that are not offered, each with a sentence', async () => {
    const deps = await open((await openDb()).db)
    const wrong = [
      '2026-12-05T15:31:00Z',
      '2026-12-05T10:30:00-05:00',
      '2026-12-06T15:30:00Z',
      '2026-11-20T15:00:00Z',
      '2020-12-05T15:30:00Z',
      '2028-12-05T15:30:00Z',
      'now',
      slotOf(Date.parse(START)).replace('Z', '.000Z'),
    ]
    for (const slot of wrong)
      expect(
        await requestBooking(deps, { get: form({ slot }), network: '192.0.2.1', visitor: '' }),
        slot,
      ).toMatchObject({
        ok: false,
        reason: 'refused',
        errors: { slot: expect.stringMatching(/^[A-Z].*\.$/) },
      })
  })
})
