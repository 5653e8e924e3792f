import type { SessionRules, Span } from './model'

const MINUTE = 60_000

/** With its buffers, what a session that begins then takes of the photographer's time. */
export const occupiedBy = (
  startsAt: number,
  { minutes, minutesBefore, minutesAfter }: Pick<SessionRules, 'minutes' | 'minutesBefore' | 'minutesAfter'>,
): Span => ({
  startsAt: startsAt - minutesBefore * MINUTE,
  endsAt: startsAt + (minutes + minutesAfter) * MINUTE,
})
