import { type FileHandle, open } from 'node:fs/promises'
import { Entry, openPromise, type ZipFile } from 'yauzl'
import { piecesOf } from '~/platform/storage/model'

export interface ZipReader {
  /** Every entry, by its name. */
  entries: ReadonlyMap<string, { bytes: number; crc32: number }>
  /**
   * An entry's bytes in pieces; each is invalid once the next is requested.
   * @throws DamagedZip when they don't match the directory
   */
  read(name: string): AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

/** The archive doesn't match its directory. */
export class DamagedZip extends Error {
  override name = 'DamagedZip'
}

export type OpenedZip =
  | { ok: true; zip: ZipReader }
  /** The sentence describes the fault. */
  | { ok: false; sentence: string }

const OPTIONS = { autoClose: false, lazyEntries: true, strictFileNames: true, validateEntrySizes: true }
const MOST_ENTRIES = 2_000_000
/** Plain file names in plain folders, so that no path can leave a folder. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/
const LINK = 0o120000
const KIND = 0o170000

/**
 * Opens an untrusted archive: stored entries only (no zip bombs); plain, unique names; no links, folders or
 * passwords; and never more bytes than the file has.
 */
export async function openZip(path: string): Promise<OpenedZip> {
  let file: ZipFile
  try {
    file = await openPromise(path, OPTIONS)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return refused('That file doesn’t exist.')
    return refused(`It isn’t a complete ZIP archive (${messageOf(error)}).`)
  }
  let listed: Map<string, Place> | string
  try {
    listed = await listEntries(file)
  } catch (error) {
    listed = `Its list of files can’t be read (${messageOf(error)}).`
  }
  if (typeof listed === 'string') {
    file.close()
    return refused(listed)
  }
  return { ok: true, zip: readerOf(file, await open(path), listed) }
}

/** @param bytes the archive again: contents are read without the library, which would use streams */
const readerOf = (file: ZipFile, bytes: FileHandle, entries: ReadonlyMap<string, Place>): ZipReader => ({
  entries,
  read: (name) => readEntry(file, bytes, entries.get(name)),
  close: async () => {
    file.close()
    await bytes.close()
  },
})

/** @returns a sentence when it isn't an archive of ours */
async function listEntries(file: ZipFile): Promise<Map<string, Place> | string> {
  if (file.entryCount > MOST_ENTRIES) return 'It claims to contain more than two million files.'
  const entries = new Map<string, Place>()
  /** Lowercase forms of names with capitals. */
  const lowered = new Set<string>()
  let total = 0
  for await (const entry of file.eachEntry()) {
    const name = entry.fileName
    const wrong = complaint(entry)
    if (wrong) return `${shown(name)}: ${wrong}`
    // On case-insensitive systems, the second file would overwrite the first.
    const lower = name.toLowerCase()
    if (entries.has(name) || entries.has(lower) || lowered.has(lower))
      return `It contains ${shown(name)} twice.`
    if (lower !== name) lowered.add(lower)
    entries.set(name, placeOf(entry))
    total += entry.compressedSize
    if (total > file.fileSize) return 'Its files claim to be larger than the archive itself.'
  }
  return entries
}

/** Small, since there may be a hundred thousand entries. */
interface Place {
  bytes: number
  crc32: number
  at: number
}

const placeOf = (entry: Entry): Place => ({
  bytes: entry.compressedSize,
  crc32: entry.crc32,
  at: entry.relativeOffsetOfLocalHeader,
})

/** Stored and not encrypted: others are refused. */
const entryAt = ({ at, bytes }: Place): Entry =>
  Object.assign(new Entry(), {
    ...{ compressionMethod: 0, generalPurposeBitFlag: 0, relativeOffsetOfLocalHeader: at },
    ...{ compressedSize: bytes, uncompressedSize: bytes },
  })

async function* readEntry(
  file: ZipFile,
  bytes: FileHandle,
  place: Place | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    if (!place) throw new DamagedZip('no such entry')
    const { fileDataStart: start } = await file.readLocalFileHeaderPromise(entryAt(place), { minimal: true })
    const read = async (into: Uint8Array, at: number) =>
      (await bytes.read(into, 0, into.length, at)).bytesRead
    yield* piecesOf({ read }, { start, end: start + place.bytes })
  } catch (error) {
    // Disk errors have a code, the archive's don't.
    if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== undefined) throw error
    throw new DamagedZip(error.message, { cause: error })
  }
}

function complaint(entry: Entry): string | undefined {
  if (!NAME.test(entry.fileName) || entry.fileName.includes('..') || entry.fileName.length > 400)
    return 'that file name isn’t allowed.'
  if (((entry.externalFileAttributes >>> 16) & KIND) === LINK) return 'it’s a link.'
  if (entry.isEncrypted()) return 'it’s locked with a password.'
  if (entry.compressionMethod !== 0 || entry.compressedSize !== entry.uncompressedSize)
    return 'it’s compressed. Use the archive as it was exported, without repacking it.'
  return undefined
}

const refused = (sentence: string): OpenedZip => ({ ok: false, sentence })

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200)

const shown = (name: string) => JSON.stringify(name.slice(0, 100))
