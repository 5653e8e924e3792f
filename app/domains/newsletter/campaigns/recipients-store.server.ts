import { type AliasedExpression, sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server'
import { type recipientsQuery, selectReceivingAmong } from '../segments/recipients-store.server'
import type { RecipientCounts, RecipientState } from './model'

/**
 * Queues the recipients of a newsletter.
 * @param recipients a query of them
 * @returns how many
 */
export async function insertRecipients(
  tx: Tx,
  campaign: string,
  recipients: ReturnType<typeof recipientsQuery>,
  now: number,
): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('newsletter_recipients')
    .columns([
      ...(['campaign_id', 'number', 'subscriber_id', 'email', 'email_key'] as const),
      ...(['state', 'attempts', 'next_at', 'answer'] as const),
    ])
    .expression(
      tx
        .selectFrom(recipients.as('r'))
        .select((e) => [
          e.val(campaign).as('campaign_id'),
          sql<number>`row_number() over (order by r.id)`.as('number'),
          ...(['r.id', 'r.email'] as const),
          e.fn<string>('lower', ['r.email']).as('email_key'),
          sql.lit('queued').as('state'),
          sql.lit(0).as('attempts'),
          sql<number>`cast(${now} as bigint)`.as('next_at'),
          sql.lit('').as('answer'),
        ]),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

export interface Claimed {
  number: number
  email: string
  /** '' when unknown. */
  name: string
  attempts: number
  /** The first attempt, or now. */
  firstAt: number
  /** The subscriber's token. */
  token: string
}

interface Due {
  campaign: string
  now: number
  limit: number
}

/**
 * Marks the next due recipients as being sent to. Those who may no longer get the newsletter are skipped.
 * @param due `limit`: the most to claim, skipped ones not counted
 */
export async function claimRecipients(tx: Tx, { campaign, now, limit }: Due): Promise<Claimed[]> {
  const claimed: Claimed[] = []
  while (claimed.length < limit) {
    const due = await selectDue(tx, { campaign, now, limit: limit - claimed.length })
    if (due.length === 0) break
    const receiving = new Set(
      await selectReceivingAmong(
        tx,
        due.map(({ subscriberId }) => subscriberId),
      ),
    )
    // Without an address, the person has deleted their account since.
    const isOut = ({ subscriberId, email }: (typeof due)[number]) =>
      email === '' || !receiving.has(subscriberId)
    const left = due.filter(isOut)
    const numbers = left.map(({ number }) => number)
    if (left.length > 0) await settleAll(tx, { campaign, numbers, answer: NOT_SUBSCRIBED, now })
    const marked = due.filter((each) => !isOut(each))
    if (marked.length > 0)
      await markSending(
        tx,
        campaign,
        marked.map(({ number }) => number),
        now,
      )
    for (const { subscriberId: _, ...one } of marked)
      claimed.push({ ...one, attempts: one.attempts + 1, firstAt: one.firstAt ?? now })
    if (left.length === 0) break
  }
  return claimed
}

async function markSending(tx: Tx, campaign: string, numbers: number[], now: number): Promise<void> {
  await tx
    .updateTable('newsletter_recipients')
    .set((e) => ({
      state: 'sending',
      attempts: e('attempts', '+', 1),
      first_at: e.fn.coalesce('first_at', sql<number>`cast(${now} as bigint)`),
      begun_at: now,
    }))
    .where('campaign_id', '=', campaign)
    .where('number', 'in', numbers)
    .execute()
}

const NOT_SUBSCRIBED = 'Not subscribed anymore.'

const selectDue = (tx: Tx, { campaign, now, limit }: Due) =>
  tx
    .selectFrom('newsletter_recipients as r')
    .leftJoin('newsletter as n', 'n.id', 'r.subscriber_id')
    .select(['r.number', 'r.subscriber_id as subscriberId', 'r.email', 'r.attempts', 'r.first_at as firstAt'])
    .select((e) => [
      e.fn.coalesce('n.name', sql.lit('')).as('name'),
      e.fn.coalesce('n.unsubscribe_token', sql.lit('')).as('token'),
    ])
    .where('r.campaign_id', '=', campaign)
    .where('r.state', '=', 'queued')
    .where('r.next_at', '<=', now)
    .orderBy('r.next_at')
    .orderBy('r.number')
    .limit(limit)
    .execute()

async function settleAll(
  tx: Tx,
  { campaign, numbers, answer, now }: { campaign: string; numbers: number[]; answer: string; now: number },
): Promise<void> {
  await tx
    .updateTable('newsletter_recipients')
    .set({ state: 'skipped', settled_at: now, answer })
    .where('campaign_id', '=', campaign)
    .where('number', 'in', numbers)
    .execute()
}

/** What came of an attempt. `queued`: another one follows at `nextAt`. */
export type Settled =
  | { number: number; attempts: number; state: 'sent' | 'refused' | 'uncertain'; answer: string }
  | { number: number; attempts: number; state: 'queued'; answer: string; nextAt: number }

/** Records attempts. What another run took for lost in between becomes certain, but is never queued again. */
export async function settleRecipients(
  tx: Tx,
  campaign: string,
  settled: readonly Settled[],
  now: number,
): Promise<void> {
  for (const each of settled) {
    const isQueued = each.state === 'queued'
    await tx
      .updateTable('newsletter_recipients')
      .set({
        ...{ state: each.state, answer: each.answer },
        ...(isQueued ? { next_at: each.nextAt } : { settled_at: now }),
      })
      .where('campaign_id', '=', campaign)
      .where('number', '=', each.number)
      .where('attempts', '=', each.attempts)
      .where('state', 'in', isQueued ? ['sending'] : ['sending', 'uncertain'])
      .execute()
  }
}

/** Queues refused recipients for another attempt. */
export async function repeatRefused(
  tx: Tx,
  campaign: string,
  refused: readonly { number: number; attempts: number; nextAt: number }[],
): Promise<void> {
  for (const { number, attempts, nextAt } of refused)
    await tx
      .updateTable('newsletter_recipients')
      .set({ state: 'queued', settled_at: null, next_at: nextAt })
      .where('campaign_id', '=', campaign)
      .where('number', '=', number)
      .where('attempts', '=', attempts)
      .where('state', '=', 'refused')
      .execute()
}

/** Attempts of a run that ended before it recorded an answer. Their emails may have been sent. */
export async function giveUpAttempts(tx: Tx, campaign: string, now: number, answer: string): Promise<void> {
  await tx
    .updateTable('newsletter_recipients')
    .set({ state: 'uncertain', settled_at: now, answer })
    .where('campaign_id', '=', campaign)
    .where('state', '=', 'sending')
    .execute()
}

/** Skips everyone whose turn hasn't come. */
export async function skipQueued(tx: Tx, campaign: string, now: number, answer: string): Promise<void> {
  await tx
    .updateTable('newsletter_recipients')
    .set({ state: 'skipped', settled_at: now, answer })
    .where('campaign_id', '=', campaign)
    .where('state', '=', 'queued')
    .execute()
}

/** The earliest next attempt; undefined: all are settled or being sent to. */
export async function selectNextAttempt(db: Db, campaign: string): Promise<number | undefined> {
  const next = await db
    .selectFrom('newsletter_recipients')
    .select('next_at')
    .where('campaign_id', '=', campaign)
    .where('state', '=', 'queued')
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_at
}

/** Whether an attempt has begun and isn't settled. */
export async function hasOpenAttempts(db: Db, campaign: string): Promise<boolean> {
  const open = await db
    .selectFrom('newsletter_recipients')
    .select('number')
    .where('campaign_id', '=', campaign)
    .where('state', '=', 'sending')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Recipients of newsletters by state, and how many of them unsubscribed with a link of it. */
export async function countRecipients(
  db: Db,
  campaigns: readonly string[],
): Promise<Map<string, RecipientCounts & { unsubscribed: number }>> {
  const counts = new Map<string, RecipientCounts & { unsubscribed: number }>()
  if (campaigns.length === 0) return counts
  const rows = await db
    .selectFrom('newsletter_recipients')
    .select(['campaign_id', 'state'])
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.count<number>('unsubscribed_at').as('left')])
    .where('campaign_id', 'in', campaigns)
    .groupBy(['campaign_id', 'state'])
    .execute()
  for (const { campaign_id, state, count, left } of rows) {
    const one = counts.get(campaign_id) ?? noRecipients()
    one[state] = Number(count)
    one.unsubscribed += Number(left)
    counts.set(campaign_id, one)
  }
  return counts
}

export const noRecipients = (): RecipientCounts & { unsubscribed: number } => ({
  ...{ queued: 0, sending: 0, sent: 0, refused: 0, uncertain: 0, skipped: 0, unsubscribed: 0 },
})

/** Recipients in a state, in their order. @param query `after`: the last number of the page before */
export const selectRecipients = (
  db: Db,
  campaign: string,
  { state, after, limit }: { state: RecipientState; after: number; limit: number },
) =>
  db
    .selectFrom('newsletter_recipients')
    .select(['number', 'email', 'answer', 'settled_at as settledAt', 'begun_at as begunAt'])
    .where('campaign_id', '=', campaign)
    .where('state', '=', state)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()

/**
 * Bookings by people who got a newsletter, made within `withinMs` after they got it, and before a later one.
 * @param bookings a subquery of who booked when
 */
export async function countFollowingBookings(
  db: Db,
  campaign: string,
  bookings: AliasedExpression<{ key: string; at: number }, 'b'>,
  withinMs: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('newsletter_recipients as r')
    .innerJoin(bookings, 'b.key', 'r.email_key')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('r.campaign_id', '=', campaign)
    .where('r.state', '=', 'sent')
    .whereRef('b.at', '>=', 'r.settled_at')
    .where((e) => e('b.at', '<', e('r.settled_at', '+', withinMs)))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('newsletter_recipients as later')
            .select('later.number')
            .whereRef('later.email_key', '=', 'r.email_key')
            .where('later.state', '=', 'sent')
            .whereRef('later.settled_at', '<=', 'b.at')
            .where(({ eb, refTuple }) =>
              eb(
                refTuple('later.settled_at', 'later.campaign_id'),
                '>',
                refTuple('r.settled_at', 'r.campaign_id'),
              ),
            ),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Reports about addresses within `withinMs` after the mail server had accepted the newsletter. */
const reportsQuery = (db: Db, campaign: string, withinMs: number) =>
  db
    .selectFrom('newsletter_recipients as r')
    .innerJoin('newsletter_suppressions as s', 's.email_key', 'r.email_key')
    .where('r.campaign_id', '=', campaign)
    .where('r.state', '=', 'sent')
    .whereRef('s.at', '>=', 'r.settled_at')
    .where((e) => e('s.at', '<', e('r.settled_at', '+', withinMs)))

/** Recipients whose addresses were reported. */
export async function countReported(
  db: Db,
  campaign: string,
  withinMs: number,
): Promise<{ bounced: number; complained: number }> {
  const rows = await reportsQuery(db, campaign, withinMs)
    .select(['s.reason', (e) => e.fn.count<number>('r.number').distinct().as('count')])
    .groupBy('s.reason')
    .execute()
  const counts = new Map(rows.map(({ reason, count }) => [reason, Number(count)]))
  return { bounced: counts.get('bounced') ?? 0, complained: counts.get('complained') ?? 0 }
}

/** The reports about some recipients, oldest first. */
export const selectReports = (db: Db, campaign: string, numbers: number[], withinMs: number) =>
  reportsQuery(db, campaign, withinMs)
    .select(['r.number', 's.reason', 's.detail'])
    .where('r.number', 'in', numbers)
    .where('s.reason', 'in', ['bounced', 'complained'])
    .orderBy('s.at')
    .execute()

/** Notes that someone unsubscribed with a link of a newsletter that they got. The first time is kept. */
export async function noteLinkUsed(tx: Tx, campaign: string, key: string, at: number): Promise<void> {
  await tx
    .updateTable('newsletter_recipients')
    .set({ unsubscribed_at: at })
    .where('campaign_id', '=', campaign)
    .where('email_key', '=', key)
    .where('unsubscribed_at', 'is', null)
    .execute()
}

/** Newsletters to an address, oldest first, and what came of them. @param key the address in lower case */
export const selectReceived = (db: Db, key: string) =>
  db
    .selectFrom('newsletter_recipients as r')
    .innerJoin('newsletter_campaigns as c', 'c.id', 'r.campaign_id')
    .select(['c.subject', 'r.state', 'r.settled_at as settledAt', 'r.unsubscribed_at as unsubscribedAt'])
    .where('r.email_key', '=', key)
    .orderBy('r.campaign_id')
    .execute()

const WITHOUT_ADDRESS = {
  ...{ email: '', answer: '' },
  email_key: sql<string>`subscriber_id`,
}

/** Deletes an address and the answers about it. The rows stay, so that the figures do. @param key in lower case */
export async function clearAddress(tx: Tx, key: string): Promise<void> {
  await tx.updateTable('newsletter_recipients').set(WITHOUT_ADDRESS).where('email_key', '=', key).execute()
}

/** Recipients settled before an instant whose addresses are still known. */
export const oldRecipientsQuery = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('newsletter_recipients')
    .select(['campaign_id', 'number'])
    .where('email', '<>', '')
    .where('settled_at', '<', before)
    .orderBy('settled_at')
    .limit(limit)

/** The same for some recipients settled before an instant. @returns how many */
export async function clearOldAddresses(tx: Tx, before: number, limit: number): Promise<number> {
  const old = await oldRecipientsQuery(tx, before, limit).execute()
  for (const { campaign_id, number } of old)
    await tx
      .updateTable('newsletter_recipients')
      .set(WITHOUT_ADDRESS)
      .where('campaign_id', '=', campaign_id)
      .where('number', '=', number)
      .execute()
  return old.length
}
