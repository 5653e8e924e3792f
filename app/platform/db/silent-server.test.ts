import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '~/platform/db/database.server'
import { slowConnections } from '../../../test/support/slow-connections'

test('connections to a server that falls silent are ended in seconds, and a slow statement is waited for', async () => {
  const url = new URL(`${inject('postgresUrl')}/postgres`)
  const between = await slowConnections(Number(url.port))
  url.port = String(between.port)
  const db = openDatabase({ databaseUrl: url.href, dataDir: '' })
  onTestFinished(async () => {
    await db.destroy()
    await between.close()
  })
  const slow = await sql<{ is_done: boolean }>`select true as is_done from pg_sleep(7)`.execute(db)
  expect(slow.rows).toEqual([{ is_done: true }])
  between.isSilent = true
  // TCP alone would wait for many minutes.
  const waiting = await Promise.allSettled([
    db.transaction().execute((tx) => sql`select 1`.execute(tx)),
    sql`select 1`.execute(db),
  ])
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(sql`select 1`.execute(db)).rejects.toThrow('The database doesn’t answer.')
  between.isSilent = false
  await expect
    .poll(() => sql<{ n: number }>`select 1 as n`.execute(db).then(({ rows }) => rows))
    .toEqual([{ n: 1 }])
})
