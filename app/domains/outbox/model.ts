import { NO_MAIL_SERVER } from '~/ui/no-mail-server'

/** The kind of job that delivers one message. */
export const DELIVER_MAIL = 'deliver-mail'
/** Before everything that nobody waits for. */
export const MAIL_PRIORITY = 100

/** A message to one person, to be sent when the transaction that wrote it is committed. */
export interface NewMail {
  /** What it is about, such as `newsletter-welcome`. */
  kind: string
  to: Mailbox
  replyTo?: Mailbox
  subject: string
  /** From `mailBody`. It's rendered when the email is sent, not in the transaction that queues it. */
  body: string
  /** Beside those that every message has. */
  headers?: Record<string, string>
  calendar?: CalendarPart
  /** What the email belongs to, such as `share {id}`, for pages that say whether it was sent. */
  about?: string
  /** From this instant on (milliseconds since 1970) it's of no use: its link has expired, or the session is over. */
  expiresAt?: number
  /** Left out for what the studio sends, and for emails to the studio and to proven clients about their bookings. */
  pace?: Pace
}

/**
 * What happens to an email that anyone can cause by typing an address, once the address has had enough of them for an
 * hour. A receipt isn't sent. A link waits, and makes way for a newer one. A notice waits.
 */
export type Pace = 'receipt' | 'link' | 'notice'

/** An iCalendar object that goes with a message, and its METHOD. */
export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL'
  content: string
}

export interface Mailbox {
  /** Empty when not known. */
  name: string
  email: string
}

/** Parts and facts until the first attempt to send it, then the HTML and text that went out. */
export type MailContent = { body: string } | { html: string; text: string }

/** A message as it stands in the outbox. */
export interface OutboxMail {
  id: string
  kind: string
  to: Mailbox
  replyTo: Mailbox | undefined
  subject: string
  content: MailContent
  headers: Record<string, string>
  calendar: CalendarPart | undefined
  messageId: string
  state: MailState
  about: string | null
  expiresAt: number | null
  pace: Pace | null
  createdAt: number
}

/**
 * `queued`: on its way. `waiting`: written while there was no mail server, for the studio to send or discard.
 * `not-sent`: given up, and its reason says why.
 */
export type MailState = 'queued' | 'waiting' | 'sent' | 'failed' | 'not-sent'

export const MAIL_STATES: readonly MailState[] = ['failed', 'waiting', 'queued', 'not-sent', 'sent']

/** One line of the list of messages. */
export interface MailEntry {
  id: string
  kind: string
  to: OutboxMail['to']
  subject: string
  state: MailState
  /** Why it failed, or why it has not left yet. */
  failure: string | null
  expiresAt: number | null
  createdAt: number
  sentAt: number | null
}

/** "Sent", "Not sent: no mail server yet" */
export function mailStateLabel(state: MailState): string {
  switch (state) {
    case 'queued':
      return 'Sending'
    case 'waiting':
      return NO_MAIL_SERVER
    case 'sent':
      return 'Sent'
    case 'failed':
      return 'Failed'
    case 'not-sent':
      return 'Not sent'
  }
}
