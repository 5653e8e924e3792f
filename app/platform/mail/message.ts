/** A mail address with the name that stands before it. */
export interface MailAddress {
  name: string
  address: string
}

/** A message as it leaves, made of clean values alone. */
export interface OutgoingMail {
  /** With its angle brackets; the same each time the message is sent. */
  messageId: string
  date: Date
  from: MailAddress
  to: MailAddress
  replyTo: MailAddress | undefined
  subject: string
  html: string
  text: string
  headers: Record<string, string>
  /** Pictures that travel within the message, PNG unless said; its HTML names them as `cid:…`. */
  pictures?: { cid: string; data: Uint8Array; type?: 'image/jpeg' }[]
  /** An iCalendar object and its METHOD (RFC 6047). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string } | undefined
}

/** What became of one attempt to send. Only what may pass by itself is worth another attempt. */
export type Delivery =
  /** `isSent`: a mail server took it; else it's a file. `answer`: the server's own words. */
  | { ok: true; isSent: boolean; answer?: string }
  | { ok: false; reason: 'refused' | 'temporary'; detail: string }

export interface Mailer {
  send(mail: OutgoingMail, fileName: string): Promise<Delivery>
  close(): void
}
