import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { checkKey } from '~/platform/storage/model'
import type { Storage } from '~/platform/storage/storage.server'

const PAGE = 1_000

/**
 * Storage in memory that behaves like an object store: no folders, no renaming, and changes are only found by a
 * paged inventory.
 * @param now time of a write, in milliseconds since 1970
 */
export function objectStore(now: () => number = Date.now): Storage {
  const objects = new Map<string, { data: Buffer; modified: number }>()
  const at = (key: string) => objects.get(checkKey(key))
  const write = (key: string, data: Uint8Array) =>
    void objects.set(checkKey(key), { data: Buffer.from(data), modified: now() })
  const isOlder = (key: string, before: number) => (at(key)?.modified ?? Number.POSITIVE_INFINITY) < before
  return {
    put: async (key, data) => write(key, data),
    putNew: async (key, data) => {
      const isFree = !at(key)
      if (isFree) write(key, data)
      return isFree
    },
    putFile: async (key, source, sha256) => {
      const data = await readFile(source)
      const isSame = createHash('sha256').update(data).digest('hex') === sha256
      if (isSame) write(key, data)
      return isSame
    },
    storeMany(use) {
      return use({
        putWritten: (key, written) =>
          withTemporary(async (path) => {
            const { sha256 } = await written(path)
            if (!(await this.putFile(key, path, sha256))) throw new Error('It’s another file.')
          }),
      })
    },
    putStream: async (key, pieces) => {
      const data = Buffer.concat(await Array.fromAsync(pieces, (piece) => Buffer.from(piece)))
      write(key, data)
      return data.length
    },
    open: async (key, range) => {
      const data = at(key)?.data
      const part = data?.subarray(range?.start, range && range.end + 1)
      return data && part && { size: data.length, stream: () => Readable.from(part) }
    },
    openToRead: async (key) => {
      const data = at(key)?.data
      return (
        data && {
          read: async (into, position) => data.subarray(position).copy(into),
          size: async () => data.length,
          close: async () => {},
        }
      )
    },
    size: async (key) => at(key)?.data.length,
    read: async (key) => at(key)?.data,
    withFile: async (key, use) => {
      const found = at(key)
      if (!found) return undefined
      return await withTemporary(async (path) => {
        await writeFile(path, found.data)
        return await use(path)
      })
    },
    exists: async (key) => at(key) !== undefined,
    check: async () => {},
    delete: async (key) => void objects.delete(checkKey(key)),
    deleteOlder: async (key, before) => isOlder(key, before) && objects.delete(key),
    moveOlder: async (key, to, before) => {
      const found = at(key)
      if (!found || !isOlder(key, before)) return false
      write(to, found.data)
      return objects.delete(key)
    },
    clearDrafts: async () => {},
    list: (prefix) => Readable.from([...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()),
    inventory: async (prefix, after = '') => {
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
      const files = keys.slice(0, PAGE).flatMap((key) => {
        const found = at(key)
        return found ? [{ key, size: found.data.length, modified: found.modified }] : []
      })
      return { files, next: keys.length > PAGE ? files.at(-1)?.key : undefined }
    },
  }
}

async function withTemporary<T>(use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'object-'))
  try {
    return await use(join(folder, 'file'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The same storage, which counts the calls of each function. */
export function countCalls(storage: Storage): { storage: Storage; calls: Map<string, number> } {
  const calls = new Map<string, number>()
  const counting = new Proxy(storage, {
    get(target, name: keyof Storage) {
      const found = target[name]
      if (typeof found !== 'function') return found
      return (...args: unknown[]) => {
        calls.set(name, (calls.get(name) ?? 0) + 1)
        return Reflect.apply(found, target, args)
      }
    },
  })
  return { storage: counting, calls }
}
