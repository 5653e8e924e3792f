import { readLedger } from '~/domains/billing/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { addDays, dateOf, instantOf } from '~/platform/time'
import { findOffer, findOfferOf } from '../availability/operations.server'
import { findByManageToken } from '../client/manage-link.server'
import { remindersAhead } from '../emails/model'
import { balanceOf } from '../payments/balance'
import { offerTax } from '../payments/offer-tax'
import { depositAsked, isHeld } from '../requirements/model'
import { listSessionTypes } from '../session-types/operations.server'
import { slotOf } from '../slots/model'
import { dayAndTime, startLabels } from '../start-labels'
import type { Booking, BookingMade } from './model'
import type { BookingDeps } from './operations.server'
import { findWatched, untilLabel } from './unverified.server'
import type { UnverifiedBooking } from './unverified-model'

/**
 * D2: What the thank-you page shows to the browser that has just booked; undefined: for any other browser, or
 * if the booking has ended.
 */
export async function findBookingMade(
  deps: Pick<BookingDeps, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<BookingMade | undefined> {
  if (token === '') return undefined
  const watched = await findWatched(deps, token)
  if (watched?.unverified.state === 'waiting') return await toConfirm(deps, watched.unverified)
  const booking = watched ? watched.booking : await findByManageToken(deps, token)
  if (!booking || (booking.state !== 'requested' && booking.state !== 'confirmed')) return undefined
  const zone = await readZone(deps)
  return {
    // The page needs the booking’s own token.
    isOpenHere: !watched,
    reference: booking.reference,
    state: isHeld(booking) ? 'held' : booking.state,
    heldUntil: booking.heldUntil === null ? '' : dayAndTime(booking.heldUntil, booking.zone),
    toConfirm: null,
    service: booking.sessionType.slug,
    location: booking.place.slug,
    slot: slotOf(booking.sessionDate),
    title: booking.sessionType.title,
    minutes: booking.sessionType.minutes,
    place: booking.place.title,
    address: booking.place.kind === 'client' ? booking.address : '',
    email: booking.email,
    when: startLabels({ startsAt: booking.sessionDate, endsAt: booking.sessionEnd }, zone),
    reminders: remindersAhead(booking, deps.clock.now()),
    priceCents: booking.priceCents,
    priceUnit: booking.priceUnit,
    travelFeeCents: booking.travelFeeCents,
    tax: balanceOf(booking, await readLedger(deps, booking.id)).tax,
    depositCents: awaitsProposal(booking) ? 0 : booking.depositCents,
  }
}

async function toConfirm(
  deps: Pick<BookingDeps, 'db' | 'clock'>,
  unverified: UnverifiedBooking,
): Promise<BookingMade | undefined> {
  if (unverified.expiresAt <= deps.clock.now()) return undefined
  const settings = await readSettings(deps)
  const zone = settings.studio.timeZone
  const { type, place } = await findOfferOf(deps, unverified)
  return {
    isOpenHere: false,
    reference: unverified.reference,
    state: 'to-confirm',
    heldUntil: '',
    toConfirm: { until: untilLabel(unverified, zone), isHeld: unverified.holdId !== null },
    service: type.slug,
    location: place.slug,
    slot: slotOf(unverified.sessionDate),
    title: type.title,
    minutes: type.minutes,
    place: place.title,
    address: unverified.details?.address ?? '',
    email: unverified.email,
    when: startLabels({ startsAt: unverified.sessionDate, endsAt: unverified.sessionEnd }, zone),
    reminders: remindersAhead(unverified, deps.clock.now()),
    priceCents: unverified.priceCents,
    priceUnit: type.priceUnit,
    travelFeeCents: place.travelFeeCents,
    tax: offerTax({ ...type, ...unverified, travelFeeCents: place.travelFeeCents }, settings),
    depositCents: depositAsked(type),
  }
}

const awaitsProposal = ({ requirements }: Booking): boolean =>
  requirements?.items.some(({ kind, doneAt }) => kind === 'proposal' && doneAt === null) ?? false

/** A made-up booking for the Studio's preview; undefined: nothing can be booked. */
export async function exampleBooking({
  db,
  clock,
}: Pick<BookingDeps, 'db' | 'clock'>): Promise<BookingMade | undefined> {
  const [first] = await listSessionTypes({ db })
  const offer = first && (await findOffer({ db }, { service: first.slug, location: '' }))
  if (!offer) return undefined
  const { type, place } = offer
  const settings = await readSettings({ db })
  const { studio } = settings
  const startsAt = instantOf(addDays(dateOf(clock.now(), studio.timeZone), 14), '10:30', studio.timeZone)
  return {
    isOpenHere: true,
    reference: `${studio.logo.join('')}-EXAMPLE`,
    state: type.needsApproval ? 'requested' : 'confirmed',
    heldUntil: '',
    toConfirm: null,
    service: type.slug,
    location: place.slug,
    slot: slotOf(startsAt),
    title: type.title,
    minutes: type.minutes,
    place: place.title,
    address: '',
    email: 'name@example.com',
    when: startLabels({ startsAt, endsAt: startsAt + type.minutes * 60_000 }, studio.timeZone),
    reminders: 2,
    priceCents: type.priceCents,
    priceUnit: type.priceUnit,
    travelFeeCents: place.travelFeeCents,
    tax: offerTax({ ...type, ...place }, settings),
    depositCents: depositAsked(type),
  }
}
