import { readSettings } from '~/domains/content/operations.server'
import type { WishRefusal } from '~/domains/newsletter/email-rule'
import { subscribe } from '~/domains/newsletter/operations.server'
import { newToken } from '~/platform/ids.server'
import { zoneName } from '~/platform/time'
import { findOffer } from '../availability/operations.server'
import { readStart } from '../booking-form'
import type { Booking } from '../bookings/model'
import { holdStart } from '../holds/operations.server'
import { readCalendarTargets } from '../managing/calendars/operations.server'
import { browserTokenOf, findByManageToken } from '../managing/operations.server'
import {
  type BookingDeps,
  type BookingRequest,
  type BookingRequested,
  requestBooking,
} from '../operations.server'
import { slotOf } from '../slot'
import { startLabels } from '../start-labels'
import type { BookingMade } from './model'

/** A random name for a browser, under which starts are held for it. */
export const newVisitor = (): string => newToken()

/** So long after a booking the same form, sent again, is the same person's second press on the button. */
const SECOND_PRESS = 5 * 60_000

export type SessionBooked =
  /**
   * `token` opens the booking for the browser that made it; null when somebody sends again what was booked long ago.
   * `newsletter`: why the address isn't on the newsletter although it was asked for; null: it is, or nobody asked.
   */
  | { ok: true; token: string | null; newsletter: WishRefusal | null }
  | Extract<BookingRequested, { ok: false }>

/** R6: books, and adds the client to the newsletter if they checked it. Whatever happens there, the booking stands. */
export async function bookSession(deps: BookingDeps, request: BookingRequest): Promise<SessionBooked> {
  const booked = await requestBooking(deps, request)
  if (!booked.ok) return booked
  const { booking, repeated } = booked
  const newsletter =
    !repeated && request.get('newsletter') === 'yes'
      ? await subscribeBeside(deps, booking, request.network)
      : null
  const isTheirs = !repeated || deps.clock.now() - booking.createdAt < SECOND_PRESS
  return { ok: true, token: isTheirs ? browserTokenOf(deps, booking) : null, newsletter }
}

async function subscribeBeside(
  deps: BookingDeps,
  { email }: Booking,
  network: string,
): Promise<WishRefusal | null> {
  try {
    const subscribed = await subscribe(deps, { email, network })
    return subscribed.ok ? null : subscribed.reason
  } catch (error) {
    deps.log.error({ err: error }, 'a newsletter subscription that came with a booking failed')
    return 'failed'
  }
}

export type SlotHeld =
  | { ok: true }
  /** `unknown`: no such session, place or start; `unheld`: free, but kept for nobody. */
  | { ok: false; reason: 'unknown' | 'taken' | 'unheld' }

/**
 * Keeps a start for the visitor while they fill in the form. A browser that keeps no cookies gets no hold: it could
 * not show later whose it is, and would stand in its own way.
 */
export async function holdSlot(
  deps: BookingDeps,
  asked: { service: string; location: string; slot: string; visitor: string; network: string },
): Promise<SlotHeld> {
  const offer = await findOffer(deps, asked)
  const start = readStart(asked.slot)
  if (!offer || !start.ok) return { ok: false, reason: 'unknown' }
  if (asked.visitor === '') return { ok: false, reason: 'unheld' }
  const taken = await holdStart(deps, { ...asked, offer, startsAt: start.startsAt })
  if (taken.ok) return { ok: true }
  switch (taken.reason) {
    case 'not-offered':
      return { ok: false, reason: 'unknown' }
    case 'taken':
      return { ok: false, reason: 'taken' }
    case 'too-many':
      return { ok: false, reason: 'unheld' }
  }
}

/**
 * D2: what the thank-you page shows to who has just booked; undefined for everybody else, and when there is nothing
 * to be thankful for any more.
 */
export async function findBookingMade(
  deps: Pick<BookingDeps, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<BookingMade | undefined> {
  const booking = token === '' ? undefined : await findByManageToken(deps, token)
  if (!booking || (booking.state !== 'requested' && booking.state !== 'confirmed')) return undefined
  const { studio } = await readSettings(deps)
  const zone = studio.timeZone
  return {
    calendars: await readCalendarTargets(deps, booking),
    reference: booking.reference,
    state: booking.state,
    service: booking.sessionType.slug,
    slot: slotOf(booking.sessionDate),
    title: booking.sessionType.title,
    minutes: booking.sessionType.minutes,
    place: booking.place.title,
    address: booking.place.kind === 'client' ? booking.address : '',
    email: booking.email,
    when: startLabels({ startsAt: booking.sessionDate, endsAt: booking.sessionEnd }, zone),
    zoneName: zoneName(zone, booking.sessionDate),
    priceCents: booking.priceCents,
    priceUnit: booking.priceUnit,
    travelFeeCents: booking.travelFeeCents,
    depositCents: booking.depositCents,
  }
}
