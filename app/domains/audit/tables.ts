import type { Generated } from 'kysely'

/** The activity log; see platform/db/schema.ts for how instants, flags, money and json are kept. */
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
