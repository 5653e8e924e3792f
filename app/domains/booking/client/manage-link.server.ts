import { proveAddress } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import type { Booking } from '../reservations/model'
import { selectBooking } from '../reservations/store.server'

/** Purpose of the tokens in emailed links. */
const MAILED = 'manage a booking'
/**
 * Purpose of the token for the browser that booked. It opens the same pages, but doesn't prove that its
 * visitor receives the email.
 */
const IN_BROWSER = 'manage a booking from the browser that made it'

interface Deps {
  db: Db
  config: Pick<Config, 'secret'>
}

/** The token of emailed manage links, later kept in a cookie. Raising `manageVersion` revokes it. */
export const manageTokenOf = ({ config }: Pick<Deps, 'config'>, booking: Booking): string =>
  sealToken(config.secret, MAILED, { id: booking.id, version: booking.manageVersion })

/** The token for the browser that booked. Its visitor may have entered anyone’s email address. */
export const browserTokenOf = ({ config }: Pick<Deps, 'config'>, booking: Booking): string =>
  sealToken(config.secret, IN_BROWSER, { id: booking.id, version: booking.manageVersion })

/** The booking that a manage token opens; undefined: forged or revoked. */
export async function findByManageToken({ db, config }: Deps, token: string): Promise<Booking | undefined> {
  const opened = openToken(config.secret, MAILED, token) ?? openToken(config.secret, IN_BROWSER, token)
  const booking = opened && (await selectBooking(db, { id: opened.id }))
  return booking?.manageVersion === opened?.version ? booking : undefined
}

/** Whether it's the token of an emailed link, so that its visitor receives the booking's emails. */
export const isEmailedToken = ({ config }: Pick<Deps, 'config'>, token: string): boolean =>
  openToken(config.secret, MAILED, token) !== undefined

/**
 * The booking that an emailed manage link opens. Opening it proves the address, since the link is only in the
 * email.
 */
export async function followManageLink(
  deps: Deps & { clock: Clock },
  token: string,
): Promise<Booking | undefined> {
  const booking = await findByManageToken(deps, token)
  if (booking && isEmailedToken(deps, token)) await unlessDiskFull(proveAddress(deps, booking.email))
  return booking
}
