import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { objectStore } from '../../../test/support/object-store'
import { type S3Server, startS3 } from '../../../test/support/s3-server'
import { folderStorage } from './folder-storage.server'
import { checkKey, piecesOf } from './model'
import { s3Storage } from './s3-storage.server'
import type { Storage } from './storage.server'

let folder: string
let s3: S3Server
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-test-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const HOUR_MS = 3_600_000
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const numbered = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 7919) % 251))
const large = numbered(9_000_001)

/** What every storage does. */
describe.each<[string, () => Storage]>([
  ['a folder', () => folderStorage(join(folder, `store-${++count}`))],
  ['an object store of the tests', () => objectStore()],
  ['a bucket', () => s3Storage({ ...s3.settings, prefix: `store-${++count}/` })],
])('%s', (_, create) => {
  let storage: Storage
  beforeEach(() => {
    storage = create()
  })
  const keysOf = async (prefix: string) => await Array.fromAsync(storage.list(prefix))
  const textOf = async (key: string) => Buffer.from((await storage.read(key)) ?? []).toString()

  test('reads back what was put, in whole and in part', async () => {
    const key = 'renditions/ab/abc/480.avif'
    await storage.put(key, Buffer.from('0123456789'))
    expect(await storage.exists(key)).toBe(true)
    expect(await storage.size(key)).toBe(10)
    expect(await textOf(key)).toBe('0123456789')
    const part = await storage.open(key, { start: 2, end: 4 })
    expect(part?.size).toBe(10)
    expect(part && (await text(part.stream()))).toBe('234')
    await storage.put(key, Buffer.from('replaced'))
    expect(await textOf(key)).toBe('replaced')
    await storage.check()
  })

  test('has nothing under an unknown or deleted key, or a folder’s name', async () => {
    await storage.put('a/b/c.jpg', Buffer.from('x'))
    await storage.put('gone.jpg', Buffer.from('x'))
    await storage.delete('gone.jpg')
    await storage.delete('gone.jpg')
    for (const key of ['a/b/d.jpg', 'a/b', 'a', 'a/b/c.jpg/d', 'gone.jpg']) {
      expect(await storage.exists(key)).toBe(false)
      expect(await storage.size(key)).toBeUndefined()
      expect(await storage.open(key)).toBeUndefined()
      expect(await storage.open(key, { start: 2, end: 4 })).toBeUndefined()
      expect(await storage.openToRead(key)).toBeUndefined()
      expect(await storage.read(key)).toBeUndefined()
      expect(await storage.withFile(key, async () => 'used')).toBeUndefined()
    }
  })

  test('keeps an empty file', async () => {
    await storage.put('empty', Buffer.alloc(0))
    expect(await storage.size('empty')).toBe(0)
    expect(await storage.read('empty')).toHaveLength(0)
    expect(await storage.withFile('empty', (path) => readFile(path))).toHaveLength(0)
    const reader = await storage.openToRead('empty')
    expect(await reader?.read(new Uint8Array(10), 0)).toBe(0)
    await reader?.close()
  })

  test('stores an exact copy of a file of any size, and nothing when its checksum differs', async () => {
    const source = join(folder, 'source')
    for (const data of [Buffer.from('small'), numbered(300_000), large]) {
      await writeFile(source, data)
      expect(await storage.putFile('originals/aa/x.jpg', source, sha256(data))).toBe(true)
      const copy = await storage.withFile('originals/aa/x.jpg', (path) => readFile(path))
      expect(copy?.equals(data)).toBe(true)
      expect(await storage.putFile('originals/aa/y.jpg', source, sha256('another'))).toBe(false)
      expect(await keysOf('')).toEqual(['originals/aa/x.jpg'])
    }
  })

  test('stores many files, and none in part when that ends early', async () => {
    const writing = (data: Buffer, fault?: Error) => async (path: string) => {
      await writeFile(path, data, { flag: 'wx' })
      if (fault) throw fault
      return { bytes: data.length, sha256: sha256(data) }
    }
    const keys = Array.from({ length: 300 }, (_, n) => `originals/${n % 7}/${n}.jpg`).toSorted()
    const fault = new Error('The source failed.')
    const result = await storage.storeMany(async (files) => {
      await Promise.all(keys.map((key) => files.putWritten(key, writing(Buffer.from(key)))))
      await expect(files.putWritten('no', writing(large, fault))).rejects.toBe(fault)
      await files.putWritten('large', writing(large))
      return 'done'
    })
    expect(result).toBe('done')
    expect(await keysOf('')).toEqual(['large', ...keys])
    for (const key of keys) expect(await textOf(key)).toBe(key)
    expect(large.equals((await storage.read('large')) ?? Buffer.alloc(0))).toBe(true)

    const failing = storage.storeMany(async (files) => {
      for (let n = 0; n < 300; n++) await files.putWritten(`later/${n}`, writing(numbered(1_000)))
      throw fault
    })
    await expect(failing).rejects.toBe(fault)
    for await (const key of storage.list('later/')) expect(await storage.size(key)).toBe(1_000)
  })

  test('stores a stream of any length, and nothing of one that fails', async () => {
    const pieces = async function* (data: Buffer, fault?: Error) {
      for (let at = 0; at < data.length; at += 70_001) yield data.subarray(at, at + 70_001)
      if (fault) throw fault
    }
    for (const data of [Buffer.alloc(0), Buffer.from('small'), large]) {
      expect(await storage.putStream('exports/x.zip', pieces(data), data.length)).toBe(data.length)
      expect(data.equals((await storage.read('exports/x.zip')) ?? Buffer.from('none'))).toBe(true)
      const fault = new Error('The source failed.')
      await expect(storage.putStream('exports/y.zip', pieces(data, fault), data.length)).rejects.toThrow(
        fault,
      )
      expect(await keysOf('')).toEqual(['exports/x.zip'])
    }
  })

  test('reads any ranges of a file, in any order', async () => {
    await storage.put('large', large)
    const position = fc.integer({ min: 0, max: large.length + 10 })
    await fc.assert(
      fc.asyncProperty(position, position, async (one, other) => {
        const range = { start: Math.min(one, other), end: Math.max(one, other) }
        const part = await storage.open('large', range)
        expect(part?.size).toBe(large.length)
        const bytes = Buffer.concat((await part?.stream().toArray()) ?? [])
        expect(bytes.equals(large.subarray(range.start, range.end + 1))).toBe(true)
      }),
      { numRuns: 10 },
    )
    await fc.assert(
      fc.asyncProperty(
        position,
        fc.array(fc.tuple(position, fc.integer({ min: 1, max: 300_000 }))),
        async (from, reads) => {
          const reader = await storage.openToRead('large', from)
          for (const [at, length] of [[from, 70_000] as const, ...reads]) {
            const into = Buffer.alloc(length)
            const read = (await reader?.read(into, at)) ?? 0
            expect(read > 0).toBe(at < large.length)
            expect(into.subarray(0, read).equals(large.subarray(at, at + read))).toBe(true)
          }
          await reader?.close()
        },
      ),
      { numRuns: 10 },
    )
    const reader = await storage.openToRead('large')
    const pieces: Buffer[] = []
    if (reader)
      for await (const piece of piecesOf(reader, { start: 0, end: large.length }))
        pieces.push(Buffer.from(piece))
    await reader?.close()
    expect(Buffer.concat(pieces).equals(large)).toBe(true)
  })

  test('returns every file once, by key, in consecutive pages', async () => {
    const many = Array.from({ length: 1_205 }, (_, n) => `m/${n % 7}/${n}`)
    const keys = ['a.jpg', 'a/1', 'a/b/2', 'a/b-3', 'a0', 'b/4', ...many].toSorted()
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => storage.put(key, Buffer.from(key))))
    const pages: string[][] = []
    let after: string | undefined
    do {
      const { files, next } = await storage.inventory('', after)
      for (const { key, size, modified } of files) {
        expect(size).toBe(key.length)
        expect(Math.abs(modified - Date.now())).toBeLessThan(HOUR_MS)
      }
      pages.push(files.map(({ key }) => key))
      after = next
    } while (after !== undefined)
    expect(pages.map(({ length }) => length)).toEqual([1_000, keys.length - 1_000])
    expect(pages.flat()).toEqual(keys)
    expect(await keysOf('')).toEqual(keys)
    expect(await keysOf('a')).toEqual(['a.jpg', 'a/1', 'a/b-3', 'a/b/2', 'a0'])
    expect((await storage.inventory('a/')).files.map(({ key }) => key)).toEqual(['a/1', 'a/b-3', 'a/b/2'])
    expect((await storage.inventory('a/', 'a/b')).files.map(({ key }) => key)).toEqual(['a/b-3', 'a/b/2'])
    expect((await storage.inventory('no/')).files).toEqual([])
  })

  test('one of many simultaneous writes to a free key succeeds', async () => {
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, n) => storage.putNew('id', Buffer.from(String(n)))),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await textOf('id')).toBe(String(taken.indexOf(true)))
    expect(await storage.putNew('id', Buffer.from('later'))).toBe(false)
    expect(await keysOf('')).toEqual(['id'])
  })

  test('only old files are moved and deleted', async () => {
    for (const key of ['a/1', 'a/2', 'a/3', 'q/1/a/2']) await storage.put(key, Buffer.from(key))
    const [earlier, later] = [Date.now() - HOUR_MS, Date.now() + HOUR_MS]
    expect(await storage.moveOlder('a/1', 'q/1/a/1', earlier)).toBe(false)
    expect(await storage.deleteOlder('a/1', earlier)).toBe(false)
    expect(await keysOf('')).toEqual(['a/1', 'a/2', 'a/3', 'q/1/a/2'])
    expect(await storage.moveOlder('a/1', 'q/1/a/1', later)).toBe(true)
    expect(await storage.moveOlder('a/2', 'q/1/a/2', later)).toBe(true)
    expect(await storage.deleteOlder('a/3', later)).toBe(true)
    expect(await keysOf('')).toEqual(['q/1/a/1', 'q/1/a/2'])
    expect(await textOf('q/1/a/1')).toBe('a/1')
    expect(await textOf('q/1/a/2')).toBe('a/2')
    expect(await storage.moveOlder('a/1', 'q/1/a/1', later)).toBe(false)
    expect(await storage.deleteOlder('a/1', later)).toBe(false)
    expect(await textOf('q/1/a/1')).toBe('a/1')
  })

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
  ])('takes no key like %j', async (key) => {
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('Not a storage key')
    await expect(storage.open(key)).rejects.toThrow('Not a storage key')
    expect(await keysOf('')).toEqual([])
  })
})

test('a key never leaves its folder', () => {
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
