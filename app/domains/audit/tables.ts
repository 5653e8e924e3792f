import type { Generated } from 'kysely'

/** The activity log; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    audit: AuditTable
    audit_chain: AuditChainTable
  }
}

interface AuditTable {
  id: string
  at: number
  author_id: string
  /** The author's name at that time. */
  author_name: string
  /** An action from the list in `model.ts`. */
  action: string
  subject: string
  /** json: { field, from, to }[] */
  changes: string
  /** Changes in the Studio, or account security and exports. */
  kind: Generated<'change' | 'security'>
  /** The account concerned; '' for none. Not a foreign key: entries outlive accounts. */
  account_id: Generated<string>
  /** The first 24 bits of an IPv4 address or 48 of an IPv6 address; '' when unknown. */
  network: Generated<string>
  /** Such as "Firefox on Windows". */
  device: Generated<string>
  /** Number of occurrences. */
  times: Generated<number>
  /** Position in the chain, from 1, without gaps. */
  seq: number | null
  /** Hash of the previous entry. */
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
