import type { Insertable, Selectable } from 'kysely'

/**
 * The tables after all migrations, the same on SQLite and PostgreSQL. This file declares the platform's; each
 * domain adds its own in `tables.ts`. Instants are milliseconds since 1970 (UTC), flags are 0 or 1, money is
 * integer cents, `json` columns are text.
 */
export interface Database {
  content_version: { id: number; version: number }
  search_terms: SearchTermTable
  jobs: JobTable
  rate_limits: RateLimitTable
  leases: LeaseTable
}

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>

interface SearchTermTable {
  kind:
    | 'contact-message'
    | 'do-not-sell'
    | 'mail'
    | 'person'
    | 'photo'
    | 'booking'
    | 'gallery'
    | 'post'
    | 'post-title'
  /** Lowercase without diacritics; sorted by code point. */
  term: string
  /** Id of the record of that kind. */
  ref_id: string
}

interface JobTable {
  id: string
  kind: string
  /** json */
  payload: string
  /** Higher runs first. */
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

interface LeaseTable {
  name: string
  /** The request that has it. */
  holder: string
  until: number
  /** Another request waits for it. */
  is_wanted: number
}

interface RateLimitTable {
  /** The limit and whom it applies to, with addresses as keyed hashes. */
  bucket: string
  /** json: number[] of instants */
  hits: string
  updated_at: number
}
