import { createHmac } from 'node:crypto'
import type { Clock } from './clock'
import type { Config } from './config.server'
import { type Db, lockFreeRows, type Tx, transact } from './db/database.server'
import { networksOf } from './http/client-address.server'
import { currentSecret, type Secret } from './secret'
import { timeInWords } from './time'

export interface Limit {
  /** Name of the limit, such as `subscribe`. */
  name: string
  /** The visitor's network address. */
  network: string
  /** Hits per window, multiplied by RATE_LIMIT_SCALE. */
  limit: number
  windowMs: number
}

export type Hit =
  | {
      ok: true
      /** Uncounts the hit, for limits that count only accepted requests. */
      giveBack(): Promise<void>
    }
  | Refused

/** `retryAt`: in milliseconds since 1970. */
export interface Refused {
  ok: false
  reason: 'too-many'
  retryAt: number
}

type CountDeps = Omit<Deps, 'db'> & { db: Db }

interface Deps {
  /** The transaction of the limited action. Others of the same network wait for it. */
  db: Tx
  clock: Clock
  config: Pick<Config, 'secret' | 'rateLimitScale'>
}

interface Bucket {
  key: string
  allowed: number
  windowMs: number
}

/** Widest network first, which prevents deadlocks. */
const bucketsOf = ({ name, network, limit, windowMs }: Limit, config: Deps['config']): Bucket[] =>
  networksOf(network).map(({ name: counted, share }) => ({
    key: bucketOf(name, counted, config.secret),
    allowed: Math.max(1, Math.floor(limit * share * config.rateLimitScale)),
    windowMs,
  }))

/** When a bucket accepts another hit; undefined: now. */
function retryAtOf({ allowed, windowMs }: Bucket, hits: number[], now: number): number | undefined {
  const oldestThatCounts = hits.filter((at) => at > now - windowMs).at(-allowed)
  return oldestThatCounts && oldestThatCounts + windowMs
}

const refusedUntil = (retries: (number | undefined)[]): Refused | undefined => {
  const known = retries.filter((each) => each !== undefined)
  return known.length > 0 ? { ok: false, reason: 'too-many', retryAt: Math.max(...known) } : undefined
}

/** How long a refusal is cached, since a hit elsewhere may be uncounted. */
const REMEMBERED_MS = 1_000
const MOST_REMEMBERED = 10_000

/** Known full buckets, by database. Losing an entry costs one read. */
const refusals = new WeakMap<Db, Map<string, { retryAt: number; until: number }>>()

function refusalsOf(db: Db) {
  const known = refusals.get(db) ?? new Map<string, { retryAt: number; until: number }>()
  refusals.set(db, known)
  return known
}

/**
 * Whether a limit is already reached: a flood of refused requests is answered from memory, with one read per
 * second and no writes. Requests that pass are still counted exactly by `takeHit` or `countHits`.
 * @param db not a transaction
 */
export async function limitReached(
  { db, clock, config }: CountDeps,
  limit: Limit,
): Promise<Refused | undefined> {
  const now = clock.now()
  const known = refusalsOf(db)
  const buckets = bucketsOf(limit, config)
  const remembered = refusedUntil(
    buckets.map(({ key }) => {
      const found = known.get(key)
      return found && now < found.until ? found.retryAt : undefined
    }),
  )
  if (remembered) return remembered
  const retries = await readRetries(db, buckets, now)
  for (const [key, retryAt] of retries) {
    known.delete(key)
    known.set(key, { retryAt, until: Math.min(retryAt, now + REMEMBERED_MS) })
  }
  for (const [oldest] of known) {
    if (known.size <= MOST_REMEMBERED) break
    known.delete(oldest)
  }
  return refusedUntil([...retries.values()])
}

async function readRetries(db: Db, buckets: Bucket[], now: number): Promise<Map<string, number>> {
  const keys = buckets.map(({ key }) => key)
  const rows = await db
    .selectFrom('rate_limits')
    .select(['bucket', 'hits'])
    .where('bucket', 'in', keys)
    .execute()
  const hits = new Map(rows.map((row) => [row.bucket, JSON.parse(row.hits) as number[]]))
  return new Map(
    buckets.flatMap((bucket): [string, number][] => {
      const retryAt = retryAtOf(bucket, hits.get(bucket.key) ?? [], now)
      return retryAt === undefined ? [] : [[bucket.key, retryAt]]
    }),
  )
}

/**
 * Counts a hit in every network of the address, or in none if one of them is full. Rolled back with its
 * transaction. Refusals write nothing.
 */
export async function takeHit({ db, clock, config }: Deps, limit: Limit): Promise<Hit> {
  const now = clock.now()
  const buckets = bucketsOf(limit, config)
  const known = refusedUntil([...(await readRetries(db, buckets, now)).values()])
  if (known) return known
  const hits: number[][] = []
  for (const { key, windowMs } of buckets)
    hits.push((await lockHits(db, key, now)).filter((at) => at > now - windowMs))
  const refused = refusedUntil(buckets.map((bucket, index) => retryAtOf(bucket, hits[index] ?? [], now)))
  if (refused) return refused
  for (const [index, { key }] of buckets.entries())
    await writeHits(db, key, [...(hits[index] ?? []), now], now)
  await forgetSome(db, now)
  return {
    ok: true,
    giveBack: async () => {
      for (const [index, { key }] of buckets.entries()) await writeHits(db, key, hits[index] ?? [], now)
    },
  }
}

interface Counting {
  limits: Limit[]
  /** 1 counts a hit of each limit, or none; -1 uncounts the newest. */
  by: 1 | -1
  deps: CountDeps
  resolve(counted: Counted): void
  reject(error: unknown): void
}

type Counted = { ok: true } | Refused

/** Hits queued while a transaction is running. */
const batches = new WeakMap<Db, { waiting: Counting[]; isWriting: boolean }>()

/**
 * Counts a hit of each limit, or none if one of them is full. Simultaneous calls share a transaction but are
 * decided one by one, so limits are exact, also across instances.
 * @param deps whose `db` is not a transaction
 */
export const countHits = async (deps: CountDeps, limits: Limit[]): Promise<Counted> => {
  for (const limit of limits) {
    const refused = await limitReached(deps, limit)
    if (refused) return refused
  }
  return await inBatch(deps, limits, 1)
}

/** Uncounts the newest hit of each, when it turns out not to count. */
export const uncountHits = async (deps: CountDeps, limits: Limit[]): Promise<void> => {
  await inBatch(deps, limits, -1)
}

function inBatch(deps: CountDeps, limits: Limit[], by: Counting['by']): Promise<Counted> {
  const batch = batches.get(deps.db) ?? { waiting: [], isWriting: false }
  batches.set(deps.db, batch)
  return new Promise((resolve, reject) => {
    batch.waiting.push({ limits, by, deps, resolve, reject })
    if (batch.isWriting) return
    batch.isWriting = true
    // After everything that arrives in this turn of the event loop.
    setImmediate(async () => {
      while (batch.waiting.length > 0) await writeBatch(deps.db, batch.waiting.splice(0))
      batch.isWriting = false
    })
  })
}

async function writeBatch(db: Db, all: Counting[]): Promise<void> {
  try {
    const counted = await transact(db, (tx) => countInTurn(tx, all))
    for (const [index, { resolve, by, limits, deps }] of all.entries()) {
      if (by === -1)
        for (const limit of limits)
          for (const { key } of bucketsOf(limit, deps.config)) refusalsOf(db).delete(key)
      resolve(counted[index] ?? { ok: true })
    }
  } catch (error) {
    for (const { reject } of all) reject(error)
  }
}

async function countInTurn(tx: Tx, all: Counting[]): Promise<Counted[]> {
  const requests = all.map((each) => ({
    ...each,
    now: each.deps.clock.now(),
    buckets: each.limits.flatMap((limit) => bucketsOf(limit, each.deps.config)),
  }))
  const hits = new Map<string, { was: string; is: number[]; at: number }>()
  // Sorted, which prevents deadlocks between instances.
  const keys = new Set(requests.flatMap(({ buckets }) => buckets.map(({ key }) => key)))
  const latest = Math.max(...requests.map(({ now }) => now))
  for (const key of [...keys].toSorted()) {
    const is = await lockHits(tx, key, latest)
    hits.set(key, { was: JSON.stringify(is), is, at: latest })
  }
  const counted = requests.map(({ buckets, by, now }): Counted => {
    const refused =
      by === 1
        ? refusedUntil(buckets.map((each) => retryAtOf(each, hits.get(each.key)?.is ?? [], now)))
        : undefined
    if (refused) return refused
    for (const { key, windowMs } of buckets) {
      const found = hits.get(key)
      if (found)
        found.is = by === 1 ? [...found.is.filter((at) => at > now - windowMs), now] : found.is.slice(0, -1)
    }
    return { ok: true }
  })
  for (const [key, { was, is, at }] of hits) if (JSON.stringify(is) !== was) await writeHits(tx, key, is, at)
  await forgetSome(tx, latest)
  return counted
}

/** The bucket's hits. The write creates the row if needed, and locks it. */
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

const FORGET_EVERY_MS = 60_000

let lastForgotten = 0

/**
 * Once a minute, deletes networks without a hit for a day, which is longer than any window. Limited and without
 * locked rows, so that no one waits.
 */
async function forgetSome(db: Db, now: number): Promise<void> {
  if (Math.abs(now - lastForgotten) < FORGET_EVERY_MS) return
  lastForgotten = now
  const old = db
    .selectFrom('rate_limits')
    .select('bucket')
    .where('updated_at', '<', now - 86_400_000)
    .limit(1_000)
  await db.deleteFrom('rate_limits').where('bucket', 'in', lockFreeRows(db, old)).execute()
}

/** IP addresses are personal data, so only a keyed hash is stored. */
function bucketOf(name: string, network: string, secret: Secret): string {
  const key = createHmac('sha256', currentSecret(secret))
    .update(`rate limit of ${network}`)
    .digest('base64url')
  return `${name}:${key.slice(0, 27)}`
}

/** When to try again, rounded up to a minute, with the zone's name. */
export function tooManySentence(retryAt: number, timeZone: string): string {
  const minute = Math.ceil(retryAt / 60_000) * 60_000
  return `Too many attempts in the last hour. Try again after ${timeInWords(minute, timeZone)}.`
}
