import type { Db } from '~/platform/db/database.server'

/** A file that a row says is there. */
export interface KnownFile {
  key: string
  /** Bytes; undefined: no row says. */
  size?: number | undefined
}

/** Files that belong to rows: each is written before its row, and its row goes first. */
export interface FileKind {
  /** What their keys begin with; ends in `/`. */
  prefix: string
  /** How many folders below `prefix` they are. */
  depth: number
  /** Those whose keys begin with `folder` (`prefix`, or a folder below it), by key in ASCII order, some at a time. */
  known(db: Db, folder: string): AsyncIterable<KnownFile[]>
  /**
   * How many there are, by their rows. Present where nothing is to be lost by a mistake: a file without a row is moved
   * to quarantine then, and not deleted.
   */
  count?(db: Db): Promise<number>
  /** Folders directly below `folder` in which rows say there are files; absent where lost files are not looked for. */
  folders?(db: Db, folder: string): Promise<string[]>
}
