import './app-modules.ts'
import { execFile, spawn } from 'node:child_process'
import { createHash, randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import type { Storage } from '../app/platform/storage/storage.server.ts'
import { startS3 } from '../test/support/s3-server.ts'
import { processorTime } from './processor-time.ts'
import { type BenchSite, startBenchSite } from './site.ts'

const PORT = 3195
const ROUNDS = 3
const MB = 1024 * 1024
const run = promisify(execFile)

interface Row {
  measured: string
  value: string
  target: string
}

interface Gallery {
  address: string
  cookie: string
}

/**
 * Sends a 1 GB ZIP over HTTP and compares it with other ways to send the same files, then measures memory.
 */
export async function benchArchive(): Promise<Row[]> {
  const site = await startBenchSite(PORT, { DEMO: '0' })
  const folder = mkdtempSync(join(tmpdir(), 'bench-archive-'))
  try {
    const gigabyte = await fillGallery(site, { photos: 100, bytes: 10 * MB, copyTo: folder })
    const many = await fillGallery(site, { photos: 10_000, bytes: 100 * 1024 })
    const few = await fillGallery(site, { photos: 10, bytes: 100 * MB })
    return [...(await compare(gigabyte, folder, site)), ...(await memoryOf(site, { gigabyte, many, few }))]
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Filling {
  photos: number
  bytes: number
  /** A folder that gets a copy of the files, for the other ways. */
  copyTo?: string
  /** Where the site has its files, if not in its data folder. */
  storage?: Pick<Storage, 'put'>
}

/** A published client gallery whose originals are random bytes: nothing here decodes images. */
async function fillGallery(site: BenchSite, { photos, bytes, copyTo, storage }: Filling): Promise<Gallery> {
  const [{ openDatabase }, { makeGallery, makeGalleryItem, makePhoto, makeShare }, { originalKey }] =
    await Promise.all([
      import('~/platform/db/database.server'),
      import('../test/support/factories.ts'),
      import('~/domains/photos/stored-files'),
    ])
  const { shareCookie } = await import('~/domains/galleries/access/model')
  const { shareTokenOf } = await import('~/domains/galleries/access/operations.server')
  const db = openDatabase({ databaseUrl: undefined, dataDir: site.dataDir })
  const gallery = await makeGallery(db, { kind: 'client', sizes: '["original"]' })
  const content = Buffer.allocUnsafe(bytes)
  randomFillSync(content)
  await db.transaction().execute(async (tx) => {
    for (let i = 0; i < photos; i++) {
      randomFillSync(content, 0, 1024)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const key = originalKey({ sha256, format: 'jpeg' })
      const file = join(site.dataDir, 'photos', key)
      if (storage) await storage.put(key, content)
      else {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, content)
      }
      const name = `IMG_${String(i).padStart(5, '0')}.jpg`
      if (copyTo) writeFileSync(join(copyTo, name), content)
      const photo = await makePhoto(tx, { sha256, bytes })
      await makeGalleryItem(tx, { gallery_id: gallery.id, photo_id: photo.id, file_name: name })
      await tx
        .insertInto('download_files')
        .values({
          ...{ photo_id: photo.id, size: 'original', bytes, sha256, width: 6000, height: 4000 },
          ...{ crc32: crc32(content), created_at: Date.now() },
        })
        .execute()
    }
  })
  const share = await makeShare(db, { gallery_id: gallery.id })
  await db.destroy()
  const config = { secret: readFileSync(join(site.dataDir, 'secret'), 'utf8').trim() }
  const token = shareTokenOf({ config }, { id: share.id, tokenVersion: share.token_version })
  return {
    address: `${site.url}/download/${gallery.id}/archive/everything/original.zip`,
    cookie: `${shareCookie(gallery.id).name}=${token}`,
  }
}

interface Fetched {
  ms: number
  bytes: number
}

async function fetchBody({ address, cookie }: Gallery, connections = 1): Promise<Fetched> {
  const file = join(import.meta.dirname, 'fetch-body.ts')
  return JSON.parse((await run(process.execPath, [file, address, String(connections), cookie])).stdout)
}

/** Runs every way once per round. The result is the median of the rounds' ratios. */
async function compare(ours: Gallery, folder: string, site: BenchSite): Promise<Row[]> {
  const finished = `${folder}.zip`
  const { stdout } = await run('curl', ['-s', '-H', `Cookie: ${ours.cookie}`, '-o', finished, ours.address])
  if (stdout !== '') throw new Error(stdout)
  const others = await Promise.all(
    ['stream', 'archiver', 'zip'].map((way) => startOther(way, folder, finished)),
  )
  const ways = [{ way: 'ours', gallery: ours, pid: site.pid }, ...others]
  const rounds: Record<string, { ms: number; processor: number }>[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const measured: (typeof rounds)[number] = {}
    for (const { way, gallery, pid } of ways) {
      const before = processorTime([pid])
      const { ms, bytes } = await fetchBody(gallery)
      if (bytes < 1000 * MB) throw new Error(`${way} sent ${bytes} bytes`)
      measured[way] = { ms, processor: processorTime([pid]) - before }
    }
    // The first round only warms the operating system's caches.
    if (round >= 0) rounds.push(measured)
  }
  for (const { stop } of others) stop()
  rmSync(finished, { force: true })
  const rows: Row[] = ways.map(({ way }) => ({
    measured: NAMES[way] ?? way,
    value: `${seconds(median(rounds.map((round) => round[way]?.ms ?? 0)))}, processor ${seconds(median(rounds.map((round) => round[way]?.processor ?? 0)))}`,
    target: '',
  }))
  const ratio = (other: string) =>
    median(rounds.map((round) => (round.ours?.ms ?? 0) / (round[other]?.ms ?? 1))).toFixed(2)
  return [
    ...rows,
    { measured: 'ours / archiver', value: ratio('archiver'), target: '< 1' },
    { measured: 'ours / zip -0', value: ratio('zip'), target: '< 1' },
    { measured: 'ours / a finished file', value: ratio('stream'), target: 'the limit' },
  ]
}

const NAMES: Record<string, string> = {
  ours: 'ZIP of 1 GB, 100 files, ours',
  stream: 'a finished file, streamed by Node',
  archiver: 'archiver 8, stored',
  zip: 'zip -0 through a pipe',
}

async function startOther(way: string, folder: string, finished: string) {
  const file = join(import.meta.dirname, 'archive-server.ts')
  const child = spawn(process.execPath, [file, way, folder, finished], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    way,
    gallery: { address: `http://127.0.0.1:${port.toString().trim()}/`, cookie: '' },
    pid: child.pid ?? 0,
    stop: () => child.kill(),
  }
}

type Galleries = Record<'gigabyte' | 'many' | 'few', Gallery>

/** Peak memory above the idle level while a client downloads. */
async function memoryOf(site: BenchSite, { gigabyte, many, few }: Galleries): Promise<Row[]> {
  const cases = [
    { measured: 'memory, 10 photos, 1 GB', gallery: few, connections: 1 },
    { measured: 'memory, 10,000 photos, 1 GB', gallery: many, connections: 1 },
    { measured: 'memory, 20 at once, 100 photos each', gallery: gigabyte, connections: 20 },
  ]
  const rows: Row[] = []
  for (const { measured, gallery, connections } of cases) {
    await sleep(3_000)
    const idle = residentBytes(site.pid)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, residentBytes(site.pid))
    }, 20)
    const { ms, bytes } = await fetchBody(gallery, connections)
    clearInterval(watch)
    const rate = `${Math.round(bytes / MB / (ms / 1000))} MB/s`
    rows.push({ measured, value: `${((most - idle) / MB).toFixed(0)} MB, ${rate}`, target: '< 64 MB' })
  }
  return rows
}

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Time until the first byte of an archive of 2,000 photos, which come from a store in another process. */
export async function benchBucket(): Promise<Row[]> {
  const { s3Storage } = await import('~/platform/storage/s3-storage.server')
  const s3 = await startS3()
  const site = await startBenchSite(PORT, { DEMO: '0', ...s3.env })
  try {
    const storage = s3Storage(s3.settings)
    const gallery = await fillGallery(site, { photos: 2_000, bytes: 100 * 1024, storage })
    const first: number[] = []
    for (let round = -1; round < 10; round++) {
      const ms = await firstByte(gallery)
      if (round >= 0) first.push(ms)
    }
    const value = `${median(first).toFixed(0)} ms, slowest ${Math.max(...first).toFixed(0)} ms`
    return [{ measured: 'first byte, 2,000 photos in a bucket', value, target: '< 300 ms' }]
  } finally {
    await site.stop()
    await s3.stop()
  }
}

function firstByte({ address, cookie }: Gallery): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: { Cookie: cookie } }, (answer) => {
      answer.on('error', () => {})
      answer.once('data', () => {
        resolve(performance.now() - begun)
        asked.destroy()
      })
    })
    asked.on('error', reject).end()
  })
}

if (import.meta.main) console.table(await benchArchive())
