import type { Readable } from 'node:stream'

/** File storage: a folder or an S3 bucket. Keys are relative paths with `/`. */
export interface Storage {
  /** Stores all of it or nothing, durably. */
  put(key: string, data: Uint8Array): Promise<void>
  /**
   * Like `put`, unless the key exists. One of several simultaneous calls succeeds.
   * @returns whether it was this one
   */
  putNew(key: string, data: Uint8Array): Promise<boolean>
  /**
   * Stores an exact copy of a local file, like `put`.
   * @returns false, and stores nothing, when its content doesn't match `sha256` (hexadecimal)
   */
  putFile(key: string, source: string, sha256: string): Promise<boolean>
  /**
   * Stores bytes as they arrive, all of them or nothing, durably.
   * @param atMost bytes that may arrive
   * @returns how many arrived
   * @throws what `pieces` throws
   */
  putStream(key: string, pieces: AsyncIterable<Uint8Array>, atMost: number): Promise<number>
  /**
   * For many files: `use` gets a storage whose files are all there, durably, once this resolves. A folder syncs them by
   * the hundred, and until then doesn't show them. When `use` throws, some are there, each of them whole.
   * @throws what `use` throws
   */
  storeMany<T>(use: (files: ManyFiles) => Promise<T>): Promise<T>
  /**
   * @param range first and last byte, inclusive
   * @returns undefined: not found
   */
  open(key: string, range?: { start: number; end: number }): Promise<StoredFile | undefined>
  /**
   * For many small reads. An object store reads ahead while they follow each other.
   * @param from position of the first read
   * @returns undefined: not found
   */
  openToRead(key: string, from?: number): Promise<FileReader | undefined>
  /** Size in bytes; undefined: not found. */
  size(key: string): Promise<number | undefined>
  read(key: string): Promise<Uint8Array | undefined>
  /**
   * Calls `use` with the path of a local file with this content, read-only and possibly temporary.
   * @returns undefined: not found
   */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | undefined>
  exists(key: string): Promise<boolean>
  /**
   * Checks without writing that files can be read and stored.
   * @throws the problem
   */
  check(): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Deletes a file written before `before`, in milliseconds since 1970.
   * @returns whether it was deleted
   */
  deleteOlder(key: string, before: number): Promise<boolean>
  /** Like `deleteOlder`, but moves the file to the key `to`, replacing an existing one. */
  moveOlder(key: string, to: string, before: number): Promise<boolean>
  /** Removes unfinished writes begun before `before`: draft files, or incomplete multipart uploads. */
  clearDrafts(before: number): Promise<void>
  /** Keys that begin with `prefix`, in the order of `inventory`. */
  list(prefix: string): AsyncIterable<string>
  /**
   * A page of files whose keys begin with `prefix`: up to 1,000, by key in ASCII order.
   * @param after last key of the previous page; its file may be gone
   */
  inventory(prefix: string, after?: string): Promise<InventoryPage>
  /**
   * Folders `depth` levels below `prefix` in which files were added, replaced or removed since `since`
   * (milliseconds since 1970), and changed folders above them. In-place writes don't count.
   *
   * Absent where only a full listing can tell, as in an object store.
   */
  changedFolders?(prefix: string, depth: number, since: number): AsyncIterable<ChangedFolder>
}

export interface ManyFiles {
  /**
   * Stores a file that `write` makes at a local path, where there is none yet.
   * @throws what `write` throws
   */
  putWritten(key: string, write: (path: string) => Promise<WrittenFile>): Promise<void>
}

export interface WrittenFile {
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

export interface InventoryPage {
  files: StoredEntry[]
  /** Continue after this key; undefined: last page. */
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
  /** Its subfolders with their whole prefix; undefined at the lowest level. */
  folders: string[] | undefined
}

export interface StoredFile {
  /** Bytes of the whole file, whatever the range. */
  size: number
  stream(): Readable
}

/** Must be closed. */
export interface FileReader {
  /** Reads into `into` from `position`. @returns number of bytes; 0 at the end */
  read(into: Uint8Array, position: number): Promise<number>
  /** Bytes of the whole file. */
  size(): Promise<number>
  close(): Promise<void>
}
