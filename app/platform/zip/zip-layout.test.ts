import { execFile } from 'node:child_process'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { zipLayout } from './zip-layout'
import type { ZipEntry } from './zip-records'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-layout-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = promisify(execFile)
const COMPLAINT = /(?<!no )errors?|warning|bad/i
const GIB = 2 ** 30
const WALL = { wall: '2026-06-13T16:42:11', at: Date.parse('2026-06-13T20:42:11Z') }

const entryOf = (name: string, content: Uint8Array): ZipEntry => ({
  name,
  bytes: content.length,
  crc32: crc32(content),
  ...WALL,
})

function bytesOf(entries: ZipEntry[], contents: Uint8Array[], start: number, end: number): Buffer {
  const parts = [...zipLayout(entries).parts(start, end)]
  return Buffer.concat(
    parts.map((part) =>
      'bytes' in part ? part.bytes : (contents[part.entry] as Uint8Array).subarray(part.start, part.end),
    ),
  )
}

type Reader = [program: string, ...args: string[]]
const ZIPINFO: Reader = ['zipinfo', '-l']
const PYTHON: Reader = ['python3', '-m', 'zipfile', '-l']
const CHECKS: Reader[] = [
  ['unzip', '-tq'],
  ['python3', '-m', 'zipfile', '-t'],
  ['bsdtar', '-tf'],
  ['7z', 't'],
]

/** Reports of the ZIP tools on this machine; each throws when the archive is faulty. */
async function listings(file: string, readers = CHECKS): Promise<string[]> {
  const said: string[] = []
  for (const [program, ...args] of readers)
    try {
      const { stdout, stderr } = await run(program, [...args, file], { maxBuffer: 64 * 1024 * 1024 })
      said.push(stdout + stderr)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  return said
}

interface Read {
  name: string
  bytes: number
  modified: number
  content(): Promise<Buffer>
}

/** @param archive a file, or its bytes: reading many entries from disk takes half a minute */
async function readWithYauzl(archive: string | Buffer): Promise<Read[]> {
  const options = { lazyEntries: false, autoClose: false, strictFileNames: true }
  const zip = await (typeof archive === 'string'
    ? promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(archive, options)
    : promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(archive, options))
  const openStream = promisify<yauzl.Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))
  const found: Read[] = []
  await new Promise((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      found.push({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        modified: entry.getLastModDate().getTime(),
        content: async () => await buffer(await openStream(entry)),
      })
    })
    zip.on('end', resolve).on('error', reject)
  })
  return found
}

const contentArbitrary = fc.uint8Array({ maxLength: 300 })

test('other programs read back every file exactly', async () => {
  const contents = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(100_000, 'three')]
  const names = ['IMG_1.jpg', 'Empty set – Zoë/ночь.jpg', 'Party 📷/結婚式 (2).jpg']
  const entries = names.map((name, i) => entryOf(name, contents[i] as Buffer))
  const file = join(folder, 'plain.zip')
  await writeFile(file, bytesOf(entries, contents, 0, zipLayout(entries).bytes))
  const found = await readWithYauzl(file)
  expect(found.map(({ name }) => name)).toEqual(names)
  for (const [i, each] of found.entries()) expect(await each.content()).toEqual(contents[i])
  expect(found.map(({ modified }) => modified)).toEqual(names.map(() => WALL.at))
  for (const said of await listings(file)) expect(said).not.toMatch(COMPLAINT)
})

test('any files make an archive that is read back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(contentArbitrary, { minLength: 1, maxLength: 6 }), async (contents) => {
      const entries = contents.map((content, i) => entryOf(`ä ${i}.jpg`, content))
      const file = join(folder, 'any.zip')
      await writeFile(file, bytesOf(entries, contents, 0, zipLayout(entries).bytes))
      const found = await readWithYauzl(file)
      expect(found).toHaveLength(contents.length)
      for (const [i, each] of found.entries())
        expect(await each.content()).toEqual(Buffer.from(contents[i] as Uint8Array))
    }),
    { numRuns: 25 },
  )
})

test('any range equals that part of the whole', () => {
  fc.assert(
    fc.property(
      fc.array(contentArbitrary, { maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (contents, from, to) => {
        const entries = contents.map((content, i) => entryOf(`${i}.jpg`, content))
        const { bytes } = zipLayout(entries)
        const whole = bytesOf(entries, contents, 0, bytes)
        expect(whole).toHaveLength(bytes)
        const [start = 0, end = 0] = [from, to]
          .map((share) => Math.round(share * bytes))
          .toSorted((a, b) => a - b)
        expect(bytesOf(entries, contents, start, end)).toEqual(whole.subarray(start, end))
      },
    ),
  )
})

/** Writes an archive of zeros as a sparse file. */
async function writeSparse(entries: ZipEntry[], file: string): Promise<number> {
  const layout = zipLayout(entries)
  const target = await open(file, 'w')
  await target.truncate(layout.bytes)
  let at = 0
  let pieces: Uint8Array[] = []
  const flush = async () => {
    const bytes = Buffer.concat(pieces)
    await target.write(bytes, 0, bytes.length, at)
    at += bytes.length
    pieces = []
  }
  for (const part of layout.parts(0, layout.bytes))
    if ('bytes' in part) pieces.push(part.bytes)
    else if (part.end < 10_000) pieces.push(Buffer.alloc(part.end))
    else {
      await flush()
      at += part.end - part.start
    }
  await flush()
  await target.close()
  expect(at).toBe(layout.bytes)
  return layout.bytes
}

const zeros = (name: string, bytes: number): ZipEntry => ({ name, bytes, crc32: 0, ...WALL })
const last = Buffer.alloc(1000)

test('files beyond 4 GiB are found by other programs', async () => {
  const entries = [
    zeros('at the edge.tif', 2 ** 32 - 1),
    zeros('below it.tif', 2 ** 32 - 2),
    zeros('large.tif', 5 * GIB),
    entryOf('last.jpg', last),
  ]
  const file = join(folder, 'large.zip')
  expect(await writeSparse(entries, file)).toBeGreaterThan(13 * GIB)
  const found = await readWithYauzl(file)
  expect(found.map((each) => [each.name, each.bytes])).toEqual(entries.map((each) => [each.name, each.bytes]))
  expect(await found.at(-1)?.content()).toEqual(last)
  for (const listing of await listings(file, [PYTHON])) expect(listing).toContain(String(2 ** 32 - 2))
})

// Info-ZIP 6.0 misreads small files after those of 4 GiB. No gallery has any that large.
test('archives beyond 4 GiB are found by other programs', async () => {
  const entries = [...Array.from({ length: 6 }, (_, i) => zeros(`${i}.tif`, GIB)), entryOf('last.jpg', last)]
  const file = join(folder, 'far.zip')
  await writeSparse(entries, file)
  expect(await (await readWithYauzl(file)).at(-1)?.content()).toEqual(last)
  for (const listing of await listings(file, [ZIPINFO, PYTHON])) {
    expect(listing).toContain('5.tif')
    expect(listing).toContain('last.jpg')
    expect(listing).not.toMatch(COMPLAINT)
  }
})

test('more than 65,535 files are found by other programs', async () => {
  for (const count of [65_534, 65_535, 70_000]) {
    const entries = Array.from({ length: count }, (_, i) => entryOf(`${i}.jpg`, Buffer.alloc(0)))
    const file = join(folder, 'many.zip')
    await writeSparse(entries, file)
    const found = await readWithYauzl(await readFile(file))
    expect(found).toHaveLength(count)
    expect(found.at(-1)?.name).toBe(`${count - 1}.jpg`)
    if (count === 70_000)
      for (const listing of await listings(file, [ZIPINFO, PYTHON])) expect(listing).toContain('69999.jpg')
  }
}, 120_000)

test('a range far into a large archive is as fast as at its beginning', () => {
  const entries = Array.from({ length: 70_000 }, (_, i) => ({
    name: `${i}.tif`,
    bytes: 100_000_000,
    crc32: i,
    ...WALL,
  }))
  const layout = zipLayout(entries)
  expect([...layout.parts(5_000_000_000_000, 5_000_000_000_010)]).toHaveLength(1)
  const [first] = layout.parts(layout.bytes - 22, layout.bytes)
  expect(first && 'bytes' in first && Buffer.from(first.bytes).readUInt32LE(0)).toBe(0x06054b50)
})

test('times out of range become the nearest valid ones', async () => {
  const content = Buffer.from('x')
  const times = [
    { wall: '1969-07-20T22:56:15', at: Date.parse('1969-07-20T22:56:15Z') },
    { wall: '2150-01-01T00:00:00', at: Date.parse('2150-01-01T00:00:00Z') },
  ]
  const entries = times.map((time, i) => ({ ...entryOf(`${i}.jpg`, content), ...time }))
  const file = join(folder, 'times.zip')
  await writeFile(file, bytesOf(entries, [content, content], 0, zipLayout(entries).bytes))
  for (const said of await listings(file)) expect(said).not.toMatch(COMPLAINT)
  expect((await readWithYauzl(file)).map(({ modified }) => new Date(modified).getUTCFullYear())).toEqual([
    1969, 2038,
  ])
})
