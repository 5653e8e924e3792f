import type { FileReader, Storage, StoredEntry } from './storage.server'

/** A pull-based byte stream. Must be closed. */
export interface ByteSource {
  /** Fills `into` from its start, possibly partially. @returns number of bytes; 0 at the end */
  read(into: Uint8Array): Promise<number>
  close(): Promise<void>
}

const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

/**
 * Restricts keys to a few plain characters, so that no key can leave the storage.
 * @throws Error for an invalid key: keys are generated, never taken from visitors
 */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}

export const isKey = (key: string): boolean =>
  key.length <= 512 &&
  key
    .split('/')
    .every((segment) => SEGMENT.test(segment) && !segment.includes('..') && !segment.endsWith('.'))

/** A bucket of an object store that speaks S3. */
export interface S3Settings {
  /** Address of the store; undefined: Amazon's in the region. */
  endpoint: string | undefined
  region: string
  bucket: string
  /** Before each key: empty, or ends in `/`. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket's name follows the endpoint's host, instead of preceding it. */
  forcePathStyle: boolean
}

/** Stored files whose keys begin with `prefix`, by key, page by page. */
export async function* inventoryOf(
  storage: Pick<Storage, 'inventory'>,
  prefix: string,
): AsyncGenerator<StoredEntry[]> {
  for (let after: string | undefined; ; ) {
    const { files, next } = await storage.inventory(prefix, after)
    yield files
    if (next === undefined) return
    after = next
  }
}

const PIECE_BYTES = 512 * 1024

/**
 * A file's bytes from `start` to `end` (exclusive), or to its end, in pieces. All pieces share a buffer: each
 * is invalid once the next is requested. A stream allocates a buffer per piece, which fills the memory faster
 * than it is collected for a file of a gigabyte.
 */
export async function* piecesOf(
  { read }: Pick<FileReader, 'read'>,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(PIECE_BYTES, end - start))
  for (let at = start; at < end; ) {
    const length = await read(buffer.subarray(0, Math.min(buffer.length, end - at)), at)
    if (length === 0) return
    yield buffer.subarray(0, length)
    at += length
  }
}
