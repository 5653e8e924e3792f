import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { centralHeader, endRecords, localHeader, localHeaderBytes, type ZipEntry } from './zip-records'

export interface WrittenEntry {
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

export interface ZipWriter {
  /** Writes one entry, as it comes. Names are the caller's to keep unique and safe. */
  add(name: string, content: string | AsyncIterable<Uint8Array | string>): Promise<WrittenEntry>
  /** Ends the archive and waits until it would survive a power cut. @returns its bytes */
  finish(): Promise<number>
  /** Leaves it as it is: no archive. */
  abandon(): Promise<void>
}

/**
 * Writes an archive of stored entries to a new local file, whatever its size, with the memory of one piece at a time.
 * Checksums are written into an entry's header when its last byte is known.
 * @throws when the file is there already
 */
export async function createZip(path: string, modifiedAt: number): Promise<ZipWriter> {
  const file = await open(path, 'wx', 0o600)
  const entries: ZipEntry[] = []
  let at = 0
  return {
    async add(name, content) {
      const offset = at
      at += localHeaderBytes(name)
      const sums = await writeContent(file, content, at)
      at += sums.bytes
      const entry = { name, bytes: sums.bytes, crc32: sums.crc32, modifiedAt, offset }
      await writeAll(file, localHeader(entry), offset)
      entries.push(entry)
      return { bytes: sums.bytes, sha256: sums.sha256 }
    },
    async finish() {
      const list = { entries: entries.length, bytes: 0, offset: at }
      for (const entry of entries) {
        const header = centralHeader(entry)
        await writeAll(file, header, at + list.bytes)
        list.bytes += header.length
      }
      const end = endRecords(list)
      await writeAll(file, end, at + list.bytes)
      await file.sync()
      await file.close()
      return at + list.bytes + end.length
    },
    abandon: () => file.close(),
  }
}

async function writeContent(
  file: FileHandle,
  content: string | AsyncIterable<Uint8Array | string>,
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
  if (typeof content === 'string') await write(content)
  else for await (const piece of content) await write(piece)
  return { bytes, sha256: hash.digest('hex'), crc32: sum }
}

async function writeAll(file: FileHandle, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.length; ) {
    const { bytesWritten } = await file.write(data, done, data.length - done, position + done)
    done += bytesWritten
  }
}
