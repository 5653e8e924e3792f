import { setTimeout as sleep } from 'node:timers/promises'
import { watchLoad } from '~/platform/busy.server'
import type { Clock } from '~/platform/clock'
import type { Logger } from '~/platform/logging.server'
import { pageCacheUses } from '~/platform/metrics.server'
import { createBestCompression } from './best-compression.server'
import { QueueFull } from './fair-queue.server'
import { type Finished, recompress, responseWith } from './finished.server'

/** How long compressing waits before it asks again whether this process is busy, in milliseconds. */
const BUSY_WAIT_MS = 1_000

/** The result of rendering: a cacheable page, or a response for one visitor. */
export type Rendered =
  | {
      page: Finished
      /** When its content stops being true, in milliseconds since 1970. Infinity: never by itself. */
      validUntil: number
    }
  | Response

export interface PageCache {
  /** The cached page of a key, while it is valid. */
  find(key: string): Finished | undefined
  /** The cached page of a key, or a new rendering shared by simultaneous requests. */
  get(key: string, render: () => Promise<Rendered>): Promise<Finished | Response>
  /** Compares the content version with that of the cached pages now, instead of at the next poll. */
  check(): Promise<void>
  stop(): void
  readonly size: number
  readonly bytes: number
}

export interface PageCacheOptions {
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** Increases with every write of content, by any process. */
  readVersion(): Promise<number>
  /** Limit for all entries together, in bytes. Least recently used ones are dropped first. */
  maxBytes?: number
  pollMs?: number
}

interface Entry {
  page: Finished
  version: number
  validUntil: number
  /** It was requested again, so that it is worth more compression. */
  isRepeated: boolean
}

/** Finished public pages and photos in memory, valid until content changes or their `validUntil` passes. */
export function createPageCache({
  clock,
  log,
  readVersion,
  maxBytes = 64 * 1024 * 1024,
  pollMs = 250,
}: PageCacheOptions): PageCache {
  // A Map iterates in insertion order: the first entry is the least recently used.
  const entries = new Map<string, Entry>()
  const flights = new Map<string, Promise<Rendered>>()
  let bytes = 0
  let newestVersion = Number.NEGATIVE_INFINITY
  let outage = false
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const best = createBestCompression()
  /** One at a time. */
  let compressing = Promise.resolve()
  const isBusy = watchLoad()
  poll()

  return {
    find,
    get,
    check,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      best.stop()
    },
    get size() {
      return entries.size
    },
    get bytes() {
      return bytes
    },
  }

  function find(key: string): Finished | undefined {
    const kept = entries.get(key)
    if (!kept) return undefined
    entries.delete(key)
    if (clock.now() >= kept.validUntil) {
      bytes -= kept.page.bytes
      return undefined
    }
    entries.set(key, kept)
    pageCacheUses.hit += 1
    if (!kept.isRepeated) {
      kept.isRepeated = true
      if (kept.page.forms.br) compressLater(key, kept)
    }
    return kept.page
  }

  async function get(key: string, render: () => Promise<Rendered>): Promise<Finished | Response> {
    const kept = find(key)
    if (kept) return kept
    // Requests after a change don't share a rendering begun before it.
    const flightKey = `${newestVersion} ${key}`
    const underway = flights.get(flightKey)
    if (underway) {
      const rendered = await underway.catch((error: unknown) => {
        // The other visitor's queue was full. This one has its own turn.
        if (error instanceof QueueFull) return render()
        throw error
      })
      // A response for one visitor is never shared.
      return pageOf(rendered instanceof Response ? await render() : rendered)
    }
    const flight = renderAndKeep(key, render)
    flights.set(flightKey, flight)
    try {
      return pageOf(await flight)
    } finally {
      flights.delete(flightKey)
    }
  }

  async function renderAndKeep(key: string, render: () => Promise<Rendered>): Promise<Rendered> {
    pageCacheUses.miss += 1
    // Read before rendering: if content changes in between, the page counts as outdated.
    const version = await readVersion()
    noticeVersion(version)
    const rendered = await render()
    if (rendered instanceof Response) return rendered
    if (version === newestVersion && clock.now() < rendered.validUntil)
      keep(key, { ...rendered, version, isRepeated: false })
    return rendered
  }

  function keep(key: string, entry: Entry): void {
    const before = entries.get(key)
    if (before) drop(key, before)
    if (entry.page.bytes > maxBytes) return
    entries.set(key, entry)
    bytes += entry.page.bytes
    for (const [oldest, old] of entries) {
      if (bytes <= maxBytes) break
      drop(oldest, old)
    }
  }

  function compressLater(key: string, entry: Entry): void {
    compressing = compressing.then(async () => {
      while (!stopped && isBusy()) await sleep(BUSY_WAIT_MS, undefined, { ref: false })
      if (stopped || entries.get(key) !== entry) return
      try {
        recompress(entry.page, 'br', await best.compress(entry.page.forms.identity.body))
      } catch (error) {
        if (!stopped) log.warn({ err: error }, 'a page could not be compressed further')
      }
    })
  }

  function drop(key: string, entry: Entry): void {
    entries.delete(key)
    bytes -= entry.page.bytes
  }

  function noticeVersion(version: number): void {
    if (version === newestVersion) return
    newestVersion = version
    for (const [key, entry] of entries) if (entry.version !== version) drop(key, entry)
  }

  async function check(): Promise<void> {
    try {
      noticeVersion(await readVersion())
      outage = false
    } catch (error) {
      // During a database outage, cached pages are still served. They are checked afterwards.
      if (!outage) log.warn({ err: error }, 'the version of the content cannot be read')
      outage = true
    }
  }

  function poll(): void {
    timer = setTimeout(async () => {
      await check()
      if (!stopped) poll()
    }, pollMs)
    timer.unref()
  }
}

/** Answers an address that is the same for everyone from the cache, or calls `load` and caches its result. */
export async function answerCached(
  pageCache: PageCache | undefined,
  path: string,
  request: Request,
  load: () => Promise<Rendered>,
): Promise<Response> {
  const found = pageCache ? await pageCache.get(path, load) : pageOf(await load())
  return found instanceof Response ? found : responseWith(found, request)
}

const pageOf = (rendered: Rendered) => (rendered instanceof Response ? rendered : rendered.page)
