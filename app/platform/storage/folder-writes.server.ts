import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { piecesOf } from './model'
import type { FileReader, ManyFiles } from './storage.server'

/** Writes to a temporary file and renames it: readers see the old or the complete new file. */
export async function writeWhole(
  path: string,
  write: (file: FileHandle) => Promise<boolean>,
  place: (draft: string, path: string) => Promise<boolean> = takePlace,
): Promise<boolean> {
  const folder = dirname(path)
  await makeFolder(folder)
  // Keys never begin with a dot, so this can't collide.
  const draft = draftIn(folder)
  try {
    const file = await open(draft, 'wx')
    try {
      if (!(await write(file))) return false
      await file.sync()
    } finally {
      await file.close()
    }
    if (!(await place(draft, path))) return false
    await syncFolder(folder)
    return true
  } finally {
    await rm(draft, { force: true })
  }
}

/** Files that are synced and named together. More of both only takes memory of the operating system. */
const MANY_FILES = 256
const MANY_BYTES = 64 * 1024 * 1024
/** As many as Node.js has threads for files. */
const SYNCS_AT_ONCE = 4

interface Unsynced {
  draft: string
  path: string
  /** Folders to sync after it has its name. */
  folders: string[]
}

/** None gets its name before it is synced, so a file that has one is whole, whatever happens to the machine. */
export async function storeMany<T>(
  pathOf: (key: string) => string,
  use: (files: ManyFiles) => Promise<T>,
): Promise<T> {
  const drafts = new Set<string>()
  let waiting: Unsynced[] = []
  let bytes = 0
  const nameWaiting = async () => {
    const some = waiting
    waiting = []
    bytes = 0
    await nameTogether(some)
    for (const { draft } of some) drafts.delete(draft)
  }
  const putWritten: ManyFiles['putWritten'] = async (key, write) => {
    const path = pathOf(key)
    const folder = dirname(path)
    const folders = [folder, ...(await makeUnsynced(folder))]
    const draft = draftIn(folder)
    drafts.add(draft)
    bytes += (await write(draft)).bytes
    waiting.push({ draft, path, folders })
    if (waiting.length >= MANY_FILES || bytes >= MANY_BYTES) await nameWaiting()
  }
  try {
    const result = await use({ putWritten })
    await nameWaiting()
    return result
  } finally {
    for (const draft of drafts) await rm(draft, { force: true })
  }
}

export async function writePieces(file: FileHandle, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const piece of pieces) {
    await file.writeFile(piece)
    bytes += piece.length
  }
  return bytes
}

async function nameTogether(files: readonly Unsynced[]): Promise<void> {
  await severally(files, ({ draft }) => sync(draft))
  await severally(files, ({ draft, path }) => rename(draft, path))
  await severally([...new Set(files.flatMap(({ folders }) => folders))], syncFolder)
}

async function severally<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const takeTurns = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, takeTurns))
}

async function takePlace(draft: string, path: string): Promise<boolean> {
  await rename(draft, path)
  return true
}

/** @returns false when the file already exists; it stays */
export async function takeFreePlace(draft: string, path: string): Promise<boolean> {
  try {
    // Some file systems have no hard links.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error
      return copyFile(draft, path, constants.COPYFILE_EXCL)
    })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

export const draftIn = (folder: string): string => join(folder, `.draft-${randomUUID()}`)
export const DRAFT = /[/\\]\.draft-[0-9a-f-]{36}$/

export const readerOf = (file: FileHandle): FileReader => ({
  read: async (into, position) => (await file.read(into, 0, into.length, position)).bytesRead,
  size: async () => (await file.stat()).size,
  close: () => file.close(),
})

export async function copyChecked(source: string, target: FileHandle, sha256: string): Promise<boolean> {
  const hash = createHash('sha256')
  await copyInto(target, source, (piece) => hash.update(piece))
  return hash.digest('hex') === sha256
}

export async function copyInto(
  target: FileHandle,
  source: string,
  onPiece: (piece: Uint8Array) => void,
): Promise<void> {
  const file = await open(source)
  try {
    const { size } = await file.stat()
    for await (const piece of piecesOf(readerOf(file), { start: 0, end: size })) {
      onPiece(piece)
      await target.writeFile(piece)
    }
  } finally {
    await file.close()
  }
}

export async function makeFolder(folder: string): Promise<void> {
  for (const parent of await makeUnsynced(folder)) await syncFolder(parent)
}

/** A new folder is durable only after its parent was synced. @returns these parents */
async function makeUnsynced(folder: string): Promise<string[]> {
  const first = await mkdir(folder, { recursive: true })
  const parents: string[] = []
  if (first === undefined) return parents
  for (let made = folder; made.length >= first.length; made = dirname(made)) parents.push(dirname(made))
  return parents
}

export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders, and orders such changes itself.
  if (process.platform === 'win32') return
  await sync(folder, 'r')
}

/** Windows syncs only what is open for writing. */
async function sync(path: string, flags = 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
