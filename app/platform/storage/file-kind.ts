import type { Db } from '~/platform/db/database.server'

/** A file that a row refers to. */
export interface KnownFile {
  key: string
  /** Bytes; undefined: unknown. */
  size?: number | undefined
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
