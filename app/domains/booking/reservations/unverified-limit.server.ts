import type { Settings } from '~/domains/content/model'
import { isAddressProven, provenAmong } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db, Tx } from '~/platform/db/database.server'
import { takeHit } from '~/platform/rate-limit.server'
import { readCapacity } from '../availability/operations.server'
import { CAPACITY_DAYS, LEAST_LIMIT, limitFor, NETWORK_LIMIT, OPEN_OF_AN_ADDRESS } from './unverified-model'
import { countOpenOf, hasUnprovenBookings, selectUnprovenKeys } from './unverified-store.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret' | 'rateLimitScale'>
}

/**
 * How many open bookings of unproven addresses count without a press in an email. Working it out reads the hours of
 * four weeks, so it is asked for before the calendar is locked.
 */
export async function readLimit(deps: Deps, { booking }: Pick<Settings, 'booking'>): Promise<number> {
  const scale = (limit: number) => Math.max(1, Math.floor(limit * deps.config.rateLimitScale))
  if (booking.unverifiedLimit !== null) return scale(booking.unverifiedLimit)
  // Far below the least, the size of the calendar makes no difference.
  const size = (await reachesUnproven(deps, LEAST_LIMIT / 2))
    ? limitFor(await readCapacity(deps, CAPACITY_DAYS))
    : LEAST_LIMIT
  return scale(size)
}

/** Whether there are this many open bookings of unproven addresses. Addresses are looked up near the limit alone. */
async function reachesUnproven({ db, clock }: Pick<Deps, 'db' | 'clock'>, limit: number): Promise<boolean> {
  return (await hasUnprovenBookings(db, clock.now(), limit)) && (await countUnproven({ db, clock })) >= limit
}

/** Open bookings of addresses that are still unproven. */
export async function countUnproven({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const keys = await selectUnprovenKeys(db, clock.now())
  const proven = await provenAmong({ db }, keys)
  return keys.filter((key) => !proven.has(key)).length
}

export interface Standing {
  /** Signed in, or with an address that is proven. */
  isProven: boolean
  /** The booking doesn’t count before its client has pressed the button in an email. */
  mustConfirm: boolean
}

/**
 * What a booking needs before it counts. The calendar is locked, so two that arrive at once don’t both take the last
 * place below the limit.
 */
export async function readStanding(
  deps: Deps & { db: Tx },
  asked: { email: string; network: string; isSignedIn: boolean; limit: number },
): Promise<Standing> {
  if (asked.isSignedIn) return { isProven: true, mustConfirm: false }
  const { db, clock, config } = deps
  if (await isAddressProven({ db }, asked.email)) {
    // Anyone can type an address that is known to be proven, such as the studio’s own.
    const open = await countOpenOf(db, asked.email.toLowerCase(), clock.now())
    return { isProven: true, mustConfirm: open >= OPEN_OF_AN_ADDRESS * Math.max(1, config.rateLimitScale) }
  }
  if (await reachesUnproven({ db, clock }, asked.limit)) return { isProven: false, mustConfirm: true }
  const hit = await takeHit({ db, clock, config }, { ...NETWORK_LIMIT, network: asked.network })
  return { isProven: false, mustConfirm: !hit.ok }
}
