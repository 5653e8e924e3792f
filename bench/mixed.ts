import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { countReady, generate, INGEST_PHOTOS, makeGallery, sendAll } from './ingest.ts'
import { memoryOf } from './memory.ts'
import { type Filled, fillMixed } from './mixed-data.ts'
import type { Outcome, Plan, Planned } from './mixed-load.ts'
import { processorTime } from './processor-time.ts'
import { type BenchSite, becomeOwner, dueJobs, startBenchSite, until } from './site.ts'

const PORT = 3194
const RATE = 500
const SECONDS = Number(process.env.MIXED_SECONDS ?? 600)
/** Each photo's page is requested once before, at this rate, so that the cache of pages is full. */
const FIRST_RATE = 40
/** Until SQLite's cache is full, too. */
const WARM_UP_SECONDS = 180
const SAMPLE_EVERY_MS = 1_000

/**
 * A busy site with 10,000 photos and 10,000 bookings: 500 requests a second, and then the same while photos of 24
 * megapixels arrive. The site and the load share two cores.
 */
export async function benchMixed(): Promise<object[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-mixed-'))
  const { dataDir, stop } = await startBenchSite(PORT)
  try {
    console.log('Adding photos and bookings…')
    await stop(true)
    const filled = fillMixed(dataDir)
    const files = await generate(folder)
    const env = { LOG_LEVEL: 'info', TRUST_PROXY: '1', RATE_LIMIT_SCALE: '10000' }
    const site = await startBenchSite(PORT, env, { dataDir })
    try {
      const owner = await becomeOwner(site)
      pin(site.pid)
      // The files of photos added behind its back are compared with their rows once.
      await until(async () => dueJobs(dataDir) === 0)
      const requests = requestsOf(filled, owner)
      const load = (seconds: number) => send({ url: site.url, rate: RATE, seconds, kinds: requests(seconds) })
      await send(eachPhoto(site.url, filled))
      await load(WARM_UP_SECONDS)
      console.log(`${RATE} requests a second for ${SECONDS} seconds…`)
      const alone = await watched(site, load(SECONDS))
      console.log('…and while photos arrive…')
      const gallery = makeGallery(site)
      const arriving = sendAll({ site, gallery, cookie: owner, files })
      const busy = await watched(site, load(SECONDS))
      const finished = countReady(site, gallery)
      await arriving
      return [
        [...rowsOf('', alone.outcome, 100), ...rowsOf(`${INGEST_PHOTOS} photos arrive`, busy.outcome, 250)],
        [
          memoryRow('', alone),
          { ...memoryRow(`${INGEST_PHOTOS} photos arrive`, busy), 'photos with all renditions': finished },
        ],
      ]
    } finally {
      await site.stop(true)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Keeps a process on two cores. */
function pin(pid: number): void {
  if (cpus().length > 2) spawnSync('taskset', ['-acp', '0,1', String(pid)])
}

async function send(plan: Plan): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-plan-'))
  const file = join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  const program = [process.execPath, join(import.meta.dirname, 'mixed-load.ts'), file]
  const [command = '', ...args] = cpus().length > 2 ? ['taskset', '-c', '0,1', ...program] : program
  try {
    return JSON.parse((await promisify(execFile)(command, args, { maxBuffer: 1e9 })).stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const eachPhoto = (url: string, { photos }: Filled): Plan => {
  const requests = photos.map((slug) => get(`/gallery/photo/${slug}`))
  const kinds = [{ name: 'each photo', share: 100, requests, isInOrder: true }]
  return { url, rate: FIRST_RATE, seconds: requests.length / FIRST_RATE, kinds }
}

const get = (path: string, cookie?: string): Planned => ({ path, ...(cookie ? { cookie } : {}) })

/** Pages that any visitor may open, each as often as the others. */
const PAGES = [
  ...['/', '/gallery', '/services', '/about', '/pricing', '/portfolio', '/blog', '/contact', '/portrait'],
  ...['/book-session', '/mikhenzo-products', '/terms', '/login', '/gallery?category=weddings'],
  ...['/gallery?category=events', '/blog/what-rain-does-to-a-city-portrait', '/blog/grandmothers-first'],
  ...['/mikhenzo-products/whitfield-album', '/mikhenzo-products/fiber-print'],
]
const POPULAR_PHOTOS = 200
const GALLERY_PAGES = 40
const STUDIO = ['', '/bookings', '/bookings/list', '/photos', '/galleries', '/clients', '/inbox', '/emails']
const WORDS = [
  'ann',
  'carla',
  'brooks',
  'whitfield',
  'DE-00421',
  'portrait',
  'img_00',
  'nobodyatall',
  'ines diaz',
]

/** @returns a function that makes the requests of a number of seconds. Each write is sent once */
function requestsOf({ photos, galleries, slots }: Filled, owner: string) {
  const kept = [
    ...PAGES.flatMap((path) => Array<Planned>(20).fill(get(path))),
    ...Array.from({ length: GALLERY_PAGES }, (_, n) => get(`/gallery?page=${n + 2}`)),
    ...photos.slice(0, POPULAR_PHOTOS).map((slug) => get(`/gallery/photo/${slug}`)),
  ]
  const personal = [
    ...galleries.flatMap(({ path, cookie }) => [1, 2, 3].map((page) => get(`${path}?page=${page}`, cookie))),
    ...STUDIO.flatMap((path) => Array<Planned>(4).fill(get(`/studio${path}`, owner))),
  ]
  const months = Array.from({ length: 6 }, (_, n) => Temporal.Now.plainDateISO().add({ months: n + 1 }))
  const availability = ['portrait', 'family', 'headshot', 'engagement'].flatMap((service) =>
    months.map((date) => get(`/book-session?service=${service}&month=${date.toString().slice(0, 7)}`)),
  )
  const searches = WORDS.flatMap((word) =>
    ['/search.data?words=', '/bookings/list?search=', '/photos?search='].map((address) =>
      get(`/studio${address}${encodeURIComponent(word)}`, owner),
    ),
  )
  let written = 0
  const write = (): Planned => {
    const n = written++
    const person = { name: `Client ${n}`, email: `mixed${n}@example.com` }
    if (n % 3 === 0)
      return {
        path: '/book-session',
        form: { service: 'headshot', location: 'studio', slot: slots[n / 3] ?? '', ...person, terms: 'yes' },
      }
    if (n % 3 === 1)
      return { path: '/contact', form: { ...person, subject: 'Wedding', message: 'Are you free?' } }
    return { path: '/newsletter', form: { email: person.email } }
  }
  return (seconds: number): Plan['kinds'] => [
    { name: 'kept pages', share: 89, requests: kept },
    {
      name: 'photos’ pages, of 2,000',
      share: 1,
      requests: photos.map((slug) => get(`/gallery/photo/${slug}`)),
    },
    { name: 'clients’ galleries and the Studio', share: 5, requests: personal },
    { name: 'availability', share: 2, requests: availability },
    { name: 'searches', share: 2, requests: searches },
    {
      name: 'writes',
      share: 1,
      isInOrder: true,
      // Which kind a request has is drawn, so there may be a few more than the share.
      requests: Array.from({ length: Math.ceil(RATE * seconds * 0.012) + 20 }, write),
    },
  ]
}

interface Watched {
  outcome: Outcome
  /** RSS of the main process in MB, once a second. */
  samples: number[]
  /** The most that all processes had at once. */
  most: number
  /** CPU time of all processes for each second, in milliseconds. */
  busy: number
}

async function watched(site: BenchSite, load: Promise<Outcome>): Promise<Watched> {
  const samples: number[] = []
  let most = 0
  let isOver = false
  const [begun, before] = [performance.now(), processorTime([site.pid])]
  const watching = (async () => {
    for (; !isOver; await sleep(SAMPLE_EVERY_MS)) {
      const { 'main process, MB': main, 'all, MB': all } = memoryOf(site.pid)
      samples.push(main)
      most = Math.max(most, all)
    }
  })()
  const outcome = await load
  isOver = true
  await watching
  const busy = (processorTime([site.pid]) - before) / ((performance.now() - begun) / 1_000)
  return { outcome, samples, most, busy }
}

function rowsOf(during: string, { taken, statuses, sentLate }: Outcome, target: number): object[] {
  const row = (asked: string, times: number[], isWanted: boolean) => {
    times.sort((a, b) => a - b)
    const at = (share: number) => `${times[Math.floor((times.length - 1) * share)]?.toFixed(1)} ms`
    const own = Object.entries(statuses).filter(([name]) => asked === 'all' || name.endsWith(` ${asked}`))
    const counts = Map.groupBy(own, ([name]) => name.split(' ', 1)[0])
    return {
      during,
      asked,
      median: at(0.5),
      p99: at(0.99),
      'p99, target': isWanted ? `≤ ${target} ms` : '',
      slowest: at(1),
      statuses: [...counts]
        .map(([status, all]) => `${status}: ${all.reduce((sum, [, count]) => sum + count, 0)}`)
        .join(', '),
    }
  }
  const everything = Object.values(taken).flat()
  return [
    { ...row('all', everything, true), 'sent late, most': `${sentLate.toFixed(0)} ms` },
    ...Object.entries(taken).map(([kind, times]) => row(kind, times, false)),
  ]
}

/** Compares the medians of the first and the last tenth. */
function memoryRow(during: string, { samples, most, busy }: Watched) {
  const tenth = Math.max(1, Math.floor(samples.length / 10))
  const medianOf = (part: number[]) => part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0
  const [first, last] = [medianOf(samples.slice(0, tenth)), medianOf(samples.slice(-tenth))]
  return {
    during,
    'main process, at first': `${first} MB`,
    'at the end': `${last} MB`,
    'drift (< 5 %)': `${(((last - first) / first) * 100).toFixed(1)} %`,
    'all processes, most': `${most} MB`,
    'CPU time a second': `${busy.toFixed(0)} ms`,
  }
}
