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

/** Most files open at once. */
const MOST_FILES = 16
/** Bytes before which files are opened, since an object store takes a while to answer. */
const AHEAD = 4 * 1024 * 1024

/** A file that is being read. */
interface Opened {
  file: KnownFile
  reader: Promise<FileReader | undefined>
  /** Position of the part in the file. */
  start: number
  /** Read completely, so that its checksum can be verified. */
  isWhole: boolean
  /** Checksum so far. */
  sum: number
}

type Coming = { size: number } & ({ bytes: Uint8Array } | { opened: Opened })

export interface JoinedFiles extends ByteSource {
  /**
   * Opens the first files, and looks whether these exist with the expected size: an open file is asked, any other
   * one is looked up.
   */
  findFault(files: readonly KnownFile[]): Promise<FileFault | undefined>
}

/**
 * Concatenates parts; files are opened ahead, and small ones are read in parallel. Throws FileFault when a file is
 * missing, too short, or, once read completely, has a wrong checksum: that costs little compared with
 * sending, and detects a failing disk.
 */
export function joinedFiles(
  storage: Pick<Storage, 'openToRead' | 'size'>,
  parts: Iterable<SourcePart>,
): JoinedFiles {
  const rest = parts[Symbol.iterator]()
  const open = new Set<Opened>()
  const coming: Coming[] = []
  /** Bytes of `coming` that weren't read yet. */
  let ahead = 0
  /** Bytes of the first of them that were read. */
  let at = 0

  function lookAhead(): void {
    while (ahead < AHEAD && open.size < MOST_FILES) {
      const { done, value: part } = rest.next()
      if (done) return
      const size = 'bytes' in part ? part.bytes.length : part.end - part.start
      coming.push('bytes' in part ? { size, bytes: part.bytes } : { size, opened: openFile(part) })
      ahead += size
    }
  }

  function openFile({ file, start, end }: Extract<SourcePart, { file: KnownFile }>): Opened {
    const reader = storage.openToRead(file.key, start)
    // Awaited when it is read.
    reader.catch(() => {})
    const begun = { file, reader, start, isWhole: start === 0 && end === file.bytes, sum: 0 }
    open.add(begun)
    return begun
  }

  async function close(file: Opened): Promise<void> {
    open.delete(file)
    const reader = await file.reader.catch(() => undefined)
    await reader?.close()
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
    async findFault(files) {
      lookAhead()
      const opened = new Map([...open].map(({ file, reader }) => [file.key, reader]))
      return await findFault(files, async ({ key }) => {
        const reader = opened.get(key)
        return reader ? (await reader)?.size() : storage.size(key)
      })
    },
    async read(into) {
      const readings: Promise<void>[] = []
      let filled = 0
      for (lookAhead(); coming[0] && filled < into.length; lookAhead()) {
        const [part] = coming
        const length = Math.min(part.size - at, into.length - filled)
        const target = into.subarray(filled, filled + length)
        const isLast = at + length === part.size
        if ('bytes' in part) target.set(part.bytes.subarray(at, at + length))
        else readings.push(fill(part.opened, target, part.opened.start + at, isLast))
        filled += length
        ahead -= length
        at = isLast ? 0 : at + length
        if (isLast) coming.shift()
      }
      const failed = (await Promise.allSettled(readings)).find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
      return filled
    },
    async close() {
      coming.length = 0
      ahead = Number.POSITIVE_INFINITY
      await Promise.all([...open].map(close))
    },
  }
}

const AT_ONCE = 16

/** The first missing file, or one with another size. */
async function findFault(
  files: readonly KnownFile[],
  sizeOf: (file: KnownFile) => Promise<number | undefined>,
): Promise<FileFault | undefined> {
  let next = 0
  let fault: FileFault | undefined
  const look = async () => {
    for (let file = files[next++]; file && !fault; file = files[next++]) {
      const size = await sizeOf(file)
      if (size !== file.bytes) fault = new FileFault(file, size === undefined ? 'missing' : 'other-size')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, look))
  return fault
}
