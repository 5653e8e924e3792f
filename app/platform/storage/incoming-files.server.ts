import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '~/platform/config.server'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { inventoryOf } from './model'
import type { Storage } from './storage.server'

export interface IncomingFile {
  id: string
  /** That have arrived so far. */
  bytes: number
  /** Last change, in milliseconds since 1970. */
  modified: number
}

/** Files that arrive in pieces, where every instance sees them. */
export interface IncomingFiles {
  create(id: string): Promise<void>
  /**
   * Writes one piece after the other, so that after a broken connection the file is an exact beginning.
   * @returns the position after the last one
   */
  write(id: string, offset: number, pieces: AsyncIterable<Uint8Array>): Promise<number>
  /** undefined: not found */
  find(id: string): Promise<IncomingFile | undefined>
  /** Makes what has arrived durable. */
  sync(id: string): Promise<void>
  /**
   * Calls `use` with the path of a local file with this content, read-only and possibly temporary.
   * @returns undefined: not found
   */
  withFile<T>(id: string, use: (path: string) => Promise<T>): Promise<T | undefined>
  delete(id: string): Promise<void>
  list(): AsyncIterable<IncomingFile>
  /** Free disk space where a file arrives or is imported. */
  freeBytes(): Promise<number>
}

export interface Where {
  config: { dataDir: string; s3?: Config['s3'] }
  storage: Storage
}

/** In the shared data folder, or in the bucket if there is one. */
export const incomingFiles = ({ config, storage }: Where): IncomingFiles =>
  config.s3 ? inBucket(storage) : inFolder(join(config.dataDir, 'uploads'))

function inFolder(folder: string): IncomingFiles {
  const pathOf = (id: string) => join(folder, id)
  const find = async (id: string): Promise<IncomingFile | undefined> => {
    const found = await stat(pathOf(id)).catch(() => undefined)
    return found && !found.isDirectory() ? { id, bytes: found.size, modified: found.mtimeMs } : undefined
  }
  return {
    find,
    create: async (id) => {
      await mkdir(folder, { recursive: true })
      await writeFile(pathOf(id), '')
    },
    write: async (id, offset, pieces) => {
      const file = await open(pathOf(id), 'r+')
      let at = offset
      try {
        for await (const piece of pieces)
          for (let done = 0; done < piece.length; ) {
            const { bytesWritten } = await file.write(piece, done, piece.length - done, at)
            done += bytesWritten
            at += bytesWritten
          }
        return at
      } finally {
        await file.close()
      }
    },
    sync: async (id) => {
      const file = await open(pathOf(id))
      try {
        await file.sync()
      } finally {
        await file.close()
      }
    },
    withFile: async (id, use) => ((await find(id)) ? await use(pathOf(id)) : undefined),
    delete: (id) => rm(pathOf(id), { force: true }),
    list: async function* () {
      for (const name of await readdir(folder).catch(() => [])) {
        const found = await find(name)
        if (found) yield found
      }
    },
    freeBytes: async () => {
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

/** Key prefix of the parts of files that arrive. */
const ARRIVING = 'arriving/'
/** A part is in memory until it is stored. What a killed process had in memory arrives again. */
const PART_BYTES = 8 * 1024 * 1024

interface Part {
  key: string
  id: string
  offset: number
  size: number
  modified: number
}

/** Objects can't be appended to, so each part is one, named by its position. An empty one marks the beginning. */
function inBucket(storage: Storage): IncomingFiles {
  // With its length, so that a shorter part from the same position never replaces a longer one.
  const keyOf = (id: string, offset: number, size: number) =>
    `${ARRIVING}${id}/${String(offset).padStart(12, '0')}-${size}`
  const partsOf = async (id: string) => (await Array.fromAsync(partsIn(storage, `${ARRIVING}${id}/`))).flat()
  return {
    create: (id) => storage.put(`${ARRIVING}${id}/begin`, new Uint8Array()),
    write: async (id, offset, pieces) => {
      let at = offset
      let part: Uint8Array[] = []
      let size = 0
      const store = async () => {
        if (size === 0) return
        await storage.put(keyOf(id, at, size), Buffer.concat(part))
        at += size
        part = []
        size = 0
      }
      try {
        for await (const piece of pieces) {
          part.push(piece)
          size += piece.length
          if (size >= PART_BYTES) await store()
        }
      } finally {
        // Also what arrived before the connection broke.
        await store()
      }
      return at
    },
    find: async (id) => fileOf(await partsOf(id)),
    // An object is durable once it is stored.
    sync: async () => {},
    withFile: async (id, use) => {
      const parts = await partsOf(id)
      if (parts.length === 0) return undefined
      const folder = await mkdtemp(join(await temporaryFolder(), 'upload-'))
      try {
        const path = join(folder, id)
        await pipeline(joined(storage, parts), createWriteStream(path, { mode: 0o600 }))
        return await use(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    delete: async (id) => {
      for (const { key } of await partsOf(id)) await storage.delete(key)
    },
    list: async function* () {
      let file: Part[] = []
      for await (const parts of partsIn(storage, ARRIVING))
        for (const part of parts) {
          const whole = part.id === file[0]?.id ? undefined : fileOf(file)
          if (whole) yield whole
          file = part.id === file[0]?.id ? [...file, part] : [part]
        }
      const last = fileOf(file)
      if (last) yield last
    },
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(tmpdir())
      return bavail * bsize
    },
  }
}

/** In order of their ids and positions; the mark of the beginning comes last. */
async function* partsIn(storage: Storage, prefix: string): AsyncGenerator<Part[]> {
  for await (const entries of inventoryOf(storage, prefix))
    yield entries.map(({ key, size, modified }) => {
      const [, id = '', offset = ''] = key.split('/')
      return { key, id, size, modified, offset: Number.parseInt(offset, 10) || 0 }
    })
}

/** Two requests may have stored overlapping parts with the same bytes. What follows a gap hasn't arrived. */
function fileOf(parts: Part[]): IncomingFile | undefined {
  const [first] = parts
  if (!first) return undefined
  let bytes = 0
  for (const { offset, size } of parts) if (offset <= bytes) bytes = Math.max(bytes, offset + size)
  return { id: first.id, bytes, modified: Math.max(...parts.map(({ modified }) => modified)) }
}

async function* joined(storage: Storage, parts: Part[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const { key, offset, size } of parts) {
    if (offset > at || offset + size <= at) continue
    const found = await storage.open(key, { start: at - offset, end: size - 1 })
    if (!found) throw new Error('A part of an upload is missing.')
    yield* found.stream()
    at = offset + size
  }
}
