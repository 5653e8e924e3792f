import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import type { Booking } from '../bookings/model'
import { selectBooking } from '../bookings/store.server'

const PURPOSE = 'manage a booking'

interface Deps {
  db: Db
  config: Pick<Config, 'secret'>
}

/** What stands in the manage link and in the cookie that it is exchanged for. Raising `manageVersion` revokes it. */
export const manageTokenOf = ({ config }: Pick<Deps, 'config'>, booking: Booking): string =>
  sealToken(config.secret, PURPOSE, { id: booking.id, version: booking.manageVersion })

/** The booking that a manage token opens; undefined: forged, revoked, or none of ours. */
export async function findByManageToken({ db, config }: Deps, token: string): Promise<Booking | undefined> {
  const opened = openToken(config.secret, PURPOSE, token)
  const booking = opened && (await selectBooking(db, { id: opened.id }))
  return booking?.manageVersion === opened?.version ? booking : undefined
}
