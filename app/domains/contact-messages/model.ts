import { z } from 'zod'
import type { Answer } from '~/platform/answerable'
import { emailAddress, personName, phone, plainLine, text } from '~/platform/fields'

export const SUBJECT_MAX = 150
export const MESSAGE_MAX = 5_000

export type ContactField = 'name' | 'email' | 'phone' | 'subject' | 'message'

/** What the contact form holds; '' where a field was left blank. */
export type ContactMessage = Record<ContactField, string>

export const contactSchema = () =>
  z.object({
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

/** Given to the browser that sent a message, so that the thank-you page thanks it for one (D2). Seconds. */
export const MESSAGE_SENT = { name: 'studio_message_sent', maxAge: 600 }

/** A message as the studio keeps it. */
export interface ReceivedContactMessage extends ContactMessage {
  id: string
  receivedAt: number
  answer: Answer | null
}

/**
 * In milliseconds. Bots submit at once. A higher limit would catch little more, and could silently drop a
 * person's message when a browser fills in the form.
 */
const QUICKEST_PERSON_MS = 150

/**
 * Whether a form was submitted faster than a person can. On submit, the page's script writes into `started`
 * for how many milliseconds the page was shown. The server can't stamp forms, since cached pages are shared.
 * Without script the field is empty, which is accepted.
 */
export const isTooQuick = (started: string): boolean =>
  /^\d{1,9}$/.test(started) && Number(started) < QUICKEST_PERSON_MS
