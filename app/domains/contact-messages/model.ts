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
