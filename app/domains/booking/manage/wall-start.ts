import { ENTER_DATE } from '~/platform/http/notices'
import { isBusinessDate } from '~/platform/text'
import { instantsOf } from '../availability/wall-time'

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
  if (!isBusinessDate(date) || !isTime)
    return {
      ok: false,
      errors: {
        ...(isBusinessDate(date) ? {} : { date: ENTER_DATE }),
        ...(isTime ? {} : { time: 'Enter a time, such as 14:30.' }),
      },
    }
  const [first, second] = instantsOf(date, time, zone)
  if (first === undefined)
    return {
      ok: false,
      errors: {
        time: 'That time doesn’t exist that night because clocks spring forward. Choose another time.',
      },
    }
  if (second === undefined) return { ok: true, startsAt: first }
  if (which !== 'first' && which !== 'second')
    return {
      ok: false,
      errors: { which: 'Clocks fall back that night, so that time happens twice. Choose which one.' },
    }
  return { ok: true, startsAt: which === 'first' ? first : second }
}
