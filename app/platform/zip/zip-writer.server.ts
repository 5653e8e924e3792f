import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { packedBytes } from './zip-layout'
import { centralHeader, endRecords, localHeader, localHeaderSize, type ZipEntry } from './zip-records'

export interface WrittenEntry {
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

/** What an entry's header says of its content. */
export interface Measured extends WrittenEntry {
  /** Unsigned. */
  crc32: number
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
type Pieces = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>

export interface ZipWriter {
  /** Writes an entry. The caller keeps names unique and safe. */
  add(name: string, content: string | Pieces): Promise<WrittenEntry>
  /**
   * Writes an entry that was measured before, piece by piece.
   * @throws when its content is another by now; the archive is of no use then
   */
  addMeasured(name: string, content: Bytes, expected: Measured): Promise<WrittenEntry>
  /** Ends the archive. @returns its size in bytes */
  finish(): Promise<number>
}

interface Options {
  /** Modification time of the entries, in milliseconds since 1970. */
  modifiedAt: number
  /** Folder for a temporary file with the content of the entry that is being measured. */
  folder: string
}

/**
 * Writes an archive of stored entries of any size from its first byte to its last, using memory for one piece at a
 * time and for the central directory. An entry's header says its length and checksum, as some programs require.
 * @param write passes bytes on in this order, one call after the other
 */
export function createZip(
  write: (bytes: Uint8Array) => Promise<void>,
  { modifiedAt, folder }: Options,
): ZipWriter {
  /** The central directory. */
  const list = packedBytes()
  let count = 0
  // Archives have no zone: times are in UTC.
  const time = { at: modifiedAt, wall: new Date(modifiedAt).toISOString().slice(0, 19) }
  let at = 0
  async function begin(name: string, sums: Measured): Promise<void> {
    const entry: ZipEntry = { ...time, name, bytes: sums.bytes, crc32: sums.crc32 }
    await write(localHeader(entry))
    list.add(centralHeader(entry, at))
    count += 1
    at += localHeaderSize(entry) + sums.bytes
  }
  const writer: ZipWriter = {
    async add(name, content) {
      if (typeof content === 'string') {
        const bytes = Buffer.from(content)
        const measuring = measure()
        measuring.add(bytes)
        return await writer.addMeasured(name, [bytes], measuring.result())
      }
      const path = join(folder, 'entry')
      const file = await open(path, 'wx+', 0o600)
      try {
        // Whenever this program ends, nothing of it is left.
        await rm(path)
        const measuring = measure()
        for await (const piece of batched(content)) {
          measuring.add(piece)
          await file.writeFile(piece)
        }
        const sums = measuring.result()
        await begin(name, sums)
        if (sums.bytes > 0)
          for await (const piece of file.createReadStream({ start: 0, autoClose: false })) await write(piece)
        return { bytes: sums.bytes, sha256: sums.sha256 }
      } finally {
        await file.close()
      }
    },
    async addMeasured(name, content, expected) {
      const measuring = measure()
      await begin(name, expected)
      for await (const piece of content) {
        measuring.add(piece)
        await write(piece)
      }
      const { bytes, sha256 } = measuring.result()
      if (sha256 !== expected.sha256) throw new Error(`The content of ${name} changed while it was archived.`)
      return { bytes, sha256 }
    },
    async finish() {
      const directoryAt = at
      for (const headers of list.pieces()) {
        await write(headers)
        at += headers.length
      }
      const end = endRecords({ count, directoryAt, directoryBytes: at - directoryAt })
      await write(end)
      return at + end.length
    },
  }
  return writer
}

/** Length and checksums of everything added. */
export function measure() {
  const hash = createHash('sha256')
  let bytes = 0
  let sum = 0
  return {
    add: (piece: Uint8Array) => {
      hash.update(piece)
      sum = crc32(piece, sum)
      bytes += piece.length
    },
    result: (): Measured => ({ bytes, sha256: hash.digest('hex'), crc32: sum }),
  }
}

/** In characters. */
const TEXT_AT_ONCE = 65_536

/** Lines are joined, and texts become bytes. */
async function* batched(content: Pieces): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const piece of content) {
    if (typeof piece === 'string') text += piece
    if (typeof piece === 'string' && text.length < TEXT_AT_ONCE) continue
    if (text !== '') yield Buffer.from(text)
    text = ''
    if (typeof piece !== 'string') yield piece
  }
  if (text !== '') yield Buffer.from(text)
}
