import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeZip } from '../../../test/support/zip-file'
import { openZip, type ZipReader } from './zip-reader.server'
import { centralHeader, endRecords, localHeader, localHeaderSize, type ZipEntry } from './zip-records'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function reading(file: string): Promise<ZipReader> {
  const opened = await openZip(file)
  if (!opened.ok) throw new Error(opened.sentence)
  return opened.zip
}

const textOf = async (zip: ZipReader, name: string) =>
  Buffer.concat(await Array.fromAsync(zip.read(name), (piece) => Buffer.from(piece))).toString()

test('joins text and bytes in pieces, in order', async () => {
  const file = join(folder, 'pieces.zip')
  const long = 'ä'.repeat(66_000)
  const added = await writeZip(file, async (zip) => {
    await zip.add('empty.txt', [])
    return await zip.add('mixed.txt', ['a', 'b', Buffer.from('c'), long, 'd', Buffer.from('e'), ''])
  })
  const read = await reading(file)
  expect(await textOf(read, 'mixed.txt')).toBe(`abc${long}de`)
  expect(added.bytes).toBe(132_005)
  expect(await textOf(read, 'empty.txt')).toBe('')
  await read.close()
})

const entryOf = (name: string, bytes: number): ZipEntry => ({
  ...{ name, bytes, crc32: 0, wall: '2026-11-21T10:00:00', at: 0 },
})

/** Offsets of the entries, and of the central directory. */
function placesOf(entries: ZipEntry[]): { offsets: number[]; end: number } {
  let end = 0
  const offsets = entries.map((entry) => {
    const offset = end
    end += localHeaderSize(entry) + entry.bytes
    return offset
  })
  return { offsets, end }
}

/** The central directory and the end records. */
function listOf(entries: ZipEntry[]): Buffer {
  const { offsets, end } = placesOf(entries)
  const list = Buffer.concat(entries.map((entry, index) => centralHeader(entry, offsets[index] ?? 0)))
  const records = { count: entries.length, directoryAt: end, directoryBytes: list.length }
  return Buffer.concat([list, endRecords(records)])
}

test('finds more than 65,535 files', async () => {
  const file = join(folder, 'many.zip')
  const entries = Array.from({ length: 66_000 }, (_, i) => entryOf(`files/${i}.txt`, 0))
  await writeFile(file, Buffer.concat([...entries.map(localHeader), listOf(entries)]))
  const read = await reading(file)
  expect(read.entries.size).toBe(66_000)
  expect(await textOf(read, 'files/65999.txt')).toBe('')
  await read.close()
}, 60_000)

test('finds files beyond 4 GiB, and reads the length of a larger one', async () => {
  const sizes = [5 * 2 ** 30, 2 ** 32 - 1, 0]
  const entries = sizes.map((bytes, i) => entryOf(`${i}.tif`, bytes))
  const file = join(folder, 'large.zip')
  // The space between is a sparse hole.
  const target = await open(file, 'w')
  const { offsets, end } = placesOf(entries)
  for (const [index, entry] of entries.entries())
    await target.write(localHeader(entry), 0, undefined, offsets[index])
  await target.write(listOf(entries), 0, undefined, end)
  await target.close()

  const read = await reading(file)
  expect([...read.entries.values()].map(({ bytes }) => bytes)).toEqual(sizes)
  expect(await textOf(read, '2.tif')).toBe('')
  for await (const piece of read.read('0.tif')) {
    expect(piece.every((byte) => byte === 0)).toBe(true)
    break
  }
  await read.close()
})
