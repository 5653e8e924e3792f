import type { FileReader } from './storage.server'

const PIECE_BYTES = 512 * 1024

/**
 * What stands in a file from `start` until before `end`, or until the file ends, piece by piece. All pieces stand in one
 * buffer: each is over when the next is asked for. A stream makes a buffer for every piece, and of a file of a gigabyte
 * the memory fills with them faster than they are cleared away.
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
