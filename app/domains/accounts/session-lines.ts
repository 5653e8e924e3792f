import { dateOf, longDate, timeLabel } from '~/platform/time'

interface Session {
  id: string
  current: boolean
  device: string
  /** ms since 1970 */
  lastSeenAt: number
}

/** Sessions as the profile page shows them: this one first, then the newest. */
export const sessionLines = (sessions: readonly Session[], zone: string) =>
  sessions
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt)
    .map(({ id, current, device, lastSeenAt }) => ({
      id,
      isThis: current,
      device,
      lastSeen: `Last seen ${longDate(dateOf(lastSeenAt, zone))}, ${timeLabel(lastSeenAt, zone)}`,
    }))
