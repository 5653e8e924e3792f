import type { Answer } from '~/platform/answerable'
import { HIDDEN_CHARACTERS, ONE_PLAIN_LINE } from '~/platform/http/notices'
import { emailError, isBlank, nameError, phoneError } from '~/platform/person-fields'
import { isCleanLine, isCleanText, withLineFeeds } from '~/platform/text'

export const SUBJECT_MAX = 150
export const MESSAGE_MAX = 5_000

export type EnquiryField = 'name' | 'email' | 'phone' | 'subject' | 'message'

/** What the fields hold, when nothing is wrong with them. Empty: left out. */
export type Enquiry = Record<EnquiryField, string>

/** Reads the contact form. Every field that has to be mended gets a sentence. */
export function readEnquiry(
  fields: Enquiry,
): { ok: true; enquiry: Enquiry } | { ok: false; errors: Partial<Record<EnquiryField, string>> } {
  const enquiry: Enquiry = {
    name: fields.name.trim(),
    email: fields.email.trim(),
    phone: fields.phone.trim(),
    subject: fields.subject.trim(),
    message: withLineFeeds(fields.message).trim(),
  }
  const found: Record<EnquiryField, string | undefined> = {
    name: nameError(enquiry.name),
    email: emailError(enquiry.email),
    phone: phoneError(enquiry.phone),
    subject: subjectError(enquiry.subject),
    message: messageError(enquiry.message),
  }
  const errors = Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined))
  return Object.keys(errors).length === 0 ? { ok: true, enquiry } : { ok: false, errors }
}

function subjectError(subject: string): string | undefined {
  if (subject.length > SUBJECT_MAX) return `Shorten the subject to ${SUBJECT_MAX} characters.`
  if (!isCleanLine(subject)) return ONE_PLAIN_LINE
  return undefined
}

function messageError(message: string): string | undefined {
  if (isBlank(message)) return 'Enter your message.'
  if (message.length > MESSAGE_MAX)
    return `Shorten your message to ${MESSAGE_MAX.toLocaleString('en-US')} characters. It has ${message.length.toLocaleString('en-US')}.`
  if (!isCleanText(message)) return HIDDEN_CHARACTERS
  return undefined
}

/** Given to the browser that sent a message, so that the thank-you page thanks it for one (D2). Seconds. */
export const MESSAGE_SENT = { name: 'studio_message_sent', maxAge: 600 }

/** A message as the studio keeps it. */
export interface ReceivedEnquiry extends Enquiry {
  id: string
  receivedAt: number
  answer: Answer | null
}
