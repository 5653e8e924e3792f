import type { Handler } from 'hono'
import { probeDatabase } from '~/platform/db/probe.server'
import type { App } from './scope.server'

export interface HealthParts extends Pick<App, 'config' | 'db' | 'storage' | 'log'> {
  worker: { isHealthy(): boolean }
  /** After SIGTERM. */
  isStopping?: () => boolean
}

const PATIENCE_MS = 3_000
/** In milliseconds, for a database lock that another process may hold briefly. */
const LOCK_PATIENCE_MS = 2_000
/** In milliseconds. Several probes may run at once, so results are reused for a second. */
const FRESH_MS = 1_000

/**
 * Whether this instance can work: every table exists and is writable, files can be stored, the job worker runs,
 * and the program isn't stopping. Checking writes nothing.
 */
export function readiness({
  config,
  db,
  storage,
  log,
  worker,
  isStopping = () => false,
}: HealthParts): Handler {
  let last: { at: number; state: Promise<Record<'database' | 'storage' | 'jobs', boolean>> } | undefined
  return async (c) => {
    if (isStopping()) return c.json({ ready: false, stopping: true }, 503, { 'Cache-Control': 'no-store' })
    const now = performance.now()
    if (!last || now - last.at > FRESH_MS) last = { at: now, state: checkParts() }
    const state = await last.state
    const ready = Object.values(state).every(Boolean)
    return c.json({ ready, ...state }, ready ? 200 : 503, { 'Cache-Control': 'no-store' })
  }

  async function checkParts() {
    const [database, stored] = await Promise.all([
      answers('database', () => probeDatabase(db, config.dataDir, LOCK_PATIENCE_MS)),
      answers('storage', () => storage.check()),
    ])
    return { database, storage: stored, jobs: worker.isHealthy() }
  }

  async function answers(name: string, ask: () => Promise<unknown>): Promise<boolean> {
    try {
      await Promise.race([ask(), tooLate()])
      return true
    } catch (error) {
      log.error({ err: error }, `not ready: ${name}`)
      return false
    }
  }
}

const tooLate = () =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('No answer in time.')), PATIENCE_MS).unref())
