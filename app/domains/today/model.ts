import type { UpcomingDay } from '~/domains/booking/calendar/model'
import {
  type EVENT_FIELDS,
  isStage,
  type Outcome,
  STAGE_LABELS,
  type Stage,
} from '~/domains/contact-messages/handling'
import type { PendingRelease } from '~/domains/contracts/model'
import type { ClientRelease } from '~/domains/galleries/releases/model'
import type { PersonAddress } from '~/domains/people/model'
import type { AnswerState } from '~/platform/answerable'

/** The Studio page of a record. */
export type Place =
  | { screen: 'bookings' }
  | { screen: 'booking'; id: string }
  | { screen: 'unverified-bookings' }
  | { screen: 'open-fees' }
  | { screen: 'payments'; view: 'open' | 'overdue' }
  | { screen: 'payment-totals' }
  | { screen: 'messages'; kind: InboxKind | null }
  | { screen: 'message'; kind: InboxKind; id: string }
  | { screen: 'failed-mail' }
  | { screen: 'waiting-mail' }
  | { screen: 'sent-mail'; id: string }
  | { screen: 'promo-settings' }
  | { screen: 'service'; slug: string }
  | { screen: 'gallery-choices'; gallery: string }
  | { screen: 'gallery-downloads'; gallery: string }
  | { screen: 'quarantine' }
  | { screen: 'backups' }
  | { screen: 'closing-galleries' }
  | { screen: 'gallery-end'; id: string }
  | { screen: 'public'; kind: 'post' | 'gallery' | 'story'; slug: string }

/** A count shown on Today. */
export interface Tile {
  label: string
  count: number
  place: Place
}

/** A task with its button. */
export interface Entry {
  id: string
  /** Its type, such as "Message". */
  what: string
  title: string
  detail: string
  /** `late`: after a legal deadline. `later`: not urgent, sorted last. */
  urgency: 'late' | 'now' | 'later'
  at: number
  place: Place
  button: { label: string; says: string }
  /** Whether the key A marks it as answered. */
  isAnswerable: boolean
}

/** Content that visitors currently see. */
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
  /** What clients owe and have paid; none as long as nothing is due and nothing was received. */
  money: { label: string; amount: string; place: Place }[]
  /** Most urgent first. */
  entries: Entry[]
  /** Seven days, today first. */
  week: UpcomingDay[]
  shown: Shown[]
}

/** Kinds of incoming messages. */
export const INBOX_KINDS = ['messages', 'do-not-sell'] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

export const stageLabel = (stage: Stage): string => STAGE_LABELS[stage]

export const isInboxKind = (text: string | null | undefined): text is InboxKind =>
  INBOX_KINDS.some((kind) => kind === text)

/** Which messages a list has. */
export type InboxState = AnswerState | Outcome

export const readInboxState = (text: string | null): InboxState =>
  text === 'all' || isStage(text) ? text : 'waiting'

/** A row of the inbox, as text. */
export interface InboxMessage {
  kind: InboxKind
  id: string
  /** Name of the sender, or the email address. */
  from: string
  email: string
  /** Its subject. */
  title: string
  /** The beginning of the text, or a summary. */
  excerpt: string
  at: number
  received: string
  /** The legal deadline: "Friday, December 11, 2026". */
  due: { label: string; isOverdue: boolean } | null
  answer: { by: string; when: string } | null
  stage: Stage
}

/** The complete message. */
export interface WholeMessage extends InboxMessage {
  facts: { label: string; value: string }[]
  text: string
  replySubject: string
  /** Of messages from the contact form. */
  inquiry?: {
    /** '' unless it is lost. */
    lostReason: string
    /** The booking made from it. */
    bookingId: string | null
    /** Values of the event's fields. */
    event: Record<(typeof EVENT_FIELDS)[number], string>
    version: number
  }
}

/** Kinds of events in a person's history. Most have a Studio page. */
export type HappeningKind =
  | 'bookings'
  | 'payments'
  | 'invoices'
  | 'contracts'
  | 'proposals'
  | 'messages'
  | 'do-not-sell'
  | 'newsletter'
  | 'mail'
  | 'galleries'
  | 'favorites'
  | 'downloads'
  | 'releases'
  | 'account'

/** An event in a person's history. */
export interface Happening {
  kind: HappeningKind
  /** Id of the record, unique in its kind. */
  id: string
  at: number
  title: string
  /** A one-line summary; may be empty. */
  excerpt: string
}

/** What a person's history can be narrowed to. */
export const HISTORY_GROUPS = [
  'messages',
  'bookings',
  'payments',
  'contracts',
  'galleries',
  'emails',
  'newsletter',
] as const
export type HistoryGroup = (typeof HISTORY_GROUPS)[number]

export const readHistoryGroup = (text: string | null): HistoryGroup | null =>
  HISTORY_GROUPS.find((each) => each === text) ?? null

/** Order of events at the same time. */
const keyOf = ({ kind, id }: Happening): string => `${kind}.${id}`

export const newestFirst = (a: Happening, b: Happening): number =>
  b.at - a.at || (keyOf(a) < keyOf(b) ? 1 : -1)

/** The next page begins after this event. */
export interface HistoryCursor {
  at: number
  key: string
}

export const isBehind = (happening: Happening, { at, key }: HistoryCursor): boolean =>
  happening.at < at || (happening.at === at && keyOf(happening) < key)

export const writeHistoryCursor = (happening: Happening): string => `${happening.at}.${keyOf(happening)}`

/** @returns null if there is none, or it is invalid */
export function readHistoryCursor(text: string | null): HistoryCursor | null {
  const [, at, key] = /^(\d{1,15})\.([a-z-]{1,20}\.[\w-]{1,80})$/.exec(text ?? '') ?? []
  return at === undefined || key === undefined ? null : { at: Number(at), key }
}

export type PersonTag = 'Owner' | 'Assistant' | 'Account' | 'Newsletter'

/** A row of the list of clients. */
export interface ShownPerson {
  id: string
  /** The person's name, or the email address. */
  title: string
  /** The main email address; empty if it is the title. */
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
  /** null: not signed in on any device. */
  lastSeen: string | null
}

/** `day`: "Friday, November 20, 2026"; `when`: its time, or '' if only the day is known */
export type ShownHappening = Happening & { when: string; day: string }

export interface PersonRecord {
  id: string
  title: string
  name: string
  phone: string
  note: string
  version: number
  addresses: PersonAddress[]
  isSubscriber: boolean
  /** Date of the first contact. */
  since: string
  account: ShownAccount | undefined
  releases: ClientRelease[]
  pendingReleases: PendingRelease[]
  history: ShownHappening[]
  /** The next page begins here; null: last page. */
  next: string | null
}

/** Steps of the guided setup, in order. */
export const GUIDED_STEPS = ['name', 'place', 'services', 'hours', 'terms', 'email', 'photos'] as const
export type GuidedStep = (typeof GUIDED_STEPS)[number]

export const isGuidedStep = (text: string | undefined): text is GuidedStep =>
  GUIDED_STEPS.some((step) => step === text)

/** The checklist of a new owner: the guided steps, and what comes after them. */
export const SETUP_STEPS = [...GUIDED_STEPS, 'gallery', 'demo', 'domain'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

export interface SetupState {
  step: SetupStep
  isDone: boolean
  /** Photos for the website are uploaded, but the Gallery page shows none. */
  isGalleryEmpty?: boolean
}

export const isSetupStep = (text: string): text is SetupStep => SETUP_STEPS.some((step) => step === text)
