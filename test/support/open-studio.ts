import pino from 'pino'
import type { Offer } from '~/domains/booking/availability/model'
import { findOffer } from '~/domains/booking/availability/operations.server'
import type { Booking } from '~/domains/booking/reservations/model'
import {
  type BookingDeps,
  type BookingRequested,
  requestBooking,
} from '~/domains/booking/reservations/operations.server'
import { slotOf } from '~/domains/booking/slots/model'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { makePlace, makeSchedule, makeSessionType, makeTermsVersion } from './factories'
import { putTestSettings } from './settings'

/**
 * A studio open Tuesday to Saturday from nine to six, with portraits (45 minutes) and families (60 minutes). It
 * is Friday.
 */
export async function openStudio(db: Db, given: Partial<Row<'session_types'>> = {}): Promise<BookingDeps> {
  await putTestSettings(db)
  await makeTermsVersion(db)
  const studio = await makePlace(db, { slug: 'studio', is_default: 1 })
  const types = {
    portrait: { minutes: 45, increment_minutes: 45 },
    family: { minutes: 60, increment_minutes: 30 },
  }
  for (const [slug, type] of Object.entries(types))
    await makeSessionType(db, { slug, ...type, ...given, places: [studio] })
  await makeSchedule(db)
  return {
    db,
    clock: fixedClock('2026-11-20T15:00:00Z'),
    config: { siteUrl: 'https://studio.example.com', secret: 'a secret of tests', rateLimitScale: 1_000 },
    log: pino({ level: 'silent' }),
  }
}

export async function offerOf(deps: BookingDeps, service = 'portrait'): Promise<Offer> {
  const offer = await findOffer(deps, { service, location: '' })
  if (!offer) throw new Error(`${service} is not offered`)
  return offer
}

/** The fields of the booking form. `at` is the start time, such as `2026-12-05T15:30:00Z`. */
export function ask(
  deps: BookingDeps,
  at: string | number,
  { visitor = '', network = '192.0.2.1', isSignedIn = '', ...given }: Record<string, string> = {},
): Promise<BookingRequested> {
  const fields: Record<string, string> = {
    service: 'portrait',
    location: 'studio',
    slot: typeof at === 'number' ? slotOf(at) : at,
    name: 'Ann Lee',
    email: 'ann@example.com',
    partySize: '2',
    terms: 'yes',
    ...given,
  }
  const get = (name: string) => fields[name] ?? ''
  return requestBooking(deps, { get, network, visitor, isSignedIn: isSignedIn === 'yes' })
}

export async function book(...asked: Parameters<typeof ask>): Promise<Booking> {
  const made = await ask(...asked)
  if (!made.ok) throw new Error(`not booked: ${JSON.stringify(made)}`)
  return made.booking
}
