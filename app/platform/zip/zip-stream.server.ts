import { crc32 } from 'node:zlib'
import { packedBytes } from './zip-layout'
import { centralHeader, endRecords, localHeader, type ZipEntry } from './zip-records'

export interface ZippedFile {
  /** The caller keeps names unique and safe. */
  name: string
  /** Milliseconds since 1970. */
  at: number
  /** Its bytes. It is read twice: once for its checksum, which an archive has before the content. */
  open(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** An archive of stored entries that is sent while it is made, with one piece of a file in memory. */
export async function* zipOf(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const list = packedBytes()
  let count = 0
  let at = 0
  for await (const file of files) {
    const entry: ZipEntry = {
      ...{ name: file.name, at: file.at, bytes: 0, crc32: 0 },
      // Archives have no zone: times are in UTC.
      wall: new Date(file.at).toISOString().slice(0, 19),
    }
    for await (const piece of file.open()) {
      entry.bytes += piece.length
      entry.crc32 = crc32(piece, entry.crc32)
    }
    const header = localHeader(entry)
    yield header
    let sent = 0
    for await (const piece of file.open()) {
      sent += piece.length
      yield piece
    }
    if (sent !== entry.bytes) throw new Error(`${file.name} changed while it was packed`)
    list.add(centralHeader(entry, at))
    count += 1
    at += header.length + entry.bytes
  }
  let directoryBytes = 0
  for (const headers of list.pieces()) {
    directoryBytes += headers.length
    yield headers
  }
  yield endRecords({ count, directoryAt: at, directoryBytes })
}
