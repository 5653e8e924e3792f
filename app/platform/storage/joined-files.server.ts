import { crc32 } from 'node:zlib'
import type { ByteSource } from './model'
import type { FileReader, Storage } from './storage.server'

/** A stored file with its expected size and checksum. */
export interface KnownFile {
  key: string
  bytes: number
  /** Unsigned. */
  crc32: number
}

/** Bytes in memory, or a file's bytes from `start` to `end` (exclusive). */
export type SourcePart = { bytes: Uint8Array } | { file: KnownFile; start: number; end: number }

/** A stored file differs from what is expected. */
export class FileFault extends Error {
  override name = 'FileFault'
  readonly file: KnownFile
  readonly problem: 'missing' | 'other-size' | 'damaged'

  constructor(file: KnownFile, problem: FileFault['problem']) {
    super(`The stored file ${file.key} is ${problem}.`)
    this.file = file
    this.problem = problem
  }
}

/** Most files opened for one read. */
const MOST_FILES = 16

/** A file that is being read. */
interface Opened {
  file: KnownFile
  reader: Promise<FileReader | undefined>
  /** Read completely, so that its checksum can be verified. */
  isWhole: boolean
  /** Checksum so far. */
  sum: number
}

/**
 * Concatenates parts; small files within one read are read in parallel. Throws FileFault when a file is
 * missing, too short, or, once read completely, has a wrong checksum: that costs little compared with
 * sending, and detects a failing disk.
 */
export function joinedFiles(storage: Pick<Storage, 'openToRead'>, parts: Iterable<SourcePart>): ByteSource {
  const coming = parts[Symbol.iterator]()
  const open = new Set<Opened>()
  let part = next()
  let at = 0
  let opened: Opened | undefined

  function next(): SourcePart | undefined {
    const { done, value } = coming.next()
    return done ? undefined : value
  }

  function openFile({ file, start, end }: Extract<SourcePart, { file: KnownFile }>): Opened {
    const begun = {
      file,
      reader: storage.openToRead(file.key),
      isWhole: start === 0 && end === file.bytes,
      sum: 0,
    }
    open.add(begun)
    return begun
  }

  async function close(file: Opened): Promise<void> {
    open.delete(file)
    await (await file.reader)?.close()
  }

  async function fill(file: Opened, target: Uint8Array, position: number, isLast: boolean): Promise<void> {
    const reader = await file.reader
    if (!reader) throw new FileFault(file.file, 'missing')
    for (let done = 0; done < target.length; ) {
      const length = await reader.read(target.subarray(done), position + done)
      if (length === 0) throw new FileFault(file.file, 'other-size')
      done += length
    }
    if (file.isWhole) file.sum = crc32(target, file.sum)
    if (!isLast) return
    if (file.isWhole && file.sum !== file.file.crc32) throw new FileFault(file.file, 'damaged')
    await close(file)
  }

  return {
    async read(into) {
      const readings: Promise<void>[] = []
      let filled = 0
      while (part && filled < into.length && readings.length < MOST_FILES) {
        const size = 'bytes' in part ? part.bytes.length : part.end - part.start
        const length = Math.min(size - at, into.length - filled)
        const target = into.subarray(filled, filled + length)
        const isLast = at + length === size
        if ('bytes' in part) target.set(part.bytes.subarray(at, at + length))
        else {
          opened ??= openFile(part)
          readings.push(fill(opened, target, part.start + at, isLast))
        }
        filled += length
        at += length
        if (!isLast) continue
        part = next()
        at = 0
        opened = undefined
      }
      const failed = (await Promise.allSettled(readings)).find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
      return filled
    },
    async close() {
      part = undefined
      await Promise.all([...open].map(close))
    },
  }
}

const AT_ONCE = 16

/** The first missing file, or one with another size. */
export async function findFault(
  storage: Pick<Storage, 'size'>,
  files: readonly KnownFile[],
): Promise<FileFault | undefined> {
  let next = 0
  let fault: FileFault | undefined
  const look = async () => {
    for (let file = files[next++]; file && !fault; file = files[next++]) {
      const size = await storage.size(file.key)
      if (size !== file.bytes) fault = new FileFault(file, size === undefined ? 'missing' : 'other-size')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, look))
  return fault
}
