import { instantsOf } from '../../availability/wall-time'
import { isDay } from '../payments/payment-form'

export type WallStartField = 'date' | 'time' | 'which'

export type ReadStart =
  | { ok: true; startsAt: number }
  | { ok: false; errors: Partial<Record<WallStartField, string>> }

/**
 * Reads a begin as the studio's clock shows it.
 * @param which of an hour that the clock shows twice: `first` or `second`
 * @returns the instant, milliseconds since 1970
 */
export function readWallStart(
  { date, time, which }: Record<WallStartField, string>,
  zone: string,
): ReadStart {
  const isTime = /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
  if (!isDay(date) || !isTime)
    return {
      ok: false,
      errors: {
        ...(isDay(date) ? {} : { date: 'Enter a day, such as 2026-11-28.' }),
        ...(isTime ? {} : { time: 'Enter a time, such as 14:30.' }),
      },
    }
  const [first, second] = instantsOf(date, time, zone)
  if (first === undefined)
    return { ok: false, errors: { time: 'The clock skips that time on that night. Choose another.' } }
  if (second === undefined) return { ok: true, startsAt: first }
  if (which !== 'first' && which !== 'second')
    return { ok: false, errors: { which: 'The clock shows that time twice on that night. Choose which.' } }
  return { ok: true, startsAt: which === 'first' ? first : second }
}
