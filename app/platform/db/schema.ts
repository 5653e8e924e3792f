import type { Generated, Insertable, Selectable } from 'kysely'
import type { AccountTables } from './account-tables'
import type { BookingTables } from './booking-tables'
import type { ContentTables } from './content-tables'
import type { ExitTables } from './exit-tables'
import type { FileTables } from './file-tables'
import type { GalleryTables } from './gallery-tables'
import type { PhotoTables } from './photo-tables'

/**
 * The tables, as the migrations leave them, the same on SQLite and PostgreSQL.
 * Instants are milliseconds since 1970 (UTC), flags are 0 or 1, money is integer cents, `json` columns are text.
 */
export interface Database
  extends AccountTables,
    BookingTables,
    ContentTables,
    ExitTables,
    FileTables,
    GalleryTables,
    PhotoTables {
  settings: { key: string; value: string; updated_at: number }
  content_version: { id: number; version: number }

  newsletter: NewsletterTable
  do_not_sell_requests: DoNotSellRequestTable
  enquiries: EnquiryTable

  audit: AuditTable
  audit_chain: AuditChainTable

  search_terms: SearchTermTable
  jobs: JobTable
  outbox: OutboxTable
  rate_limits: RateLimitTable
}

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>

interface NewsletterTable {
  id: string
  email: string
  /** The address in lower case; unique. */
  email_key: string
  request_date: number
  unsubscribe_token: string
  unsubscribed_at: number | null
}

interface DoNotSellRequestTable {
  id: string
  email: string
  email_key: string
  request_date: number
  /** YYYY-MM-DD, 15 business days later. */
  due_date: string
  /** 1: the browser sent Global Privacy Control. */
  gpc: number
  answered_at: number | null
  /** Name of the person of the studio who did. */
  answered_by: string | null
}

interface EnquiryTable {
  id: string
  name: string
  email: string
  phone: string
  subject: string
  message: string
  received_at: number
  answered_at: number | null
  /** Name of the person of the studio who did. */
  answered_by: string | null
}

interface AuditTable {
  id: string
  at: number
  author_id: string
  /** As it was then. */
  author_name: string
  /** What was done, in the words of the audit’s own list. */
  action: string
  subject: string
  /** json: { field, from, to }[] */
  changes: string
  /** Work in the Studio, or what concerns signing in and taking data out. */
  kind: Generated<'change' | 'security'>
  /** Whose account it was done to; '' for none. Not a foreign key: the entry outlives the account. */
  account_id: Generated<string>
  /** The first 24 bits of an IPv4 address or 48 of an IPv6 address; '' when unknown. */
  network: Generated<string>
  /** Such as "Firefox on Windows". */
  device: Generated<string>
  /** How many times it happened. */
  times: Generated<number>
  /** Place in the chain, from 1, without gaps; null until an entry of the previous version is chained. */
  seq: number | null
  /** Hash of the entry before. */
  prev: string | null
  /** SHA-256 over the entry and `prev`, in hex. */
  hash: string | null
}

/** One row: the newest entry of the activity log. */
interface AuditChainTable {
  id: number
  seq: number
  hash: string
}

interface SearchTermTable {
  kind: 'enquiry' | 'date-request' | 'do-not-sell' | 'mail' | 'person' | 'photo' | 'booking' | 'gallery'
  /** In lower case and without marks; sorts by code point. */
  term: string
  /** Id of the record of that kind. */
  ref_id: string
}

interface JobTable {
  id: string
  kind: string
  /** json */
  payload: string
  /** Higher goes first. */
  priority: number
  run_at: number
  attempts: number
  claimed_by: string | null
  claimed_until: number | null
  last_error: string | null
  failed_at: number | null
  unique_key: string | null
  created_at: number
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

interface RateLimitTable {
  /** What is limited and for whom; addresses stand in it as keyed hashes. */
  bucket: string
  /** json: number[] of instants */
  hits: string
  updated_at: number
}
