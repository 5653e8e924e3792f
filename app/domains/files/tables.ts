import type { Generated } from 'kysely'

/** Stored files; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    installation: InstallationTable
    inventory_runs: InventoryRunTable
    folders_to_check: FolderToCheckTable
    removed_photos: RemovedPhotoTable
  }
}

/** One row: the id of the installation. Its storage has the same id. */
interface InstallationTable {
  one: number
  id: string
  /** When both sides were confirmed to have the id; null: not confirmed yet. */
  signed_at: number | null
}

/** State of the collection for one kind of files. */
interface InventoryRunTable {
  /** Their key prefix. */
  prefix: string
  /** Start of the last finished run; null: none. */
  ran_at: number | null
  /** Start of the last finished run that compared all files. */
  full_at: number | null
  /** When a run stopped because of too many files. No files are taken until it is resolved. */
  stopped_at: number | null
  /** Number of files that it would have taken, and of all files. */
  found: Generated<number>
  total: Generated<number>
  /** Number of files that the owner allowed. */
  allowed: number | null
}

/** A folder to check again: its files may have lost their rows, or were too young. */
interface FolderToCheckTable {
  /** Ends in `/`. */
  prefix: string
  due_at: number
}

/** Former name of a photo whose file may still be in quarantine. */
interface RemovedPhotoTable {
  sha256: string
  original_name: string
  title: string
  alt: string
  removed_at: number
}
