import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, type Engine, openDatabase } from '~/platform/db/database.server'
import { moveToPostgres } from '../support/engine-site'
import { type OwnPostgres, startPostgres } from '../support/own-postgres'
import { copyInstallation } from '../support/site'

const KILLS = 100
const WRITERS = 3

const root = resolve(import.meta.dirname, '../..')
const outDir = join(root, 'build/test', String(process.pid))
let folder: string
let postgres: OwnPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kills-'))
  // PostgreSQL may run as another user, which needs access to the folder.
  await chmod(folder, 0o711)
  postgres = await startPostgres(join(folder, 'server'))
  await postgres.createDatabase('site')
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
    build: { ssr: join(root, 'test/support/message-writer.ts'), outDir, emptyOutDir: true },
  })
})
afterAll(async () => {
  await postgres?.stop()
  for (const each of [folder, outDir]) await rm(each, { recursive: true, force: true })
})

/** Starts a process that writes, and kills it some moments after its first write was acknowledged. */
async function writeAndKill(where: { dataDir: string; databaseUrl: string | undefined }, name: string) {
  const acknowledged: string[] = []
  const writer: ChildProcess = fork(
    join(outDir, 'message-writer.js'),
    [where.dataDir, where.databaseUrl ?? '', name],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  writer.on('message', (email) => acknowledged.push(String(email)))
  const ended = once(writer, 'exit')
  await Promise.race([once(writer, 'message'), ended])
  await sleep(Math.random() * 60)
  writer.kill('SIGKILL')
  const [code] = await ended
  expect(code, 'ended by itself').toBeNull()
  return acknowledged
}

describe.each<Engine>(['sqlite', 'postgres'])('a process that is killed while it writes (%s)', (engine) => {
  it('has lost nothing that it acknowledged, and left nothing in part', { timeout: 900_000 }, async () => {
    const dataDir = join(folder, engine)
    await copyInstallation('texts', dataDir)
    const where = { dataDir, databaseUrl: engine === 'postgres' ? `${postgres.url}/site` : undefined }
    if (where.databaseUrl) await moveToPostgres(dataDir, where.databaseUrl)
    const db = openDatabase(where)
    const [emails, jobs] = [await countEmails(db), await countJobsOfEmails(db)]
    const acknowledged: string[] = []
    let n = 0
    const kill = async () => {
      while (n < KILLS) acknowledged.push(...(await writeAndKill(where, `writer${n++}`)))
    }
    await Promise.all(Array.from({ length: WRITERS }, kill))

    try {
      const messages = await db.selectFrom('contact_messages').select('email').execute()
      const stored = messages.map(({ email }) => email)
      expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS)
      expect(acknowledged.filter((email) => !stored.includes(email))).toEqual([])
      expect(new Set(stored).size).toBe(stored.length)
      // One more at most for each kill: stored, but not acknowledged.
      expect(stored.length - acknowledged.length).toBeLessThanOrEqual(KILLS)
      // An acknowledgment to the client and a copy for the studio, each with a job, in the message's transaction.
      expect((await countEmails(db)) - emails).toBe(stored.length * 2)
      expect((await countJobsOfEmails(db)) - jobs).toBe(stored.length * 2)
      if (engine === 'sqlite')
        expect((await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)).rows).toEqual([
          { integrity_check: 'ok' },
        ])
    } finally {
      await db.destroy()
    }
  })
})

const countEmails = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('outbox')
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

const countJobsOfEmails = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('jobs')
        .innerJoin('outbox', (join) => join.on(sql`jobs.payload`, 'like', sql`'%' || outbox.id || '%'`))
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
