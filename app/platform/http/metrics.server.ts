import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Handler } from 'hono'
import type { Config } from '~/platform/config.server'
import { isSameSecret } from '~/platform/ids.server'
import { countJobs } from '~/platform/jobs/queue.server'
import { type Gauge, metricsText } from '~/platform/metrics.server'
import type { PageCache } from './page-cache.server'
import { plainNotFound, plainPage } from './plain-page.server'
import type { App } from './scope.server'

type Delay = ReturnType<typeof monitorEventLoopDelay>

export interface MetricsParts extends Pick<App, 'db' | 'clock' | 'log'> {
  config: Pick<Config, 'dataDir' | 'metricsToken'>
  pageCache: Pick<PageCache, 'size' | 'bytes'> | undefined
  /** Of the domains. */
  readGauges: () => Promise<Gauge[]>
}

/** `GET /metrics` for Prometheus, with the token as bearer token. Without a configured token there is no such page. */
export function serveMetrics(parts: MetricsParts): Handler {
  const { metricsToken } = parts.config
  if (metricsToken === undefined) return () => plainNotFound()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return async (c) => {
    const given = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (!isSameSecret(given, metricsToken))
      return plainPage(401, 'Send the metrics token as a bearer token.', { 'WWW-Authenticate': 'Bearer' })
    return c.text(metricsText(await readAll(parts, delay)), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    })
  }
}

async function readAll(parts: MetricsParts, delay: Delay): Promise<Gauge[]> {
  const read = await Promise.allSettled([ofDisk(parts), ofJobs(parts), parts.readGauges()])
  // The others are still worth reading while the database fails.
  for (const each of read)
    if (each.status === 'rejected') parts.log.warn({ err: each.reason }, 'some metrics can’t be read')
  return [
    ...ofProcess(delay),
    ...ofPageCache(parts),
    ...read.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])),
  ]
}

function ofProcess(delay: Delay): Gauge[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const quantile = (share: number) => ({
    labels: { quantile: String(share) },
    value: delay.percentile(share * 100) / 1e9,
  })
  const delays = delay.count > 0 ? [quantile(0.5), quantile(0.99), quantile(1)] : []
  delay.reset()
  return [
    gauge('process_resident_memory_bytes', 'Memory of the main process.', rss),
    gauge('studio_heap_bytes', 'Memory of JavaScript objects.', heapUsed),
    gauge('process_cpu_seconds_total', 'Processor time of the main process.', (user + system) / 1e6),
    gauge('process_start_time_seconds', 'When it started, since 1970.', performance.timeOrigin / 1_000),
    {
      name: 'studio_event_loop_delay_seconds',
      help: 'Since it was last asked for. About 0.02 is the measuring interval itself.',
      samples: delays,
    },
  ]
}

const ofPageCache = ({ pageCache }: MetricsParts): Gauge[] => [
  gauge('studio_page_cache_bytes', 'Memory of the page cache.', pageCache?.bytes ?? 0),
  gauge('studio_page_cache_entries', 'Pages and photos in the page cache.', pageCache?.size ?? 0),
]

async function ofDisk({ config }: MetricsParts): Promise<Gauge[]> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  return [
    gauge('studio_disk_free_bytes', 'Free space of the disk with DATA_DIR.', bavail * bsize),
    gauge('studio_disk_bytes', 'Size of the disk with DATA_DIR.', blocks * bsize),
  ]
}

const ofJobs = async ({ db, clock }: MetricsParts): Promise<Gauge[]> => [
  {
    name: 'studio_jobs',
    help: 'Jobs in the table, the same on all instances: due, running, later and failed.',
    samples: Object.entries(await countJobs(db, clock.now())).map(([state, value]) => ({
      labels: { state },
      value,
    })),
  },
]

const gauge = (name: string, help: string, value: number): Gauge => ({ name, help, samples: [{ value }] })
