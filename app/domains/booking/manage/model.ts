import type { ReminderLine } from '~/platform/last-day-reminders'
import { isBusinessDate } from '~/platform/text'
import type { Question } from '../availability/model'
import type { ShownPayments, ShownReminders } from '../payments/model'
import type { RequirementKind } from '../requirements/model'
import { BOOKING_STATES, type BookingState } from '../reservations/model'

export const CLIENT_NOTE_MAX = 2_000
/** Also holds a whole message with the answers beside it. */
export const NOTE_MAX = 6_000

export const STATE_LABELS: Record<BookingState, string> = {
  requested: 'Pending',
  confirmed: 'Confirmed',
  declined: 'Declined',
  canceled: 'Canceled',
  done: 'Completed',
  'no-show': 'No-show',
}

/** A pending booking whose time is held until what is required is there. */
export const HELD_LABEL = 'On hold'

/** What the studio can do with a booking by one button. */
export type Decision = 'confirm' | 'decline' | 'cancel' | 'done' | 'no-show' | 'reopen'

export const DECISIONS: readonly Decision[] = ['confirm', 'decline', 'cancel', 'done', 'no-show', 'reopen']

export const isDecision = (text: string): text is Decision => DECISIONS.some((each) => each === text)

export const STATE_OF: Record<Decision, BookingState> = {
  confirm: 'confirmed',
  decline: 'declined',
  cancel: 'canceled',
  done: 'done',
  'no-show': 'no-show',
  reopen: 'confirmed',
}

/** A booking as the Studio shows it, with finished texts for times, amounts and warnings. */
export interface StudioBooking {
  id: string
  version: number
  reference: string
  state: BookingState
  title: string
  /** "Saturday, November 21, 2026" and "5:00 – 7:00 PM, Eastern Time". */
  day: string
  times: string
  /** YYYY-MM-DD in the studio's zone. */
  date: string
  /** "Requested 14 minutes ago" */
  asked: string
  /** Warnings before confirming. */
  warnings: string[]
  client: { name: string; email: string; phone: string; sessions: string }
  /** The client's record; undefined: there is none. */
  person: string | undefined
  /** The client's other bookings, newest session first. */
  others: { id: string; title: string; day: string; state: BookingState; isHeld: boolean }[]
  /** What it requires before it counts as confirmed; null: nothing, or it's over. */
  hold: ShownHold | null
  facts: { label: string; value: string }[]
  /** Photos that the client added to their answers, by question. */
  photos: { question: string; photos: { id: string; name: string; size: string }[] }[]
  /** The client's notes. */
  notes: string
  payments: ShownPayments
  reminders: ShownReminders
  note: { text: string; seen: string }
  can: { decisions: Decision[]; reschedule: boolean }
  /**
   * What canceling does with the deposit, as text. `kept`: for keeping it; '' if the terms don't allow that.
   */
  cancelTerms: { goesBack: string; kept: string }
  history: { id: string; when: string; what: string; words: string }[]
  /** A new id for each page view, to detect a form that is submitted twice. */
  once: string
}

export interface ShownHold {
  /** "Friday, November 27, 2026, 3:40 PM EST"; '': the time isn't held for it yet. */
  until: string
  items: {
    kind: RequirementKind
    label: string
    /** "done", "waived by Ann"; '' for one that's missing. */
    status: string
    /** Id of the contract that the client opened; '' without one. */
    contract: string
  }[]
  reminder: ReminderLine
}

/** A row wherever bookings are listed. */
export interface BookingLine {
  id: string
  reference: string
  state: BookingState
  isHeld: boolean
  name: string
  email: string
  title: string
  place: string
  /** "Saturday, November 21, 2026" and "5:00 – 7:00 PM". */
  day: string
  times: string
  asked: string
  /** When it was requested, in milliseconds since 1970. */
  createdAt: number
}

/** Session types and locations for a manual booking. */
export interface ManualBookingChoices {
  types: {
    id: string
    title: string
    minutes: number
    priceCents: number
    priceUnit: string
    questions: Question[]
  }[]
  places: { id: string; title: string; kind: 'studio' | 'outdoor' | 'client' }[]
}

/** The initial state of the form. */
export interface ManualBookingView extends ManualBookingChoices {
  /** YYYY-MM-DD and HH:MM in the studio's zone. */
  date: string
  time: string
  /** `first` or `second` if the start is in an hour that occurs twice; otherwise ''. */
  which: string
  /** To detect a form that is submitted twice. */
  once: string
  /** The message from which it is made, and what it fills in. */
  inquiry: { id: string; from: string; asked: string; given: Record<string, string> } | null
}

export interface DoneNotice {
  sentence: string
  /** Whether the client gets an email about it. */
  isEmailed?: true
}

/** Messages after an action, by intent. */
export const DONE_NOTICES: ReadonlyMap<string, DoneNotice> = new Map<string, DoneNotice>([
  ['confirm', { sentence: 'Confirmed.', isEmailed: true }],
  ['accept', { sentence: 'Accepted. The time is held until everything required is there.', isEmailed: true }],
  ['waive-requirement', { sentence: 'Waived.' }],
  ['extend-hold', { sentence: 'Extended.', isEmailed: true }],
  ['hold-reminder-off', { sentence: 'We won’t remind your client that the hold ends.' }],
  ['hold-reminder-on', { sentence: 'We’ll remind your client that the hold ends.' }],
  ['decline', { sentence: 'Declined. The time is open again.', isEmailed: true }],
  ['cancel', { sentence: 'Canceled. The time is open again.', isEmailed: true }],
  ['done', { sentence: 'Marked as completed.' }],
  ['no-show', { sentence: 'Marked as a no-show.' }],
  ['reopen', { sentence: 'Booking reopened.' }],
  ['reschedule', { sentence: 'Rescheduled.', isEmailed: true }],
  ['note', { sentence: 'Note saved.' }],
  ['payment', { sentence: 'Payment recorded.' }],
  ['void', { sentence: 'Payment voided.' }],
  ['refund', { sentence: 'Refund requested. It shows up here once Stripe confirms it.' }],
  ['schedule', { sentence: 'Due dates saved.' }],
  ['remove-card', { sentence: 'Card removed. It won’t be charged anymore.' }],
  ['reminders', { sentence: 'Payment reminders changed.' }],
  ['fee', { sentence: 'Charge added.' }],
  ['waive', { sentence: 'It’s no longer owed.' }],
  ['message', { sentence: 'Email saved.', isEmailed: true }],
  ['new', { sentence: 'Booked.' }],
])

/** `upcoming`: sessions that aren't over, the next one first; `all`: newest first. */
export const LIST_ORDERS = ['upcoming', 'all'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

export const SEARCH_MAX = 100

export interface BookingFilter {
  order: ListOrder
  /** null: any status. */
  state: BookingState | null
  /** Ids; null: any. */
  type: string | null
  place: string | null
  /** YYYY-MM-DD in the studio's zone, inclusive; null: no limit. */
  from: string | null
  until: string | null
  /** Only active bookings with an unpaid deposit. */
  isDepositDue: boolean
  /** Only bookings with an open fee, including canceled ones. */
  isFeeDue: boolean
  search: string
}

/** Position of the last booking on a page, by start and id. */
export interface BookingCursor {
  at: number
  id: string
}

export const writeBookingCursor = ({ at, id }: BookingCursor): string => `${at}.${id}`

/** null: none or invalid. */
export function readBookingCursor(text: string | null): BookingCursor | null {
  const [, at, id] = /^(-?\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}

/** The last row of a page of open payments. */
export interface DueCursor {
  /** YYYY-MM-DD */
  dueOn: string
  id: string
}

export const writeDueCursor = ({ dueOn, id }: DueCursor): string => `${dueOn}.${id}`

/** null: none or invalid. */
export function readDueCursor(text: string | null): DueCursor | null {
  const [, dueOn, id] = /^(\d{4}-\d\d-\d\d)\.([\w-]{1,64})$/.exec(text ?? '') ?? []
  return dueOn === undefined || id === undefined ? null : { dueOn, id }
}

/** Parses a filter from URL parameters. Invalid values are ignored. */
export function readBookingFilter(get: (name: string) => string | null): BookingFilter {
  const id = (name: string) => (/^[\w-]{1,64}$/.test(get(name) ?? '') ? get(name) : null)
  const day = (name: string) => (isBusinessDate(get(name) ?? '') ? get(name) : null)
  return {
    order: LIST_ORDERS.find((each) => each === get('order')) ?? 'upcoming',
    state: BOOKING_STATES.find((each) => each === get('state')) ?? null,
    type: id('type'),
    place: id('place'),
    from: day('from'),
    until: day('until'),
    isDepositDue: get('deposit') === 'due',
    isFeeDue: get('fee') === 'due',
    search: (get('search') ?? '').trim().slice(0, SEARCH_MAX),
  }
}

/** The filter as URL parameters, without defaults. */
export const writeBookingFilter = (filter: BookingFilter): Record<string, string | null> => ({
  order: filter.order === 'upcoming' ? null : filter.order,
  state: filter.state,
  type: filter.type,
  place: filter.place,
  from: filter.from,
  until: filter.until,
  deposit: filter.isDepositDue ? 'due' : null,
  fee: filter.isFeeDue ? 'due' : null,
  search: filter.search,
})
