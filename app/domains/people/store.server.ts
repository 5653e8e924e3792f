import { type Expression, type SqlBool, sql } from 'kysely'
import { type Db, lockRows } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'
import {
  dropTerms,
  indexNew,
  indexTerms,
  matches,
  readSearch,
  type Search,
} from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import type { PeopleCursor, PeopleFilter, Person, PersonAddress, PersonDraft, PersonLine } from './model'

/** @param key the address in lower case. @returns the id of its person */
export async function selectHolder(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('person_addresses')
    .select('person_id')
    .where('email_key', '=', key)
    .executeTakeFirst()
  return row?.person_id
}

export interface NewPerson extends Pick<Person, 'name' | 'phone'> {
  email: string
  at: number
}

/** The unique address decides. @returns undefined, without writing, if the address is taken */
export async function insertPerson(
  db: Db,
  { email, name, phone, at }: NewPerson,
): Promise<string | undefined> {
  const id = newId()
  await insertBare(db, { id, name, phone, at })
  if (!(await insertAddress(db, { person: id, email, at }))) {
    await db.deleteFrom('people').where('id', '=', id).execute()
    return undefined
  }
  await indexNew(db, 'person', [{ id, texts: [email, name, phone] }])
  return id
}

/** Adds a person without an address. The caller adds one next. */
export async function insertBare(
  db: Db,
  person: { id: string; name: string; phone: string; at: number },
): Promise<void> {
  await db
    .insertInto('people')
    .values({
      id: person.id,
      name: person.name,
      phone: person.phone,
      details_from: 'claim',
      note: '',
      user_id: null,
      records: 0,
      is_subscriber: 0,
      merged_into: null,
      version: 1,
      created_at: person.at,
      last_contact_at: person.at,
    })
    .execute()
}

/** @returns whether the address was free */
export async function insertAddress(
  db: Db,
  { person, email, at }: { person: string; email: string; at: number },
): Promise<boolean> {
  const row = await db
    .insertInto('person_addresses')
    .values({
      email_key: email.toLowerCase(),
      email,
      person_id: person,
      verified_at: null,
      subscribed: 0,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('email_key')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the first time of verification. */
export async function markVerified(db: Db, key: string, at: number): Promise<void> {
  await db
    .updateTable('person_addresses')
    .set({ verified_at: at })
    .where('email_key', '=', key)
    .where('verified_at', 'is', null)
    .execute()
}

/** @param key the address in lower case */
export async function isVerified(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('person_addresses')
    .select('email_key')
    .where('email_key', '=', key)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** @param keys addresses in lower case */
export async function selectVerifiedAmong(db: Db, keys: string[]): Promise<string[]> {
  const found: string[] = []
  for (const some of inParts([...new Set(keys)])) {
    const rows = await db
      .selectFrom('person_addresses')
      .select('email_key')
      .where('email_key', 'in', some)
      .where('verified_at', 'is not', null)
      .execute()
    found.push(...rows.map(({ email_key }) => email_key))
  }
  return found
}

/** Those of some addresses whose person gets no payment reminders. */
export async function selectWithoutReminders(db: Db, keys: string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of inParts([...new Set(keys)])) {
    const rows = await db
      .selectFrom('person_addresses as a')
      .innerJoin('people as p', 'p.id', 'a.person_id')
      .select('a.email_key')
      .where('a.email_key', 'in', some)
      .where('p.payment_reminders_off', '=', 1)
      .execute()
    for (const { email_key } of rows) found.add(email_key)
  }
  return found
}

export const setWithoutReminders = async (db: Db, person: string, isOff: boolean): Promise<void> =>
  void (await db
    .updateTable('people')
    .set({ payment_reminders_off: isOff ? 1 : 0 })
    .where('id', '=', person)
    .execute())

/** Records a contact and locks the row. @returns undefined if the person was merged into another */
export async function touchPerson(
  db: Db,
  id: string,
  { at, records }: { at: number; records: number },
): Promise<Person | undefined> {
  const row = await db
    .updateTable('people')
    .set((e) => ({
      last_contact_at: sql<number>`case when last_contact_at < ${at} then ${at} else last_contact_at end`,
      records: e('records', '+', records),
    }))
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && personFrom(row)
}

/** Changes a person without raising `version`, so that open Studio forms can still be saved. */
export async function updatePerson(
  db: Db,
  id: string,
  change: Partial<Omit<Row<'people'>, 'id' | 'version' | 'created_at'>>,
): Promise<void> {
  await db.updateTable('people').set(change).where('id', '=', id).execute()
}

export async function selectPerson(db: Db, id: string): Promise<Person | undefined> {
  const row = await db
    .selectFrom('people')
    .selectAll()
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  return row && personFrom(row)
}

export const personFrom = (row: Row<'people'>): Person => ({
  id: row.id,
  name: row.name,
  phone: row.phone,
  note: row.note,
  detailsFrom: row.details_from,
  userId: row.user_id,
  createdAt: row.created_at,
  lastContactAt: row.last_contact_at,
  version: row.version,
})

/** Verified addresses first, then the oldest. */
export async function selectAddresses(db: Db, person: string): Promise<PersonAddress[]> {
  const rows = await db
    .selectFrom('person_addresses')
    .select(['email', 'verified_at'])
    .where('person_id', '=', person)
    .orderBy('verified_at', (order) => order.desc().nullsLast())
    .orderBy('created_at')
    .orderBy('email_key')
    .execute()
  return rows.map(({ email, verified_at }) => ({ email, isVerified: verified_at !== null }))
}

/** Updates the person's search terms. */
export async function indexPerson(db: Db, id: string): Promise<void> {
  const person = await selectPerson(db, id)
  if (!person) return
  const addresses = await selectAddresses(db, id)
  await indexTerms(db, 'person', id, [...addresses.map(({ email }) => email), person.name, person.phone])
}

export async function selectPersonOfUser(db: Db, user: string): Promise<string | undefined> {
  const row = await db.selectFrom('people').select('id').where('user_id', '=', user).executeTakeFirst()
  return row?.id
}

/** Locks persons in the order of their ids, to prevent deadlocks. */
export async function lockPeople(tx: Db, ids: string[]): Promise<Map<string, Row<'people'>>> {
  if (ids.length === 0) return new Map()
  const people = tx.selectFrom('people').selectAll().where('id', 'in', ids).where('merged_into', 'is', null)
  const rows = await lockRows(tx, people.orderBy('id')).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function moveAddress(tx: Db, key: string, person: string): Promise<void> {
  await tx.updateTable('person_addresses').set({ person_id: person }).where('email_key', '=', key).execute()
}

/** Moves everything from one person to another, and makes the old id refer to the new one. */
export async function emptyInto(tx: Db, gone: string, kept: string): Promise<void> {
  await tx.updateTable('person_addresses').set({ person_id: kept }).where('person_id', '=', gone).execute()
  await tx
    .updateTable('people')
    .set({ name: '', phone: '', note: '', user_id: null, records: 0, merged_into: kept })
    .where('id', '=', gone)
    .execute()
  await tx.updateTable('people').set({ merged_into: kept }).where('merged_into', '=', gone).execute()
  await sql`update people set payment_reminders_off = 1 where id = ${kept} and exists (
    select 1 from people where id = ${gone} and payment_reminders_off = 1)`.execute(tx)
  await dropTerms(tx, 'person', gone)
}

/** Deletes a person with their addresses, and merged ids that refer to them. */
export async function deletePerson(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('person_addresses').where('person_id', '=', id).execute()
  await tx
    .deleteFrom('people')
    .where((e) => e.or([e('id', '=', id), e('merged_into', '=', id)]))
    .execute()
  await dropTerms(tx, 'person', id)
}

/** A condition on an address in lower case that another domain knows. */
export type AddressCondition = (key: Expression<string>) => Expression<SqlBool>

export interface PeopleQuery {
  filter: PeopleFilter
  /** Accounts of owners and assistants. */
  staff: string[]
  /** Only people with such an address. */
  withAddress?: AddressCondition
  search: string
  before: PeopleCursor | null
  limit: number
}

/** Newest contact first. The conditions match those of the partial indexes. */
export const peopleQuery = (
  db: Db,
  { filter, staff, withAddress, before, limit }: Omit<PeopleQuery, 'search'>,
  search: Search = null,
) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'phone', 'user_id', 'last_contact_at'])
    .where('merged_into', 'is', null)
    .$if(filter === 'clients', (query) => query.where('user_id', 'is not', null))
    .$if(filter === 'clients' && staff.length > 0, (query) => query.where('user_id', 'not in', staff))
    .$if(filter === 'studio', (query) =>
      staff.length > 0 ? query.where('user_id', 'in', staff) : query.where(sql<boolean>`1 = 0`),
    )
    .$if(withAddress !== undefined, (query) =>
      query.where((e) =>
        e.exists(
          e
            .selectFrom('person_addresses as a')
            .select('a.email_key')
            .whereRef('a.person_id', '=', 'people.id')
            .where((a) => (withAddress as AddressCondition)(a.ref('a.email_key'))),
        ),
      ),
    )
    .$if(search !== null, (query) => query.where(matches(db, search, 'people.id')))
    .$if(before !== null, (query) =>
      query
        .where('last_contact_at', '<=', before?.at ?? 0)
        .where((e) => e.or([e('last_contact_at', '<', before?.at ?? 0), e('id', '<', before?.id ?? '')])),
    )
    .orderBy('last_contact_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

export async function selectPeople(db: Db, { search, ...query }: PeopleQuery): Promise<PersonLine[]> {
  const rows = await peopleQuery(db, query, await readSearch(db, 'person', search)).execute()
  const emails = await selectEmails(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    phone: row.phone,
    userId: row.user_id,
    lastContactAt: row.last_contact_at,
    emails: emails.get(row.id) ?? [],
  }))
}

/** Addresses by person, verified ones first. */
async function selectEmails(db: Db, people: string[]): Promise<Map<string, string[]>> {
  const emails = new Map<string, string[]>()
  if (people.length === 0) return emails
  const rows = await db
    .selectFrom('person_addresses')
    .select(['person_id', 'email', 'verified_at'])
    .where('person_id', 'in', people)
    .orderBy('created_at')
    .execute()
  const provenFirst = rows.toSorted((a, b) => Number(b.verified_at !== null) - Number(a.verified_at !== null))
  for (const { person_id, email } of provenFirst)
    emails.set(person_id, [...(emails.get(person_id) ?? []), email])
  return emails
}

/** The person that another one was merged into. */
export async function selectMergedInto(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('people').select('merged_into').where('id', '=', id).executeTakeFirst()
  return row?.merged_into ?? undefined
}

/** @returns false, without writing, if the record's version has changed */
export async function writeDraft(
  tx: Db,
  { id, version }: { id: string; version: number },
  draft: PersonDraft,
  isOwnDetails: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('people')
    .set({ ...draft, version: version + 1, ...(isOwnDetails && { details_from: 'studio' as const }) })
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
