import {
  centralHeader,
  centralHeaderSize,
  endRecords,
  localHeader,
  localHeaderSize,
  type ZipEntry,
} from './zip-records'

/**
 * A part of an archive: bytes of its structure, or of an entry's content from `start` to `end` (exclusive).
 */
export type ZipPart = { bytes: Uint8Array } | { entry: number; start: number; end: number }

export interface ZipLayout {
  /** Of the whole archive. */
  bytes: number
  /** The parts from `start` to `end` (exclusive), in order without gaps. */
  parts(start: number, end: number): Iterable<ZipPart>
  /** The first entry in a range, and the one after the last. */
  entriesIn(start: number, end: number): [first: number, after: number]
}

/** Lays out an archive. Only offsets are stored: headers are generated when a range needs them. */
export function zipLayout(entries: readonly ZipEntry[]): ZipLayout {
  const count = entries.length
  // Doubles represent every possible offset. One more than entries, for the end of the last.
  const locals = new Float64Array(count + 1)
  const centrals = new Float64Array(count + 1)
  entries.forEach((entry, i) => {
    const offset = locals[i] ?? 0
    locals[i + 1] = offset + localHeaderSize(entry) + entry.bytes
    centrals[i + 1] = (centrals[i] ?? 0) + centralHeaderSize(entry, offset)
  })
  const directoryAt = locals[count] ?? 0
  const directoryBytes = centrals[count] ?? 0
  const end = endRecords({ count, directoryAt, directoryBytes })
  const endAt = directoryAt + directoryBytes

  function* parts(start: number, until: number): Iterable<ZipPart> {
    for (let i = firstAfter(locals, start); i < count && (locals[i] ?? 0) < until; i++) {
      const entry = entries[i] as ZipEntry
      const header = localHeader(entry)
      const at = locals[i] ?? 0
      yield* slice(header, at, start, until)
      const contentAt = at + header.length
      const [from, to] = [Math.max(start - contentAt, 0), Math.min(until - contentAt, entry.bytes)]
      if (from < to) yield { entry: i, start: from, end: to }
    }
    for (
      let i = firstAfter(centrals, start - directoryAt);
      i < count && directoryAt + (centrals[i] ?? 0) < until;
      i++
    )
      yield* slice(
        centralHeader(entries[i] as ZipEntry, locals[i] ?? 0),
        directoryAt + (centrals[i] ?? 0),
        start,
        until,
      )
    yield* slice(end, endAt, start, until)
  }
  const entriesIn = (start: number, until: number): [number, number] =>
    start >= directoryAt ? [count, count] : [firstAfter(locals, start), firstAfter(locals, until - 1) + 1]
  return { bytes: endAt + end.length, parts, entriesIn }
}

/** The last position that isn't after `offset`. */
function firstAfter(places: Float64Array, offset: number): number {
  let [low, high] = [0, places.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((places[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function* slice(bytes: Uint8Array, at: number, start: number, until: number): Iterable<ZipPart> {
  const [from, to] = [Math.max(start - at, 0), Math.min(until - at, bytes.length)]
  if (from < to) yield { bytes: bytes.subarray(from, to) }
}

const PART_BYTES = 65_536

/** Short records in one buffer, since separate objects would take several times the memory. */
export function packedBytes() {
  const full: Uint8Array[] = []
  let part = new Uint8Array(PART_BYTES)
  let used = 0
  return {
    add(record: Uint8Array): void {
      for (let done = 0; done < record.length; ) {
        const some = record.subarray(done, done + part.length - used)
        part.set(some, used)
        used += some.length
        done += some.length
        if (used < part.length) continue
        full.push(part)
        part = new Uint8Array(PART_BYTES)
        used = 0
      }
    },
    /** All of them, in pieces. */
    pieces: (): Uint8Array[] => [...full, part.subarray(0, used)],
  }
}
