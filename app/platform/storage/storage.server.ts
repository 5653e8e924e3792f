import type { Readable } from 'node:stream'

/** Where files live: a folder now, an S3 bucket for groups of studios. Keys are relative paths with `/`. */
export interface Storage {
  /** Stores all of it or nothing, and returns when it would survive a power cut. */
  put(key: string, data: Uint8Array): Promise<void>
  /**
   * As `put`, unless there is a file under this key. Of several that write at once, one does.
   * @returns whether it was this one
   */
  putNew(key: string, data: Uint8Array): Promise<boolean>
  /**
   * Stores a copy of a local file, byte for byte, as `put` does.
   * @returns false, and stores nothing, when the file no longer is what `sha256` (hexadecimal) says
   */
  putFile(key: string, source: string, sha256: string): Promise<boolean>
  /**
   * @param range first and last byte, both included
   * @returns undefined when there is no such file
   */
  open(key: string, range?: { start: number; end: number }): Promise<StoredFile | undefined>
  /**
   * For reading many parts of many files quickly.
   * @returns undefined when there is no such file
   */
  openToRead(key: string): Promise<FileReader | undefined>
  /** Bytes of a file; undefined when there is no such file. */
  size(key: string): Promise<number | undefined>
  read(key: string): Promise<Uint8Array | undefined>
  /**
   * Hands `use` the path of a local file with this content, to read and not to change; it may be gone afterwards.
   * @returns undefined when there is no such file
   */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | undefined>
  exists(key: string): Promise<boolean>
  /**
   * Finds out without writing whether files can be read and stored.
   * @throws what is in the way
   */
  check(): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Deletes a file unless it was written at `before`, in milliseconds since 1970, or later. One that is written in the
   * same moment stays.
   * @returns whether it was deleted
   */
  deleteOlder(key: string, before: number): Promise<boolean>
  /** As `deleteOlder`, but moves the file to the key `to`, where it replaces one that is there. */
  moveOlder(key: string, to: string, before: number): Promise<boolean>
  /** Removes what writes have left that never came to their end, begun earlier than `before`. */
  clearDrafts(before: number): Promise<void>
  /** Keys that begin with `prefix`, in the order of `inventory`. */
  list(prefix: string): AsyncIterable<string>
  /**
   * A page of what is stored under keys that begin with `prefix`: up to 1,000 files, by their keys in ASCII order.
   * @param after the key that the page follows, of a file that may be gone
   */
  inventory(prefix: string, after?: string): Promise<InventoryPage>
  /**
   * The folders `depth` levels below `prefix` in which files were added, replaced or removed at `since` (milliseconds
   * since 1970) or later, and those on the way to them whose own folders changed. A file that is written over in place
   * doesn't count.
   *
   * Absent where only an inventory can tell, as in an object store.
   */
  changedFolders?(prefix: string, depth: number, since: number): AsyncIterable<ChangedFolder>
}

export interface InventoryPage {
  files: StoredEntry[]
  /** What the next page follows; undefined: this is the last one. */
  next: string | undefined
}

export interface StoredEntry {
  key: string
  /** Bytes. */
  size: number
  /** When it was written, in milliseconds since 1970. */
  modified: number
}

export interface ChangedFolder {
  /** Ends in `/`. */
  prefix: string
  /** The folders in it, each with its whole prefix; undefined at the lowest level, where the files are. */
  folders: string[] | undefined
}

export interface StoredFile {
  /** Bytes of the whole file, whatever the range. */
  size: number
  stream(): Readable
}

/** Must be closed. */
export interface FileReader {
  /** Fills `into` from the byte at `position`. @returns how many bytes it got: 0 at the end of the file */
  read(into: Uint8Array, position: number): Promise<number>
  close(): Promise<void>
}
