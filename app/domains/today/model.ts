import type { UpcomingDay } from '~/domains/booking/calendar/model'
import type { PersonAddress } from '~/domains/people/model'
import type { AnswerState } from '~/platform/answerable'

/** Where something is shown. */
export type Place =
  | { screen: 'bookings' }
  | { screen: 'booking'; id: string }
  | { screen: 'unverified-bookings' }
  | { screen: 'open-fees' }
  | { screen: 'messages'; kind: InboxKind | null }
  | { screen: 'message'; kind: InboxKind; id: string }
  | { screen: 'failed-mail' }
  | { screen: 'waiting-mail' }
  | { screen: 'sent-mail'; id: string }
  | { screen: 'promo-settings' }
  | { screen: 'gallery-choices'; gallery: string }
  | { screen: 'gallery-deliveries'; gallery: string }
  | { screen: 'quarantine' }
  | { screen: 'closing-galleries' }
  | { screen: 'gallery-end'; id: string }
  | { screen: 'public'; kind: 'post' | 'gallery' | 'series'; slug: string }

/** A number that matters now. */
export interface Tile {
  label: string
  count: number
  place: Place
}

/** Something that needs an answer, with its one button. */
export interface Entry {
  id: string
  /** What it is, such as "Message". */
  what: string
  title: string
  detail: string
  /** `late`: the law had a date for it. `later`: there is time, it stands at the end. */
  urgency: 'late' | 'now' | 'later'
  at: number
  place: Place
  button: { label: string; says: string }
  /** One key says that it is answered. */
  isAnswerable: boolean
}

/** Something that visitors see now. */
export interface Shown {
  what: string
  title: string
  detail: string
  place: Place
}

export interface Today {
  /** "Friday, November 20" in the studio's zone. */
  date: string
  tiles: Tile[]
  /** The most pressing first. */
  entries: Entry[]
  /** Seven days, today first. */
  week: UpcomingDay[]
  shown: Shown[]
}

/** What people send and wait for an answer to. */
export const INBOX_KINDS = ['messages', 'do-not-sell'] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

export const isInboxKind = (text: string | null | undefined): text is InboxKind =>
  INBOX_KINDS.some((kind) => kind === text)

export const readAnswerState = (text: string | null): AnswerState =>
  text === 'answered' || text === 'all' ? text : 'waiting'

/** One line of the list: finished texts, whatever the kind. */
export interface InboxMessage {
  kind: InboxKind
  id: string
  /** Name of the sender, or the address where there is none. */
  from: string
  email: string
  /** What it is about. */
  title: string
  /** The beginning of what was written, or what to know about it. */
  excerpt: string
  at: number
  received: string
  /** When the law wants it done: "Friday, December 11, 2026". */
  due: { label: string; isOverdue: boolean } | null
  answer: { by: string; when: string } | null
}

/** Everything that was sent. */
export interface WholeMessage extends InboxMessage {
  facts: { label: string; value: string }[]
  text: string
  replySubject: string
}

/** Where something happened. Each has a place in the Studio, or none. */
export type HappeningKind =
  | 'bookings'
  | 'messages'
  | 'do-not-sell'
  | 'newsletter'
  | 'mail'
  | 'galleries'
  | 'favorites'
  | 'downloads'
  | 'releases'
  | 'account'

/** One thing that a person and the studio had to do with each other. */
export interface Happening {
  kind: HappeningKind
  /** Of the record in its own domain; unlike the others of its kind. */
  id: string
  at: number
  title: string
  /** What to know about it in one line; may be empty. */
  excerpt: string
}

/** Sorts happenings of one instant. */
const keyOf = ({ kind, id }: Happening): string => `${kind}.${id}`

export const newestFirst = (a: Happening, b: Happening): number =>
  b.at - a.at || (keyOf(a) < keyOf(b) ? 1 : -1)

/** Where the rest of a history begins: behind this one. */
export interface HistoryCursor {
  at: number
  key: string
}

export const isBehind = (happening: Happening, { at, key }: HistoryCursor): boolean =>
  happening.at < at || (happening.at === at && keyOf(happening) < key)

export const writeHistoryCursor = (happening: Happening): string => `${happening.at}.${keyOf(happening)}`

/** null: none, or nothing that could be one. */
export function readHistoryCursor(text: string | null): HistoryCursor | null {
  const [, at, key] = /^(\d{1,15})\.([a-z-]{1,20}\.[\w-]{1,80})$/.exec(text ?? '') ?? []
  return at === undefined || key === undefined ? null : { at: Number(at), key }
}

export type PersonTag = 'Owner' | 'Assistant' | 'Account' | 'Newsletter'

/** One line of the list of people. */
export interface ShownPerson {
  id: string
  /** What to call the person, be it an address. */
  title: string
  /** The address that stands for the others; empty: it is the title. */
  email: string
  phone: string
  tags: PersonTag[]
  when: string
}

export interface ShownAccount {
  id: string
  /** "Client", "Assistant" or "Owner". */
  role: string
  email: string
  name: string
  phone: string
  isVerified: boolean
  hasTwoFactor: boolean
  opened: string
  /** null: not signed in anywhere. */
  lastSeen: string | null
}

export type ShownHappening = Happening & { when: string }

export interface PersonRecord {
  id: string
  title: string
  name: string
  phone: string
  note: string
  version: number
  addresses: PersonAddress[]
  isSubscriber: boolean
  /** When the studio first heard of them. */
  since: string
  account: ShownAccount | undefined
  history: ShownHappening[]
  /** What the next page of the history begins behind; null: this is the last. */
  next: string | null
}

/** What a new owner sets up, in the order in which it helps most. */
export const SETUP_STEPS = [
  'business',
  'hours',
  'services',
  'booking',
  'email',
  'gallery',
  'demo',
  'domain',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

export const isSetupStep = (text: string): text is SetupStep => SETUP_STEPS.some((step) => step === text)
