import type { FileReader } from './storage.server'

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
