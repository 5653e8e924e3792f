import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BenchSite } from './site.ts'

const PAGES = ['/', '/gallery', '/pricing', '/contact']
const CONNECTIONS = 16
/**
 * Requests with a session cookie bypass the page cache: the same page is rendered and compressed each time.
 */
function renderedEachTime({ dataDir }: BenchSite): string {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const signature = createHmac('sha256', secret).update('bench').digest('base64')
  return `studio_session=${encodeURIComponent(`bench.${signature}`)}`
}

interface Load {
  perSecond: number
  bytes: number
}

/** Requests per second for cached pages, and for the same pages rendered each time, both with brotli. */
export async function benchCachedPages(site: BenchSite) {
  const cookie = renderedEachTime(site)
  const rows = []
  for (const page of PAGES) {
    const address = site.url + page
    await load(address, 1, '')
    const cached = await load(address, 3, '')
    await load(address, 1, cookie)
    const rendered = await load(address, 5, cookie)
    rows.push({
      page,
      'cached/s': Math.round(cached.perSecond),
      'rendered/s': Math.round(rendered.perSecond),
      times: Math.round(cached.perSecond / rendered.perSecond),
      'cached bytes': Math.round(cached.bytes),
      'rendered bytes': Math.round(rendered.bytes),
    })
  }
  return rows
}

/** The most connections that may wait for a page at once. Each requests a page that is rendered each time. */
const FLOOD_CONNECTIONS = 250
const FLOOD_SECONDS = 10
const PROBE_EVERY_MS = 20

/** Response time of `/healthz` in milliseconds, idle and during a flood of page renders. */
export async function benchFlood(site: BenchSite) {
  const quiet = await probe(site, sleep(2_000))
  const flood = load(`${site.url}/gallery`, FLOOD_SECONDS, renderedEachTime(site), FLOOD_CONNECTIONS)
  await sleep(1_000)
  const during = await probe(site, flood)
  const { perSecond } = await flood
  return [
    { while: 'nothing runs', ...quiet },
    { while: `${FLOOD_CONNECTIONS} connections request pages`, ...during, 'pages/s': Math.round(perSecond) },
  ]
}

async function probe({ url }: BenchSite, end: Promise<unknown>) {
  const took: number[] = []
  let isOver = false
  void end.then(() => {
    isOver = true
  })
  while (!isOver) {
    const start = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    took.push(performance.now() - start)
    await sleep(PROBE_EVERY_MS)
  }
  took.sort((a, b) => a - b)
  const at = (share: number) => `${took[Math.floor((took.length - 1) * share)]?.toFixed(1)} ms`
  return { median: at(0.5), 'of 100, the slowest': at(0.99), slowest: at(1), probes: took.length }
}

async function load(
  address: string,
  seconds: number,
  cookie: string,
  connections = CONNECTIONS,
): Promise<Load> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'load.ts'),
    address,
    String(seconds),
    String(connections),
    cookie,
  ])
  return JSON.parse(stdout)
}
