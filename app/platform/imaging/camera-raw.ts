import type { FileHandle } from 'node:fs/promises'

const NEW_SUBFILE_TYPE = 0x00fe
const DNG_VERSION = 0xc612
const REDUCED = 1
const ENTRY_BYTES = 12

/**
 * Most raw formats of cameras (DNG, NEF, ARW, ...) are TIFF files whose first picture is only a small preview:
 * taken for a TIFF they would give a thumbnail. Reads the first directory (TIFF 6.0, section 2).
 */
export async function isCameraRaw(file: FileHandle): Promise<boolean> {
  const header = await readAt(file, 0, 8)
  if (header.length < 8) return false
  const little = header[0] === 0x49
  const u16 = (bytes: Buffer, at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const u32 = (bytes: Buffer, at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  // BigTIFF (43) is not what cameras write.
  if (u16(header, 2) !== 42) return false
  const start = u32(header, 4)
  const count = await readAt(file, start, 2)
  if (count.length < 2) return false
  const entries = await readAt(file, start + 2, u16(count, 0) * ENTRY_BYTES)
  for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) {
    const tag = u16(entries, at)
    if (tag === DNG_VERSION) return true
    if (tag === NEW_SUBFILE_TYPE && (u32(entries, at + 8) & REDUCED) === REDUCED) return true
  }
  return false
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
