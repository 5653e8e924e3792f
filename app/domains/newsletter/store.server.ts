import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import type { Consent, SuppressionReason } from './model'

export interface Subscription {
  id: string
  email: string
  token: string
  active: boolean
  /** Since when it waits to be confirmed; null: it doesn't. */
  unconfirmedSince: number | null
  /** Of the emailed link that confirms it. */
  confirmToken: string | null
}

/** @param key the address in lower case */
export async function selectByKey(db: Db, key: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('newsletter')
    .select(COLUMNS)
    .where('email_key', '=', key)
    .executeTakeFirst()
  return row && subscriptionFrom(row)
}

export async function selectByToken(db: Db, token: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('newsletter')
    .select(COLUMNS)
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst()
  return row && subscriptionFrom(row)
}

export async function selectByConfirmToken(db: Db, token: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('newsletter')
    .select(COLUMNS)
    .where('confirm_token', '=', token)
    .executeTakeFirst()
  return row && subscriptionFrom(row)
}

const COLUMNS = [
  ...(['id', 'email', 'unsubscribe_token', 'unsubscribed_at'] as const),
  ...(['unconfirmed_since', 'confirm_token'] as const),
]

const subscriptionFrom = (row: {
  id: string
  email: string
  unsubscribe_token: string
  unsubscribed_at: number | null
  unconfirmed_since: number | null
  confirm_token: string | null
}) => ({
  id: row.id,
  email: row.email,
  token: row.unsubscribe_token,
  active: row.unsubscribed_at === null,
  unconfirmedSince: row.unconfirmed_since,
  confirmToken: row.confirm_token,
})

/**
 * Adds a subscriber, or reactivates one. The unique address decides among concurrent calls.
 * @returns the id; undefined if the address is subscribed already
 */
export async function insertSubscriber(
  db: Db,
  subscriber: {
    id: string
    email: string
    name?: string
    key: string
    token: string
    at: number
    /** Waits to be confirmed. Replaces an earlier one that has waited since `before`. */
    pending?: { confirmToken: string; since: number; before: number }
  },
): Promise<string | undefined> {
  const waiting = {
    confirm_token: subscriber.pending?.confirmToken ?? null,
    unconfirmed_since: subscriber.pending?.since ?? null,
  }
  const row = await db
    .insertInto('newsletter')
    .values({
      id: subscriber.id,
      email: subscriber.email,
      name: subscriber.name ?? '',
      email_key: subscriber.key,
      request_date: subscriber.at,
      unsubscribe_token: subscriber.token,
      unsubscribed_at: null,
      ...waiting,
    })
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet((e) => ({
          email: subscriber.email,
          request_date: subscriber.at,
          unsubscribe_token: subscriber.token,
          unsubscribed_at: null,
          ...waiting,
          version: e('newsletter.version', '+', 1),
        }))
        .where((e) =>
          e.or([
            e('newsletter.unsubscribed_at', 'is not', null),
            e('newsletter.unconfirmed_since', '<=', subscriber.pending?.before ?? subscriber.at),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The subscription begins now. @returns whether it waited until now */
export async function markConfirmed(db: Db, token: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter')
    .set((e) => ({ unconfirmed_since: null, request_date: at, version: e('version', '+', 1) }))
    .where('confirm_token', '=', token)
    .where('unconfirmed_since', 'is not', null)
    .where('unsubscribed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps the first time. @param key the address in lower case. @returns whether it was subscribed until now */
export async function markUnsubscribed(db: Db, key: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter')
    .set((e) => ({ unsubscribed_at: at, version: e('version', '+', 1) }))
    .where('email_key', '=', key)
    .where('unsubscribed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @param key the address in lower case */
export async function selectDates(
  db: Db,
  key: string,
): Promise<{ email: string; requestDate: number; unsubscribedAt: number | null } | undefined> {
  return await db
    .selectFrom('newsletter')
    .select(['email', 'request_date as requestDate', 'unsubscribed_at as unsubscribedAt'])
    .where('email_key', '=', key)
    .executeTakeFirst()
}

/** When these addresses subscribed and unsubscribed. @param keys in lower case */
export async function selectDatesOf(
  db: Db,
  keys: string[],
): Promise<{ id: string; email: string; requestDate: number; unsubscribedAt: number | null }[]> {
  return await db
    .selectFrom('newsletter')
    .select(['id', 'email', 'request_date as requestDate', 'unsubscribed_at as unsubscribedAt'])
    .where('email_key', 'in', keys)
    .execute()
}

export async function insertConsent(
  db: Db,
  subscriber: string,
  consent: Consent & { at: number; network: string; byName: string },
): Promise<void> {
  await db
    .insertInto('newsletter_consents')
    .values({
      id: newId(),
      subscriber_id: subscriber,
      at: consent.at,
      source: consent.source,
      place: consent.place,
      words: consent.words,
      network: consent.network,
      by_name: consent.byName,
    })
    .execute()
}

/** Keeps the first row per address and reason. @returns whether the address was free of it until now */
export async function insertSuppression(
  db: Db,
  suppression: { key: string; reason: SuppressionReason; at: number; detail: string },
): Promise<boolean> {
  const row = await db
    .insertInto('newsletter_suppressions')
    .values({
      id: newId(),
      email_key: suppression.key,
      reason: suppression.reason,
      at: suppression.at,
      detail: suppression.detail,
      lifted_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['email_key', 'reason']).where('lifted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the row as history. @param byName the team member; '' for the person themselves */
export async function liftSuppression(
  db: Db,
  { key, reason, at, byName }: { key: string; reason: SuppressionReason; at: number; byName: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_suppressions')
    .set({ lifted_at: at, lifted_by: byName })
    .where('email_key', '=', key)
    .where('reason', '=', reason)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @param keys addresses in lower case. @returns the reasons of those that are suppressed */
export async function selectSuppressed(
  db: Db,
  keys: string[],
): Promise<{ key: string; reason: SuppressionReason }[]> {
  return await db
    .selectFrom('newsletter_suppressions')
    .select(['email_key as key', 'reason'])
    .where('email_key', 'in', keys)
    .where('lifted_at', 'is', null)
    .execute()
}

/** Deletes what isn't needed to keep an address unsubscribed. @param key the address in lower case */
export async function clearDetails(tx: Db, key: string): Promise<void> {
  const id = tx.selectFrom('newsletter').select('id').where('email_key', '=', key)
  await tx.deleteFrom('newsletter_tagged').where('subscriber_id', 'in', id).execute()
  await tx.updateTable('newsletter_consents').set({ network: '' }).where('subscriber_id', 'in', id).execute()
  await tx
    .updateTable('newsletter')
    .set((e) => ({ name: '', version: e('version', '+', 1) }))
    .where('email_key', '=', key)
    .execute()
}
