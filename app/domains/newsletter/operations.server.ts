import { z } from 'zod'
import { readSettings } from '~/domains/content/operations.server'
import { outdateMail, queueMail } from '~/domains/outbox/operations.server'
import { isAddressProven, noteContact, proveAddress } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { networkPrefix, networksOf } from '~/platform/http/client-address.server'
import { newId, newToken, sha256 } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { type EmailBranding, emailBrandingOf } from '~/platform/mail/email-branding'
import { countHits, limitReached, type Refused, tooManySentence } from '~/platform/rate-limit.server'
import { withoutOuterSpaces } from '~/platform/text'
import {
  clearAddress,
  clearOldAddresses,
  noteLinkUsed,
  selectReceived,
} from './campaigns/recipients-store.server'
import { selectClicked } from './clicks/store.server'
import { INVALID_ON_SUBMIT, isNewsletterEmail } from './email-rule'
import { confirmationMail, welcomeMail } from './emails.server'
import type { Consent, SuppressionReason } from './model'
import { writtenMail } from './sequence/emails.server'
import { aboutSequence, readWelcome } from './sequence/operations.server'
import {
  clearDetails,
  insertConsent,
  insertSubscriber,
  insertSuppression,
  liftSuppression,
  markConfirmed,
  markUnsubscribed,
  type Subscription,
  selectByConfirmToken,
  selectByKey,
  selectByToken,
  selectDates,
  selectDatesOf,
  selectSuppressed,
} from './store.server'
import { selectSubscriber, selectSuppressions, selectTags } from './subscribers/store.server'

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
  /** `toConfirm`: nothing is sent until the button in an email is pressed. */
  | { ok: true; toConfirm?: true }
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
 * test a list of addresses quickly. If the studio asks to confirm, the first email asks for that instead.
 * @throws if the duplicate check fails, after logging it (R38)
 */
export async function subscribe(
  deps: SubscribeDeps,
  given: {
    email: string
    network: string
    /** The path of the page with the form. */
    page?: string
    /** If they subscribed elsewhere than with the form. */
    consent?: Consent
  },
): Promise<Subscribed> {
  const { db, clock, config, log } = deps
  const read = parseForm(subscriptionSchema(), { email: given.email })
  if (!read.ok) return { ok: false, reason: 'invalid-email' }
  const { email } = read.value
  const key = email.toLowerCase()
  const { studio, newsletter } = await readSettings({ db })
  const refused = await countAddress(deps, { key, network: given.network })
  if (refused) return { ...refused, sentence: tooManySentence(refused.retryAt, studio.timeZone) }
  const known = await checkForDuplicate({ db, log }, key)
  const consent = given.consent ?? pageConsent(newsletter, given.page ?? '/newsletter')
  const asks =
    newsletter.confirmsEmail && !(consent.source === 'account' && (await isAddressProven({ db }, email)))
  if (known?.active && known.unconfirmedSince === null) return { ok: false, reason: 'already-subscribed' }
  if (asks)
    return await askToConfirm(deps, { known, email, key, record: recordOf(deps, consent, given.network) })

  // A returning subscriber keeps the token, so that links in earlier emails still work.
  const subscriber = { id: newId(), email, key, token: known?.token ?? newToken(), at: clock.now() }
  const record = recordOf(deps, consent, given.network)
  const welcome = await welcomeFor(db, emailBrandingOf(studio, config.siteUrl), subscriber)
  return await transact(db, async (tx): Promise<Subscribed> => {
    const id = await insertSubscriber(tx, subscriber)
    if (id === undefined) return { ok: false, reason: 'already-subscribed' }
    await insertConsent(tx, id, record)
    await liftSuppression(tx, { key, reason: 'unsubscribed', at: subscriber.at, byName: '' })
    // The address stays on record after unsubscribing, so that the person isn't asked again.
    await noteContact({ db: tx, clock }, { email, isRecord: known === undefined })
    if ((await selectSuppressed(tx, [key])).length === 0) await queueMail({ db: tx, clock, config }, welcome)
    return { ok: true }
  })
}

const recordOf = ({ clock }: { clock: Clock }, consent: Consent, network: string) => ({
  ...{ ...consent, at: clock.now() },
  ...{ network: networkPrefix(network), byName: '' },
})

/** The studio's welcome email, or the program's. */
async function welcomeFor(db: Db, branding: EmailBranding, subscriber: { email: string; token: string }) {
  const written = await readWelcome({ db })
  return written
    ? writtenMail(branding, subscriber, written, { kind: 'newsletter-welcome' })
    : welcomeMail(branding, subscriber)
}

/** In milliseconds. A repeated request sends the link again after this time. */
const ASK_AGAIN = 600_000

/**
 * Adds a subscriber who gets nothing until they press the button of an emailed link. Someone else may have
 * typed the address, so what stopped the newsletter earlier stays until then.
 */
async function askToConfirm(
  { db, clock, config }: SubscribeDeps,
  {
    known,
    email,
    key,
    record,
  }: { known: Subscription | undefined; email: string; key: string; record: ReturnType<typeof recordOf> },
): Promise<Subscribed> {
  const at = clock.now()
  const { studio } = await readSettings({ db })
  // The button of the first email works, too, if they ask again.
  const waits = known?.active === true && known.unconfirmedSince !== null
  const confirmToken = (waits ? known.confirmToken : null) ?? newToken()
  const mail = confirmationMail(emailBrandingOf(studio, config.siteUrl), { email, confirmToken })
  await transact(db, async (tx) => {
    const pending = { confirmToken, since: at, before: at - ASK_AGAIN }
    const subscriber = { id: newId(), email, key, token: known?.token ?? newToken(), at, pending }
    const id = await insertSubscriber(tx, subscriber)
    if (id === undefined) return
    await insertConsent(tx, id, record)
    const reasons = (await selectSuppressed(tx, [key])).map(({ reason }) => reason)
    if (reasons.every((reason) => reason === 'unsubscribed')) await queueMail({ db: tx, clock, config }, mail)
  })
  return { ok: true, toConfirm: true }
}

/** What the page of a confirmation link shows. */
export async function findConfirmation(
  { db }: { db: Db },
  token: string,
): Promise<{ email: string; state: 'open' | 'confirmed' | 'left' } | undefined> {
  const found = await selectByConfirmToken(db, token)
  if (!found) return undefined
  const state = !found.active ? 'left' : found.unconfirmedSince === null ? 'confirmed' : 'open'
  return { email: found.email, state }
}

/** Confirms a subscription by the button behind an emailed link. Idempotent. @returns not ok for an unknown token */
export async function confirmSubscription(
  { db, clock, config }: Pick<SubscribeDeps, 'db' | 'clock' | 'config'>,
  token: string,
  network: string,
): Promise<{ ok: boolean }> {
  const known = await selectByConfirmToken(db, token)
  if (!known) return { ok: false }
  const { email } = known
  const key = email.toLowerCase()
  const { studio } = await readSettings({ db })
  const welcome = await welcomeFor(db, emailBrandingOf(studio, config.siteUrl), known)
  await transact(db, async (tx) => {
    if (!(await markConfirmed(tx, token, clock.now()))) return
    const consent = { source: 'confirmation', place: '', words: '' } as const
    await insertConsent(tx, known.id, recordOf({ clock }, consent, network))
    await liftSuppression(tx, { key, reason: 'unsubscribed', at: clock.now(), byName: '' })
    await noteContact({ db: tx, clock }, { email })
    await proveAddress({ db: tx, clock }, email)
    if ((await selectSuppressed(tx, [key])).length === 0) await queueMail({ db: tx, clock, config }, welcome)
  })
  return { ok: true }
}

/** The text beside the form. */
const pageConsent = (
  { heading, invitation }: { heading: string; invitation: string },
  page: string,
): Consent => ({ source: 'page', place: page, words: `${heading}\n${invitation}` })

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

/**
 * Idempotent.
 * @param campaign the newsletter whose link was used
 * @returns not ok for an unknown token
 */
export async function unsubscribe(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
  campaign?: string | null,
): Promise<{ ok: boolean }> {
  const known = await selectByToken(db, token)
  if (!known) return { ok: false }
  await transact(db, async (tx) => {
    await unsubscribeKnown({ db: tx, clock }, known)
    await proveAddress({ db: tx, clock }, known.email)
    if (campaign) await noteLinkUsed(tx, campaign, known.email.toLowerCase(), clock.now())
  })
  return { ok: true }
}

export async function isSubscribed({ db }: { db: Db }, email: string): Promise<boolean> {
  const known = await selectByKey(db, email.toLowerCase())
  return known?.active === true && known.unconfirmedSince === null
}

/** When an address subscribed, and whether it is still subscribed. */
export async function subscriptionOf({ db }: { db: Db }, email: string) {
  return selectDates(db, email.toLowerCase())
}

/** Everything about an address, for the person's own export. */
export async function exportSubscription({ db }: { db: Db }, email: string) {
  const key = email.toLowerCase()
  const dates = await selectDates(db, key)
  const known = dates && (await selectByKey(db, key))
  const subscriber = known && (await selectSubscriber(db, known.id))
  const tags = await selectTags(db)
  return {
    email,
    ...dates,
    name: subscriber?.name ?? '',
    tags: tags.flatMap(({ id, name }) => (subscriber?.tags.includes(id) ? [name] : [])),
    consents: (subscriber?.consents ?? []).map(({ at, ...consent }) => ({ consentedAt: at, ...consent })),
    suppressions: (await selectSuppressions(db, key)).map(({ at, ...each }) => ({
      suppressedAt: at,
      ...each,
    })),
    newsletters: await selectReceived(db, key),
    clicks: await selectClicked(db, key),
  }
}

/**
 * Unsubscribes an address, and deletes the name, the tags, the networks of its consents, and the address from the
 * newsletters sent to it. That the person agreed and left stays recorded, so that no import subscribes them again.
 */
export const forgetSubscriber = (deps: { db: Db; clock: Clock }, email: string): Promise<void> =>
  transact(deps.db, async (tx) => {
    await leave({ ...deps, db: tx }, email)
    await clearDetails(tx, email.toLowerCase())
    await clearAddress(tx, email.toLowerCase())
  })

/** Deletes up to `limit` addresses from newsletters that were sent before an instant. @returns how many */
export const forgetOldRecipients = ({ db }: { db: Db }, before: number, limit: number): Promise<number> =>
  transact(db, (tx) => clearOldAddresses(tx, before, limit))

/** When a person's addresses subscribed, and whether they are still subscribed. */
export const subscriptionsOf = ({ db }: { db: Db }, emails: string[]) => selectDatesOf(db, emails)

/** Unsubscribes an address, whether it was subscribed or not. */
export async function leave({ db, clock }: { db: Db; clock: Clock }, email: string): Promise<void> {
  const known = await selectByKey(db, email.toLowerCase())
  if (known) await unsubscribeKnown({ db, clock }, known)
}

const unsubscribeKnown = ({ db, clock }: { db: Db; clock: Clock }, { email }: Subscription): Promise<void> =>
  transact(db, async (tx) => {
    const key = email.toLowerCase()
    const wasActive = await markUnsubscribed(tx, key, clock.now())
    await insertSuppression(tx, { key, reason: 'unsubscribed', at: clock.now(), detail: '' })
    await outdateMail({ db: tx, clock }, aboutSequence(email))
    if (wasActive) await noteContact({ db: tx, clock }, { email, isRecord: false })
  })

/**
 * Stops the newsletter for an address, whether it is subscribed or not. Idempotent: the first row per reason
 * stays. Neither an import nor the studio can undo `unsubscribed` and `complained`.
 * @param given.detail what the mail server said, for example; '' if there is nothing to add
 * @returns whether the address wasn't suppressed for this reason until now
 */
export const suppress = (
  { db, clock }: { db: Db; clock: Clock },
  { email, reason, detail }: { email: string; reason: SuppressionReason; detail: string },
): Promise<boolean> =>
  transact(db, async (tx) => {
    const key = email.toLowerCase()
    if (reason === 'unsubscribed') await markUnsubscribed(tx, key, clock.now())
    const isNew = await insertSuppression(tx, { key, reason, at: clock.now(), detail })
    await outdateMail({ db: tx, clock }, aboutSequence(email))
    return isNew
  })
