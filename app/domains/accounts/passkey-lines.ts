import { dateOf, longDate, timeLabel } from '~/platform/time'
import type { Passkey } from './passkeys/model'

/** Passkeys as the profile page shows them, with times as people of the studio read them. */
export function passkeyLines(passkeys: readonly Passkey[], zone: string) {
  const moment = (at: number) => `${longDate(dateOf(at, zone))}, ${timeLabel(at, zone)}`
  return passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    added: `Added ${moment(createdAt)}`,
    used: lastUsedAt === null ? 'Not used yet' : `Last used ${moment(lastUsedAt)}`,
  }))
}
