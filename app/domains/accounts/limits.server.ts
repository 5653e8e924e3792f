import { readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import { countHits, type Limit, uncountHits } from '~/platform/rate-limit.server'
import { timeInWords } from '~/platform/time'
import type { TooMany } from './model'

const QUARTER_HOUR = 900_000
const HOUR = 3_600_000

const LIMITS = {
  'login-account': { limit: 5, windowMs: QUARTER_HOUR },
  'login-network': { limit: 30, windowMs: QUARTER_HOUR },
  'passkey-network': { limit: 60, windowMs: QUARTER_HOUR },
  'link-account': { limit: 4, windowMs: HOUR },
  'link-network': { limit: 30, windowMs: HOUR },
  'register-network': { limit: 20, windowMs: HOUR },
  'invite-author': { limit: 20, windowMs: HOUR },
  'invite-address': { limit: 4, windowMs: HOUR },
}

/** A counter for one account or one network. */
export interface Count {
  name: keyof typeof LIMITS
  key: string
}

export interface LimitDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret' | 'rateLimitScale'>
}

/**
 * @param email in lower case. Addresses without an account are counted too, so that the response is the same.
 */
export const accountKey = (email: string): string => `account ${sha256(email)}`

/** The counters of a wrong password: for the account, and for the network. */
export const loginCounts = (email: string, network: string): Count[] => [
  { name: 'login-account', key: accountKey(email) },
  { name: 'login-network', key: network },
]

/** Counts a try on all counters, or on none if one has reached its limit. */
export async function countTry(
  { db, clock, config }: LimitDeps,
  counts: Count[],
): Promise<{ ok: true } | TooMany> {
  const counted = await countHits({ db, clock, config }, limitsOf(counts))
  if (counted.ok) return counted
  return { ...counted, sentence: await waitSentence(db, counted.retryAt) }
}

/** Reverts the count of a successful try, since only failures are limited. */
export const uncountTry = ({ db, clock, config }: LimitDeps, counts: Count[]): Promise<void> =>
  uncountHits({ db, clock, config }, limitsOf(counts))

const limitsOf = (counts: Count[]): Limit[] =>
  counts.map(({ name, key }) => ({ name, network: key, ...LIMITS[name] }))

/** A sentence about when to try again, rounded up to a minute. */
export async function waitSentence(db: Db, retryAt: number): Promise<string> {
  const timeZone = await readZone({ db })
  const minute = Math.ceil(retryAt / 60_000) * 60_000
  return `Too many attempts. Try again after ${timeInWords(minute, timeZone)}.`
}
