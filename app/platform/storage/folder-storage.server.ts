import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  access,
  constants,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { piecesOf } from './pieces'
import type { FileReader, Storage } from './storage.server'
import { checkKey } from './storage-key'

/** Files in a folder of this machine. */
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
    putFile: (key, source, sha256) => writeWhole(pathOf(key), (file) => copyChecked(source, file, sha256)),
    async open(key, range) {
      const path = pathOf(key)
      const size = await sizeOf(path)
      return size === undefined ? undefined : { size, stream: () => createReadStream(path, range) }
    },
    async openToRead(key) {
      const file = await whenThere(open(pathOf(key), 'r'))
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
    clearDrafts: async (before) => {
      for await (const path of walkFiles(base))
        if (DRAFT.test(path) && isOlder(await whenThere(stat(path)), before)) await rm(path, { force: true })
    },
    list: (prefix) => listFiles(base, prefix),
  }
}

async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const { bavail } = await statfs(folder)
  if (bavail === 0) throw new Error('The disk of the photos is full.')
}

const readerOf = (file: FileHandle): FileReader => ({
  read: async (into, position) => (await file.read(into, 0, into.length, position)).bytesRead,
  close: () => file.close(),
})

/** Writes beside the place and moves it there: readers see the old file or the whole new one. */
async function writeWhole(path: string, write: (file: FileHandle) => Promise<boolean>): Promise<boolean> {
  const folder = dirname(path)
  await makeFolder(folder)
  // Keys never begin with a dot, so this is no one's file.
  const draft = draftIn(folder)
  try {
    const file = await open(draft, 'wx')
    try {
      if (!(await write(file))) return false
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
    await syncFolder(folder)
    return true
  } finally {
    await rm(draft, { force: true })
  }
}

const draftIn = (folder: string): string => join(folder, `.draft-${randomUUID()}`)
const DRAFT = /[/\\]\.draft-[0-9a-f-]{36}$/

const isOlder = (found: { mtimeMs: number } | undefined, before: number): boolean =>
  found !== undefined && found.mtimeMs < before

/** Moved away first: what is looked at then is what is deleted, whoever writes to the place meanwhile. */
async function deleteOlder(path: string, before: number): Promise<boolean> {
  if (!isOlder(await whenThere(stat(path)), before)) return false
  const aside = draftIn(dirname(path))
  if ((await whenThere(rename(path, aside).then(() => true))) === undefined) return false
  const isOld = isOlder(await stat(aside), before)
  // A link takes no place that has been taken again.
  if (!isOld) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
  return isOld
}

async function copyChecked(source: string, target: FileHandle, sha256: string): Promise<boolean> {
  const hash = createHash('sha256')
  const file = await open(source)
  try {
    const { size } = await file.stat()
    for await (const piece of piecesOf(readerOf(file), { start: 0, end: size })) {
      hash.update(piece)
      await target.writeFile(piece)
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex') === sha256
}

/** A new folder survives a power cut only when the folder that holds it has been written too. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and orders such changes itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listFiles(base: string, prefix: string): AsyncIterable<string> {
  const start = prefix.includes('/') ? checkKey(prefix.slice(0, prefix.lastIndexOf('/'))) : ''
  yield* walk(join(base, start))

  async function* walk(folder: string): AsyncIterable<string> {
    const entries = (await whenThere(readdir(folder, { withFileTypes: true }))) ?? []
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      const key = relative(base, path).split(sep).join('/')
      if (entry.isDirectory() && (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)))
        yield* walk(path)
      else if (entry.isFile() && key.startsWith(prefix)) yield key
    }
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await whenThere(stat(path))
  return found?.isFile() ? found.size : undefined
}

/** Every file below a folder, those that keys do not name among them. */
async function* walkFiles(folder: string): AsyncIterable<string> {
  for (const entry of (await whenThere(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walkFiles(path)
    else if (entry.isFile()) yield path
  }
}

/** undefined when the file, or a folder on the way to it, does not exist. */
async function whenThere<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined
    throw error
  }
}
