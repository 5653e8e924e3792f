import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '~/platform/db/database.server'
import { startSiteOn } from '../support/engine-site'
import { post } from '../support/forms'
import { inDatabaseOf } from '../support/site-database'

it('a site goes on after its database was restarted, and while it takes no writes', {
  timeout: 120_000,
}, async () => {
  const { site, stop } = await startSiteOn('postgres', { RATE_LIMIT_SCALE: '100000' })
  const server = openDatabase({
    databaseUrl: site.databaseUrl?.replace('/site?', '/postgres?'),
    dataDir: site.dataDir,
  })
  /** What a restart does to connections: all are ended with 57P01, and new ones get the new setting. */
  const change = async (setting: string) => {
    await sql`alter database site ${sql.raw(setting)}`.execute(server)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'site'`.execute(server)
  }
  const answer = async (path: string) => (await fetch(site.url + path)).status
  const subscribe = async (email: string) => (await post(site, '/newsletter', { email })).status
  const isReady = (status: number) =>
    expect.poll(() => answer('/readyz'), { timeout: 30_000, interval: 100 }).toBe(status)
  try {
    await isReady(200)
    await fetch(`${site.url}/about`)

    await change('with allow_connections false')
    expect(await subscribe('away@example.com')).toBeGreaterThanOrEqual(500)
    await isReady(503)
    expect(await answer('/healthz')).toBe(200)
    await change('with allow_connections true')
    await isReady(200)
    expect(await subscribe('away@example.com')).toBeLessThan(400)

    await change('set default_transaction_read_only = on')
    expect(await subscribe('read-only@example.com')).toBeGreaterThanOrEqual(500)
    expect(await answer('/about')).toBe(200)
    await isReady(503)
    await change('reset default_transaction_read_only')
    await isReady(200)
    expect(await subscribe('read-only@example.com')).toBeLessThan(400)

    const stored = await inDatabaseOf(site, (db) =>
      db.selectFrom('newsletter').select('email').where('email', 'like', '%@example.com').execute(),
    )
    expect(stored.map(({ email }) => email)).toEqual(
      expect.arrayContaining(['away@example.com', 'read-only@example.com']),
    )
    expect(site.output()).not.toMatch(/an error was not caught|a rejection was not handled/)
  } finally {
    await server.destroy()
    await stop()
  }
})
