import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { selectPersonOfUser } from '../joining/store.server'
import {
  type PeopleFilter,
  type Person,
  type PersonAddress,
  type PersonLine,
  readCursor,
  shownName,
  writeCursor,
} from '../model'
import { type PersonDraft, readPersonDraft } from '../person-form'
import { indexPerson, selectAddresses, selectPerson } from '../store.server'
import { selectMergedInto, selectPeople, writeDraft } from './store.server'

const PAGE_SIZE = 50

export interface PeopleListQuery {
  filter: PeopleFilter
  /** Ids of the accounts of owners and assistants. */
  staff: string[]
  search: string
  /** As `next` said it; null: from the newest contact on. */
  before: string | null
}

/** People by their newest contact. `next`: what the next page begins after. */
export async function listPeople(
  { db }: { db: Db },
  { before, ...query }: PeopleListQuery,
): Promise<{ people: PersonLine[]; next: string | null }> {
  const found = await selectPeople(db, { ...query, before: readCursor(before), limit: PAGE_SIZE + 1 })
  const people = found.slice(0, PAGE_SIZE)
  const last = people.at(-1)
  const isMore = found.length > PAGE_SIZE && last !== undefined
  return { people, next: isMore ? writeCursor({ at: last.lastContactAt, id: last.id }) : null }
}

export interface FoundPerson {
  id: string
  name: string
  email: string
}

/** For jumping to somebody: those whose name, address or number begins with the words, newest contact first. */
export async function findPeople({ db }: { db: Db }, words: string, limit: number): Promise<FoundPerson[]> {
  if (words.trim() === '') return []
  const query = { filter: 'everyone', staff: [], search: words, before: null, limit } as const
  const people = await selectPeople(db, { ...query, staff: [] })
  return people.map((person) => ({ id: person.id, name: shownName(person), email: person.emails[0] ?? '' }))
}

export type WholePerson = Person & { addresses: PersonAddress[] }

/** A record, or where it has gone: two of one person became one. */
export async function readPerson(
  { db }: { db: Db },
  id: string,
): Promise<{ ok: true; person: WholePerson } | { ok: false; movedTo: string | undefined }> {
  const person = await selectPerson(db, id)
  if (person) return { ok: true, person: { ...person, addresses: await selectAddresses(db, id) } }
  return { ok: false, movedTo: await selectMergedInto(db, id) }
}

export type PersonSaved =
  | { ok: true }
  | { ok: false; reason: 'missing' | 'changed-meanwhile' }
  | { ok: false; reason: 'refused'; errors: Partial<PersonDraft> }

/** Writes what the owner says of a person. From then on their account changes the name and number no more. */
export async function savePerson(
  { db, clock, author }: { db: Db; clock: Clock; author: Author },
  id: string,
  { version, ...fields }: PersonDraft & { version: number },
): Promise<PersonSaved> {
  return await transact(db, async (tx): Promise<PersonSaved> => {
    const person = await selectPerson(tx, id)
    if (!person) return { ok: false, reason: 'missing' }
    const read = readPersonDraft(fields, person)
    if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
    const { draft } = read
    const changed = (['name', 'phone', 'note'] as const).filter((field) => draft[field] !== person[field])
    const isOwnDetails = changed.includes('name') || changed.includes('phone')
    if (person.version !== version || !(await writeDraft(tx, { id, version }, draft, isOwnDetails)))
      return { ok: false, reason: 'changed-meanwhile' }
    if (changed.length === 0) return { ok: true }
    await indexPerson(tx, id)
    // Assistants read the audit and no records of people: it says what was changed, not to what.
    const emails = (await selectAddresses(tx, id)).map(({ email }) => email)
    const subject = `${shownName({ name: draft.name, emails })} (${changed.join(', ')})`
    await recordAction({ db: tx, clock, author }, { action: 'person-changed', subject })
    return { ok: true }
  })
}

/** What the studio keeps about the person of an account, with its notes, for the person to take away. */
export async function exportPerson({ db }: { db: Db }, userId: string) {
  const id = await selectPersonOfUser(db, userId)
  const person = id && (await selectPerson(db, id))
  if (!person) return undefined
  const { name, phone, note, createdAt, lastContactAt } = person
  return { name, phone, note, addresses: await selectAddresses(db, person.id), createdAt, lastContactAt }
}
