import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import { matches, readSearch, type Search } from '~/platform/db/search-terms.server'
import type { PeopleCursor, PeopleFilter, PersonLine } from '../model'
import type { PersonDraft } from '../person-form'

export interface PeopleQuery {
  filter: PeopleFilter
  /** Accounts of owners and assistants. */
  staff: string[]
  search: string
  before: PeopleCursor | null
  limit: number
}

/** Newest contact first. The conditions are written out as in the indexes, which are of parts of the table. */
export const peopleQuery = (
  db: Db,
  { filter, staff, before, limit }: Omit<PeopleQuery, 'search'>,
  search: Search = null,
) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'phone', 'user_id', 'is_subscriber', 'last_contact_at'])
    .where('merged_into', 'is', null)
    .$if(filter === 'clients', (query) => query.where('user_id', 'is not', null))
    .$if(filter === 'clients' && staff.length > 0, (query) => query.where('user_id', 'not in', staff))
    .$if(filter === 'studio', (query) =>
      staff.length > 0 ? query.where('user_id', 'in', staff) : query.where(sql<boolean>`1 = 0`),
    )
    .$if(filter === 'subscribers', (query) => query.where('is_subscriber', '=', sql.lit(1)))
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
    isSubscriber: row.is_subscriber === 1,
    lastContactAt: row.last_contact_at,
    emails: emails.get(row.id) ?? [],
  }))
}

/** By person, the proven addresses first. */
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

/** What a record has become that was merged. */
export async function selectMergedInto(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('people').select('merged_into').where('id', '=', id).executeTakeFirst()
  return row?.merged_into ?? undefined
}

/** @returns false when somebody else has changed the record since `version`, and nothing is written */
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
