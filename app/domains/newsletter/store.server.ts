import type { Db } from '~/platform/db/database.server'

export interface Subscription {
  email: string
  token: string
  active: boolean
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

const COLUMNS = ['email', 'unsubscribe_token', 'unsubscribed_at'] as const

const subscriptionFrom = (row: {
  email: string
  unsubscribe_token: string
  unsubscribed_at: number | null
}) => ({
  email: row.email,
  token: row.unsubscribe_token,
  active: row.unsubscribed_at === null,
})

/**
 * Adds a subscriber, or reactivates one. The unique address decides among concurrent calls.
 * @returns whether this call added one
 */
export async function insertSubscriber(
  db: Db,
  subscriber: { id: string; email: string; key: string; token: string; at: number },
): Promise<boolean> {
  const row = await db
    .insertInto('newsletter')
    .values({
      id: subscriber.id,
      email: subscriber.email,
      email_key: subscriber.key,
      request_date: subscriber.at,
      unsubscribe_token: subscriber.token,
      unsubscribed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet({
          email: subscriber.email,
          request_date: subscriber.at,
          unsubscribe_token: subscriber.token,
          unsubscribed_at: null,
        })
        .where('newsletter.unsubscribed_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the first time. @returns whether the address was subscribed until now */
export async function markUnsubscribed(db: Db, token: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter')
    .set({ unsubscribed_at: at })
    .where('unsubscribe_token', '=', token)
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
