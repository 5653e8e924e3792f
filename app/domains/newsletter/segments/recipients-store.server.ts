import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import type { Database } from '~/platform/db/schema'
import type { Segment } from './segment'

/** Addresses in lower case if not said otherwise, as subqueries. */
export interface Bookers {
  booked: Expression<string> | undefined
  bookedWithinYear: Expression<string> | undefined
  inPlace: Expression<string> | undefined
  /** Ids of subscribers. */
  clicked: Expression<string> | undefined
}

/**
 * Everyone in the segment who gets the newsletter: subscribed, confirmed if that was required, and not
 * suppressed. In the order of their ids, without a limit. Can be read, counted, or inserted.
 */
export const recipientsQuery = (db: Db, segment: Segment, bookers: Bookers) =>
  recipients(db, segment, bookers)
    .select(['n.id', 'n.email', 'n.name', 'n.unsubscribe_token as token'])
    .orderBy('n.id')

export async function countRecipients(db: Db, segment: Segment, bookers: Bookers): Promise<number> {
  const { count } = await recipients(db, segment, bookers)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const recipients = (db: Db, segment: Segment, bookers: Bookers) =>
  db.selectFrom('newsletter as n').where(receives()).where(isInSegment(segment, bookers))

const subscriber = () => expressionBuilder<Database & { n: Database['newsletter'] }, 'n'>()

/** The condition of a query of `newsletter as n`: the subscriber gets the newsletter. */
export function receives(): Expression<SqlBool> {
  const e = subscriber()
  return e.and([
    e('n.unsubscribed_at', 'is', null),
    e('n.unconfirmed_since', 'is', null),
    e.not(isSuppressed()),
  ])
}

/** The same: the address is suppressed. @param reason by default any */
export function isSuppressed(reason?: 'bounced' | 'complained'): Expression<SqlBool> {
  const e = subscriber()
  return e.exists(
    e
      .selectFrom('newsletter_suppressions as s')
      .select('s.id')
      .whereRef('s.email_key', '=', 'n.email_key')
      .where('s.lifted_at', 'is', null)
      .$if(reason !== undefined, (query) => query.where('s.reason', '=', reason as 'bounced')),
  )
}

/** The same: the subscriber meets every condition of a segment. */
export function isInSegment({ anyOf, noneOf }: Segment, bookers: Bookers): Expression<SqlBool> {
  const e = subscriber()
  const taggedWith = (tags: string[]) =>
    e.selectFrom('newsletter_tagged').select('subscriber_id').where('tag_id', 'in', tags)
  const { booked, bookedWithinYear, inPlace, clicked } = bookers
  return e.and([
    ...(anyOf.length > 0 ? [e('n.id', 'in', taggedWith(anyOf))] : []),
    ...(noneOf.length > 0 ? [e('n.id', 'not in', taggedWith(noneOf))] : []),
    ...(booked ? [e('n.email_key', 'in', booked)] : []),
    ...(bookedWithinYear ? [e('n.email_key', 'not in', bookedWithinYear)] : []),
    ...(inPlace ? [e('n.email_key', 'in', inPlace)] : []),
    ...(clicked ? [e('n.id', 'in', clicked)] : []),
  ])
}

/** Those of some subscribers who still get the newsletter. */
export async function selectReceivingAmong(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('newsletter as n')
    .select('n.id')
    .where(receives())
    .where('n.id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of some addresses that get the newsletter. @param keys in lower case */
export async function selectReceivingAddresses(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('newsletter as n')
    .select('n.email_key')
    .where(receives())
    .where('n.email_key', 'in', keys)
    .execute()
  return rows.map(({ email_key }) => email_key)
}

/** The condition that an address gets the newsletter. @param key in lower case */
export function receivesAt(key: Expression<string>): Expression<SqlBool> {
  const e = expressionBuilder<Database>()
  return e.exists(
    e.selectFrom('newsletter as n').select('n.id').where('n.email_key', '=', key).where(receives()),
  )
}
