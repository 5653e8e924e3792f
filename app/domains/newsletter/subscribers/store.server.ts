import { type RawBuilder, sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import { containsWords } from '~/platform/db/search-terms.server'
import { deleteSeen, type Seen, updateSeen } from '~/platform/db/versioned.server'
import { newId } from '~/platform/ids.server'
import { type Bookers, isInSegment, isSuppressed, receives } from '../segments/recipients-store.server'
import type { Segment } from '../segments/segment'
import { selectSuppressed } from '../store.server'
import {
  type ConsentRecord,
  type Subscriber,
  type SubscriberLine,
  type SubscriberState,
  type Suppression,
  stateOf,
  type Tag,
} from './model'

export interface ListedQuery {
  state: SubscriberState | null
  segment: Segment
  bookers: Bookers
  search: string
}

const listed = (db: Db, { state, segment, bookers, search }: ListedQuery) =>
  db
    .selectFrom('newsletter as n')
    .where(isInSegment(segment, bookers))
    .$if(state !== null, (query) => query.where(isInState(state as SubscriberState)))
    .$if(search !== '', (query) => query.where(textOf(search)))

/** Scans the table. */
const textOf = (search: string): RawBuilder<boolean> =>
  sql<boolean>`(${containsWords('n.email', search)} or ${containsWords('n.name', search)})`

/** As `stateOf`. */
function isInState(state: SubscriberState) {
  const [bounced, complained] = [isSuppressed('bounced'), isSuppressed('complained')]
  const isOpen = sql<boolean>`not ${bounced} and not ${complained}`
  switch (state) {
    case 'subscribed':
      return receives()
    case 'not-confirmed':
      return sql<boolean>`n.unsubscribed_at is null and n.unconfirmed_since is not null and ${isOpen}`
    case 'unsubscribed':
      return sql<boolean>`(n.unsubscribed_at is not null or n.unconfirmed_since is null and ${isSuppressed()}) and ${isOpen}`
    case 'bounced':
      return sql<boolean>`${bounced} and not ${complained}`
    case 'complained':
      return complained
  }
}

/** Newest first. */
export async function selectListed(
  db: Db,
  { before, limit, ...query }: ListedQuery & { before: { at: number; id: string } | null; limit: number },
): Promise<SubscriberLine[]> {
  const rows = await listed(db, query)
    .select(['n.id', 'n.email', 'n.email_key', 'n.name', 'n.request_date'])
    .select(['n.unsubscribed_at', 'n.unconfirmed_since'])
    .$if(before !== null, (some) =>
      some
        .where('n.request_date', '<=', before?.at ?? 0)
        .where((e) => e.or([e('n.request_date', '<', before?.at ?? 0), e('n.id', '<', before?.id ?? '')])),
    )
    .orderBy('n.request_date', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const suppressed = Map.groupBy(
    await selectSuppressed(
      db,
      rows.map(({ email_key }) => email_key),
    ),
    ({ key }) => key,
  )
  const tags = await selectTagNames(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    state: stateOf(
      { unsubscribedAt: row.unsubscribed_at, unconfirmedSince: row.unconfirmed_since },
      (suppressed.get(row.email_key) ?? []).map(({ reason }) => reason),
    ),
    tags: tags.get(row.id) ?? [],
    subscribedAt: row.request_date,
  }))
}

export async function countListed(db: Db, query: ListedQuery): Promise<number> {
  const { count } = await listed(db, query)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** By subscriber, in alphabetical order. */
async function selectTagNames(db: Db, subscribers: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('newsletter_tagged as d')
    .innerJoin('newsletter_tags as t', 't.id', 'd.tag_id')
    .select(['d.subscriber_id', 't.name'])
    .where('d.subscriber_id', 'in', subscribers)
    .orderBy('t.name_key')
    .execute()
  const names = new Map<string, string[]>()
  for (const { subscriber_id, name } of rows)
    names.set(subscriber_id, [...(names.get(subscriber_id) ?? []), name])
  return names
}

export async function selectSubscriber(db: Db, id: string): Promise<Subscriber | undefined> {
  const row = await db.selectFrom('newsletter').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const suppressions = await selectSuppressions(db, row.email_key)
  const active = suppressions.filter(({ liftedAt }) => liftedAt === null).map(({ reason }) => reason)
  const tagged = await db
    .selectFrom('newsletter_tagged')
    .select('tag_id')
    .where('subscriber_id', '=', id)
    .execute()
  return {
    id,
    email: row.email,
    name: row.name,
    state: stateOf({ unsubscribedAt: row.unsubscribed_at, unconfirmedSince: row.unconfirmed_since }, active),
    tags: tagged.map(({ tag_id }) => tag_id),
    subscribedAt: row.request_date,
    consents: await selectConsents(db, id),
    suppressions,
    version: row.version,
  }
}

/** Newest first. */
export async function selectConsents(db: Db, subscriber: string): Promise<ConsentRecord[]> {
  return await db
    .selectFrom('newsletter_consents')
    .select(['at', 'source', 'place', 'words', 'network', 'by_name as byName'])
    .where('subscriber_id', '=', subscriber)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Newest first, lifted ones included. @param key the address in lower case */
export async function selectSuppressions(db: Db, key: string): Promise<Suppression[]> {
  return await db
    .selectFrom('newsletter_suppressions')
    .select(['reason', 'at', 'detail', 'lifted_at as liftedAt'])
    .where('email_key', '=', key)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** @returns false, without writing, if the version has changed */
export const raiseVersion = (db: Db, seen: Seen, change: { name?: string } = {}): Promise<boolean> =>
  updateSeen(db, 'newsletter', seen, change)

/** Replaces the tags of a subscriber, of those in `among`. Unknown ids are ignored. */
export async function replaceTags(
  db: Db,
  subscriber: string,
  { tags, among }: { tags: string[]; among: Tag[] },
): Promise<void> {
  const ids = among.map(({ id }) => id)
  if (ids.length === 0) return
  await db
    .deleteFrom('newsletter_tagged')
    .where('subscriber_id', '=', subscriber)
    .where('tag_id', 'in', ids)
    .execute()
  await insertTagged(
    db,
    ids.filter((id) => tags.includes(id)).map((tag) => ({ subscriber, tag })),
  )
}

export async function insertTagged(db: Db, tagged: { subscriber: string; tag: string }[]): Promise<void> {
  for (const some of inParts(tagged))
    await db
      .insertInto('newsletter_tagged')
      .values(some.map(({ subscriber, tag }) => ({ subscriber_id: subscriber, tag_id: tag })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** In alphabetical order. */
export async function selectTags(db: Db): Promise<Tag[]> {
  const rows = await db.selectFrom('newsletter_tags').selectAll().orderBy('name_key').execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isPublic: row.is_public === 1,
    version: row.version,
  }))
}

/** Number of subscribers by tag. */
export async function countTagged(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('newsletter_tagged')
    .select((e) => ['tag_id', e.fn.countAll<number>().as('count')])
    .groupBy('tag_id')
    .execute()
  return new Map(rows.map(({ tag_id, count }) => [tag_id, Number(count)]))
}

/** The ids of tags with these names. Adds missing ones. @returns ids by name in lower case */
export async function ensureTags(db: Db, names: string[]): Promise<Map<string, string>> {
  const byKey = new Map(names.map((name) => [name.toLowerCase(), name]))
  for (const some of inParts([...byKey]))
    await db
      .insertInto('newsletter_tags')
      .values(some.map(([key, name]) => ({ id: newId(), name, name_key: key, is_public: 0, version: 1 })))
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .execute()
  const found = new Map<string, string>()
  for (const some of inParts([...byKey.keys()])) {
    const rows = await db
      .selectFrom('newsletter_tags')
      .select(['id', 'name_key'])
      .where('name_key', 'in', some)
      .execute()
    for (const { id, name_key } of rows) found.set(name_key, id)
  }
  return found
}

/** @returns 'taken' if another tag has that name */
export const updateTag = (
  db: Db,
  seen: Seen,
  { name, isPublic }: { name: string; isPublic: boolean },
): Promise<boolean> =>
  updateSeen(db, 'newsletter_tags', seen, { name, name_key: name.toLowerCase(), is_public: isPublic ? 1 : 0 })

export async function selectTag(db: Db, id: string): Promise<Tag | undefined> {
  return (await selectTags(db)).find((tag) => tag.id === id)
}

export const deleteTag = (db: Db, seen: Seen): Promise<boolean> => deleteSeen(db, 'newsletter_tags', seen)

/** How many people subscribed and left between two instants, without those who haven't confirmed. */
export async function countChanges(
  db: Db,
  { from, until }: { from: number; until: number },
): Promise<{ subscribed: number; left: number }> {
  const subscribed = await db
    .selectFrom('newsletter_consents as c')
    .innerJoin('newsletter as n', 'n.id', 'c.subscriber_id')
    .select((e) => e.fn.count<number>('n.id').distinct().as('count'))
    .where('n.unconfirmed_since', 'is', null)
    .where('c.at', '>=', from)
    .where('c.at', '<', until)
    .executeTakeFirstOrThrow()
  const left = await db
    .selectFrom('newsletter_suppressions as s')
    .innerJoin('newsletter as n', 'n.email_key', 's.email_key')
    .select((e) => e.fn.count<number>('n.id').distinct().as('count'))
    .where('s.at', '>=', from)
    .where('s.at', '<', until)
    .executeTakeFirstOrThrow()
  return { subscribed: Number(subscribed.count), left: Number(left.count) }
}
