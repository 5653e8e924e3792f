import { HIDDEN_CHARACTERS, TIME_NOT_OFFERED } from '~/platform/http/notices'
import { emailError, nameError, phoneError, type Whose } from '~/platform/person-fields'
import { isCalendarDate, isCleanText, withLineFeeds } from '~/platform/text'
import type { Question } from './availability/model'
import { readSlot } from './slots/model'

/** In the order of the form. */
export const BOOKING_FIELDS = [
  'service',
  'location',
  'slot',
  'name',
  'email',
  'phone',
  'partySize',
  'address',
  'notes',
  'terms',
  'newsletter',
] as const

export const NOTES_MAX = 2_000
export const PARTY_MAX = 50
export const ADDRESS_MAX = 300
export const ANSWER_MAX = 500

/** Name of the field in which a session type's own question is answered. */
export const questionField = (id: string): string => `question.${id}`

export interface ClientDetails {
  name: string
  email: string
  phone: string
  partySize: number
  /** Where, when the place is the client's. */
  address: string
  notes: string
  answers: { question: string; answer: string }[]
}

export type FieldErrors = Record<string, string>

/**
 * Reads who comes, as the third step and the whole form send it. Every field that has to be fixed gets a sentence.
 * @param asksAddress the place is the client's; @param whose who fills it in: the client, or the studio for them
 */
export function readDetails(
  get: (name: string) => string,
  { asksAddress, questions, whose = 'your' }: { asksAddress: boolean; questions: Question[]; whose?: Whose },
): { ok: true; details: ClientDetails } | { ok: false; errors: FieldErrors } {
  const name = get('name').trim()
  const email = get('email').trim()
  const phone = get('phone').trim()
  const notes = withLineFeeds(get('notes')).trim()
  const address = asksAddress
    ? get('address')
        .trim()
        .replace(/\s*\n\s*/g, ', ')
    : ''
  const partySize = get('partySize').trim() === '' ? 1 : wholeNumber(get('partySize'))
  const answers = questions.map((question) => ({
    question,
    answer: withLineFeeds(get(questionField(question.id))).trim(),
  }))
  const found: Record<string, string | undefined> = {
    name: nameError(name, whose),
    email: emailError(email, whose),
    phone: phoneError(phone, whose),
    partySize:
      partySize >= 1 && partySize <= PARTY_MAX ? undefined : `Enter how many people, from 1 to ${PARTY_MAX}.`,
    address: asksAddress ? addressError(address, whose) : undefined,
    notes: textError(notes, NOTES_MAX, `${whose} notes`),
    ...Object.fromEntries(
      answers.map(({ question, answer }) => [
        questionField(question.id),
        answerError(question, answer, whose),
      ]),
    ),
  }
  const errors = Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ok: true,
    details: {
      name,
      email,
      phone,
      partySize,
      address,
      notes,
      answers: answers
        .filter(({ answer }) => answer !== '')
        .map(({ question, answer }) => ({ question: question.label, answer })),
    },
  }
}

/** What stands in the form, by field name, to be shown again. */
export const valuesOf = (get: (name: string) => string, questions: Question[]): Record<string, string> =>
  Object.fromEntries(
    [...BOOKING_FIELDS, ...questions.map(({ id }) => questionField(id))].map((name) => [name, get(name)]),
  )

/** A session's begin, milliseconds since 1970. */
export function readStart(slot: string): { ok: true; startsAt: number } | { ok: false; error: string } {
  if (slot === '') return { ok: false, error: 'Choose a time.' }
  const startsAt = readSlot(slot)
  return startsAt === undefined ? { ok: false, error: TIME_NOT_OFFERED } : { ok: true, startsAt }
}

export const termsError = (terms: string): string | undefined =>
  terms === 'yes' ? undefined : 'Please read and accept the terms to continue.'

const wholeNumber = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN)

function addressError(address: string, whose: Whose): string | undefined {
  if (address === '')
    return whose === 'your' ? 'Enter the address where we should meet you.' : 'Enter their street address.'
  return textError(address, ADDRESS_MAX, 'the address')
}

function answerError({ required, kind }: Question, answer: string, whose: Whose): string | undefined {
  if (answer === '') return required ? 'Please answer this. It helps us prepare.' : undefined
  if (kind === 'number' && !/^\d{1,6}$/.test(answer)) return 'Enter a whole number.'
  if (kind === 'date' && !isCalendarDate(answer)) return 'Enter a valid date, such as 2026-11-28.'
  return textError(answer, ANSWER_MAX, `${whose} answer`)
}

function textError(text: string, max: number, what: string): string | undefined {
  if (text.length > max) return `Shorten ${what} to ${max.toLocaleString('en-US')} characters.`
  if (!isCleanText(text)) return HIDDEN_CHARACTERS
  return undefined
}
