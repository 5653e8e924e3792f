import { endOfDate, longDate, startOfDate } from '~/platform/time'
import type { Settings } from './model'

/** Whether the promotion is shown, until when that holds (milliseconds since 1970), and the same for its owner. */
export interface PromoState {
  state: 'off' | 'ahead' | 'shown' | 'over'
  validUntil: number
  sentence: string
}

/** Both of its days are included, in the studio’s zone. */
export function promoStateAt(
  { enabled, from, until }: Pick<Settings['promo'], 'enabled' | 'from' | 'until'>,
  zone: string,
  now: number,
): PromoState {
  const begins = from ? startOfDate(from, zone) : Number.NEGATIVE_INFINITY
  const ends = until ? endOfDate(until, zone) : Number.POSITIVE_INFINITY
  const forGood = Number.POSITIVE_INFINITY
  if (!enabled) return { state: 'off', validUntil: forGood, sentence: 'Off. Visitors don’t see it.' }
  if (until && (now >= ends || begins >= ends))
    return { state: 'over', validUntil: forGood, sentence: `Ended on ${longDate(until)}.` }
  if (from && now < begins)
    return { state: 'ahead', validUntil: begins, sentence: `Starts on ${longDate(from)}.` }
  const sentence = until ? `Live until ${longDate(until)}.` : 'Live, with no end date.'
  return { state: 'shown', validUntil: ends, sentence }
}
