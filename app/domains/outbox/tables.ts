import type { Generated } from 'kysely'

/** Emails; see platform/db/schema.ts for how instants, flags, money and json are kept. */
declare module '~/platform/db/schema' {
  interface Database {
    outbox: OutboxTable
  }
}

interface OutboxTable {
  id: string
  kind: string
  to_address: string
  reply_to: string | null
  subject: string
  html: string
  text: string
  /** json: what the HTML and text will be rendered from; null once they are, at the first attempt to send it */
  body: Generated<string | null>
  /** json: Record<string, string> of further headers */
  headers: string
  message_id: string
  state: 'queued' | 'waiting' | 'sent' | 'failed' | 'not-sent'
  failure: string | null
  created_at: number
  sent_at: number | null
  /** An iCalendar object that goes with the message, and its METHOD. */
  calendar: Generated<string | null>
  calendar_method: Generated<'REQUEST' | 'CANCEL' | null>
  /** What it belongs to, such as `share {id}`. */
  about: Generated<string | null>
  /** From when it is of no use. */
  expires_at: Generated<number | null>
  /** How it counts toward the hourly limit of its address; null: not at all. */
  pace: Generated<'receipt' | 'link' | 'notice' | null>
}
