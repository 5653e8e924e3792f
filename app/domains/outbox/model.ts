import { NO_MAIL_SERVER } from '~/ui/sends-mail'

/** The job kind that delivers an email. */
export const DELIVER_MAIL = 'deliver-mail'
/** Before background work. */
export const MAIL_PRIORITY = 100

/** An email to one person, sent after its transaction commits. */
export interface NewMail {
  /** Its type, such as `newsletter-welcome`. */
  kind: string
  to: Mailbox
  replyTo?: Mailbox
  subject: string
  /** From `mailBody`. It's rendered when the email is sent, not in the transaction that queues it. */
  body: string
  /** In addition to the default headers. */
  headers?: Record<string, string>
  calendar?: CalendarPart
  /** The record it is about, such as `share {id}`. Pages use it to show whether it was sent. */
  about?: string
  /** Expires at this time, in milliseconds since 1970, since its link is invalid or its session over. */
  expiresAt?: number
  /** Isn't sent earlier, in milliseconds since 1970. */
  notBefore?: number
  /**
   * Without it, the email isn't limited: emails from the team, and emails to the studio and to verified clients
   * about their bookings.
   */
  pace?: Pace
}

/**
 * What happens above the hourly limit of an address to an email that anyone can cause by entering that address.
 * A receipt isn't sent. A link is delayed, and replaced by a newer one. A notice is delayed.
 */
export type Pace = 'receipt' | 'link' | 'notice'

/** An iCalendar object that goes with a message, and its METHOD. */
export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL'
  content: string
}

export interface Mailbox {
  /** Empty when unknown. */
  name: string
  email: string
}

/** Data until the first attempt to send it, then the rendered HTML and text. */
export type MailContent = { body: string } | { html: string; text: string }

/** A stored email. */
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
 * `waiting`: written while there was no mail server, for the studio to send or discard. `not-sent`: dropped,
 * with the reason in `failure`.
 */
export type MailState = 'queued' | 'waiting' | 'sent' | 'failed' | 'not-sent'

export const MAIL_STATES: readonly MailState[] = ['failed', 'waiting', 'queued', 'not-sent', 'sent']

/** A row in the list of emails. */
export interface MailEntry {
  id: string
  kind: string
  to: OutboxMail['to']
  subject: string
  state: MailState
  /** Why it failed, or why it hasn't been sent yet. */
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
