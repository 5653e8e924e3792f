/** In characters. Two notes that were merged may be longer together, and stay. */
export const NOTE_MAX = 5_000

/** Which people a list shows. */
export const PEOPLE_FILTERS = ['everyone', 'clients', 'studio', 'subscribers'] as const
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number]

export const readPeopleFilter = (text: string | null): PeopleFilter =>
  PEOPLE_FILTERS.find((filter) => filter === text) ?? 'everyone'

/**
 * Where a name and a telephone number come from. A claim is what somebody typed with an address that nobody had
 * proven; it never replaces what an account or the studio says.
 */
export type DetailsFrom = 'claim' | 'account' | 'studio'

export interface PersonAddress {
  email: string
  /** Whether its owner has proven that it is theirs. */
  isVerified: boolean
}

/** What the studio keeps about a person whose address has come up. */
export interface Person {
  id: string
  /** Empty when nobody has said one. */
  name: string
  phone: string
  note: string
  detailsFrom: DetailsFrom
  /** The account that has proven one of the addresses. */
  userId: string | null
  isSubscriber: boolean
  createdAt: number
  lastContactAt: number
  /** Raised by every change in the Studio. */
  version: number
}

/** One line of the list. */
export interface PersonLine
  extends Pick<Person, 'id' | 'name' | 'phone' | 'userId' | 'isSubscriber' | 'lastContactAt'> {
  emails: string[]
}

/** Where the next page of the list begins: after this person. */
export interface PeopleCursor {
  at: number
  id: string
}

export const writeCursor = ({ at, id }: PeopleCursor): string => `${at}.${id}`

/** null: none, or nothing that could be one. */
export function readCursor(text: string | null): PeopleCursor | null {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}

/** What to call a person of whom only an address may be known. */
export const shownName = (person: { name: string; emails: string[] }): string =>
  person.name === '' ? (person.emails[0] ?? 'No name') : person.name

/** Of a record, what has to be decided when two become one. */
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

/** The word of the studio weighs more than that of an account, and both more than a claim. */
const WEIGHT: Record<DetailsFrom, number> = { claim: 0, account: 1, studio: 2 }

/** One record of two: nothing is lost but the weaker name and number, which stand in the history. */
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
