import type { Generated } from 'kysely'
import type { BackupKind } from './backups/model'

/** Exports and backups; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    backup_runs: BackupRunTable
    exports: ExportTable
  }
}

/** An export archive. The row is deleted with its file. */
interface ExportTable {
  /** 128 random bits, also the name of its file in the storage. */
  id: string
  state: 'making' | 'ready' | 'failed'
  /** Name of the owner who requested it. */
  requested_by: string
  /** The recovery passphrase it is being encrypted to, sealed; null once it is made. */
  passphrase: string | null
  is_encrypted: Generated<number>
  bytes: number | null
  photos: number | null
  /** json: string[], names of photos whose files are lost */
  missing: string
  created_at: number
  finished_at: number | null
}

interface BackupRunTable {
  id: string
  /** Name of the backup; '' until it was verified. */
  name: Generated<string>
  kind: BackupKind
  /** `verified`: complete, and read back. */
  state: 'making' | 'verified' | 'failed'
  started_at: number
  ended_at: number | null
  /** Files, while it is made. */
  done: Generated<number>
  total: Generated<number>
  new_bytes: Generated<number>
  /** Why it failed, or what is missing from it. */
  note: Generated<string>
}
