import { z } from 'zod'
import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { noteSubscription, proveAddress } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { networksOf } from '~/platform/http/client-address.server'
import { newId, newToken, sha256 } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { countHits, limitReached, type Refused, tooManySentence } from '~/platform/rate-limit.server'
import { withoutOuterSpaces } from '~/platform/text'
import { INVALID_ON_SUBMIT, isNewsletterEmail } from './email-rule'
import { welcomeMail } from './emails.server'
import {
  insertSubscriber,
  markUnsubscribed,
  type Subscription,
  selectByKey,
  selectByToken,
  selectDates,
  selectDatesOf,
} from './store.server'

const HOUR = 3_600_000
/** Limit of different addresses per network and hour. */
const ADDRESSES = { name: 'subscribe', limit: 30, windowMs: HOUR }
/** Repeating an address reveals nothing new, so it isn't counted again. */
const REPEATS = { name: 'subscribe again', limit: 1, windowMs: HOUR }

export interface SubscribeDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
  log: Logger
}

export type Subscribed =
  | { ok: true }
  | { ok: false; reason: 'invalid-email' | 'already-subscribed' }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

// Surrounding spaces are trimmed. Other white space is invalid (R33).
const subscriptionSchema = () =>
  z.object({
    email: z.string().overwrite(withoutOuterSpaces).refine(isNewsletterEmail, { error: INVALID_ON_SUBMIT }),
  })

/**
 * R36: checks for a duplicate, adds the subscriber and sends the welcome email. Simultaneous requests for one
 * address add it once, with one email (R37). An address is counted before it is looked up, so that no one can
 * test a list of addresses quickly.
 * @throws if the duplicate check fails, after logging it (R38)
 */
export async function subscribe(
  deps: SubscribeDeps,
  given: { email: string; network: string },
): Promise<Subscribed> {
  const { db, clock, config, log } = deps
  const read = parseForm(subscriptionSchema(), { email: given.email })
  if (!read.ok) return { ok: false, reason: 'invalid-email' }
  const { email } = read.value
  const key = email.toLowerCase()
  const { studio } = await readSettings({ db })
  const refused = await countAddress(deps, { key, network: given.network })
  if (refused) return { ...refused, sentence: tooManySentence(refused.retryAt, studio.timeZone) }
  const known = await checkForDuplicate({ db, log }, key)
  if (known?.active) return { ok: false, reason: 'already-subscribed' }

  // A returning subscriber keeps the token, so that links in earlier emails still work.
  const subscriber = { id: newId(), email, key, token: known?.token ?? newToken(), at: clock.now() }
  const welcome = welcomeMail(emailBrandingOf(studio, config.siteUrl), subscriber)
  return await transact(db, async (tx): Promise<Subscribed> => {
    if (!(await insertSubscriber(tx, subscriber))) return { ok: false, reason: 'already-subscribed' }
    // The address stays on record after unsubscribing, so that the person isn't asked again.
    await noteSubscription({ db: tx, clock }, { email, isOn: true, isNew: known === undefined })
    await queueMail({ db: tx, clock, config }, welcome)
    return { ok: true }
  })
}

/** Counts an address against the limits. @returns the refusal, if one is reached */
async function countAddress(
  deps: SubscribeDeps,
  { key, network }: { key: string; network: string },
): Promise<Refused | undefined> {
  const [widest] = networksOf(network)
  const repeats = { ...REPEATS, network: `${widest.name} ${sha256(key)}` }
  if (await limitReached(deps, repeats)) return undefined
  const counted = await countHits(deps, [repeats, { ...ADDRESSES, network }])
  // Simultaneous requests for one address count once.
  return counted.ok || (await limitReached(deps, repeats)) ? undefined : counted
}

async function checkForDuplicate(
  { db, log }: { db: Db; log: Logger },
  key: string,
): Promise<Subscription | undefined> {
  try {
    return await selectByKey(db, key)
  } catch (error) {
    log.error({ err: error }, 'the duplicate check of the newsletter has failed')
    throw error
  }
}

/** The subscription of an unsubscribe link. */
export async function findSubscription(
  { db }: { db: Db },
  token: string,
): Promise<{ email: string; active: boolean } | undefined> {
  const found = await selectByToken(db, token)
  return found && { email: found.email, active: found.active }
}

/** Idempotent. @returns not ok for an unknown token */
export async function unsubscribe(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
): Promise<{ ok: boolean }> {
  const known = await selectByToken(db, token)
  if (!known) return { ok: false }
  await transact(db, async (tx) => {
    await unsubscribeKnown({ db: tx, clock }, known)
    await proveAddress({ db: tx, clock }, known.email)
  })
  return { ok: true }
}

export async function isSubscribed({ db }: { db: Db }, email: string): Promise<boolean> {
  return (await selectByKey(db, email.toLowerCase()))?.active === true
}

/** When an address subscribed, and whether it is still subscribed. */
export async function subscriptionOf({ db }: { db: Db }, email: string) {
  return selectDates(db, email.toLowerCase())
}

/** When a person's addresses subscribed, and whether they are still subscribed. */
export const subscriptionsOf = ({ db }: { db: Db }, emails: string[]) => selectDatesOf(db, emails)

/** Unsubscribes an address, whether it was subscribed or not. */
export async function leave({ db, clock }: { db: Db; clock: Clock }, email: string): Promise<void> {
  const known = await selectByKey(db, email.toLowerCase())
  if (known) await unsubscribeKnown({ db, clock }, known)
}

const unsubscribeKnown = (
  { db, clock }: { db: Db; clock: Clock },
  { email, token }: Subscription,
): Promise<void> =>
  transact(db, async (tx) => {
    if (await markUnsubscribed(tx, token, clock.now()))
      await noteSubscription({ db: tx, clock }, { email, isOn: false })
  })
