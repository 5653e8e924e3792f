import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'

/** A file that a row refers to. */
export interface KnownFile {
  key: string
  /** Bytes; undefined: unknown. */
  size?: number | undefined
  /** Hexadecimal; undefined: unknown. */
  sha256?: string
}

/** Files that belong to rows: written before their row, and deleted after it. */
export interface FileKind {
  /** Key prefix, ending in `/`. */
  prefix: string
  /** Number of folder levels below `prefix`. */
  depth: number
  /**
   * Files whose keys begin with `folder` (`prefix`, or a folder below it), by key in ASCII order, in batches.
   */
  known(db: Db, folder: string): AsyncIterable<KnownFile[]>
  /**
   * Number of files, by their rows. Present for irreplaceable files: without a row they are quarantined, not
   * deleted.
   */
  count?(db: Db): Promise<number>
  /**
   * Folders directly below `folder` that contain files according to the rows; absent when lost files aren't
   * detected.
   */
  folders?(db: Db, folder: string): Promise<string[]>
}

/**
 * Schedules a comparison of the files in these folders with their rows, at `dueAt` or the run after. Call it
 * in the transaction that deletes rows but not their files.
 * @param folders each ends in `/`
 */
export async function checkFolders(db: Db, folders: readonly string[], dueAt: number): Promise<void> {
  for (const some of inParts([...new Set(folders)]))
    await db
      .insertInto('folders_to_check')
      .values(some.map((prefix) => ({ prefix, due_at: dueAt })))
      .onConflict((conflict) => conflict.column('prefix').doUpdateSet({ due_at: dueAt }))
      .execute()
}
