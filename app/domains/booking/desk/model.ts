import type { BookingState } from '../reservations/model'
import type { ShownPayments } from './payments/model'

export const WORDS_MAX = 2_000
export const NOTE_MAX = 5_000

export const STATE_LABELS: Record<BookingState, string> = {
  requested: 'Pending',
  confirmed: 'Confirmed',
  declined: 'Declined',
  canceled: 'Canceled',
  done: 'Completed',
  'no-show': 'No-show',
}

/** What the studio can make of a booking with one button. */
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

/** A booking as the Studio shows it: every moment, amount and warning in finished words. */
export interface DeskBooking {
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
  /** "Asked 14 minutes ago" */
  asked: string
  /** What is worth a look before one says yes. */
  warnings: string[]
  client: { name: string; email: string; phone: string; sessions: string }
  /** The client's record; undefined: there is none. */
  person: string | undefined
  /** What else the client has booked, the newest session first. */
  others: { id: string; title: string; day: string; state: BookingState }[]
  facts: { label: string; value: string }[]
  /** What the client wrote. */
  notes: string
  payments: ShownPayments
  note: { text: string; seen: string }
  can: { decisions: Decision[]; move: boolean }
  /** What becomes of the deposit when the studio cancels. `kept`: the words of keeping it; '' when that is not agreed. */
  cancelTerms: { goesBack: string; kept: string }
  history: { id: string; when: string; what: string; words: string }[]
  /** Makes a form that is sent twice be one: a new one at each look. */
  once: string
}

/** One line wherever bookings are listed. */
export interface BookingLine {
  id: string
  reference: string
  state: BookingState
  name: string
  email: string
  title: string
  place: string
  /** "Saturday, November 21, 2026" and "5:00 – 7:00 PM". */
  day: string
  times: string
  asked: string
  /** When it was asked for, milliseconds since 1970. */
  createdAt: number
}
