import { z } from 'zod'
import { date, refuse, time } from '~/platform/fields'
import { instantsOf } from '../availability/wall-time'

export type WallStartField = 'date' | 'time' | 'which'

/** A start as the studio's clock shows it. `which`, of an hour that the clock shows twice: `first` or `second`. */
export const wallStartFields = () => ({
  date: date({ from: '2000-01-01', until: '2100-12-31' }),
  time: time('Enter a time, such as 14:30.'),
  which: z.string(),
})

/** @returns the instant, milliseconds since 1970; a time that doesn't exist is refused */
export function startOf(
  { date: day, time: at, which }: Record<WallStartField, string>,
  zone: string,
  context: Parameters<typeof refuse>[0],
): number {
  const [first, second] = instantsOf(day, at, zone)
  if (first === undefined) {
    refuse(
      context,
      'time',
      'That time doesn’t exist that night because clocks spring forward. Choose another time.',
    )
    return z.NEVER
  }
  if (second !== undefined && which !== 'first' && which !== 'second')
    refuse(context, 'which', 'Clocks fall back that night, so that time happens twice. Choose which one.')
  return which === 'second' && second !== undefined ? second : first
}
