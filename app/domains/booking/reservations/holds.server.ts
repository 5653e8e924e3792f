import { createHmac } from 'node:crypto'
import { readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { networksOf } from '~/platform/http/client-address.server'
import { newId, newToken, sha256 } from '~/platform/ids.server'
import { currentSecret } from '~/platform/secret'
import { dateOf } from '~/platform/time'
import type { Offer, Start } from '../availability/model'
import { findOffer, listStarts } from '../availability/operations.server'
import { readStart } from '../booking-form'
import { HOLD_MINUTES, HOLDS_OF_A_NETWORK, type Hold } from './model'
import {
  countHoldsOfNetwork,
  dropExpiredHolds,
  extendHold,
  insertHold,
  lockCalendar,
  occupyForHold,
  release,
  selectHold,
} from './occupancies-store.server'
import type { BookingDeps } from './operations.server'

const MINUTE = 60_000

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret'>
}

/** Finds a visitor's hold. @param visitor the random token of the visitor's cookie; '' without one */
export async function findHold(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  visitor: string,
): Promise<Hold | undefined> {
  return visitor === '' ? undefined : await selectHold(db, sha256(visitor), clock.now())
}

export type HoldTaken =
  | { ok: true; hold: Hold }
  | { ok: false; reason: 'not-offered' }
  | { ok: false; reason: 'taken'; free: Start[] }
  /** This network has reached the maximum number of holds. Booking continues without a hold. */
  | { ok: false; reason: 'too-many' }

/**
 * Holds a start for a visitor for 15 minutes. Replaces the visitor's other hold. Choosing the same start
 * again keeps the remaining time.
 */
export async function holdStart(
  { db, clock, config }: Deps,
  { offer, startsAt, visitor, network }: { offer: Offer; startsAt: number; visitor: string; network: string },
): Promise<HoldTaken> {
  const timeZone = await readZone({ db })
  return await transact<HoldTaken>(db, async (tx, rollback) => {
    const now = clock.now()
    await lockCalendar(tx, offer.resourceId)
    await dropExpiredHolds(tx, offer.resourceNumber, now)
    const own = await selectHold(tx, sha256(visitor), now)
    if (own && own.startsAt === startsAt && own.sessionType === offer.type.id && own.place === offer.place.id)
      return { ok: true, hold: own }
    const starts = await listStarts(
      { db: tx, clock },
      {
        offer,
        date: dateOf(startsAt, timeZone),
        zone: timeZone,
        ...(own ? { except: { occupancyId: own.id } } : {}),
      },
    )
    const start = starts.find((each) => each.startsAt === startsAt)
    if (!start) return { ok: false, reason: 'not-offered' }
    if (start.state !== 'free')
      return { ok: false, reason: 'taken', free: starts.filter(({ state }) => state === 'free') }
    const networks = countedNetworks({ config }, { what: 'hold', network })
    if (await holdsTooMuch(tx, networks, { limit: HOLDS_OF_A_NETWORK, now, except: own?.id }))
      return { ok: false, reason: 'too-many' }
    if (own) await release(tx, { id: own.id })
    const id = newId()
    const expiresAt = now + HOLD_MINUTES * MINUTE
    const isFree = await occupyForHold(tx, offer, { id, startsAt, expiresAt })
    // The visitor keeps the previous hold.
    if (!isFree) {
      const free = starts.filter((each) => each.state === 'free' && each !== start)
      return rollback({ ok: false, reason: 'taken', free })
    }
    await insertHold(
      tx,
      {
        id,
        visitor_hash: sha256(visitor),
        network_hash: networks.at(-1)?.hash ?? '',
        session_type_id: offer.type.id,
        place_id: offer.place.id,
        session_date: startsAt,
        session_end: start.endsAt,
        extended: 0,
      },
      networks.map(({ hash }) => hash),
    )
    return {
      ok: true,
      hold: {
        id,
        sessionType: offer.type.id,
        place: offer.place.id,
        startsAt,
        endsAt: start.endsAt,
        expiresAt,
        extended: false,
      },
    }
  })
}

/**
 * Extends a hold once, to 15 minutes from now.
 * @returns when it expires, milliseconds since 1970; undefined: no hold, or already extended
 */
export async function extendHoldOnce(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  visitor: string,
): Promise<number | undefined> {
  return await transact(db, async (tx) => {
    const hold = await findHold({ db: tx, clock }, visitor)
    if (!hold) return undefined
    const expiresAt = clock.now() + HOLD_MINUTES * MINUTE
    return (await extendHold(tx, hold.id, expiresAt)) ? expiresAt : undefined
  })
}

/** A network for which holds are counted. */
interface Counted {
  /** Keyed hash, since IP addresses are personal data. */
  hash: string
  /** Factor for the limit of a single connection. */
  share: number
}

/** @param what the kind of hold; each kind is counted separately */
export const countedNetworks = (
  { config }: { config: Pick<Config, 'secret'> },
  { what, network }: { what: string; network: string },
): Counted[] =>
  networksOf(network).map(({ name, share }) => ({
    hash: createHmac('sha256', currentSecret(config.secret)).update(`${what} of ${name}`).digest('base64url'),
    share,
  }))

/**
 * Whether one of these networks has reached the maximum number of holds.
 * @param except a hold about to be released
 */
export async function holdsTooMuch(
  db: Db,
  networks: Counted[],
  { limit, now, except }: { limit: number; now: number; except?: string | undefined },
): Promise<boolean> {
  for (const { hash, share } of networks)
    if ((await countHoldsOfNetwork(db, hash, { now, except })) >= Math.floor(limit * share)) return true
  return false
}

/** A random token that identifies a browser's holds. */
export const newVisitor = (): string => newToken()

export type SlotHeld =
  | { ok: true }
  /** `unknown`: no such session type, location or start; `unheld`: free, but can't be held. */
  | { ok: false; reason: 'unknown' | 'taken' | 'unheld' }

/**
 * Holds a start while the visitor fills in the form. Without cookies nothing is held, since the hold would
 * block the same visitor.
 */
export async function holdSlot(
  deps: BookingDeps,
  asked: { service: string; location: string; slot: string; visitor: string; network: string },
): Promise<SlotHeld> {
  const offer = await findOffer(deps, asked)
  const start = readStart(asked.slot)
  if (!offer || !start.ok) return { ok: false, reason: 'unknown' }
  if (asked.visitor === '') return { ok: false, reason: 'unheld' }
  const taken = await holdStart(deps, { ...asked, offer, startsAt: start.value.slot })
  if (taken.ok) return { ok: true }
  switch (taken.reason) {
    case 'not-offered':
      return { ok: false, reason: 'unknown' }
    case 'taken':
      return { ok: false, reason: 'taken' }
    case 'too-many':
      return { ok: false, reason: 'unheld' }
  }
}
