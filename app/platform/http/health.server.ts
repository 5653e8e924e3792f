import type { Handler } from 'hono'
import type { App } from './scope.server'

export interface HealthParts extends Pick<App, 'db' | 'storage' | 'log'> {
  worker: { isHealthy(): boolean }
}

const PATIENCE_MS = 3_000
/** Probes may come from many sides; the disk is asked once a second. */
const FRESH_MS = 1_000

/** Whether this instance can do its work: the database, the storage and the job worker answer. */
export function readiness({ db, storage, log, worker }: HealthParts): Handler {
  let last: { at: number; state: Promise<Record<'database' | 'storage' | 'jobs', boolean>> } | undefined
  return async (c) => {
    const now = performance.now()
    if (!last || now - last.at > FRESH_MS) last = { at: now, state: look() }
    const state = await last.state
    const ready = Object.values(state).every(Boolean)
    return c.json({ ready, ...state }, ready ? 200 : 503, { 'Cache-Control': 'no-store' })
  }

  async function look() {
    const [database, stored] = await Promise.all([
      answers('database', () => db.selectFrom('content_version').select('version').execute()),
      answers('storage', writeAndRead),
    ])
    return { database, storage: stored, jobs: worker.isHealthy() }
  }

  async function writeAndRead(): Promise<void> {
    const key = `health/${process.pid}`
    const sent = new TextEncoder().encode(String(Date.now()))
    await storage.put(key, sent)
    const found = await storage.read(key)
    await storage.delete(key)
    if (!found || Buffer.compare(found, sent) !== 0) throw new Error('The storage gave back other bytes.')
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
