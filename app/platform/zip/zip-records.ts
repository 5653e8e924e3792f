/**
 * The records of a ZIP archive (PKWARE APPNOTE.TXT 6.3.10): stored entries, ZIP64 where a number doesn't fit,
 * names in UTF-8, times as DOS wall time and as the extended timestamp of Info-ZIP.
 */

export interface ZipEntry {
  /** Path within the archive, with `/`. */
  name: string
  bytes: number
  /** Unsigned. */
  crc32: number
  /** Wall time in the studio's zone: YYYY-MM-DDTHH:MM:SS. */
  wall: string
  /** The same instant, in milliseconds since 1970. */
  at: number
}

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END = 0x06054b50
const ZIP64_END = 0x06064b50
const ZIP64_LOCATOR = 0x07064b50
/** In a field of 32 or 16 bits: the value is in the ZIP64 field. */
const MAX_32 = 0xffffffff
const MAX_16 = 0xffff
const UTF8_NAMES = 0x0800
const VERSION = 20
const VERSION_ZIP64 = 45
const MADE_ON_UNIX = 3 << 8
/** A regular file with mode 644. */
const FILE_MODE = (0o100644 << 16) >>> 0
const TIMESTAMP_EXTRA = 9
/** A local header has both lengths in it, or none. */
const LOCAL_ZIP64 = 20
const encoder = new TextEncoder()

const isLarge = (entry: ZipEntry) => entry.bytes >= MAX_32
const isFar = (offset: number) => offset >= MAX_32

/** Bytes of the local header. */
export const localHeaderSize = (entry: ZipEntry): number => localSize(entry, byteLength(entry.name))

/** Bytes of the central header of an entry at `offset`. */
export const centralHeaderSize = (entry: ZipEntry, offset: number): number =>
  centralSize(entry, byteLength(entry.name), offset)

const localSize = (entry: ZipEntry, nameBytes: number): number =>
  30 + nameBytes + TIMESTAMP_EXTRA + (isLarge(entry) ? LOCAL_ZIP64 : 0)

const centralSize = (entry: ZipEntry, nameBytes: number, offset: number): number =>
  46 + nameBytes + TIMESTAMP_EXTRA + zip64ExtraSize(entry, offset)

/** In the central directory, only values that don't fit are in the ZIP64 field (4.5.3). */
function zip64ExtraSize(entry: ZipEntry, offset: number): number {
  const fields = (isLarge(entry) ? 2 : 0) + (isFar(offset) ? 1 : 0)
  return fields === 0 ? 0 : 4 + 8 * fields
}

/** The header before an entry's content. */
export function localHeader(entry: ZipEntry): Uint8Array {
  const name = encoder.encode(entry.name)
  const put = writer(localSize(entry, name.length))
  const hasZip64 = isLarge(entry)
  put.u32(LOCAL_HEADER)
  put.u16(hasZip64 ? VERSION_ZIP64 : VERSION)
  common(put, entry, hasZip64 ? MAX_32 : entry.bytes, name.length)
  put.u16(TIMESTAMP_EXTRA + (hasZip64 ? LOCAL_ZIP64 : 0))
  put.bytes(name)
  timestamp(put, entry)
  if (hasZip64) {
    put.u16(0x0001)
    put.u16(16)
    put.u64(entry.bytes)
    put.u64(entry.bytes)
  }
  return put.done
}

/** The entry's header in the central directory. */
export function centralHeader(entry: ZipEntry, offset: number): Uint8Array {
  const name = encoder.encode(entry.name)
  const put = writer(centralSize(entry, name.length, offset))
  const zip64 = zip64ExtraSize(entry, offset)
  const version = zip64 > 0 || isLarge(entry) ? VERSION_ZIP64 : VERSION
  put.u32(CENTRAL_HEADER)
  put.u16(MADE_ON_UNIX | version)
  put.u16(version)
  common(put, entry, isLarge(entry) ? MAX_32 : entry.bytes, name.length)
  put.u16(TIMESTAMP_EXTRA + zip64)
  // Without a comment, on the first disk, with no attributes of the old kind.
  put.u16(0)
  put.u16(0)
  put.u16(0)
  put.u32(FILE_MODE)
  put.u32(isFar(offset) ? MAX_32 : offset)
  put.bytes(name)
  timestamp(put, entry)
  if (zip64 > 0) {
    put.u16(0x0001)
    put.u16(zip64 - 4)
    if (isLarge(entry)) {
      put.u64(entry.bytes)
      put.u64(entry.bytes)
    }
    if (isFar(offset)) put.u64(offset)
  }
  return put.done
}

/** The fields that both headers share, from version to lengths. */
function common(put: Writer, entry: ZipEntry, size: number, nameBytes: number): void {
  const { date, time } = dosTime(entry.wall)
  put.u16(UTF8_NAMES)
  // Stored.
  put.u16(0)
  put.u16(time)
  put.u16(date)
  put.u32(entry.crc32)
  put.u32(size)
  put.u32(size)
  put.u16(nameBytes)
}

/** Modification time in seconds since 1970 (4.6.1), limited to the valid range. */
function timestamp(put: Writer, { at }: ZipEntry): void {
  put.u16(0x5455)
  put.u16(5)
  put.u8(1)
  put.u32(Math.max(-0x80000000, Math.min(0x7fffffff, Math.floor(at / 1000))) >>> 0)
}

/** Years from 1980 to 2107, in steps of two seconds. */
function dosTime(wall: string): { date: number; time: number } {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = wall.split(/\D/).map(Number)
  if (year < 1980) return { date: (1 << 5) | 1, time: 0 }
  if (year > 2107) return { date: (127 << 9) | (12 << 5) | 31, time: (23 << 11) | (59 << 5) | 29 }
  return {
    date: ((year - 1980) << 9) | (month << 5) | day,
    time: (hour << 11) | (minute << 5) | Math.min(29, second >> 1),
  }
}

export interface ZipDirectory {
  /** Number of entries. */
  count: number
  /** Offset and length of the central directory. */
  directoryAt: number
  directoryBytes: number
}

/** The records at the end of the archive. */
export function endRecords({ count, directoryAt, directoryBytes }: ZipDirectory): Uint8Array {
  const needsZip64 = count >= MAX_16 || directoryAt >= MAX_32 || directoryBytes >= MAX_32
  const put = writer(22 + (needsZip64 ? 56 + 20 : 0))
  if (needsZip64) {
    put.u32(ZIP64_END)
    put.u64(44)
    put.u16(MADE_ON_UNIX | VERSION_ZIP64)
    put.u16(VERSION_ZIP64)
    put.u32(0)
    put.u32(0)
    put.u64(count)
    put.u64(count)
    put.u64(directoryBytes)
    put.u64(directoryAt)
    put.u32(ZIP64_LOCATOR)
    put.u32(0)
    put.u64(directoryAt + directoryBytes)
    put.u32(1)
  }
  put.u32(END)
  put.u16(0)
  put.u16(0)
  put.u16(Math.min(count, MAX_16))
  put.u16(Math.min(count, MAX_16))
  put.u32(Math.min(directoryBytes, MAX_32))
  put.u32(Math.min(directoryAt, MAX_32))
  put.u16(0)
  return put.done
}

type Writer = ReturnType<typeof writer>

/** Little-endian, from the first byte on. */
function writer(size: number) {
  const done = new Uint8Array(size)
  const view = new DataView(done.buffer)
  let at = 0
  return {
    done,
    u8: (value: number) => view.setUint8(at++, value),
    u16: (value: number) => {
      view.setUint16(at, value, true)
      at += 2
    },
    u32: (value: number) => {
      view.setUint32(at, value, true)
      at += 4
    },
    u64: (value: number) => {
      view.setBigUint64(at, BigInt(value), true)
      at += 8
    },
    bytes: (bytes: Uint8Array) => {
      done.set(bytes, at)
      at += bytes.length
    },
  }
}

const byteLength = (text: string): number => encoder.encode(text).length
