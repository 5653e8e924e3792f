import type { Generated } from 'kysely'

/** Proposals; see platform/db/schema.ts for how instants, flags, money and JSON are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    proposals: ProposalTable
    proposal_versions: ProposalVersionTable
  }
}

/** A proposal, with the draft of its next version. */
interface ProposalTable {
  id: string
  /** The booking that it's for, or that signing made; null: none yet, or one that was deleted. */
  booking_id: string | null
  /** The message that it answers. */
  contact_message_id: string | null
  /** The contract with the texts that the client was shown; null: nothing was chosen yet. */
  contract_id: string | null
  /** json: ProposalDraft */
  document: string
  /** The client's address in lower case. */
  email_key: string
  /** Raising it revokes the link. */
  link_version: Generated<number>
  /** 1: the client isn't reminded of the last day. */
  reminder_off: Generated<number>
  created_at: number
  version: Generated<number>
}

/** What was sent. Its document never changes, and after the signature neither does the rest. */
interface ProposalVersionTable {
  id: string
  proposal_id: string
  /** From 1. */
  number: number
  /** json: Offered */
  document: string
  sent_at: number
  expires_at: number
  ended_at: number | null
  ended_as: 'replaced' | 'withdrawn' | null
  viewed_at: number | null
  /** json: Prepared; what the client chose, and what the contract says about it. */
  choice: string | null
  chosen_at: number | null
  contract_version_id: string | null
  signed_at: number | null
  /** json: Snapshot; what was signed. */
  snapshot: string | null
  /** When the client was reminded of the last day. */
  reminded_at: number | null
}
