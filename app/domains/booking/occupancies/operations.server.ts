import type { Tx } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import type { Offer } from '../availability/model'
import { occupiedBy } from '../availability/starts'
import { occupy } from './store.server'

/** Takes the time of a session that is booked, with what belongs before and after it. @returns whether it was free */
export function occupyForBooking(
  tx: Tx,
  offer: Offer,
  { bookingId, startsAt }: { bookingId: string; startsAt: number },
): Promise<boolean> {
  const span = occupiedBy(startsAt, offer.rules)
  return occupy(tx, {
    id: newId(),
    resource_id: offer.resourceId,
    resource_number: offer.resourceNumber,
    kind: 'booking',
    starts_at: span.startsAt,
    ends_at: span.endsAt,
    booking_id: bookingId,
    expires_at: null,
    title: '',
    version: 1,
  })
}
