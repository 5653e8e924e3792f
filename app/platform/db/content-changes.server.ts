import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from '~/platform/logging.server'
import { KEEP_ALIVE } from './postgres.server'

/** The channel of the trigger on `content_version`. */
const CHANNEL = 'content_version'
const RETRY_MS = 1_000

/**
 * Calls `changed` after every commit that changed content, by any process, and after each reconnection. PostgreSQL
 * only. Callers poll as well, since a connection pooler may drop notifications.
 */
export function listenForContent(
  databaseUrl: string,
  { changed, log }: { changed: () => void; log: Pick<Logger, 'warn'> },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let client: pg.Client | undefined
  const listening = listen()
  return {
    stop: async () => {
      stopping.abort()
      await client?.end().catch(() => {})
      await listening
    },
  }

  async function listen(): Promise<void> {
    const { default: pg } = await import('pg')
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      if (!isFirst) await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      client = new pg.Client({
        connectionString: databaseUrl,
        application_name: 'photo-studio content changes',
        connectionTimeoutMillis: 15_000,
        ...KEEP_ALIVE,
      })
      const ended = new Promise<void>((resolve) => client?.once('end', resolve).on('error', () => resolve()))
      try {
        await client.connect()
        client.on('notification', changed)
        await client.query(`listen ${CHANNEL}`)
        changed()
        await ended
      } catch (error) {
        log.warn({ err: error }, 'changes of content can’t be listened for; they are polled instead')
      }
      await client.end().catch(() => {})
    }
  }
}
