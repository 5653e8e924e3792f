import { z } from 'zod'
import {
  emailAddress,
  must,
  optional,
  personName,
  phone,
  text,
  textBy,
  type Whose,
  whole,
} from '~/platform/fields'
import { type FieldErrors, type PostedFields, parseForm } from '~/platform/forms'
import { TIME_NOT_OFFERED } from '~/platform/http/notices'
import { isCalendarDate } from '~/platform/text'
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

/** Beside the checkbox; kept with the subscription. */
export const NEWSLETTER_WORDS = 'Also send me the newsletter. Unsubscribe anytime.'

export const NOTES_MAX = 2_000
export const PARTY_MAX = 50
export const ADDRESS_MAX = 300
export const ANSWER_MAX = 500

/** Name of the field for the answer to a question of the session type. */
export const questionField = (id: string): string => `question.${id}`

/** Name of the checkboxes that remove photos of an answer. */
export const REMOVED_PHOTO = 'remove-photo'

export interface ClientDetails {
  name: string
  email: string
  phone: string
  partySize: number
  /** Where the session takes place, if at the client's location. */
  address: string
  notes: string
  answers: { question: string; answer: string }[]
}

export type { FieldErrors }

export interface DetailsOptions {
  /** Whether the location is the client's, so that its address is needed. */
  asksAddress: boolean
  questions: Question[]
  /** Who fills in the form: the client, or the studio for them. */
  whose?: Whose
}

/** Schema of the client's fields, shared by all forms that contain them. */
export const detailsFields = ({ asksAddress, questions, whose = 'your' }: DetailsOptions) => ({
  name: personName(whose),
  email: emailAddress(whose),
  phone: phone(whose),
  partySize: optional(
    whole({ min: 1, max: PARTY_MAX, error: `Enter how many people, from 1 to ${PARTY_MAX}.` }),
  ),
  address: asksAddress ? sessionAddress(whose) : z.string().overwrite(() => ''),
  notes: text({ max: NOTES_MAX, what: `${whose} notes` }),
  question: z.object(Object.fromEntries(questions.map((question) => [question.id, answer(question, whose)]))),
})

/** Parses the client's details from the third step. */
export const readDetails = (posted: PostedFields, asked: DetailsOptions) =>
  parseForm(
    z.object(detailsFields(asked)).transform((fields) => detailsOf(fields, asked)),
    posted,
  )

type ReadFields = z.output<z.ZodObject<ReturnType<typeof detailsFields>>>

export const detailsOf = (
  { name, email, phone: number, partySize, address, notes, question }: ReadFields,
  { questions }: DetailsOptions,
): ClientDetails => ({
  ...{ name, email, phone: number, partySize: partySize ?? 1, address, notes },
  answers: questions.flatMap(({ id, label }) =>
    question[id] ? [{ question: label, answer: question[id] }] : [],
  ),
})

/** Schema of the whole form. @param isOffered whether this session type is offered at this location */
export const bookingSchema = ({ isOffered, ...asked }: DetailsOptions & { isOffered: boolean }) =>
  z
    .object({
      service: textBy(() => isOffered, 'Choose a session and a location where we offer it.'),
      slot: requiredSlot(),
      ...detailsFields(asked),
      terms: textBy((typed) => typed === 'yes', 'Please read and accept the terms to continue.'),
    })
    .transform(({ slot: startsAt, ...fields }) => ({ startsAt, details: detailsOf(fields, asked) }))

/** The submitted values by field name. */
export const valuesOf = (get: (name: string) => string, questions: Question[]): Record<string, string> =>
  Object.fromEntries(
    [...BOOKING_FIELDS, ...questions.map(({ id }) => questionField(id))].map((name) => [name, get(name)]),
  )

/** @returns the chosen start, milliseconds since 1970 */
export const readStart = (slot: string) => parseForm(z.object({ slot: requiredSlot() }), { slot })

const requiredSlot = () => textBy((typed) => typed !== '', 'Choose a time.').pipe(slotField(TIME_NOT_OFFERED))

/** Schema of a start, as milliseconds since 1970. */
export const slotField = (error: string) =>
  z.string().transform((typed, context) => {
    const startsAt = readSlot(typed)
    if (startsAt !== undefined) return startsAt
    context.addIssue({ code: 'custom', message: error })
    return z.NEVER
  })

const sessionAddress = (whose: Whose) =>
  text({
    max: ADDRESS_MAX,
    required:
      whose === 'your' ? 'Enter the address where we should meet you.' : 'Enter their street address.',
    what: 'the address',
  }).overwrite((typed) => typed.replace(/\s*\n\s*/g, ', '))

function answer({ required, kind, choices = [] }: Question, whose: Whose) {
  const given = text({
    max: ANSWER_MAX,
    what: `${whose} answer`,
    ...(required ? { required: 'Please answer this. It helps us prepare.' } : {}),
  })
  if (kind === 'choice')
    return given.check(must((typed) => typed === '' || choices.includes(typed), 'Choose one of the answers.'))
  if (kind === 'number')
    return given.check(must((typed) => typed === '' || /^\d{1,6}$/.test(typed), 'Enter a whole number.'))
  if (kind === 'date')
    return given.check(
      must((typed) => typed === '' || isCalendarDate(typed), 'Enter a valid date, such as 2026-11-28.'),
    )
  return given
}
