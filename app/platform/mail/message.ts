import type { EncodedText } from './encoded-text.server'

/** An email address with a display name. */
export interface MailAddress {
  name: string
  address: string
}

/** A message ready to send, with valid values only. */
export interface OutgoingMail {
  /** With angle brackets; the same for every attempt. */
  messageId: string
  date: Date
  from: MailAddress
  to: MailAddress
  replyTo: MailAddress | undefined
  subject: string
  html: string
  text: string
  headers: Record<string, string>
  /** Attached pictures, PNG by default. The HTML refers to them as `cid:…`. */
  pictures?: { cid: string; data: Uint8Array; type?: 'image/jpeg' }[]
  /** An iCalendar object and its METHOD (RFC 6047). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string } | undefined
}

/** The same with texts that are already encoded. */
export type EncodedMail = Omit<OutgoingMail, 'html' | 'text'> & Record<'html' | 'text', EncodedText>

/** Result of an attempt to send. Only temporary failures are retried. */
export type Delivery =
  /** `isSent`: a mail server accepted it; else it was written to a file. `answer`: the server's reply. */
  { ok: true; isSent: boolean; answer?: string } | FailedDelivery

export interface FailedDelivery {
  ok: false
  reason: 'refused' | 'temporary'
  detail: string
  /** `detail` is the server's reply; else why it couldn't be reached. */
  isReached: boolean
  /** The SMTP command that was refused, such as `RCPT TO`. */
  command?: string | undefined
  /** The text was sent, but the server's answer to it was lost: the server may have accepted the email. */
  isUncertain?: boolean
}

export interface Mailer {
  send(mail: OutgoingMail, fileName: string): Promise<Delivery>
  close(): void
}
