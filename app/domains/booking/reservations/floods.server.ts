import { createHmac } from 'node:crypto'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Settings } from '~/domains/content/model'
import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { isAddressProven, provenAmong } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { readContentVersion } from '~/platform/db/content-version.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { takeHit } from '~/platform/rate-limit.server'
import { currentSecret } from '~/platform/secret'
import { isMailAddress } from '~/platform/text'
import { dateOf, momentLabel } from '~/platform/time'
import { readCapacity } from '../availability/operations.server'
import { dayAndTime } from '../start-labels'
import { endByStudio } from './changes.server'
import { type Declined, declinedMail, floodMail } from './emails.server'
import type { Booking } from './model'
import { lockCalendar, release } from './occupancies-store.server'
import { vouchFor } from './store.server'
import {
  CAPACITY_DAYS,
  FLOOD_GAP_MS,
  FLOOD_LINES,
  FLOOD_SPANS,
  type FloodSpan,
  LEAST_LIMIT,
  limitFor,
  NETWORK_LIMIT,
  OPEN_OF_AN_ADDRESS,
  type UnverifiedView,
} from './unverified-model'
import {
  type Between,
  countOpenOf,
  countWaitingToConfirm,
  type Flood,
  type FoundUnproven,
  hasUnprovenBookings,
  insertFlood,
  noteNotified,
  selectLastFlood,
  selectUnproven,
  selectUnprovenKeys,
  selectUnverified,
  selectWaitingToConfirm,
  settleUnverified,
  updateFlood,
} from './unverified-store.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
}

/**
 * Records that a booking needed confirmation by email, and notifies the studio of the first one in a flood.
 * The calendar must be locked.
 */
export async function noteFlood(deps: Deps & { db: Tx }, limit: number): Promise<void> {
  const { flood, isNew } = await takeFlood(deps)
  await updateFlood(deps.db, flood.id, { last_at: deps.clock.now() })
  if (!isNew) return
  const branding = emailBrandingOf((await readSettings(deps)).studio, deps.config.siteUrl)
  await queueMail(deps, floodMail(branding, limit))
}

/** The current flood, or a new one. */
async function takeFlood({
  db: tx,
  clock,
}: Pick<Deps, 'clock'> & { db: Tx }): Promise<{ flood: Pick<Flood, 'id'>; isNew: boolean }> {
  const now = clock.now()
  const last = await selectLastFlood(tx)
  if (last && last.lastAt > now - FLOOD_GAP_MS) return { flood: last, isNew: false }
  const flood = { id: newId(), at: now }
  await insertFlood(tx, flood)
  return { flood, isNew: true }
}

/** The flood as shown on Today; undefined: there is none, or the studio has dealt with it. */
export async function readFlood(
  deps: Pick<Deps, 'db' | 'clock'>,
): Promise<{ count: number; startedAt: number } | undefined> {
  const { db, clock } = deps
  const flood = await selectLastFlood(db)
  if (!flood || flood.lastAt <= clock.now() - FLOOD_GAP_MS) return undefined
  if (flood.reviewedAt !== null && flood.reviewedAt >= flood.lastAt) return undefined
  const count = (await countUnproven(deps)) + (await countWaitingToConfirm(db, clock.now()))
  return count === 0 ? undefined : { count, startedAt: flood.startedAt }
}

/** Open bookings with unverified addresses, and those waiting for confirmation by email. */
export async function listUnverified(deps: Deps, span: FloodSpan): Promise<UnverifiedView> {
  const settings = await readSettings(deps)
  const zone = settings.studio.timeZone
  const now = deps.clock.now()
  const since = Math.max(0, now - FLOOD_SPANS[span])
  const found = await findUnproven(deps, { now, since, until: now })
  return {
    span,
    lines: found.slice(0, FLOOD_LINES).map(({ sessionDate, createdAt, ...line }) => ({
      ...line,
      when: dayAndTime(sessionDate, zone),
      made: momentLabel(createdAt, zone),
    })),
    bookings: found.filter(({ kind }) => kind === 'booking').length,
    waiting: found.filter(({ kind }) => kind === 'unverified').length,
    open: await countUnproven(deps),
    limit: await readLimit(deps, settings),
    until: now,
  }
}

/** The unverified bookings made in a period, newest first. */
async function findUnproven({ db }: Pick<Deps, 'db'>, between: Between): Promise<FoundUnproven[]> {
  const bookings = await selectUnproven(db, between)
  const proven = await provenAmong(
    { db },
    bookings.map(({ email }) => email.toLowerCase()),
  )
  return [
    ...bookings.filter(({ email }) => !proven.has(email.toLowerCase())),
    ...(await selectWaitingToConfirm(db, between)),
  ].sort((a, b) => b.createdAt - a.createdAt)
}

/**
 * Marks a booking as trusted by the studio, so that it no longer counts as unverified and isn’t declined with
 * the others.
 */
export const keepUnverified = (deps: Deps & { author: Author }, id: string): Promise<boolean> =>
  transact(deps.db, async (tx) => {
    const isKept = await vouchFor(tx, id)
    if (isKept)
      await recordAction({ ...deps, db: tx }, { action: 'booking-kept', subject: 'Unverified booking' })
    return isKept
  })

/**
 * Declines all unverified bookings made in a period, and frees their time. Each client gets one email,
 * however many bookings are declined and however often.
 * @returns how many are declined
 */
export async function declineUnverified(
  deps: Deps & { author: Author },
  { span, until }: { span: FloodSpan; until: number },
): Promise<number> {
  const now = deps.clock.now()
  const since = Math.max(0, Math.min(until, now) - FLOOD_SPANS[span])
  const found = await findUnproven(deps, { now, since, until: Math.min(until, now) })
  let count = 0
  for (const group of Map.groupBy(found, ({ email }) => email.toLowerCase()).values())
    count += await transact(deps.db, (tx) => declineOf({ ...deps, db: tx }, group))
  await transact(deps.db, async (tx) => {
    await lockCalendar(tx, 'default')
    const flood = await selectLastFlood(tx)
    if (flood) await updateFlood(tx, flood.id, { reviewed_at: now })
    if (count > 0)
      await recordAction(
        { ...deps, db: tx },
        {
          action: 'bookings-declined',
          subject: count === 1 ? '1 unverified booking' : `${count} unverified bookings`,
        },
      )
  })
  return count
}

/** Declines all bookings of one address, with one email. */
async function declineOf(deps: Deps & { db: Tx; author: Author }, group: FoundUnproven[]): Promise<number> {
  const { db: tx, clock, config, author } = deps
  await lockCalendar(tx, 'default')
  const { studio } = await readSettings(deps)
  const bookings: Booking[] = []
  const declined: Declined[] = []
  for (const { id, kind, session, sessionDate } of group) {
    if (kind === 'booking') {
      const ended = await endByStudio({ ...deps, by: { kind: 'studio', name: author.name } }, id)
      if (!ended) continue
      bookings.push(ended)
    } else {
      const unverified = await selectUnverified(tx, { id })
      if (!unverified || !(await settleUnverified(tx, id, 'declined'))) continue
      if (unverified.holdId !== null) await release(tx, { id: unverified.holdId })
    }
    declined.push({ session, sessionDate, zone: studio.timeZone })
  }
  const email = group[0]?.email ?? ''
  if (declined.length === 0 || !isMailAddress(email)) return declined.length
  const { flood } = await takeFlood(deps)
  const hash = createHmac('sha256', currentSecret(config.secret)).update(`declined ${email.toLowerCase()}`)
  if (!(await noteNotified(tx, flood.id, hash.digest('base64url')))) return declined.length
  const branding = emailBrandingOf(studio, config.siteUrl)
  await queueMail(
    deps,
    declinedMail(
      { branding, stamp: clock.now() },
      { email, declined, booking: declined.length === 1 ? bookings[0] : undefined },
    ),
  )
  return declined.length
}

interface LimitDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret' | 'rateLimitScale'>
}

/**
 * The number of open unverified bookings above which new ones need confirmation by email. Reads the hours of
 * CAPACITY_DAYS days, so it must run before the calendar is locked.
 */
export async function readLimit(
  deps: LimitDeps,
  { booking, studio }: Pick<Settings, 'booking' | 'studio'>,
): Promise<number> {
  const scale = (limit: number) => Math.max(1, Math.floor(limit * deps.config.rateLimitScale))
  if (booking.unverifiedLimit !== null) return scale(booking.unverifiedLimit)
  // With few open bookings, the limit can't be reached, so the calendar's size isn't computed.
  const isNear = await hasUnprovenBookings(deps.db, deps.clock.now(), LEAST_LIMIT / 2)
  return scale(isNear ? limitFor(await knownCapacity(deps, studio.timeZone)) : LEAST_LIMIT)
}

/** By database. Computing a capacity takes as long as a booking, so it's kept until the rules or the date change. */
const capacities = new WeakMap<Db, { of: string; capacity: number }>()

async function knownCapacity({ db, clock }: Pick<LimitDeps, 'db' | 'clock'>, zone: string): Promise<number> {
  const of = `${dateOf(clock.now(), zone)} ${await readContentVersion(db)}`
  const known = capacities.get(db)
  if (known?.of === of) return known.capacity
  const capacity = await readCapacity({ db, clock }, CAPACITY_DAYS)
  capacities.set(db, { of, capacity })
  return capacity
}

/**
 * Whether there are this many open unverified bookings. Whether addresses were proven since is checked only
 * near the limit.
 */
async function reachesUnproven(
  { db, clock }: Pick<LimitDeps, 'db' | 'clock'>,
  limit: number,
): Promise<boolean> {
  return (await hasUnprovenBookings(db, clock.now(), limit)) && (await countUnproven({ db, clock })) >= limit
}

/** Number of open bookings whose addresses are still unproven. */
export async function countUnproven({ db, clock }: Pick<LimitDeps, 'db' | 'clock'>): Promise<number> {
  const keys = await selectUnprovenKeys(db, clock.now())
  const proven = await provenAmong({ db }, keys)
  return keys.filter((key) => !proven.has(key)).length
}

export interface Standing {
  /** The client is signed in, or the address is proven. */
  isProven: boolean
  /** The booking needs confirmation by the button in an email. */
  mustConfirm: boolean
}

/**
 * Whether a booking needs confirmation by email. The calendar must be locked, so that two simultaneous
 * bookings can't both be the last one below the limit.
 */
export async function readStanding(
  deps: LimitDeps & { db: Tx },
  asked: { email: string; network: string; isSignedIn: boolean; limit: number },
): Promise<Standing> {
  if (asked.isSignedIn) return { isProven: true, mustConfirm: false }
  const { db, clock, config } = deps
  if (await isAddressProven({ db }, asked.email)) {
    // Anyone can enter an address known to be proven, such as the studio's own.
    const open = await countOpenOf(db, asked.email.toLowerCase(), clock.now())
    return { isProven: true, mustConfirm: open >= OPEN_OF_AN_ADDRESS * Math.max(1, config.rateLimitScale) }
  }
  if (await reachesUnproven({ db, clock }, asked.limit)) return { isProven: false, mustConfirm: true }
  const hit = await takeHit({ db, clock, config }, { ...NETWORK_LIMIT, network: asked.network })
  return { isProven: false, mustConfirm: !hit.ok }
}
