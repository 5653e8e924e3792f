import { z } from 'zod'
import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { type Db, transact } from '~/platform/db/database.server'
import { emailAddress, line, NAME_MAX } from '~/platform/fields'
import { type FieldValues, parseForm } from '~/platform/forms'
import { sha256 } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { countHits, type Refused, tooManySentence } from '~/platform/rate-limit.server'
import { unsubscribeLinkMail } from '../emails.server'
import type { SubscribeDeps } from '../operations.server'
import { selectByKey, selectByToken } from '../store.server'
import type { SubscriberState } from './model'
import { raiseVersion, replaceTags, selectSubscriber, selectTags } from './store.server'

export interface Preferences {
  email: string
  /** '' when unknown. */
  name: string
  state: SubscriberState
  /** The tags that the studio offers as topics. */
  topics: { id: string; name: string; isChosen: boolean }[]
}

/** @param token of the links in newsletters. @returns undefined if it is unknown */
export async function readPreferences({ db }: { db: Db }, token: string): Promise<Preferences | undefined> {
  const subscriber = await selectSubscriberOf(db, token)
  if (!subscriber) return undefined
  const { email, name, state, tags } = subscriber
  const offered = (await selectTags(db)).filter(({ isPublic }) => isPublic)
  return {
    ...{ email, name, state },
    topics: offered.map(({ id, name: topic }) => ({ id, name: topic, isChosen: tags.includes(id) })),
  }
}

async function selectSubscriberOf(db: Db, token: string) {
  const known = await selectByToken(db, token)
  return known && (await selectSubscriber(db, known.id))
}

/** Changes only tags that are offered as topics. The latest choice counts. @returns false if the token is unknown */
export const chooseTopics = ({ db }: { db: Db }, token: string, chosen: string[]): Promise<boolean> =>
  transact(db, async (tx) => {
    const subscriber = await selectSubscriberOf(tx, token)
    if (!subscriber) return false
    await raiseVersion(tx, subscriber)
    const offered = (await selectTags(tx)).filter(({ isPublic }) => isPublic)
    await replaceTags(tx, subscriber.id, { tags: chosen, among: offered })
    return true
  })

type NotRenamed =
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Partial<Record<'name', string>> }

/** Corrects the name that newsletters greet with. */
export async function correctName(
  { db }: { db: Db },
  token: string,
  typed: string,
): Promise<{ ok: true } | NotRenamed> {
  const read = parseForm(z.object({ name: line({ max: NAME_MAX, what: 'the name' }) }), { name: typed })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await transact(db, async (tx): Promise<{ ok: true } | NotRenamed> => {
    const subscriber = await selectSubscriberOf(tx, token)
    if (!subscriber) return { ok: false, reason: 'missing' }
    await raiseVersion(tx, subscriber, read.value)
    return { ok: true }
  })
}

const HOUR = 3_600_000

/**
 * Emails a link to unsubscribe to an address that is subscribed. The answer is the same for every address, so
 * that no one learns who is.
 */
export async function requestUnsubscribeLink(
  deps: SubscribeDeps,
  given: { email: string; network: string },
): Promise<
  { ok: true } | { ok: false; reason: 'refused'; errors: FieldValues } | (Refused & { sentence: string })
> {
  const { db, clock, config } = deps
  const read = parseForm(z.object({ email: emailAddress() }), { email: given.email })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { studio } = await readSettings({ db })
  const limit = { name: 'unsubscribe link', windowMs: HOUR }
  const counted = await countHits(deps, [{ ...limit, network: given.network, limit: 30 }])
  if (!counted.ok) return { ...counted, sentence: tooManySentence(counted.retryAt, studio.timeZone) }
  const key = read.value.email.toLowerCase()
  const known = await selectByKey(db, key)
  if (!known?.active) return { ok: true }
  // No one can fill someone else's mailbox.
  const perAddress = { ...limit, name: 'unsubscribe link to', network: sha256(key), limit: 3 }
  if (!(await countHits(deps, [perAddress])).ok) return { ok: true }
  const mail = unsubscribeLinkMail(emailBrandingOf(studio, config.siteUrl), known)
  await transact(db, (tx) => queueMail({ db: tx, clock, config }, mail))
  return { ok: true }
}
