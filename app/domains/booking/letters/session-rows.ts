import { dollars } from '~/ui/money'
import type { Balance } from '../fees/balance'
import type { Booking } from '../reservations/model'
import { placeOf } from './session-entry'
import { sessionDay, sessionTime } from './session-time'

export type Row = readonly [label: string, value: string]

/** A booking in ruled rows, as both sides know it. */
export function sessionRows(booking: Booking, studio: { address: string }, balance: Balance): Row[] {
  const place = placeOf(booking, studio)
  return [
    ['Reference', booking.reference],
    ['Session', booking.sessionType.title],
    ['Day', sessionDay(booking)],
    ['Time', sessionTime(booking)],
    ['Location', place.title],
    ['Address', place.address],
    ['People', booking.partySize === 0 ? '' : String(booking.partySize)],
    ['Price', priceWords(booking)],
    ['Travel', booking.travelFeeCents === 0 ? '' : dollars(booking.travelFeeCents)],
    ['Deposit', booking.depositCents === 0 ? '' : dollars(booking.depositCents)],
    ...moneyRows(balance),
  ]
}

/** What has changed since the booking was made: fees and payments. */
const moneyRows = ({ fees, kept, open, feesOpen }: Balance): Row[] => [
  ['Fees', fees === 0 ? '' : dollars(fees)],
  ['Paid', kept === 0 ? '' : dollars(kept)],
  ['Balance due', fees === 0 && kept === 0 ? '' : dollars(open ?? feesOpen)],
]

/** "$285", "$45 a photograph", "Free" */
const priceWords = ({ priceCents, priceUnit }: Booking): string =>
  priceCents === 0 ? 'Free' : dollars(priceCents) + (priceUnit === '' ? '' : ` a ${priceUnit}`)
