import type { Generated } from 'kysely'

/** Stored files; see platform/db/schema.ts for how instants, flags, money and json are kept. */
declare module '~/platform/db/schema' {
  interface Database {
    installation: InstallationTable
    inventory_runs: InventoryRunTable
    folders_to_check: FolderToCheckTable
    removed_photos: RemovedPhotoTable
  }
}

/** One row: the installation that this database belongs to. Its storage carries the same id. */
interface InstallationTable {
  one: number
  id: string
  /** When the storage was known to carry the id; null: the program stopped before that. */
  signed_at: number | null
}

/** What is known of the files of one kind. */
interface InventoryRunTable {
  /** What their keys begin with. */
  prefix: string
  /** When the last run began that was finished; null: none was. */
  ran_at: number | null
  /** The same of the last that compared all files with all rows. */
  full_at: number | null
  /** A run would have taken too many files: since then, none is taken. */
  stopped_at: number | null
  /** Files that it would have taken, of so many. */
  found: Generated<number>
  total: Generated<number>
  /** So many files may be taken at once: the owner has looked at them. */
  allowed: number | null
}

/** Files in this folder may have lost their rows, or are too young to tell. */
interface FolderToCheckTable {
  /** Ends in `/`. */
  prefix: string
  due_at: number
}

/** What a photo was called whose file may still be in quarantine. */
interface RemovedPhotoTable {
  sha256: string
  original_name: string
  title: string
  alt: string
  removed_at: number
}
