import { dateOf, longDate, timeLabel } from '~/platform/time'
import type { Passkey } from './passkeys/model'

/** Passkeys for the profile page, with times in the studio's zone. */
export function passkeyLines(passkeys: readonly Passkey[], zone: string) {
  const moment = (at: number) => `${longDate(dateOf(at, zone))}, ${timeLabel(at, zone)}`
  return passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    added: `Added ${moment(createdAt)}`,
    used: lastUsedAt === null ? 'Not used yet' : `Last used ${moment(lastUsedAt)}`,
  }))
}

interface Session {
  id: string
  current: boolean
  device: string
  /** Milliseconds since 1970. */
  lastSeenAt: number
}

/** Devices for the profile page: this one first, then the newest. */
export const deviceLines = (sessions: readonly Session[], zone: string) =>
  sessions
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt)
    .map(({ id, current, device, lastSeenAt }) => ({
      id,
      isThis: current,
      device,
      lastSeen: `Last seen ${longDate(dateOf(lastSeenAt, zone))}, ${timeLabel(lastSeenAt, zone)}`,
    }))
