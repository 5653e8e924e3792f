import type { Ledger } from '~/domains/billing/model'
import { money } from '~/platform/money'
import type { Question } from '../availability/model'

export const REQUIREMENT_KINDS = ['proposal', 'contract', 'deposit', 'questionnaire'] as const
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number]

/** What a session type requires before a booking counts as confirmed. */
export interface TypeRequirements {
  /** The studio sends a proposal for the booking. Signing it confirms the booking, whatever else is open. */
  proposal?: boolean
  /** Id of the contract template; null: no contract. */
  template: string | null
  deposit: boolean
  /** Its questions are asked after booking instead of while booking. */
  questionnaire: boolean
  /** Hours that the client has. */
  hours: number
}

/** What one booking requires, as it was when it was made. */
export interface BookingRequirements {
  hours: number
  items: Requirement[]
  /** When the client was reminded that the hold ends, in milliseconds since 1970; unset: not yet. */
  remindedAt?: number
  /** The client isn't reminded of it. */
  isReminderOff?: boolean
}

export interface Requirement {
  kind: RequirementKind
  /**
   * When it was met or waived, in milliseconds since 1970; null: not yet. Whether a deposit was received is computed
   * from the ledger.
   */
  doneAt: number | null
  /** Who waived it; null: no one. */
  waivedBy: string | null
  /** Of a contract: ids of its template, and of the contract once the client opened it. */
  template?: string
  contract?: string
  /** Of a questionnaire: whether a question is answered with photos. */
  asksPhotos?: boolean
}

export const HOLD_HOURS = 72
/** 60 days. */
export const HOLD_HOURS_MAX = 1_440

const HOUR = 3_600_000

interface TypeAsked {
  depositCents: number
  questions: Question[]
  requirements: TypeRequirements | null
}

/** The questions that are asked while booking. Photos are added later, since there’s no booking yet. */
export const questionsWhileBooking = ({ questions, requirements }: TypeAsked): Question[] =>
  requirements?.questionnaire ? [] : withoutPhotos(questions)

export const withoutPhotos = (questions: readonly Question[]): Question[] =>
  questions.filter(({ kind }) => kind !== 'photos')

/** The deposit that is asked for without a proposal. A proposal agrees on one itself. */
export const depositAsked = ({
  depositCents,
  requirements,
}: Pick<TypeAsked, 'depositCents' | 'requirements'>): number => (requirements?.proposal ? 0 : depositCents)

/** What a new booking requires; null: nothing. @param answers given while booking, such as to the studio */
export function requirementsOf(
  { depositCents, questions, requirements }: TypeAsked,
  answers: readonly { question: string }[],
  at: number,
): BookingRequirements | null {
  if (!requirements) return null
  const required = questions.filter((question) => question.required)
  const isAnswered =
    required.length > 0 && required.every(({ label }) => answers.some(({ question }) => question === label))
  const asksPhotos = questions.some(({ kind }) => kind === 'photos')
  const open = { doneAt: null, waivedBy: null }
  const items: Requirement[] = [
    ...(requirements.proposal ? [{ ...open, kind: 'proposal' as const }] : []),
    ...(requirements.template === null
      ? []
      : [{ ...open, kind: 'contract' as const, template: requirements.template }]),
    ...(requirements.deposit && depositCents > 0 ? [{ ...open, kind: 'deposit' as const }] : []),
    ...(requirements.questionnaire && questions.length > 0
      ? [{ ...open, kind: 'questionnaire' as const, doneAt: isAnswered ? at : null, asksPhotos }]
      : []),
  ]
  return items.length === 0 ? null : { hours: requirements.hours, items }
}

/** When a hold that begins or is extended now ends: never after the session begins. */
export const holdEnd = (now: number, hours: number, sessionDate: number): number =>
  Math.min(now + hours * HOUR, sessionDate)

/** A hold's client is reminded this long before it ends, in ms. */
export const REMINDED_BEFORE = 24 * HOUR

/**
 * When the client is reminded that their hold ends, in milliseconds since 1970; null: it began or was extended
 * less than a day before that.
 * @param events of the booking, oldest first
 */
export function holdReminderTime(
  heldUntil: number,
  events: readonly { kind: string; at: number }[],
): number | null {
  const told = events.findLast(({ kind }) => kind === 'held' || kind === 'hold-extended')?.at ?? 0
  const at = heldUntil - REMINDED_BEFORE
  return at - told >= REMINDED_BEFORE ? at : null
}

/** How a new booking begins. @param wanted `held`: confirmed once everything that is required is there */
export function beginningOf(
  type: TypeAsked,
  {
    wanted,
    answers,
    startsAt,
    at,
  }: {
    wanted: 'requested' | 'held' | 'confirmed'
    answers: readonly { question: string }[]
    startsAt: number
    at: number
  },
): { state: 'requested' | 'confirmed'; requirements: BookingRequirements | null; heldUntil: number | null } {
  const requirements = wanted === 'confirmed' ? null : requirementsOf(type, answers, at)
  // No deposit was received before.
  const isMissing = requirements?.items.some(({ doneAt }) => doneAt === null) ?? false
  const heldUntil =
    wanted === 'held' && requirements && isMissing && startsAt > at
      ? holdEnd(at, requirements.hours, startsAt)
      : null
  return {
    ...{ requirements, heldUntil },
    state: wanted === 'requested' || heldUntil !== null ? 'requested' : 'confirmed',
  }
}

interface Required {
  state: string
  depositCents: number
  requirements: BookingRequirements | null
  heldUntil: number | null
}

/** Whether its time is held until what is required is there. */
export const isHeld = ({ state, heldUntil }: Pick<Required, 'state' | 'heldUntil'>): boolean =>
  state === 'requested' && heldUntil !== null

/** The part of the deposit that hasn't been received, whatever it was recorded as. Refunds that are owed again count. */
export function depositLeft({ depositCents }: Pick<Required, 'depositCents'>, { payments }: Ledger): number {
  let [kept, towardPrice] = [0, 0]
  for (const { kind, amountCents, creditedCents, voidedAt } of payments) {
    if (voidedAt !== null) continue
    kept += kind === 'refund' ? creditedCents - amountCents : amountCents
    if (kind === 'deposit' || kind === 'balance') towardPrice += amountCents
  }
  return Math.max(0, depositCents - Math.min(kept, towardPrice))
}

export const isMet = ({ kind, doneAt }: Requirement, booking: Required, ledger: Ledger): boolean =>
  doneAt !== null || (kind === 'deposit' && depositLeft(booking, ledger) === 0)

/** Whether a booking requires this contract. */
export const requiresContract = (
  { requirements }: Pick<Required, 'requirements'>,
  contractId: string,
): boolean => requirements?.items.some(({ contract }) => contract === contractId) ?? false

/** What is still required. */
export const openRequirements = (booking: Required, ledger: Ledger): Requirement[] =>
  booking.requirements?.items.filter((item) => !isMet(item, booking, ledger)) ?? []

/** What the client can do about it now: a proposal agrees on the deposit, so until it's signed, none is asked for. */
export const askedNow = <Item extends Pick<Requirement, 'kind' | 'doneAt'>>(
  items: readonly Item[],
): Item[] =>
  items.some(({ kind, doneAt }) => kind === 'proposal' && doneAt === null)
    ? items.filter(({ kind, doneAt }) => kind !== 'deposit' || doneAt !== null)
    : [...items]

/** The requirements after one was met or waived. */
export const withDone = (
  { items, ...rest }: BookingRequirements,
  isDone: (item: Requirement) => boolean,
  done: { doneAt: number; waivedBy: string | null },
): BookingRequirements => ({
  ...rest,
  items: items.map((item) => (item.doneAt === null && isDone(item) ? { ...item, ...done } : item)),
})

/** "Sign the contract", "Pay the $75 deposit", "Answer our questions and add photos" */
export function stepLabel(
  { kind, asksPhotos }: Pick<Requirement, 'kind' | 'asksPhotos'>,
  { depositCents }: Pick<Required, 'depositCents'>,
): string {
  switch (kind) {
    case 'proposal':
      return 'Choose and sign your proposal'
    case 'contract':
      return 'Sign the contract'
    case 'deposit':
      return `Pay the ${money(depositCents)} deposit`
    case 'questionnaire':
      return asksPhotos ? 'Answer our questions and add photos' : 'Answer our questions'
  }
}

export const REQUIREMENT_LABELS: Record<RequirementKind, string> = {
  proposal: 'Proposal',
  contract: 'Contract',
  deposit: 'Deposit',
  questionnaire: 'Questionnaire',
}

/** "3 days", "36 hours" */
export const hoursLabel = (hours: number): string =>
  hours % 24 === 0
    ? `${hours / 24} ${hours === 24 ? 'day' : 'days'}`
    : `${hours} ${hours === 1 ? 'hour' : 'hours'}`

/** @param what labels, the last of which may be a question, whose own mark ends the sentence */
export const changedSentence = (who: string, what: string): string =>
  `${who} changed: ${what}${what.endsWith('?') ? '' : '.'}`
