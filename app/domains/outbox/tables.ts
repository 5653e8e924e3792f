import type { Generated } from 'kysely'
import type { Encryption } from './mail-server'

/** Emails; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    outbox: OutboxTable
    mail_servers: MailServerTable
  }
}

interface MailServerTable {
  id: string
  host: string
  port: number
  encryption: Encryption
  username: string
  /** Sealed. */
  password: string
  saved_at: number
}

interface OutboxTable {
  id: string
  kind: string
  to_address: string
  reply_to: string | null
  subject: string
  html: string
  text: string
  /** json: data for rendering HTML and text; null once rendered, at the first attempt to send it. */
  body: Generated<string | null>
  /** json: Record<string, string> of additional headers */
  headers: string
  message_id: string
  state: 'queued' | 'waiting' | 'sent' | 'failed' | 'not-sent'
  failure: string | null
  created_at: number
  sent_at: number | null
  /** An attached iCalendar object and its METHOD. */
  calendar: Generated<string | null>
  calendar_method: Generated<'REQUEST' | 'CANCEL' | null>
  /** The record it is about, such as `share {id}`. */
  about: Generated<string | null>
  /** When it expires. */
  expires_at: Generated<number | null>
  /** What happens above its address's hourly limit; null: not limited. */
  pace: Generated<'receipt' | 'link' | 'notice' | null>
}
