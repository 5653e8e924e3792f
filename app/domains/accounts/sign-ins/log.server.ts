import type { Place, SecurityAction } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Person, Role } from '~/platform/auth/actor'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import { networkPrefix } from '~/platform/http/client-address.server'
import { deviceName } from '../device-name'
import type { From } from '../model'

/**
 * Logs what people do to their own account. Clients are logged by account id only, so that the name is
 * deleted with the account; team members by name.
 */
export const recordOwnAction = (
  { db, clock }: { db: Db; clock: Clock },
  account: { id: string; name: string; role: Role },
  done: { action: SecurityAction; place: Place; subject?: string },
): Promise<void> => {
  const author = { uid: account.id, name: account.role === 'client' ? '' : account.name }
  return recordAction({ db, clock, author }, { subject: '', ...done, accountId: account.id })
}

/**
 * Logs that a signed-in person downloaded their data. On a full disk, the download works without the entry.
 */
export async function recordDownload(
  { db, clock, ...scope }: { db: Db; clock: Clock } & Whereabouts,
  { uid: id, name, role }: Person,
  subject: string,
): Promise<void> {
  const done = { action: 'export-downloaded', subject, place: placeOfRequest(scope) } as const
  await unlessDiskFull(recordOwnAction({ db, clock }, { id, name, role }, done))
}

/** Network and device for the activity log. */
export const placeOf = ({ network, userAgent }: From): Place => ({
  network: networkPrefix(network),
  device: deviceName(userAgent),
})

/** The origin of a request, from its scope. */
export interface Whereabouts {
  clientAddress: string
  userAgent: string
}

export const placeOfRequest = (scope: Whereabouts): Place =>
  placeOf({ network: scope.clientAddress, userAgent: scope.userAgent })
