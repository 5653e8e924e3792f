import { constants, createReadStream, type Dirent, type Stats } from 'node:fs'
import { access, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import {
  copyChecked,
  copyInto,
  DRAFT,
  draftIn,
  makeFolder,
  readerOf,
  storeMany,
  syncFolder,
  takeFreePlace,
  writePieces,
  writeWhole,
} from './folder-writes.server'
import { checkKey } from './model'
import type { ChangedFolder, InventoryPage, Storage, StoredEntry } from './storage.server'

/** Files in a local folder. */
export function folderStorage(root: string): Storage {
  const base = resolve(root)
  const pathOf = (key: string) => join(base, ...checkKey(key).split('/'))
  return {
    async put(key, data) {
      await writeWhole(pathOf(key), async (file) => {
        await file.writeFile(data)
        return true
      })
    },
    putNew: (key, data) =>
      writeWhole(
        pathOf(key),
        async (file) => {
          await file.writeFile(data)
          return true
        },
        takeFreePlace,
      ),
    putFile: (key, source, sha256) => writeWhole(pathOf(key), (file) => copyChecked(source, file, sha256)),
    storeMany: (use) => storeMany(pathOf, use),
    async putStream(key, pieces) {
      let bytes = 0
      await writeWhole(pathOf(key), async (file) => {
        bytes = await writePieces(file, pieces)
        return true
      })
      return bytes
    },
    async open(key, range) {
      const path = pathOf(key)
      const size = await sizeOf(path)
      return size === undefined ? undefined : { size, stream: () => createReadStream(path, range) }
    },
    async openToRead(key) {
      const path = pathOf(key)
      // A folder can be opened too.
      const file = (await sizeOf(path)) === undefined ? undefined : await whenThere(open(path, 'r'))
      return file && readerOf(file)
    },
    size: (key) => sizeOf(pathOf(key)),
    read: (key) => whenThere(readFile(pathOf(key))),
    async withFile(key, use) {
      const path = pathOf(key)
      return (await sizeOf(path)) === undefined ? undefined : await use(path)
    },
    exists: async (key) => (await sizeOf(pathOf(key))) !== undefined,
    check: () => checkFolder(base),
    delete: (key) => rm(pathOf(key), { force: true }),
    deleteOlder: (key, before) => deleteOlder(pathOf(key), before),
    moveOlder: (key, to, before) => moveOlder(pathOf(key), pathOf(to), before),
    clearDrafts: async (before) => {
      for await (const path of walkFiles(base))
        if (DRAFT.test(path) && isOlder(await whenThere(stat(path)), before)) await rm(path, { force: true })
    },
    list: (prefix) => listFiles(base, prefix),
    inventory: (prefix, after) => takeInventory(base, prefix, after),
    changedFolders: (prefix, depth, since) => changedFolders(base, prefix, depth, since),
  }
}

async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const { bavail } = await statfs(folder)
  if (bavail === 0) throw new Error('The disk with the photos is full. Free up space.')
}

const isOlder = (found: { mtimeMs: number } | undefined, before: number): boolean =>
  found !== undefined && found.mtimeMs < before

/** Checks the file again after moving it: a newer one may have been written in between, and is moved back. */
async function moveOlder(path: string, to: string, before: number): Promise<boolean> {
  if (!isOlder(await whenThere(stat(path)), before)) return false
  await makeFolder(dirname(to))
  try {
    if (!(await whenThere(rename(path, to).then(() => true)))) return false
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    return await moveToOtherDisk(path, to, before)
  }
  const isOld = isOlder(await stat(to), before)
  if (!isOld) {
    await takeFreePlace(to, path)
    await rm(to, { force: true })
  }
  await syncFolder(dirname(to))
  await syncFolder(dirname(path))
  return isOld
}

/** A folder of photos may be a link to another disk. */
async function moveToOtherDisk(path: string, to: string, before: number): Promise<boolean> {
  await writeWhole(to, async (target) => {
    await copyInto(target, path, () => {})
    return true
  })
  const isMoved = await deleteOlder(path, before)
  if (!isMoved) await rm(to, { force: true })
  return isMoved
}

async function deleteOlder(path: string, before: number): Promise<boolean> {
  const aside = draftIn(dirname(path))
  const isMoved = await moveOlder(path, aside, before)
  await rm(aside, { force: true })
  return isMoved
}

/** Keys in ASCII order: a folder is compared including its trailing `/`. */
async function* listFiles(base: string, prefix: string, after = ''): AsyncIterable<string> {
  const start = prefix.includes('/') ? checkKey(prefix.slice(0, prefix.lastIndexOf('/'))) : ''
  yield* walk(start === '' ? '' : `${start}/`)

  async function* walk(folder: string): AsyncIterable<string> {
    const entries = await entriesOf(base, folder)
    const keys = entries.map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : '')).toSorted()
    for (const key of keys)
      if (!key.endsWith('/')) {
        if (key > after && key.startsWith(prefix)) yield key
      } else if ((key > after || after.startsWith(key)) && (key.startsWith(prefix) || prefix.startsWith(key)))
        yield* walk(key)
  }
}

/** Files and folders whose names are valid in keys; none when the folder doesn't exist. */
async function entriesOf(base: string, folder: string): Promise<Dirent[]> {
  const entries = (await whenThere(readdir(join(base, folder), { withFileTypes: true }))) ?? []
  return entries.filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
}

const PAGE = 1_000
/** Few, so that other work doesn't wait for a thread behind a thousand files. */
const STATS_AT_ONCE = 16

async function takeInventory(base: string, prefix: string, after?: string): Promise<InventoryPage> {
  const keys: string[] = []
  for await (const key of listFiles(base, prefix, after)) {
    keys.push(key)
    if (keys.length === PAGE) break
  }
  const entryOf = async (key: string): Promise<StoredEntry | undefined> => {
    const found = await whenThere(stat(join(base, key)))
    return found && { key, size: found.size, modified: Math.floor(found.mtimeMs) }
  }
  const files: StoredEntry[] = []
  for (let at = 0; at < keys.length; at += STATS_AT_ONCE) {
    const entries = await Promise.all(keys.slice(at, at + STATS_AT_ONCE).map(entryOf))
    files.push(...entries.filter((entry) => entry !== undefined))
  }
  return {
    files,
    next: keys.length === PAGE ? keys.at(-1) : undefined,
  }
}

/** By the folders' change times, so that unchanged files aren't checked. */
async function* changedFolders(
  base: string,
  prefix: string,
  depth: number,
  since: number,
): AsyncGenerator<ChangedFolder> {
  const isChanged = async (folder: string) => changedAt(await whenThere(stat(join(base, folder)))) >= since
  if (depth === 0) {
    if (await isChanged(prefix)) yield { prefix, folders: undefined }
    return
  }
  const entries = await entriesOf(base, prefix)
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${prefix}${name}/`)
  if (await isChanged(prefix)) yield { prefix, folders }
  if (depth > 1) {
    for (const folder of folders) yield* changedFolders(base, folder, depth - 1, since)
    return
  }
  const changed = await Promise.all(folders.map(isChanged))
  for (const [at, folder] of folders.entries()) if (changed[at]) yield { prefix: folder, folders: undefined }
}

/** ctime, which copying a folder can't set, unlike mtime. */
const changedAt = (folder: Pick<Stats, 'ctimeMs' | 'mtimeMs'> | undefined): number =>
  folder ? Math.max(folder.ctimeMs, folder.mtimeMs) : 0

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await whenThere(stat(path))
  return found?.isFile() ? found.size : undefined
}

/** Every file below a folder, including invalid key names. */
async function* walkFiles(folder: string): AsyncIterable<string> {
  for (const entry of (await whenThere(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walkFiles(path)
    else if (entry.isFile()) yield path
  }
}

/** undefined when the file or a parent folder doesn't exist. */
async function whenThere<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined
    throw error
  }
}
