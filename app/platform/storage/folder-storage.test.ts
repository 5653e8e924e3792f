import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderStorage } from './folder-storage.server'
import { checkKey } from './storage-key'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const keysOf = async (prefix: string) => await Array.fromAsync(folderStorage(folder).list(prefix))

describe('a folder of files', () => {
  test('gives back what was put, whole and in part', async () => {
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

  test('has nothing under a key that was never put, that names a folder, or that was deleted', async () => {
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

  test('leaves no half of a file: readers see the old or the new one while it is replaced', async () => {
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

  test('copies a file byte for byte, and stores nothing when it is not the file it should be', async () => {
    const storage = folderStorage(join(folder, 'store'))
    const source = join(folder, 'source')
    const data = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251))
    await writeFile(source, data)
    expect(await storage.putFile('originals/aa/x.jpg', source, sha256(data))).toBe(true)
    expect(await storage.withFile('originals/aa/x.jpg', readFile)).toEqual(data)
    expect(await storage.putFile('originals/aa/y.jpg', source, sha256('another'))).toBe(false)
    expect(await readdir(join(folder, 'store/originals/aa'))).toEqual(['x.jpg'])
  })

  test('lists the files of a prefix and none that are being written', async () => {
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
  ])('is not %j', async (key) => {
    const storage = folderStorage(folder)
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('Not a storage key')
    await expect(storage.open(key)).rejects.toThrow('Not a storage key')
    expect(await readdir(folder)).toEqual([])
  })

  test('never leads out of its folder, whatever it is made of', () => {
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
