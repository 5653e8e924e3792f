import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { noteSubscription, proveAddress } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newId, newToken } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { takeHit, tooManySentence } from '~/platform/rate-limit.server'
import { withoutOuterSpaces } from '~/platform/text'
import { isNewsletterEmail } from './email-rule'
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

const LIMIT = { name: 'subscribe', limit: 30, windowMs: 3_600_000 }

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

/**
 * R36: checks for a duplicate, adds the subscriber and sends the welcome. However many ask at once for one address,
 * one is added and one welcome leaves (R37).
 * @throws when the duplicate check fails, after logging it (R38)
 */
export async function subscribe(
  { db, clock, config, log }: SubscribeDeps,
  given: { email: string; network: string },
): Promise<Subscribed> {
  const email = withoutOuterSpaces(given.email)
  if (!isNewsletterEmail(email)) return { ok: false, reason: 'invalid-email' }
  const key = email.toLowerCase()
  const known = await checkForDuplicate({ db, log }, key)
  if (known?.active) return { ok: false, reason: 'already-subscribed' }

  // Who comes back keeps the token, so that the way out in older letters goes on working.
  const subscriber = { id: newId(), email, key, token: known?.token ?? newToken(), at: clock.now() }
  const { studio } = await readSettings({ db })
  const welcome = welcomeMail(letterheadOf(studio, config.siteUrl), subscriber)
  return await transact(db, async (tx): Promise<Subscribed> => {
    const hit = await takeHit({ db: tx, clock, config }, { ...LIMIT, network: given.network })
    if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, studio.timeZone) }
    if (!(await insertSubscriber(tx, subscriber))) {
      await hit.giveBack()
      return { ok: false, reason: 'already-subscribed' }
    }
    // The address stays on record when its owner leaves, so that it is not asked again.
    await noteSubscription({ db: tx, clock }, { email, isOn: true, isNew: known === undefined })
    await queueMail({ db: tx, clock, config }, welcome)
    return { ok: true }
  })
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

/** Whom a link in a letter is about. */
export async function findSubscription(
  { db }: { db: Db },
  token: string,
): Promise<{ email: string; active: boolean } | undefined> {
  const found = await selectByToken(db, token)
  return found && { email: found.email, active: found.active }
}

/** Asked for again, it changes nothing more. Not ok: there is no such link. */
export async function unsubscribe(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
): Promise<{ ok: boolean }> {
  const known = await selectByToken(db, token)
  if (!known) return { ok: false }
  await transact(db, async (tx) => {
    await takeOff({ db: tx, clock }, known)
    await proveAddress({ db: tx, clock }, known.email)
  })
  return { ok: true }
}

export async function isSubscribed({ db }: { db: Db }, email: string): Promise<boolean> {
  return (await selectByKey(db, email.toLowerCase()))?.active === true
}

/** When an address subscribed, and whether it still is. */
export async function subscriptionOf({ db }: { db: Db }, email: string) {
  return selectDates(db, email.toLowerCase())
}

/** When a person’s addresses subscribed, and whether they still are. */
export const subscriptionsOf = ({ db }: { db: Db }, emails: string[]) => selectDatesOf(db, emails)

/** Takes an address off whose owner is known, whether it was on or not. */
export async function leave({ db, clock }: { db: Db; clock: Clock }, email: string): Promise<void> {
  const known = await selectByKey(db, email.toLowerCase())
  if (known) await takeOff({ db, clock }, known)
}

const takeOff = ({ db, clock }: { db: Db; clock: Clock }, { email, token }: Subscription): Promise<void> =>
  transact(db, async (tx) => {
    if (await markUnsubscribed(tx, token, clock.now()))
      await noteSubscription({ db: tx, clock }, { email, isOn: false })
  })
