import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import {
  type PeopleFilter,
  type Person,
  type PersonAddress,
  type PersonDraft,
  type PersonLine,
  personSchema,
  readCursor,
  shownName,
  writeCursor,
} from './model'
import {
  type AddressCondition,
  indexPerson,
  insertPerson,
  isVerified,
  markVerified,
  selectAddresses,
  selectHolder,
  selectMergedInto,
  selectPeople,
  selectPerson,
  selectPersonOfUser,
  selectVerifiedAmong,
  selectWithoutReminders,
  setWithoutReminders,
  touchPerson,
  updatePerson,
  writeDraft,
} from './store.server'

interface ContactDeps {
  /** The transaction of the incoming record. */
  db: Db
  clock: Clock
}

export interface Contact {
  email: string
  /** As typed, unverified. */
  name?: string
  phone?: string
  /** The studio keeps this record even if an account is deleted, such as a message. */
  isRecord?: boolean
}

/**
 * Records a contact: finds the person by address or creates one, even under simultaneous requests. Typed
 * details fill empty fields, and never replace those from an account or the studio.
 * @returns the person's id
 */
export async function noteContact(
  { db, clock }: ContactDeps,
  { email, name = '', phone = '', isRecord = true }: Contact,
): Promise<string> {
  const at = clock.now()
  for (;;) {
    const holder = await selectHolder(db, email.toLowerCase())
    const id = holder ?? (await insertPerson(db, { email, name, phone, at }))
    // Undefined: another transaction has just created or merged the person, so the next attempt finds it.
    const person = id === undefined ? undefined : await touchPerson(db, id, { at, records: isRecord ? 1 : 0 })
    if (!person) continue
    await fillBlanks(db, person, { name, phone })
    return person.id
  }
}

async function fillBlanks(db: Db, person: Person, said: { name: string; phone: string }): Promise<void> {
  if (person.detailsFrom !== 'claim') return
  const name = person.name || said.name
  const phone = person.phone || said.phone
  if (name === person.name && phone === person.phone) return
  await updatePerson(db, person.id, { name, phone })
  await indexPerson(db, person.id)
}

/** The id of the person with this address; undefined if there is none. */
export const findPersonOf = ({ db }: { db: Db }, email: string): Promise<string | undefined> =>
  selectHolder(db, email.toLowerCase())

/**
 * Records that a person reads emails to an address: they used a link that was sent only there. An account with
 * a verified address proves it too (`joinAccount`). Never call this for a link that a browser gets without the
 * email.
 */
export async function proveAddress(deps: { db: Db; clock: Clock }, email: string): Promise<void> {
  if (await isAddressProven(deps, email)) return
  await transact(deps.db, async (tx) => {
    await noteContact({ ...deps, db: tx }, { email, isRecord: false })
    await markVerified(tx, email.toLowerCase(), deps.clock.now())
  })
}

/** Whether someone has proven that they read emails to this address. */
export const isAddressProven = ({ db }: { db: Db }, email: string): Promise<boolean> =>
  isVerified(db, email.toLowerCase())

/** Those of some addresses that are verified. @param emails in lower case */
export const provenAmong = async ({ db }: { db: Db }, emails: string[]): Promise<Set<string>> =>
  new Set(await selectVerifiedAmong(db, emails))

/** Those of some addresses whose person gets no payment reminders. @param emails in lower case */
export const withoutPaymentReminders = ({ db }: { db: Db }, emails: string[]): Promise<Set<string>> =>
  selectWithoutReminders(db, emails)

/** Turns payment reminders off or on for the person with this address, whom it notes if there is none. */
export async function setPaymentReminders(
  deps: ContactDeps,
  email: string,
  { isOff }: { isOff: boolean },
): Promise<void> {
  const person = (await findPersonOf(deps, email)) ?? (await noteContact(deps, { email, isRecord: false }))
  await setWithoutReminders(deps.db, person, isOff)
}

const PAGE_SIZE = 50

export interface PeopleListQuery {
  filter: PeopleFilter
  /** Ids of the accounts of owners and assistants. */
  staff: string[]
  /** Narrows the list to people with such an address. */
  withAddress?: AddressCondition
  search: string
  /** The next page begins after this; null: first page. */
  before: string | null
}

/** People by their newest contact. `next`: the next page begins after this. */
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

/** People whose name, address or phone matches the words, newest contact first. */
export async function findPeople({ db }: { db: Db }, words: string, limit: number): Promise<FoundPerson[]> {
  if (words.trim() === '') return []
  const query = { filter: 'everyone', staff: [], search: words, before: null, limit } as const
  const people = await selectPeople(db, { ...query, staff: [] })
  return people.map((person) => ({ id: person.id, name: shownName(person), email: person.emails[0] ?? '' }))
}

export type WholePerson = Person & { addresses: PersonAddress[] }

/** A person, or the one that it was merged into. */
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
  | { ok: false; reason: 'missing' | 'changed-since' }
  | { ok: false; reason: 'refused'; errors: Partial<PersonDraft> }

/** Saves the owner's entries. After that, the account no longer changes name and phone. */
export async function savePerson(
  { db, clock, author }: WriteDeps,
  id: string,
  { version, ...fields }: PersonDraft & { version: number },
): Promise<PersonSaved> {
  return await transact(db, async (tx): Promise<PersonSaved> => {
    const person = await selectPerson(tx, id)
    if (!person) return { ok: false, reason: 'missing' }
    const read = parseForm(personSchema(person), fields)
    if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
    const draft = read.value
    const changed = (['name', 'phone', 'note'] as const).filter((field) => draft[field] !== person[field])
    const isOwnDetails = changed.includes('name') || changed.includes('phone')
    if (person.version !== version || !(await writeDraft(tx, { id, version }, draft, isOwnDetails)))
      return { ok: false, reason: 'changed-since' }
    if (changed.length === 0) return { ok: true }
    await indexPerson(tx, id)
    // Assistants can read the log but not client records, so it names the fields without values.
    const emails = (await selectAddresses(tx, id)).map(({ email }) => email)
    const subject = `${shownName({ name: draft.name, emails })} (${changed.join(', ')})`
    await recordAction({ db: tx, clock, author }, { action: 'person-changed', subject })
    return { ok: true }
  })
}

/** The studio's record of an account's person, including notes, for the person's own data export. */
export async function exportPerson({ db }: { db: Db }, userId: string) {
  const id = await selectPersonOfUser(db, userId)
  const person = id && (await selectPerson(db, id))
  if (!person) return undefined
  const { name, phone, note, createdAt, lastContactAt } = person
  return { name, phone, note, addresses: await selectAddresses(db, person.id), createdAt, lastContactAt }
}
