import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { betweenFileTimes } from '../../../test/support/file-time'
import { folderStorage } from './folder-storage.server'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const keysOf = async (prefix: string) => await Array.fromAsync(folderStorage(folder).list(prefix))

describe('a folder of files', () => {
  test('replaces files atomically for readers', async () => {
    const storage = folderStorage(folder)
    const one = Buffer.alloc(2_000_000, '1')
    const two = Buffer.alloc(2_000_000, '2')
    await storage.put('big', one)
    let writing = true
    const writes = (async () => {
      for (let i = 0; i < 8; i++) await storage.put('big', i % 2 ? one : two)
      writing = false
    })()
    const seen = new Set<string>()
    while (writing) {
      const data = Buffer.from((await storage.read('big')) ?? [])
      seen.add(`${data.length} ${data.equals(one) || data.equals(two)}`)
    }
    await writes
    expect([...seen]).toEqual(['2000000 true'])
    expect(await readdir(folder)).toEqual(['big'])
  })

  test('names many files only together, once they are synced, and leaves no other file', async () => {
    const storage = folderStorage(folder)
    const keys = Array.from({ length: 256 }, (_, n) => `a/${n % 3}/${n}`)
    const storing = storage.storeMany(async (files) => {
      const put = (key: string) =>
        files.putWritten(key, async (path) => {
          await writeFile(path, key)
          return { bytes: key.length, sha256: '' }
        })
      for (const key of keys.slice(1)) await put(key)
      expect(await keysOf('')).toEqual([])
      await put(keys[0] ?? '')
      expect(await keysOf('')).toEqual(keys.toSorted())
      await put('b/1')
      throw new Error('The machine is needed for something else.')
    })
    await expect(storing).rejects.toThrow('something else')
    expect(await keysOf('')).toEqual(keys.toSorted())
    expect(await readdir(join(folder, 'b'))).toEqual([])
  })

  test('lists no unfinished files', async () => {
    const storage = folderStorage(folder)
    for (const key of ['originals/ab/1.jpg', 'originals/ac/2.jpg', 'renditions/ab/3/480.avif'])
      await storage.put(key, Buffer.from('x'))
    await writeFile(join(folder, 'originals/ab/.draft-1'), 'x')
    expect(await keysOf('')).toEqual(['originals/ab/1.jpg', 'originals/ac/2.jpg', 'renditions/ab/3/480.avif'])
  })
})

describe('the inventory of a folder', () => {
  test('returns write times, and folders in which a file was added, removed or replaced', async () => {
    const storage = folderStorage(folder)
    for (const key of ['r/aa/1/x', 'r/aa/2/x', 'r/bb/3/x', 'r/bb/4/x', 'other/x'])
      await storage.put(key, Buffer.from('x'))
    const [file] = (await storage.inventory('r/')).files
    expect(Math.abs((file?.modified ?? 0) - Date.now())).toBeLessThan(60_000)
    const changed = (since: number) => Array.fromAsync(storage.changedFolders?.('r/', 2, since) ?? [])
    expect(await changed(0)).toHaveLength(7)
    const since = await betweenFileTimes()
    expect(await changed(since)).toEqual([])
    await storage.put('r/aa/1/x', Buffer.from('y'))
    await storage.delete('r/bb/3/x')
    await rm(join(folder, 'r/bb/4'), { recursive: true })
    await storage.put('r/cc/5/x', Buffer.from('x'))
    expect(await changed(since)).toEqual([
      { prefix: 'r/', folders: ['r/aa/', 'r/bb/', 'r/cc/'] },
      { prefix: 'r/aa/1/', folders: undefined },
      { prefix: 'r/bb/', folders: ['r/bb/3/'] },
      { prefix: 'r/bb/3/', folders: undefined },
      { prefix: 'r/cc/', folders: ['r/cc/5/'] },
      { prefix: 'r/cc/5/', folders: undefined },
    ])
  })
})

describe('conditional moves', () => {
  test('an old file is moved with content and time, and a newer one stays', async () => {
    const storage = folderStorage(folder)
    for (const key of ['a/old', 'a/new']) await storage.put(key, Buffer.from(key))
    const then = Date.now() / 1_000 - 1_000
    await utimes(join(folder, 'a/old'), then, then)
    const before = Date.now() - 500_000
    expect(await storage.moveOlder('a/old', 'q/1/a/old', before)).toBe(true)
    expect(await storage.moveOlder('a/new', 'q/1/a/new', before)).toBe(false)
    expect(await storage.moveOlder('a/gone', 'q/1/a/gone', before)).toBe(false)
    expect(await keysOf('')).toEqual(['a/new', 'q/1/a/old'])
    expect(Buffer.from((await storage.read('q/1/a/old')) ?? []).toString()).toBe('a/old')
    expect((await storage.inventory('q/')).files[0]?.modified).toBeCloseTo(then * 1_000, -1)
  })
})
