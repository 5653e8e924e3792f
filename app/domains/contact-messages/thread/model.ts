import { z } from 'zod'
import type { MailState } from '~/domains/outbox/model'
import { plainLine, text } from '~/platform/fields'
import { MESSAGE_MAX, SUBJECT_MAX } from '../model'

/** In the order of the form. */
export const REPLY_FIELDS = ['subject', 'message'] as const

export const replySchema = () =>
  z.object({
    subject: plainLine({ max: SUBJECT_MAX, required: 'Enter a subject.', what: 'the subject' }),
    message: text({ max: MESSAGE_MAX, required: 'Enter a message.', what: 'the message' }),
  })

/** An email below a message, as text. */
export interface ThreadEntry {
  id: string
  /** Name of the team member, or the client's name and address. */
  author: string
  subject: string
  text: string
  when: string
  /** Of an email of ours; null: received. */
  mail: { id: string; state: MailState } | 'unknown' | null
}

/** What the reply form begins with. */
export interface ReplyDraft {
  /** To detect a form that is submitted twice. */
  once: string
  /** The chosen template. */
  template: string | null
  templates: { id: string; name: string }[]
  subject: string
  message: string
  /** Fields without a value, such as `{eventDate}`. */
  missing: string[]
}

/** The record of an email's `about`. */
export const aboutMessage = (id: string): string => `contact-message ${id}`
export const aboutReply = (id: string): string => `message-reply ${id}`

/** The ids in them. */
export const readMessageAbout = (about: string) => /^contact-message (.+)$/.exec(about)?.[1]
export const readReplyAbout = (about: string) => /^message-reply (.+)$/.exec(about)?.[1]

export const REPLY_KIND = 'message-reply'
