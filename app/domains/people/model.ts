import { z } from 'zod'
import { NAME_MAX, phone, plainLine, text } from '~/platform/fields'

/** In characters. A note merged from two may be longer, and stays. */
export const NOTE_MAX = 5_000

/** Filters of the list of clients. */
export const PEOPLE_FILTERS = ['everyone', 'clients', 'studio', 'subscribers'] as const
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number]

export const readPeopleFilter = (text: string | null): PeopleFilter =>
  PEOPLE_FILTERS.find((filter) => filter === text) ?? 'everyone'

/**
 * Source of a name and phone. A claim was typed for an unverified address, and never replaces what an account
 * or the studio has entered.
 */
export type DetailsFrom = 'claim' | 'account' | 'studio'

export interface PersonAddress {
  email: string
  /** Whether the address is verified. */
  isVerified: boolean
}

/** A person known to the studio by an email address. */
export interface Person {
  id: string
  /** Empty when unknown. */
  name: string
  phone: string
  note: string
  detailsFrom: DetailsFrom
  /** The account that has verified one of the addresses. */
  userId: string | null
  createdAt: number
  lastContactAt: number
  /** Raised by every change in the Studio, so that outdated forms are refused. */
  version: number
}

/** A row of the list. */
export interface PersonLine extends Pick<Person, 'id' | 'name' | 'phone' | 'userId' | 'lastContactAt'> {
  emails: string[]
}

/** The next page begins after this person. */
export interface PeopleCursor {
  at: number
  id: string
}

export const writeCursor = ({ at, id }: PeopleCursor): string => `${at}.${id}`

/** @returns null if there is none, or it is invalid */
export function readCursor(text: string | null): PeopleCursor | null {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}

/** Display name of a person, or the address. */
export const shownName = (person: { name: string; emails: string[] }): string =>
  person.name === '' ? (person.emails[0] ?? 'No name') : person.name

/** The fields of a person that a merge has to combine. */
export interface Mergeable {
  name: string
  phone: string
  details_from: DetailsFrom
  note: string
  user_id: string | null
  records: number
  created_at: number
  last_contact_at: number
}

/** The studio takes precedence over the account, and both over a claim. */
const WEIGHT: Record<DetailsFrom, number> = { claim: 0, account: 1, studio: 2 }

/** Merges two persons. The name and phone with lower precedence are dropped, but stay in the history. */
export function merged(kept: Mergeable, gone: Mergeable): Mergeable {
  const [first, second] = WEIGHT[gone.details_from] > WEIGHT[kept.details_from] ? [gone, kept] : [kept, gone]
  return {
    name: first.name || second.name,
    phone: first.phone || second.phone,
    details_from: first.details_from,
    note: [kept.note, gone.note].filter((note) => note !== '').join('\n\n'),
    user_id: kept.user_id ?? gone.user_id,
    records: kept.records + gone.records,
    created_at: Math.min(kept.created_at, gone.created_at),
    last_contact_at: Math.max(kept.last_contact_at, gone.last_contact_at),
  }
}

export type PersonField = 'name' | 'phone' | 'note'
export type PersonDraft = Record<PersonField, string>

/** @param person the stored one, whose merged note may be longer than the limit */
export const personSchema = (person: Pick<Person, 'note'>) =>
  z.object({
    name: plainLine({ max: NAME_MAX, what: 'the name' }),
    phone: phone(),
    note: text({ max: Math.max(NOTE_MAX, person.note.length), what: 'the note', counted: true }),
  })

/** A query for a person's history, newest first. */
export interface HistoryQuery {
  /** The person's addresses in lower case. */
  emails: string[]
  /** Nothing after this instant. */
  until: number
  limit: number
}
