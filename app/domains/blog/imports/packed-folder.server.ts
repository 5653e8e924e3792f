import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { UnreadableImport } from './model'

/** An archive that another program packed, compressed or not. */
export interface PackedFolder {
  names: string[]
  /** @returns undefined: no such file, or more than `most` bytes */
  read(name: string, most: number): Promise<Buffer | undefined>
  close(): void
}

const MOST_ENTRIES = 20_000
/** Bytes of all files together, unpacked. */
const TOTAL_MAX = 2 * 1024 ** 3

/**
 * Opens an untrusted ZIP archive. Names that leave the folder, links and passwords are refused, and no file gives
 * more bytes than its directory says.
 * @throws UnreadableImport
 */
export async function openPackedFolder(path: string): Promise<PackedFolder> {
  let file: ZipFile
  try {
    file = await openPromise(path, {
      autoClose: false,
      lazyEntries: true,
      strictFileNames: true,
      validateEntrySizes: true,
    })
  } catch {
    throw new UnreadableImport('This isn’t a complete ZIP archive.')
  }
  try {
    const entries = await listEntries(file)
    return {
      names: [...entries.keys()],
      read: (name, most) => readEntry(file, entries.get(name), most),
      close: () => file.close(),
    }
  } catch (error) {
    file.close()
    if (error instanceof UnreadableImport) throw error
    throw new UnreadableImport('The list of files in this archive is damaged.', { cause: error })
  }
}

async function listEntries(file: ZipFile): Promise<Map<string, Entry>> {
  if (file.entryCount > MOST_ENTRIES) throw new UnreadableImport('This archive has too many files. Split it.')
  const entries = new Map<string, Entry>()
  let total = 0
  for await (const entry of file.eachEntry()) {
    const name = entry.fileName
    const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000
    if (name.endsWith('/') || isLink || /(^|\/)(__MACOSX|\.)/.test(name)) continue
    if (entry.isEncrypted()) throw new UnreadableImport('This archive has a password. Pack it without one.')
    total += entry.uncompressedSize
    if (total > TOTAL_MAX)
      throw new UnreadableImport('The files in this archive are too large together. Split it.')
    entries.set(name, entry)
  }
  return entries
}

async function readEntry(file: ZipFile, entry: Entry | undefined, most: number): Promise<Buffer | undefined> {
  if (!entry || entry.uncompressedSize > most) return undefined
  const stream = await file.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) {
      stream.destroy()
      return undefined
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
