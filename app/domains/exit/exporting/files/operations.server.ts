import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { originalKey } from '~/domains/photos/stored-files'
import { piecesOf } from '~/platform/storage/pieces'
import { openSpool, type Spool } from '~/platform/storage/spool.server'
import type { Storage } from '~/platform/storage/storage.server'
import type { ZipWriter } from '~/platform/zip/zip-writer.server'
import { type ArchivedFile, filePath, LEFT_OUT_FILES } from '../../model'
import type { OriginalRow } from '../store.server'

/** Laid aside while an archive is written: of a hundred thousand photographs, memory would hold too much. */
export interface Spools {
  /** What the manifest has to say of each file, as lines of JSON. */
  notes: Spool
  /** Originals that the tables name, one on a line. */
  originals: Spool
}

/** Lends spools to `work`, and takes them away with what is in them. */
export async function withSpools<T>(work: (spools: Spools) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'export-'))
  const opened: Spool[] = []
  const open = async (name: string) => {
    const spool = await openSpool(join(folder, name))
    opened.push(spool)
    return spool
  }
  try {
    return await work({ notes: await open('notes'), originals: await open('originals') })
  } finally {
    for (const spool of opened) await spool.close()
    await rm(folder, { recursive: true, force: true })
  }
}

export interface Archive {
  add: ZipWriter['add']
}

/** An archive that notes what its manifest has to say of each file that is written into it. */
export function archiveIn(zip: ZipWriter, notes: Spool): Archive {
  let count = 0
  return {
    add: async (path, content) => {
      const written = await zip.add(path, content)
      const file: ArchivedFile = { path, ...written }
      await notes.add(`${count++ === 0 ? '' : ','}\n${JSON.stringify(file)}`)
      return written
    },
  }
}

/** A line for an original that is to be written later; its name may hold anything. */
export const originalLine = ({ sha256, format, original_name }: OriginalRow): string =>
  `${sha256} ${format} ${encodeURIComponent(original_name.toWellFormed())}\n`

function readOriginal(line: string): OriginalRow {
  const [sha256 = '', format = '', name = ''] = line.split(' ')
  return { sha256, format, original_name: decodeURIComponent(name) }
}

/**
 * Each is read through before it is copied: the archive holds no file that is not what its name says.
 * @param lines as `originalLine` writes them
 */
export async function writeOriginals(
  storage: Storage,
  archive: Archive,
  lines: AsyncIterable<string>,
  signal: AbortSignal | undefined,
): Promise<{ photographs: number; missing: { key: string; name: string }[] }> {
  const missing: { key: string; name: string }[] = []
  let photographs = 0
  for await (const line of lines) {
    signal?.throwIfAborted()
    const original = readOriginal(line)
    const key = originalKey(original)
    if (await writeOriginal(storage, archive, key, original)) photographs += 1
    else missing.push({ key, name: original.original_name })
  }
  return { photographs, missing }
}

/** @returns false when its file is lost or damaged */
async function writeOriginal(
  storage: Storage,
  archive: Archive,
  key: string,
  { sha256, original_name }: OriginalRow,
): Promise<boolean> {
  const size = await storage.size(key)
  const file = size === undefined ? undefined : await storage.openToRead(key)
  if (!file || size === undefined) return false
  try {
    const pieces = () => piecesOf(file, { start: 0, end: size })
    if ((await hashOf(pieces())) !== sha256) return false
    if ((await archive.add(filePath(key), pieces())).sha256 !== sha256)
      throw new Error(`The file of ${original_name} changed during the export.`)
    return true
  } finally {
    await file.close()
  }
}

async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

/** What is stored beside the photographs, such as the logo. */
export async function writeOtherFiles(
  storage: Storage,
  archive: Archive,
  signal: AbortSignal | undefined,
): Promise<void> {
  const left = ['originals/', ...LEFT_OUT_FILES]
  for await (const key of storage.list('')) {
    signal?.throwIfAborted()
    if (left.some((prefix) => key.startsWith(prefix))) continue
    const file = await storage.open(key)
    if (file) await archive.add(filePath(key), file.stream())
  }
}
