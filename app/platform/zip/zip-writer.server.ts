import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { packedBytes } from './zip-layout'
import { centralHeader, endRecords, localHeader, localHeaderSize, type ZipEntry } from './zip-records'

export interface WrittenEntry {
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

type Pieces = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>

export interface ZipWriter {
  /** Writes an entry. The caller keeps names unique and safe. */
  add(name: string, content: string | Pieces): Promise<WrittenEntry>
  /** Ends the archive durably. @returns its size in bytes */
  finish(): Promise<number>
  /** Stops without finishing the archive. */
  abandon(): Promise<void>
}

/**
 * Writes an archive of stored entries to a new local file of any size, using memory for one piece at a time
 * and for the central directory. Checksums are written into an entry's header after its last byte.
 * @throws when the file already exists
 */
export async function createZip(path: string, modifiedAt: number): Promise<ZipWriter> {
  const file = await open(path, 'wx', 0o600)
  /** The central directory. */
  const list = packedBytes()
  let count = 0
  // Archives have no zone: times are in UTC.
  const time = { at: modifiedAt, wall: new Date(modifiedAt).toISOString().slice(0, 19) }
  let at = 0
  return {
    async add(name, content) {
      const offset = at
      const begun: ZipEntry = { ...time, name, bytes: 0, crc32: 0, isOpen: true }
      at += localHeaderSize(begun)
      const sums = await writeContent(file, content, at)
      at += sums.bytes
      const entry = { ...begun, bytes: sums.bytes, crc32: sums.crc32 }
      await writeAll(file, localHeader(entry), offset)
      list.add(centralHeader(entry, offset))
      count += 1
      return { bytes: sums.bytes, sha256: sums.sha256 }
    },
    async finish() {
      let endAt = at
      for (const headers of list.pieces()) {
        await writeAll(file, headers, endAt)
        endAt += headers.length
      }
      const end = endRecords({ count, directoryAt: at, directoryBytes: endAt - at })
      await writeAll(file, end, endAt)
      await file.sync()
      await file.close()
      return endAt + end.length
    },
    abandon: () => file.close(),
  }
}

/** In characters. */
const TEXT_AT_ONCE = 65_536

async function writeContent(
  file: FileHandle,
  content: string | Pieces,
  start: number,
): Promise<WrittenEntry & { crc32: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  let sum = 0
  const write = async (piece: Uint8Array | string) => {
    const data = typeof piece === 'string' ? Buffer.from(piece) : piece
    hash.update(data)
    sum = crc32(data, sum)
    await writeAll(file, data, start + bytes)
    bytes += data.length
  }
  // Lines are written in batches.
  let text = ''
  for await (const piece of typeof content === 'string' ? [content] : content) {
    if (typeof piece === 'string') text += piece
    if (typeof piece === 'string' && text.length < TEXT_AT_ONCE) continue
    if (text !== '') await write(text)
    text = ''
    if (typeof piece !== 'string') await write(piece)
  }
  if (text !== '') await write(text)
  return { bytes, sha256: hash.digest('hex'), crc32: sum }
}

async function writeAll(file: FileHandle, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.length; ) {
    const { bytesWritten } = await file.write(data, done, data.length - done, position + done)
    done += bytesWritten
  }
}
