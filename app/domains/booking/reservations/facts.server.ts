import type { Db } from '~/platform/db/database.server'
import { money } from '~/platform/money'
import { startLabels } from '../start-labels'
import type { Booking } from './model'
import { selectBooking } from './store.server'

/** What other records say about a booking, as finished texts. */
export interface BookingFacts {
  id: string
  reference: string
  sessionType: string
  client: { name: string; email: string; phone: string }
  /** "Saturday, December 5, 2026" and "10:30 – 11:15 AM Eastern Time" */
  date: string
  time: string
  location: string
  price: string
  travelFee: string
  /** '' without one. */
  deposit: string
}

export const findBooking = ({ db }: { db: Db }, id: string): Promise<Booking | undefined> =>
  selectBooking(db, { id })

export async function readBookingFacts({ db }: { db: Db }, id: string): Promise<BookingFacts | undefined> {
  const booking = await selectBooking(db, { id })
  if (!booking) return undefined
  const { sessionDate, sessionEnd, zone, place } = booking
  const when = startLabels({ startsAt: sessionDate, endsAt: sessionEnd }, zone)
  const address = place.kind === 'client' ? booking.address : place.address
  return {
    id,
    reference: booking.reference,
    sessionType: booking.sessionType.title,
    client: { name: booking.name, email: booking.email, phone: booking.phone },
    date: when.fullDay,
    time: when.rangeInWords,
    location: [place.title, address].filter((part) => part !== '').join(', '),
    price: money(booking.priceCents) + (booking.priceUnit === '' ? '' : ` a ${booking.priceUnit}`),
    travelFee: money(booking.travelFeeCents),
    deposit: booking.depositCents === 0 ? '' : money(booking.depositCents),
  }
}

/**
 * Whether a booking was declined or canceled, by anyone or because its hold ended. Neither can be undone.
 * @param id null: there's no booking
 * @param since only at or after this instant
 */
export async function wasCalledOff({ db }: { db: Db }, id: string | null, since = 0): Promise<boolean> {
  if (id === null) return false
  const event = await db
    .selectFrom('booking_events')
    .select('id')
    .where('booking_id', '=', id)
    .where('kind', 'in', ['declined', 'canceled'])
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}
