import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { bestSharp, eachAtOnce, median } from './pipeline.ts'
import { childrenTime } from './processor-time.ts'
import { type BenchSite, becomeOwner, root, startBenchSite } from './site.ts'

export const INGEST_PHOTOS = Number(process.env.INGEST_PHOTOS ?? 100)
/** 24 megapixels. */
const [WIDTH, HEIGHT] = [6_000, 4_000]
const UPLOADS_AT_ONCE = 3
const PIECE_BYTES = 8 * 1024 * 1024
/** Pages requested while photos arrive: cached, rendered each time, and from the Studio. */
const PAGES = ['/', '/gallery', '/studio/photos']
const QUIET_ROUNDS = 40
const ASK_EVERY_MS = 500
const REST_MS = 3_000

/**
 * Photos through the running site, from the first byte sent to the last rendition, compared with sharp alone
 * making the same renditions before and after. Also the response times of the site's pages during that time.
 */
export async function benchIngest() {
  const folder = join(tmpdir(), `bench-ingest-${process.pid}`)
  await mkdir(folder)
  try {
    const files = await generate(folder)
    const bytes = (await Promise.all(files.map((file) => stat(file)))).reduce(
      (sum, { size }) => sum + size,
      0,
    )
    console.log(`${INGEST_PHOTOS} photos, ${Math.round(bytes / 1e6)} MB; sharp alone…`)
    const used = process.cpuUsage()
    const before = await timed(() => bestSharp(files))
    const aloneCost = processorMs(used)
    console.log('…through the site…')
    const ours = await throughSite(files)
    console.log('…sharp alone again…')
    const after = await timed(() => bestSharp(files))
    const alone = (before + after) / 2
    return [
      row('through the site', seconds(ours.took)),
      row('sharp alone, before and after', `${seconds(before)}, ${seconds(after)}`),
      row('ratio', (ours.took / alone).toFixed(2), '≤ 1.25'),
      row('processor time of the photo workers', seconds(ours.cost)),
      row('processor time of sharp alone', seconds(aloneCost)),
      row('ratio of processor times', (ours.cost / aloneCost).toFixed(2), '≤ 1.25'),
      row('all bytes arrived after', seconds(ours.arrived)),
      row('median answer, quiet', milliseconds(ours.quiet)),
      row('median answer meanwhile', milliseconds(ours.busy)),
      row('ratio of answers', (ours.busy / ours.quiet).toFixed(2), '≤ 2'),
      row('first thumbnail of a photo after its last byte, median', seconds(ours.thumbnail)),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const processorMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

const row = (measured: string, value: string, target = '') => ({ measured, value, target })
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`

/** Enlarges and tints demo photos so that no two are alike. */
export async function generate(folder: string): Promise<string[]> {
  const sources = join(root, 'content/photos')
  const names = (await readdir(sources)).filter((name) => name.endsWith('.jpg')).toSorted()
  const files = Array.from({ length: INGEST_PHOTOS }, (_, i) =>
    join(folder, `IMG_${String(i).padStart(4, '0')}.jpg`),
  )
  await eachAtOnce(files, 2, async (file, i) => {
    await sharp(join(sources, names[i % names.length] ?? ''))
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .modulate({ hue: (i * 29) % 360, brightness: 1 + (i % 7) / 40 })
      .jpeg({ quality: 90 })
      .toFile(file)
  })
  return files
}

async function throughSite(files: string[]) {
  const site = await startBenchSite(3193, { DEMO: '0' })
  try {
    const cookie = await becomeOwner(site)
    const gallery = makeGallery(site)
    const ask = askPages(site, cookie)
    for (let n = 0; n < 5; n++) await ask()

    const begun = performance.now()
    const busyTimes: number[] = []
    let isOver = false
    const asking = (async () => {
      for (; !isOver; await sleep(ASK_EVERY_MS)) busyTimes.push(...(await ask()))
    })()
    const sent = new Map<string, number>()
    const watching = watchThumbnails(site, gallery, sent, files.length)
    await sendAll({ site, gallery, cookie, files }, (file) =>
      sent.set(file.split('/').at(-1) ?? '', performance.now()),
    )
    const arrived = performance.now() - begun
    while (countReady(site, gallery) < files.length) await sleep(100)
    const took = performance.now() - begun
    const cost = childrenTime(site.pid)
    isOver = true
    await asking
    // Measured again afterwards, with the same photos on the pages.
    await sleep(REST_MS)
    const quietTimes: number[] = []
    for (let n = 0; n < QUIET_ROUNDS; n++, await sleep(ASK_EVERY_MS)) quietTimes.push(...(await ask()))
    return {
      took,
      cost,
      arrived,
      quiet: median(quietTimes),
      busy: median(busyTimes),
      thumbnail: median(await watching),
    }
  } finally {
    await site.stop()
  }
}

const askPages = (site: BenchSite, cookie: string) => async (): Promise<number[]> => {
  const times: number[] = []
  for (const page of PAGES) {
    const begun = performance.now()
    const headers = page === '/' ? {} : { Cookie: cookie }
    const answer = await fetch(site.url + page, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${page} answered ${answer.status}.`)
    times.push(performance.now() - begun)
  }
  return times
}

interface Sending {
  site: BenchSite
  gallery: string
  cookie: string
  files: string[]
}

/** Sends photos, a few at a time. @param onSent called after a file's last byte */
export const sendAll = (
  { files, ...to }: Sending,
  onSent: (file: string) => void = () => {},
): Promise<void> =>
  eachAtOnce(files, UPLOADS_AT_ONCE, async (file) => {
    await send(to.site, to.gallery, to.cookie, file)
    onSent(file)
  })

/** Sends one photo by the tus protocol. */
async function send(site: BenchSite, gallery: string, cookie: string, file: string): Promise<void> {
  const content = await readFile(file)
  const common = { 'Tus-Resumable': '1.0.0', Cookie: cookie }
  const name = Buffer.from(file.split('/').at(-1) ?? '').toString('base64')
  const created = await fetch(`${site.url}/studio/galleries/${gallery}/uploads`, {
    method: 'POST',
    headers: { ...common, 'Upload-Length': String(content.length), 'Upload-Metadata': `name ${name}` },
  })
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    const answer = await fetch(site.url + created.headers.get('location'), {
      method: 'PATCH',
      headers: { ...common, 'Upload-Offset': String(at), 'Content-Type': 'application/offset+octet-stream' },
      body: new Uint8Array(content.subarray(at, at + PIECE_BYTES)),
    })
    if (answer.status !== 204) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`)
  }
}

const READY = `select count(*) as n from gallery_items i join photos p on p.id = i.photo_id
  where i.gallery_id = ? and p.state = 'ready'`

/** Number of a gallery's photos with all renditions. */
export function countReady(site: BenchSite, gallery: string): number {
  const database = new DatabaseSync(join(site.dataDir, 'studio.sqlite'), { readOnly: true })
  try {
    return Number(database.prepare(READY).get(gallery)?.n)
  } finally {
    database.close()
  }
}

const THUMBNAILS = `select i.file_name as name from gallery_items i where i.gallery_id = ?
  and exists (select 1 from renditions r where r.photo_id = i.photo_id)`

/** @returns the milliseconds from last byte to first rendition, for each photo */
async function watchThumbnails(
  site: BenchSite,
  gallery: string,
  sent: Map<string, number>,
  all: number,
): Promise<number[]> {
  const seen = new Map<string, number>()
  while (seen.size < all) {
    const database = new DatabaseSync(join(site.dataDir, 'studio.sqlite'), { readOnly: true })
    const now = performance.now()
    for (const { name } of database.prepare(THUMBNAILS).all(gallery)) {
      const at = sent.get(String(name))
      if (at !== undefined && !seen.has(String(name))) seen.set(String(name), now - at)
    }
    database.close()
    await sleep(100)
  }
  return [...seen.values()]
}

/** A gallery for the uploads. @returns its id */
export function makeGallery(site: BenchSite): string {
  const database = new DatabaseSync(join(site.dataDir, 'studio.sqlite'), { timeout: 20_000 })
  const id = crypto.randomUUID()
  database
    .prepare(
      `insert into galleries (id, slug, kind, title, category, summary, dateline, position, created_at)
       values (?, 'bench', 'client', 'Bench', '', '', '', 1, 1)`,
    )
    .run(id)
  database.close()
  return id
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

if (import.meta.main) console.table(await benchIngest())
