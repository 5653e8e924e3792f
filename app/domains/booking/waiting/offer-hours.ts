import { addDays, dateOf } from '~/platform/time'
import { type Span, spanOf } from '../availability/wall-time'
import { OFFERS_FROM, OFFERS_UNTIL, SHORTEST_OFFER_MS } from './model'

/** When a letter with an offer may go out: now by day, else in the morning. Milliseconds since 1970. */
export function nextOfferHour(now: number, zone: string): number {
  const today = dateOf(now, zone)
  const hours = (date: string): Span => spanOf(date, { opens: OFFERS_FROM, closes: OFFERS_UNTIL }, zone)
  if (now < hours(today).startsAt) return hours(today).startsAt
  return now < hours(today).endsAt ? now : hours(addDays(today, 1)).startsAt
}

/**
 * Whether an offer waits for the morning: not when it could hardly be taken from then on.
 * @param latest until when the start can be booked
 */
export const waitsForMorning = (now: number, latest: number, zone: string): boolean => {
  const morning = nextOfferHour(now, zone)
  return morning > now && latest - morning >= SHORTEST_OFFER_MS
}
