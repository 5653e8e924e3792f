import type { FileHandle } from 'node:fs/promises'

const SIGNATURE_BYTES = 8
/** Its length, its type, and the first number in it. */
const BEGINNING_BYTES = 12
/** Length, type and checksum around what a chunk holds. */
const FRAME_BYTES = 12
/** Real files have a dozen before the picture. */
const MOST_CHUNKS = 10_000

/**
 * Frames of an animated PNG (PNG, third edition, 11.3.7.1), of which still decoders show only the first:
 * `acTL` comes before the image data and has the count. 1 for any other PNG.
 */
export async function countPngFrames(file: FileHandle): Promise<number> {
  const beginning = Buffer.alloc(BEGINNING_BYTES)
  let at = SIGNATURE_BYTES
  for (let chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const { bytesRead } = await file.read(beginning, 0, BEGINNING_BYTES, at)
    if (bytesRead < BEGINNING_BYTES) return 1
    const type = beginning.toString('latin1', 4, 8)
    if (type === 'acTL') return beginning.readUInt32BE(8)
    if (type === 'IDAT') return 1
    at += FRAME_BYTES + beginning.readUInt32BE(0)
  }
  return 1
}
