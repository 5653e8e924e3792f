import { createHmac } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import type { Clock } from './clock'
import type { Config } from './config.server'
import type { Db, Tx } from './db/database.server'
import { heldIfFree } from './db/locking.server'
import { timeLabel, zoneName } from './time'

export interface Limit {
  /** What is limited, such as `subscribe`. */
  name: string
  /** The visitor's network address. */
  network: string
  /** So many in one window; RATE_LIMIT_SCALE multiplies it. */
  limit: number
  windowMs: number
}

export type Hit =
  | {
      ok: true
      /** Uncounts the hit: only what is accepted counts. */
      giveBack(): Promise<void>
    }
  | { ok: false; reason: 'too-many'; retryAt: number }

interface Deps {
  /** The transaction of what is limited: others of the same network wait until it ends. */
  db: Tx
  clock: Clock
  config: Pick<Config, 'secret' | 'rateLimitScale'>
}

/** Counts a hit, or refuses it when the window that ends now is full. A hit of a transaction that is rolled back is not counted. */
export async function takeHit(
  { db, clock, config }: Deps,
  { name, network, limit, windowMs }: Limit,
): Promise<Hit> {
  const bucket = `${name}:${keyOf(network, config.secret)}`
  const now = clock.now()
  const allowed = Math.max(1, Math.floor(limit * config.rateLimitScale))
  const hits = (await lockHits(db, bucket, now)).filter((at) => at > now - windowMs)
  const oldestThatCounts = hits.at(-allowed)
  if (oldestThatCounts !== undefined)
    return { ok: false, reason: 'too-many', retryAt: oldestThatCounts + windowMs }
  await writeHits(db, bucket, [...hits, now], now)
  await forgetSome(db, now)
  return { ok: true, giveBack: () => writeHits(db, bucket, hits, now) }
}

/** Uncounts the newest hit, where only later is it known that it does not count. */
export async function uncountHit(
  { db, clock, config }: Deps,
  { name, network }: Pick<Limit, 'name' | 'network'>,
): Promise<void> {
  const bucket = `${name}:${keyOf(network, config.secret)}`
  const now = clock.now()
  const hits = await lockHits(db, bucket, now)
  await writeHits(db, bucket, hits.slice(0, -1), now)
}

/** The bucket’s hits; its row is made when there is none, and locked by the write either way. */
async function lockHits(tx: Db, bucket: string, now: number): Promise<number[]> {
  const { hits } = await tx
    .insertInto('rate_limits')
    .values({ bucket, hits: '[]', updated_at: now })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ updated_at: now }))
    .returning('hits')
    .executeTakeFirstOrThrow()
  return JSON.parse(hits)
}

async function writeHits(db: Db, bucket: string, hits: number[], now: number): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ hits: JSON.stringify(hits), updated_at: now })
    .where('bucket', '=', bucket)
    .execute()
}

/**
 * Forgets networks that have not been seen for a day, which is longer than any window. A few at a time, and none that
 * another transaction holds, so that nobody waits for it.
 */
async function forgetSome(db: Db, now: number): Promise<void> {
  const old = db
    .selectFrom('rate_limits')
    .select('bucket')
    .where('updated_at', '<', now - 86_400_000)
    .limit(20)
  await db.deleteFrom('rate_limits').where('bucket', 'in', heldIfFree(db, old)).execute()
}

/** Addresses are personal data, so the table knows them only by a keyed hash. */
const keyOf = (network: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`rate limit of ${networkOf(network)}`)
    .digest('base64url')
    .slice(0, 27)

/**
 * What counts as one network: an IPv4 address, or the first 64 bits of an IPv6 address,
 * since one household gets at least those. An IPv4 address in IPv6 form is the IPv4 address.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/^\[|\]$|%.*$/g, '')
  if (isIP(bare) !== 6) return bare
  const groups = ipv6Groups(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [groups[6], groups[7]].map((group = 0) => `${group >> 8}.${group & 255}`).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight 16-bit groups of a valid IPv6 address. */
function ipv6Groups(address: string): number[] {
  const last = address.slice(address.lastIndexOf(':') + 1)
  const hex = isIPv4(last) ? address.slice(0, -last.length) + hexOf(last) : address
  const [head = '', tail] = hex.split('::')
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  if (tail === undefined) return groups(head)
  const [before, after] = [groups(head), groups(tail)]
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after]
}

function hexOf(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}

/** When to try again, for the person: rounded up to a whole minute and with the zone's name. */
export function tooManySentence(retryAt: number, timeZone: string): string {
  const minute = Math.ceil(retryAt / 60_000) * 60_000
  return `You have sent a lot in the last hour. Try again after ${timeLabel(minute, timeZone)} ${zoneName(timeZone, minute)}.`
}
