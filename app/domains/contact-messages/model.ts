import { z } from 'zod'
import type { Settings } from '~/domains/content/model'
import type { Answer } from '~/platform/answerable'
import { date, emailAddress, optional, personName, phone, plainLine, text } from '~/platform/fields'
import { fullDate } from '~/platform/time'
import { CLIENT_SUBJECTS } from '~/ui/client-subjects'
import type { Stage } from './handling'

export const SUBJECT_MAX = 150
export const MESSAGE_MAX = 5_000

/** Questions that the owner can add to the contact form, in its order. */
export const ADDED_FIELDS = ['eventDate', 'shootKind', 'place', 'heardFrom'] as const
export type AddedField = (typeof ADDED_FIELDS)[number]
/** Which of them the form has. */
export type AddedFields = Settings['contact']

export const ADDED_LABELS: Record<AddedField, string> = {
  eventDate: 'Event date',
  shootKind: 'Kind of shoot',
  place: 'Location',
  heardFrom: 'How did you find us?',
}

export type ContactField = 'name' | 'email' | 'phone' | 'subject' | 'message' | AddedField

/** Fields of the contact form; '' for blank ones. */
export type ContactMessage = Record<Exclude<ContactField, AddedField>, string> &
  Partial<Record<AddedField, string>>

const ANSWER_MAX = 150

const REQUIRED: Record<AddedField, string> = {
  eventDate: 'Enter the date of the event.',
  shootKind: 'Enter what you’d like photographed.',
  place: 'Enter where it will be.',
  heardFrom: 'Tell us how you found us.',
}

/** An answer; '' when it isn't asked, or left blank. */
function answer(name: AddedField, asked: AddedFields[AddedField], subject = '') {
  if (asked === 'off') return z.string().transform(() => '')
  const required = asked === 'required' && !isFromClient(subject) ? REQUIRED[name] : undefined
  if (name !== 'eventDate') return plainLine({ max: ANSWER_MAX, ...(required ? { required } : {}) })
  const day = date({ error: required ?? 'Enter a date, or leave it blank.', from: '2000-01-01' })
  return required ? day : optional(day).transform((typed) => typed ?? '')
}

/** The answers to the added questions with their labels. */
export const addedAnswers = (message: ContactMessage): [label: string, answer: string][] =>
  ADDED_FIELDS.flatMap((name): [string, string][] => {
    const given = message[name] ?? ''
    if (given === '') return []
    return [[ADDED_LABELS[name], name === 'eventDate' ? fullDate(given) : given]]
  })

/** What a booking made from a message notes for the studio: the answers, then the message. */
export const noteOf = (message: ContactMessage): string =>
  [
    [
      ...(message.subject === '' ? [] : [`Subject: ${message.subject}`]),
      ...addedAnswers(message).map(([label, given]) => `${label.replace(/\?$/, '')}: ${given}`),
    ].join('\n'),
    message.message,
  ]
    .filter((part) => part !== '')
    .join('\n\n')

/** Whether it is about what a client has already. Then no answer about a new shoot is required. */
export const isFromClient = (subject: string | undefined): boolean =>
  CLIENT_SUBJECTS.some((each) => each === subject)

export const contactSchema = (added: AddedFields, { subject }: Pick<ContactMessage, 'subject'>) =>
  z.object({
    eventDate: answer('eventDate', added.eventDate, subject),
    shootKind: answer('shootKind', added.shootKind, subject),
    place: answer('place', added.place, subject),
    heardFrom: answer('heardFrom', added.heardFrom, subject),
    name: personName(),
    email: emailAddress(),
    phone: phone(),
    subject: plainLine({ max: SUBJECT_MAX, what: 'the subject' }),
    message: text({
      max: MESSAGE_MAX,
      required: 'Enter your message.',
      what: 'your message',
      counted: true,
    }),
  })

/** Cookie of a browser that sent a message, so that only it sees the confirmation (D2). Lifetime in seconds. */
export const MESSAGE_SENT = { name: 'studio_message_sent', maxAge: 600 }

/** The subject of a reply to it. */
export const replySubjectOf = ({ subject }: Pick<ContactMessage, 'subject'>): string =>
  subject === '' ? 'Your message' : `Re: ${subject}`

/** Why a message came to nothing. */
export const lostSchema = () =>
  z.object({ reason: plainLine({ max: ANSWER_MAX, required: 'Enter the reason.', what: 'the reason' }) })

/** What the studio can correct or add. */
export const eventSchema = () =>
  z.object({
    eventDate: answer('eventDate', 'optional'),
    shootKind: answer('shootKind', 'optional'),
    place: answer('place', 'optional'),
  })

/** A stored message. */
export interface ReceivedContactMessage extends ContactMessage {
  id: string
  receivedAt: number
  stage: Stage
  /** null: unanswered. */
  answer: Answer | null
  /** '' unless it is lost. */
  lostReason: string
  /** The booking made from it. */
  bookingId: string | null
  /** Named by a change of the event's details. */
  version: number
}

/**
 * In milliseconds. Bots submit at once. A higher limit would catch few more, and could silently drop a person's
 * message when a browser fills in the form.
 */
const QUICKEST_PERSON_MS = 150

/**
 * Whether a form was submitted faster than a person could. On submit, the page's script writes into `started`
 * how many milliseconds the page has been shown. The server can't add a time to the form, since cached pages
 * are shared. Without script the field is empty, which is accepted.
 */
export const isTooQuick = (started: string): boolean =>
  /^\d{1,9}$/.test(started) && Number(started) < QUICKEST_PERSON_MS
