import type { Generated } from 'kysely'
import type { LogKind } from './model'

/** Contracts; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    contract_log: ContractLogTable
    contract_signers: ContractSignerTable
    contract_templates: ContractTemplateTable
    contract_versions: ContractVersionTable
    contracts: ContractTable
  }
}

interface ContractTemplateTable {
  id: string
  name: string
  /** Markdown with fields. */
  body: string
  /** null: a percentage, or no late fee. */
  late_fee_cents: number | null
  late_fee_percent: number | null
  /** null: no late fee. */
  late_fee_days: number | null
  version: Generated<number>
}

/** A contract, with the draft of its next version. */
interface ContractTable {
  id: string
  /** null: not about a booking, or one that was deleted. */
  booking_id: string | null
  title: string
  /** Markdown with fields. */
  body: string
  /** json: { role, name, email }[], in the order of signing */
  signers: string
  /** json: LateFee; null: none. It applies if the text has its field. */
  late_fee: string | null
  created_at: number
  /** 1: its signers aren't reminded of the last day. */
  reminder_off: Generated<number>
  /** The newest entry of its log; 0 and '' before the first. */
  log_seq: Generated<number>
  log_hash: Generated<string>
  version: Generated<number>
}

/** A text that was sent to be signed. Its text and PDF never change. */
interface ContractVersionTable {
  id: string
  contract_id: string
  /** From 1. */
  number: number
  title: string
  /** Markdown without fields, except for initials. */
  text: string
  /** Of the text in UTF-8, in hex. */
  sha256: string
  sent_at: number
  expires_at: number
  ended_at: number | null
  ended_as: 'replaced' | 'withdrawn' | null
  /** When the last signer signed. */
  completed_at: number | null
  /** The signed PDF in Base64; null until it is made. */
  pdf: string | null
  pdf_sha256: string | null
  /** When the client who signs next was reminded of the last day. */
  reminded_at: number | null
}

interface ContractSignerTable {
  id: string
  version_id: string
  /** The order of signing, from 0. */
  position: number
  role: 'client' | 'studio'
  name: string
  email: string
  /** In lower case. */
  email_key: string
  /** Raising it revokes the link. */
  link_version: Generated<number>
  /** When the link was emailed; null: others sign first. */
  asked_at: number | null
  viewed_at: number | null
  signed_at: number | null
  /** SHA-256 of the emailed code with the signer's id. */
  code_hash: string | null
  code_expires_at: number | null
  /** Wrong tries of this code. */
  code_tries: Generated<number>
}

/** What happened to a contract. Entries are only added. */
interface ContractLogTable {
  contract_id: string
  /** From 1, without gaps. */
  seq: number
  at: number
  kind: LogKind
  /** json: record; depends on the kind. */
  detail: string
  /** The first 24 bits of an IPv4 address or 48 of an IPv6 address; '' when unknown. */
  network: string
  /** Such as "Firefox on Windows"; '' for what the program did. */
  device: string
  /** Hash of the previous entry; '' for the first. */
  prev: string
  /** SHA-256 over the entry and `prev`, in hex. */
  hash: string
}
