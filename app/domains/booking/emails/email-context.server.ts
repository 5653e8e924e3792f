import { readLedger } from '~/domains/billing/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { isAddressProven } from '~/domains/people/operations.server'
import { mediaPath, renditionFor } from '~/domains/photos/model'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { COVER_PIXELS } from '~/platform/mail/email-layout'
import { manageTokenOf } from '../client/manage-link.server'
import { balanceOf } from '../payments/balance'
import { reschedulesBy } from '../policy'
import type { Booking, BookingEvent } from '../reservations/model'
import { selectEvents } from '../reservations/store.server'
import { readSessionPhoto } from '../session-types/operations.server'
import type { EmailContext, EmailPicture } from './emails.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/** Reads everything that an email to a booking's client needs. */
export async function readEmailContext(
  { db, clock, config }: Deps,
  booking: Booking,
  events: readonly BookingEvent[],
): Promise<EmailContext> {
  const { studio } = await readSettings({ db })
  const emailBooking = await bookingForEmail({ db }, booking, events)
  return {
    branding: emailBrandingOf(studio, config.siteUrl),
    booking,
    emailBooking,
    picture: await readSessionPicture({ db }, booking),
    isProven: emailBooking === booking,
    balance: balanceOf(booking, await readLedger({ db }, booking.id)),
    manageLink: manageLinkOf({ config }, booking),
    now: clock.now(),
    reschedules: reschedulesBy(events),
  }
}

/**
 * A booking without what a visitor typed, unless the address is proven: anyone can enter anyone's address.
 * What the studio entered is kept.
 */
export async function bookingForEmail(
  { db }: Pick<Deps, 'db'>,
  booking: Booking,
  events: readonly BookingEvent[] | undefined = undefined,
): Promise<Booking> {
  const [first] = events ?? (await selectEvents(db, booking.id))
  if (first?.by.kind === 'studio' || (await isAddressProven({ db }, booking.email))) return booking
  return { ...booking, name: '', phone: '', partySize: 0, address: '', notes: '', answers: [] }
}

/** The published photo of a session's location or service; null: none. */
async function readSessionPicture(
  { db }: Pick<Deps, 'db'>,
  { sessionType, place }: Pick<Booking, 'sessionType' | 'place'>,
): Promise<EmailPicture | null> {
  const photo = await readSessionPhoto({ db }, { typeId: sessionType.id, placeId: place.id })
  const width = photo && renditionFor(photo, COVER_PIXELS)
  return photo && width
    ? { path: mediaPath(photo, width, 'jpg'), width: photo.width, height: photo.height, alt: photo.alt }
    : null
}

/** The full URL of a booking's page. Only for its client. */
export const manageLinkOf = ({ config }: Pick<Deps, 'config'>, booking: Booking): string =>
  `${config.siteUrl}/booking/${manageTokenOf({ config }, booking)}`
