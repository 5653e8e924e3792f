import { createHash } from 'node:crypto'
import { originalKey } from '~/domains/photos/stored-files'
import { piecesOf } from '~/platform/storage/pieces'
import type { Storage } from '~/platform/storage/storage.server'
import { packedBytes } from '~/platform/zip/packed-bytes'
import type { ZipWriter } from '~/platform/zip/zip-writer.server'
import { type ArchivedFile, filePath, LEFT_OUT_FILES } from '../../model'
import type { OriginalRow } from '../store.server'

/** An archive that remembers what has been written into it. */
export interface Archive {
  add: ZipWriter['add']
  /** What its manifest says of each file, as lines of JSON: there may be a hundred thousand. */
  files(): Uint8Array[]
}

export function archiveIn(zip: ZipWriter): Archive {
  const lines = packedBytes()
  let count = 0
  return {
    files: lines.pieces,
    add: async (path, content) => {
      const written = await zip.add(path, content)
      const file: ArchivedFile = { path, ...written }
      lines.add(Buffer.from(`${count++ === 0 ? '' : ','}\n${JSON.stringify(file)}`))
      return written
    },
  }
}

/** Each is read through before it is copied: the archive holds no file that is not what its name says. */
export async function writeOriginals(
  storage: Storage,
  archive: Archive,
  originals: readonly OriginalRow[],
  signal: AbortSignal | undefined,
): Promise<{ key: string; name: string }[]> {
  const missing: { key: string; name: string }[] = []
  for (const original of originals) {
    signal?.throwIfAborted()
    const key = originalKey(original)
    if (!(await writeOriginal(storage, archive, key, original)))
      missing.push({ key, name: original.original_name })
  }
  return missing
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
      throw new Error(`The file of ${original_name} changed while it was exported.`)
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
