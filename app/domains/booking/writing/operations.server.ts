import { randomInt } from 'node:crypto'
import type { Settings } from '~/domains/content/model'
import { noteContact } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Tx } from '~/platform/db/database.server'
import { indexNew } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import type { Offer } from '../availability/model'
import { wallTimeOf } from '../availability/wall-time'
import type { ClientDetails } from '../booking-form'
import type { Booking, BookingEvent } from '../bookings/model'
import { insertBooking, insertEvent, selectBooking } from '../bookings/store.server'
import { tellOfBooking } from '../letters/operations.server'
import { occupyForBooking } from '../occupancies/operations.server'
import type { BookingPolicy } from '../policy'
import { newReference } from '../reference'

export interface NewBooking {
  /** As they are now; a booking keeps what it was made by. */
  settings: Pick<Settings, 'studio' | 'booking'>
  offer: Offer
  /** Milliseconds since 1970. */
  startsAt: number
  miniDayId: string | null
  details: ClientDetails
  state: 'requested' | 'confirmed'
  /** Which version of the terms the client agreed to; null: to none, as by telephone. */
  termsVersion: number | null
  priceCents: number
  /** Tells a form that was sent twice; null: it cannot be. */
  submissionKey: string | null
  by: BookingEvent['by']
  /** What people call it; a new one when it's missing. */
  reference?: string | undefined
  /** Made on the site with an address that nobody has proven. */
  isUnproven?: boolean
  /** Whether client and studio get their letters. */
  isTold: boolean
}

export type Written =
  | { ok: true; booking: Booking }
  /** Another booking, a hold or a block has that time. */
  | { ok: false; reason: 'taken' }
  /** Another booking got the same reference: try again. */
  | { ok: false; reason: 'reference-taken' }

/**
 * Writes a booking with all that belongs to it: its time, its event, what it is found by, the record of the person and
 * the letters. The calendar is locked and ended holds are gone. Unless it is ok, nothing of the transaction may stay.
 */
export async function writeBooking(
  { db: tx, clock, config }: { db: Tx; clock: Clock; config: Pick<Config, 'siteUrl' | 'secret'> },
  { settings, offer, startsAt, details, state, by, isTold, isUnproven = false, ...given }: NewBooking,
): Promise<Written> {
  const { studio } = settings
  const { type, place, resourceId } = offer
  const id = newId()
  const at = clock.now()
  const reference = given.reference ?? referenceFor(settings)
  const made = await insertBooking(tx, {
    ...details,
    ...given,
    id,
    reference,
    resourceId,
    sessionTypeId: type.id,
    placeId: place.id,
    state,
    sessionDate: startsAt,
    sessionEnd: startsAt + type.minutes * 60_000,
    wallStart: wallTimeOf(startsAt, studio.timeZone),
    zone: studio.timeZone,
    priceUnit: type.priceUnit,
    travelFeeCents: place.travelFeeCents,
    depositCents: type.depositCents,
    policy: policyOf(settings.booking),
    isUnproven,
    uid: `${id}@${new URL(config.siteUrl).hostname}`,
    sequence: 0,
    manageVersion: 1,
    privateNote: '',
    acceptAskedAt: null,
    createdAt: at,
  })
  if (!made) return { ok: false, reason: 'reference-taken' }
  if (!(await occupyForBooking(tx, offer, { bookingId: id, startsAt }))) return { ok: false, reason: 'taken' }
  await insertEvent(tx, id, { kind: state, at, by, detail: by.kind === 'studio' ? { byHand: 1 } : {} })
  const { name, email, phone } = details
  await noteContact({ db: tx, clock }, { name, email, phone })
  await indexNew(tx, 'booking', [{ id, texts: [reference, email, name, phone] }])
  const booking = await selectBooking(tx, { id })
  if (!booking) throw new Error('A booking that was just written is missing.')
  if (isTold)
    await tellOfBooking(
      { db: tx, clock, config },
      booking,
      state === 'requested' ? { kind: 'requested' } : { kind: 'confirmed', words: '' },
    )
  return { ok: true, booking }
}

/** A new one with the studio’s letters. */
export const referenceFor = ({ studio }: Pick<Settings, 'studio'>): string =>
  newReference(studio.logo.join(''), (limit) => randomInt(limit))

const policyOf = ({ freeMoves, moveHours, moveFeeCents, depositBackDays }: BookingPolicy): BookingPolicy => ({
  freeMoves,
  moveHours,
  moveFeeCents,
  depositBackDays,
})
