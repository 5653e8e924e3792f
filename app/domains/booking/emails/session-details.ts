import { type Due, sumsByDay } from '~/domains/billing/schedule'
import { money } from '~/platform/money'
import { dateOf, dayLabel, fullDate, rangeInWords, timeLabel } from '~/platform/time'
import { placeOf } from '../external-calendars/session-entry'
import type { Balance } from '../payments/balance'
import type { Booking } from '../reservations/model'

export type Row = readonly [label: string, value: string]

/** The facts of a booking as rows, for emails to client and studio. */
export function sessionRows(booking: Booking, studio: { address: string }, balance: Balance): Row[] {
  const place = placeOf(booking, studio)
  return [
    ['Booking number', booking.reference],
    ['Session', booking.sessionType.title],
    ['Day', sessionDay(booking)],
    ['Time', sessionTime(booking)],
    ['Location', place.title],
    ['Address', place.address],
    ['People', booking.partySize === 0 ? '' : String(booking.partySize)],
    ['Price', priceWords(booking)],
    ['Travel', booking.travelFeeCents === 0 ? '' : money(booking.travelFeeCents)],
    [balance.tax?.label ?? '', balance.tax ? money(balance.tax.cents) : ''],
    ['Total', isOnlyPrice(balance) && (booking.travelFeeCents > 0 || balance.tax) ? due(balance) : ''],
    ['Deposit', booking.depositCents === 0 ? '' : money(booking.depositCents)],
    ...moneyRows(balance),
    ['To be refunded', isOff(booking) && balance.over > 0 ? money(balance.over) : ''],
  ]
}

const isOff = ({ state }: Booking): boolean => state === 'canceled' || state === 'declined'

/** Whether nothing has changed since the booking was made. */
const isOnlyPrice = ({ fees, kept, credited }: Balance): boolean => fees === 0 && kept === 0 && credited === 0

const due = ({ open, feesOpen }: Balance): string => money(open ?? feesOpen)

/** What has changed since the booking was made. */
function moneyRows(balance: Balance): Row[] {
  const { credited, fees, extras, tips, kept } = balance
  return [
    ['Credited', credited === 0 ? '' : money(-credited)],
    ['Extras', extras === 0 ? '' : money(extras)],
    ['Fees', fees === extras + tips ? '' : money(fees - extras - tips)],
    ['Tip', tips === 0 ? '' : money(tips)],
    ['Paid', kept === 0 ? '' : money(kept)],
    ['Balance due', isOnlyPrice(balance) ? '' : due(balance)],
  ]
}

/** "$285", "$45 a photo", "Free" */
const priceWords = ({ priceCents, priceUnit }: Booking): string =>
  priceCents === 0 ? 'Free' : money(priceCents) + (priceUnit === '' ? '' : ` a ${priceUnit}`)

/** "Left to pay: $105 due Saturday, December 5, 2026.", "Everything is paid."; none if it isn't known. */
export function leftToPay(dues: readonly Due[]): string[] {
  if (dues.some(({ openCents }) => openCents === null)) return []
  const open = sumsByDay(dues).filter(({ cents }) => cents > 0)
  if (open.length === 0) return ['Everything is paid.']
  const parts = open.map(({ dueOn, cents }) => `${money(cents)} due ${fullDate(dueOn)}`)
  return [`Left to pay: ${new Intl.ListFormat('en-US').format(parts)}.`]
}

interface Session {
  sessionDate: number
  sessionEnd: number
  zone: string
}

/** "Saturday, December 5, 2026" */
export const sessionDay = ({ sessionDate, zone }: Session): string => fullDate(dateOf(sessionDate, zone))

/** "10:30 – 11:15 AM Eastern Time" as on the booking's page, with the date if it ends on another day. */
export function sessionTime({ sessionDate, sessionEnd, zone }: Session): string {
  const words = rangeInWords({ startsAt: sessionDate, endsAt: sessionEnd }, zone, 'full')
  const endDate = dateOf(sessionEnd, zone)
  return endDate === dateOf(sessionDate, zone) ? words : `${words}, ending ${dayLabel(endDate)}`
}

/** "Saturday, December 5, 2026, 10:30 AM EST" */
export const momentText = (at: number, zone: string): string =>
  `${fullDate(dateOf(at, zone))}, ${timeLabel(at, zone)}`
