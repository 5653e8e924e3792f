import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { DamagedAge, decryptAge, encryptAge, encryptedBytes } from '~/platform/age.server'
import { inventoryOf, piecesOf } from '~/platform/storage/model'
import type { Storage } from '~/platform/storage/storage.server'
import { FILES } from './model'
import { type BackupKey, inMemory } from './target.server'

/** Larger files are encrypted into a temporary file. */
const MOST_IN_MEMORY = 32 * 1024 * 1024

export interface Content {
  pieces: AsyncIterable<Uint8Array>
  /** Expected length, at which it is decided where to encrypt it. */
  bytes: number
  /** Expected checksum; undefined: any. */
  sha256?: string
  /** A damaged file at this path is replaced. */
  isReplaced?: boolean
}

/**
 * Encrypts content, and stores it at a path of the target.
 * @param draft path of a temporary file that doesn’t exist
 * @returns its length and checksum; undefined, and nothing stored, when it isn’t the expected content
 */
export async function storeEncrypted(
  { target, key }: { target: Storage; key: BackupKey },
  path: string,
  { pieces, bytes, sha256, isReplaced }: Content,
  draft: string,
): Promise<{ bytes: number; sha256: string } | undefined> {
  const plain = measured(pieces)
  const encrypted = measured(encryptAge(key.age, plain.pieces))
  const isExpected = () => sha256 === undefined || plain.result().sha256 === sha256
  if (bytes <= MOST_IN_MEMORY) {
    const data = await inMemory(encrypted.pieces)
    if (!isExpected()) return undefined
    if (isReplaced) await target.delete(path)
    await target.put(path, data)
    return plain.result()
  }
  try {
    await writeFile(draft, encrypted.pieces)
    if (!isExpected()) return undefined
    if (isReplaced) await target.delete(path)
    if (!(await target.putFile(path, draft, encrypted.result().sha256)))
      throw new Error('A temporary file of the backup changed while it was stored.')
    return plain.result()
  } finally {
    await rm(draft, { force: true })
  }
}

export async function writeFile(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of pieces) await file.writeFile(piece)
  } finally {
    await file.close()
  }
}

/** Passes pieces on, and knows their length and SHA-256 (hexadecimal) after the last one. */
export function measured(pieces: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let bytes = 0
  let sha256 = ''
  return {
    pieces: (async function* () {
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
      sha256 = hash.digest('hex')
    })(),
    result: () => ({ bytes, sha256 }),
  }
}

/** The decrypted content of a stored file. @throws DamagedAge also when there is none */
export async function* readEncrypted(
  { target, key }: { target: Storage; key: BackupKey },
  path: string,
): AsyncGenerator<Uint8Array> {
  const file = await target.openToRead(path)
  if (!file) throw new DamagedAge('The file is missing.')
  try {
    yield* decryptAge(key.age, piecesOf(file, { start: 0, end: await file.size() }))
  } finally {
    await file.close()
  }
}

/** Reads a stored file to its end. @returns whether it is the expected content */
export async function readsBack(
  from: { target: Storage; key: BackupKey },
  path: string,
  expected: { bytes: number; sha256: string },
): Promise<boolean> {
  const content = measured(readEncrypted(from, path))
  try {
    for await (const _piece of content.pieces);
  } catch (error) {
    if (error instanceof DamagedAge) return false
    throw error
  }
  const { bytes, sha256 } = content.result()
  return bytes === expected.bytes && sha256 === expected.sha256
}

/** The length of each stored file, by its path. */
export async function storedSizes(target: Storage): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const files of inventoryOf(target, FILES))
    for (const { key, size } of files) sizes.set(key, size)
  return sizes
}

/** Whether a listed file has the length that its content needs, so that it isn’t cut off. */
export const isWholeIn = (sizes: ReadonlyMap<string, number>, path: string, bytes: number): boolean =>
  sizes.get(path) === encryptedBytes(bytes)
