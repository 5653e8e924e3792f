import { createHmac } from 'node:crypto'
import type { Clock } from './clock'
import type { Config } from './config.server'
import type { Db, Tx } from './db/database.server'
import { heldIfFree } from './db/locking.server'
import { networksOf } from './http/client-address.server'
import { currentSecret, type Secret } from './secret'
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

/**
 * Counts a hit in every network that the address belongs to, or in none when the window that ends now is full in one
 * of them. A hit of a transaction that is rolled back is not counted.
 */
export async function takeHit(
  { db, clock, config }: Deps,
  { name, network, limit, windowMs }: Limit,
): Promise<Hit> {
  const now = clock.now()
  const counts: { bucket: string; hits: number[]; retryAt: number | undefined }[] = []
  // The widest network first, so that no two who share one wait for each other in a ring.
  for (const { name: counted, share } of networksOf(network)) {
    const bucket = bucketOf(name, counted, config.secret)
    const allowed = Math.max(1, Math.floor(limit * share * config.rateLimitScale))
    const hits = (await lockHits(db, bucket, now)).filter((at) => at > now - windowMs)
    const oldestThatCounts = hits.at(-allowed)
    counts.push({ bucket, hits, retryAt: oldestThatCounts && oldestThatCounts + windowMs })
  }
  const retries = counts.flatMap(({ retryAt }) => retryAt ?? [])
  if (retries.length > 0) return { ok: false, reason: 'too-many', retryAt: Math.max(...retries) }
  for (const { bucket, hits } of counts) await writeHits(db, bucket, [...hits, now], now)
  await forgetSome(db, now)
  return {
    ok: true,
    giveBack: async () => {
      for (const { bucket, hits } of counts) await writeHits(db, bucket, hits, now)
    },
  }
}

/** Uncounts the newest hit, where only later is it known that it does not count. */
export async function uncountHit(
  { db, clock, config }: Deps,
  { name, network }: Pick<Limit, 'name' | 'network'>,
): Promise<void> {
  const now = clock.now()
  for (const { name: counted } of networksOf(network)) {
    const bucket = bucketOf(name, counted, config.secret)
    const hits = await lockHits(db, bucket, now)
    await writeHits(db, bucket, hits.slice(0, -1), now)
  }
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
function bucketOf(name: string, network: string, secret: Secret): string {
  const key = createHmac('sha256', currentSecret(secret))
    .update(`rate limit of ${network}`)
    .digest('base64url')
  return `${name}:${key.slice(0, 27)}`
}

/** When to try again, for the person: rounded up to a whole minute and with the zone's name. */
export function tooManySentence(retryAt: number, timeZone: string): string {
  const minute = Math.ceil(retryAt / 60_000) * 60_000
  return `You have sent a lot in the last hour. Try again after ${timeLabel(minute, timeZone)} ${zoneName(timeZone, minute)}.`
}
