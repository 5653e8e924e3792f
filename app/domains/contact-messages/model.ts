import { z } from 'zod'
import type { Answer } from '~/platform/answerable'
import { emailAddress, personName, phone, plainLine, text } from '~/platform/fields'

export const SUBJECT_MAX = 150
export const MESSAGE_MAX = 5_000

export type ContactField = 'name' | 'email' | 'phone' | 'subject' | 'message'

/** Fields of the contact form; '' for blank ones. */
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

/** Cookie of a browser that sent a message, so that only it sees the confirmation (D2). Lifetime in seconds. */
export const MESSAGE_SENT = { name: 'studio_message_sent', maxAge: 600 }

/** A stored message. */
export interface ReceivedContactMessage extends ContactMessage {
  id: string
  receivedAt: number
  answer: Answer | null
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
