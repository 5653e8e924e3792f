import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { betweenFileTimes } from '../../../test/support/file-time'
import { folderStorage } from './folder-storage.server'
import { checkKey } from './model'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const keysOf = async (prefix: string) => await Array.fromAsync(folderStorage(folder).list(prefix))

describe('a folder of files', () => {
  test('reads back what was put, in whole and in part', async () => {
    const storage = folderStorage(folder)
    await storage.put('renditions/ab/abc/480.avif', Buffer.from('0123456789'))
    expect(await storage.exists('renditions/ab/abc/480.avif')).toBe(true)
    expect(Buffer.from((await storage.read('renditions/ab/abc/480.avif')) ?? []).toString()).toBe(
      '0123456789',
    )
    const part = await storage.open('renditions/ab/abc/480.avif', { start: 2, end: 4 })
    expect(part?.size).toBe(10)
    expect(part && (await text(part.stream()))).toBe('234')
  })

  test('has nothing under an unknown or deleted key, or a folder’s name', async () => {
    const storage = folderStorage(folder)
    await storage.put('a/b/c.jpg', Buffer.from('x'))
    await storage.put('gone.jpg', Buffer.from('x'))
    await storage.delete('gone.jpg')
    await storage.delete('gone.jpg')
    for (const key of ['a/b/d.jpg', 'a/b', 'a', 'a/b/c.jpg/d', 'gone.jpg']) {
      expect(await storage.exists(key)).toBe(false)
      expect(await storage.open(key)).toBeUndefined()
      expect(await storage.read(key)).toBeUndefined()
      expect(await storage.withFile(key, readFile)).toBeUndefined()
    }
  })

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

  test('copies a file exactly, and stores nothing when its checksum differs', async () => {
    const storage = folderStorage(join(folder, 'store'))
    const source = join(folder, 'source')
    const data = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251))
    await writeFile(source, data)
    expect(await storage.putFile('originals/aa/x.jpg', source, sha256(data))).toBe(true)
    expect(await storage.withFile('originals/aa/x.jpg', readFile)).toEqual(data)
    expect(await storage.putFile('originals/aa/y.jpg', source, sha256('another'))).toBe(false)
    expect(await readdir(join(folder, 'store/originals/aa'))).toEqual(['x.jpg'])
  })

  test('lists the files of a prefix, without unfinished ones', async () => {
    const storage = folderStorage(folder)
    for (const key of ['originals/ab/1.jpg', 'originals/ac/2.jpg', 'renditions/ab/3/480.avif'])
      await storage.put(key, Buffer.from('x'))
    await writeFile(join(folder, 'originals/ab/.draft-1'), 'x')
    expect(await keysOf('')).toEqual(['originals/ab/1.jpg', 'originals/ac/2.jpg', 'renditions/ab/3/480.avif'])
    expect(await keysOf('originals/')).toEqual(['originals/ab/1.jpg', 'originals/ac/2.jpg'])
    expect(await keysOf('originals/ab')).toEqual(['originals/ab/1.jpg'])
    expect(await keysOf('nothing/')).toEqual([])
  })
})

describe('the inventory of a folder', () => {
  test('returns every file once, by key, in consecutive pages', async () => {
    const storage = folderStorage(folder)
    const keys = ['a.jpg', 'a/1', 'a/b/2', 'a/b-3', 'a0', 'b/4', ...many(1_205)].toSorted()
    for (const key of keys) await storage.put(key, Buffer.from(key))
    const pages: string[][] = []
    let after: string | undefined
    do {
      const { files, next } = await storage.inventory('', after)
      for (const { key, size } of files) expect(size).toBe(key.length)
      pages.push(files.map(({ key }) => key))
      after = next
    } while (after !== undefined)
    expect(pages.map(({ length }) => length)).toEqual([1_000, keys.length - 1_000])
    expect(pages.flat()).toEqual(keys)
    expect(await keysOf('')).toEqual(keys)
    expect((await storage.inventory('a/')).files.map(({ key }) => key)).toEqual(['a/1', 'a/b-3', 'a/b/2'])
    expect((await storage.inventory('a/', 'a/b')).files.map(({ key }) => key)).toEqual(['a/b-3', 'a/b/2'])
    expect((await storage.inventory('no/')).files).toEqual([])
  })

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

const many = (count: number) => Array.from({ length: count }, (_, n) => `m/${n % 7}/${n}`)

describe('conditional writes and moves', () => {
  test('one of many simultaneous writes to a free key succeeds', async () => {
    const storage = folderStorage(folder)
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, n) => storage.putNew('id', Buffer.from(String(n)))),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(Buffer.from((await storage.read('id')) ?? []).toString()).toBe(String(taken.indexOf(true)))
    expect(await storage.putNew('id', Buffer.from('later'))).toBe(false)
    expect(await readdir(folder)).toEqual(['id'])
  })

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

describe('a key', () => {
  test.each([
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    'a//b',
    'a/',
    '',
    '.',
    '..',
    'a/.hidden',
    'a\\..\\b',
    'a\0.jpg',
    'C:/x',
    '%2e%2e/x',
    'a/b .jpg',
    'a/..jpg',
    'x'.repeat(300),
  ])('can’t be %j', async (key) => {
    const storage = folderStorage(folder)
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('Not a storage key')
    await expect(storage.open(key)).rejects.toThrow('Not a storage key')
    expect(await readdir(folder)).toEqual([])
  })

  test('never leaves its folder', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('.', '/', '\\', 'a', '%', '2', 'e', '\0', ' ', ':') }),
        (key) => {
          let accepted = true
          try {
            checkKey(key)
          } catch {
            accepted = false
          }
          if (accepted) expect(join('/root/folder', key).startsWith('/root/folder/')).toBe(true)
        },
      ),
    )
  })
})
