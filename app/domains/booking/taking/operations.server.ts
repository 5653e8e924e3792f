import { readSettings } from '~/domains/content/operations.server'
import type { WishRefusal } from '~/domains/newsletter/email-rule'
import { subscribe } from '~/domains/newsletter/operations.server'
import { newToken } from '~/platform/ids.server'
import { addDays, dateOf, instantOf } from '~/platform/time'
import { findOffer, findOfferOf } from '../availability/operations.server'
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
import { listSessionTypes } from '../session-types/operations.server'
import { slotOf } from '../slot'
import { startLabels } from '../start-labels'
import type { Unconfirmed } from '../unconfirmed/model'
import {
  type Confirmed,
  confirmByEmail,
  findWatched,
  untilLabel,
  watchTokenOf,
} from '../unconfirmed/operations.server'
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
  | Exclude<Extract<BookingRequested, { ok: false }>, { reason: 'to-confirm' }>

/** R6: books, and adds the client to the newsletter if they checked it. Whatever happens there, the booking stands. */
export async function bookSession(deps: BookingDeps, request: BookingRequest): Promise<SessionBooked> {
  const booked = await requestBooking(deps, request)
  if (!booked.ok && booked.reason === 'to-confirm')
    return { ok: true, token: watchTokenOf(deps, booked.unconfirmed), newsletter: null }
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

/** The client has pressed the button in the email. The browser gets the booking, and the newsletter what was wished for. */
export async function confirmSession(
  deps: BookingDeps,
  { token, network }: { token: string; network: string },
): Promise<{ ok: true; token: string; newsletter: WishRefusal | null } | Extract<Confirmed, { ok: false }>> {
  const confirmed = await confirmByEmail(deps, token)
  if (!confirmed.ok) return confirmed
  const { booking, wantsNewsletter, isNew } = confirmed
  const newsletter = isNew && wantsNewsletter ? await subscribeBeside(deps, booking, network) : null
  return { ok: true, token: browserTokenOf(deps, booking), newsletter }
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
 * D2: what the thank-you page shows to the browser that has just booked; undefined for everyone else, and when the
 * booking has come to nothing.
 */
export async function findBookingMade(
  deps: Pick<BookingDeps, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<BookingMade | undefined> {
  if (token === '') return undefined
  const watched = await findWatched(deps, token)
  if (watched?.unconfirmed.state === 'waiting') return await toConfirm(deps, watched.unconfirmed)
  const booking = watched ? watched.booking : await findByManageToken(deps, token)
  if (!booking || (booking.state !== 'requested' && booking.state !== 'confirmed')) return undefined
  const zone = (await readSettings(deps)).studio.timeZone
  return {
    // Only the booking’s own token gets at the file for calendars.
    calendars: watched ? null : await readCalendarTargets(deps, booking),
    reference: booking.reference,
    state: booking.state,
    toConfirm: null,
    service: booking.sessionType.slug,
    slot: slotOf(booking.sessionDate),
    title: booking.sessionType.title,
    minutes: booking.sessionType.minutes,
    place: booking.place.title,
    address: booking.place.kind === 'client' ? booking.address : '',
    email: booking.email,
    when: startLabels({ startsAt: booking.sessionDate, endsAt: booking.sessionEnd }, zone),
    priceCents: booking.priceCents,
    priceUnit: booking.priceUnit,
    travelFeeCents: booking.travelFeeCents,
    depositCents: booking.depositCents,
  }
}

async function toConfirm(
  deps: Pick<BookingDeps, 'db' | 'clock'>,
  unconfirmed: Unconfirmed,
): Promise<BookingMade | undefined> {
  if (unconfirmed.expiresAt <= deps.clock.now()) return undefined
  const zone = (await readSettings(deps)).studio.timeZone
  const { type, place } = await findOfferOf(deps, unconfirmed)
  return {
    calendars: null,
    reference: unconfirmed.reference,
    state: 'to-confirm',
    toConfirm: { until: untilLabel(unconfirmed, zone), isHeld: unconfirmed.holdId !== null },
    service: type.slug,
    slot: slotOf(unconfirmed.sessionDate),
    title: type.title,
    minutes: type.minutes,
    place: place.title,
    address: unconfirmed.details?.address ?? '',
    email: unconfirmed.email,
    when: startLabels({ startsAt: unconfirmed.sessionDate, endsAt: unconfirmed.sessionEnd }, zone),
    priceCents: unconfirmed.priceCents,
    priceUnit: type.priceUnit,
    travelFeeCents: place.travelFeeCents,
    depositCents: type.depositCents,
  }
}

/** A booking that nobody made, for the Studio’s preview of what a client sees; undefined: nothing can be booked. */
export async function exampleBooking({
  db,
  clock,
}: Pick<BookingDeps, 'db' | 'clock'>): Promise<BookingMade | undefined> {
  const [first] = await listSessionTypes({ db })
  const offer = first && (await findOffer({ db }, { service: first.slug, location: '' }))
  if (!offer) return undefined
  const { type, place } = offer
  const { studio } = await readSettings({ db })
  const startsAt = instantOf(addDays(dateOf(clock.now(), studio.timeZone), 14), '10:30', studio.timeZone)
  return {
    calendars: null,
    reference: `${studio.logo.join('')}-EXAMPLE`,
    state: type.needsApproval ? 'requested' : 'confirmed',
    toConfirm: null,
    service: type.slug,
    slot: slotOf(startsAt),
    title: type.title,
    minutes: type.minutes,
    place: place.title,
    address: '',
    email: 'name@example.com',
    when: startLabels({ startsAt, endsAt: startsAt + type.minutes * 60_000 }, studio.timeZone),
    priceCents: type.priceCents,
    priceUnit: type.priceUnit,
    travelFeeCents: place.travelFeeCents,
    depositCents: type.depositCents,
  }
}
