/** The records of a ZIP archive with stored entries (APPNOTE.TXT 6.3.10), with ZIP64 where a number needs it. */

const NEEDS_ZIP64 = 0xffffffff
const MOST_ENTRIES = 0xffff
/** Version 4.5: ZIP64; made on a system with Unix permissions. */
const VERSION = 45
const MADE_BY = (3 << 8) | VERSION
/** Names are UTF-8. */
const FLAGS = 1 << 11
/** A plain file that its owner alone may write. */
const PERMISSIONS = 0o100644

export interface ZipEntry {
  /** With `/` between folders. */
  name: string
  bytes: number
  /** Unsigned. */
  crc32: number
  /** Milliseconds since 1970; archives know two seconds at a time. */
  modifiedAt: number
  /** Where its local header begins. */
  offset: number
}

/** Bytes that a local header takes; always the same for a name, so that it can be written over when the checksum is known. */
export const localHeaderBytes = (name: string): number => 30 + Buffer.byteLength(name) + 20

/** What stands before an entry's bytes. Both sizes are in a ZIP64 field, whatever they are: the length does not depend on them. */
export function localHeader({ name, bytes, crc32, modifiedAt }: Omit<ZipEntry, 'offset'>): Buffer {
  const header = Buffer.alloc(localHeaderBytes(name))
  const { date, time } = dosTime(modifiedAt)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(time, 10)
  header.writeUInt16LE(date, 12)
  header.writeUInt32LE(crc32, 14)
  header.writeUInt32LE(NEEDS_ZIP64, 18)
  header.writeUInt32LE(NEEDS_ZIP64, 22)
  header.writeUInt16LE(Buffer.byteLength(name), 26)
  header.writeUInt16LE(20, 28)
  const at = 30 + header.write(name, 30)
  header.writeUInt16LE(1, at)
  header.writeUInt16LE(16, at + 2)
  header.writeBigUInt64LE(BigInt(bytes), at + 4)
  header.writeBigUInt64LE(BigInt(bytes), at + 12)
  return header
}

/** The entry in the list at the end of the archive. */
export function centralHeader({ name, bytes, crc32, modifiedAt, offset }: ZipEntry): Buffer {
  const wide = [...(bytes >= NEEDS_ZIP64 ? [bytes, bytes] : []), ...(offset >= NEEDS_ZIP64 ? [offset] : [])]
  const extra = wide.length === 0 ? 0 : 4 + 8 * wide.length
  const length = Buffer.byteLength(name)
  const header = Buffer.alloc(46 + length + extra)
  const { date, time } = dosTime(modifiedAt)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(MADE_BY, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt16LE(time, 12)
  header.writeUInt16LE(date, 14)
  header.writeUInt32LE(crc32, 16)
  header.writeUInt32LE(Math.min(bytes, NEEDS_ZIP64), 20)
  header.writeUInt32LE(Math.min(bytes, NEEDS_ZIP64), 24)
  header.writeUInt16LE(length, 28)
  header.writeUInt16LE(extra, 30)
  header.writeUInt32LE((PERMISSIONS << 16) >>> 0, 38)
  header.writeUInt32LE(Math.min(offset, NEEDS_ZIP64), 42)
  header.write(name, 46)
  if (extra > 0) {
    header.writeUInt16LE(1, 46 + length)
    header.writeUInt16LE(8 * wide.length, 48 + length)
    for (const [index, value] of wide.entries())
      header.writeBigUInt64LE(BigInt(value), 50 + length + 8 * index)
  }
  return header
}

/** What ends the archive, for a list of so many entries and bytes that begins at `offset`. */
export function endRecords(list: { entries: number; bytes: number; offset: number }): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(list.entries, MOST_ENTRIES), 8)
  end.writeUInt16LE(Math.min(list.entries, MOST_ENTRIES), 10)
  end.writeUInt32LE(Math.min(list.bytes, NEEDS_ZIP64), 12)
  end.writeUInt32LE(Math.min(list.offset, NEEDS_ZIP64), 16)
  const isWide = list.entries >= MOST_ENTRIES || list.bytes >= NEEDS_ZIP64 || list.offset >= NEEDS_ZIP64
  return isWide ? Buffer.concat([wideEnd(list), end]) : end
}

function wideEnd(list: { entries: number; bytes: number; offset: number }): Buffer {
  const record = Buffer.alloc(56 + 20)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(MADE_BY, 12)
  record.writeUInt16LE(VERSION, 14)
  record.writeBigUInt64LE(BigInt(list.entries), 24)
  record.writeBigUInt64LE(BigInt(list.entries), 32)
  record.writeBigUInt64LE(BigInt(list.bytes), 40)
  record.writeBigUInt64LE(BigInt(list.offset), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(list.offset + list.bytes), 64)
  record.writeUInt32LE(1, 72)
  return record
}

/** In UTC: an archive has no zone. Its calendar begins in 1980. */
function dosTime(at: number): { date: number; time: number } {
  const day = new Date(Math.max(at, Date.UTC(1980, 0, 1)))
  return {
    date: ((day.getUTCFullYear() - 1980) << 9) | ((day.getUTCMonth() + 1) << 5) | day.getUTCDate(),
    time: (day.getUTCHours() << 11) | (day.getUTCMinutes() << 5) | (day.getUTCSeconds() >> 1),
  }
}
