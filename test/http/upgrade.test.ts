import { randomUUID } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { type Db, openDatabase } from '~/platform/db/database.server'
import { migrateAs } from '~/platform/db/migrate.server'
import { BASELINE, unpackFixture } from '../support/baseline-fixture'
import { copyRows } from '../support/copy-rows'
import { startPostgres } from '../support/own-postgres'
import { runProgram } from '../support/program'
import { startSite } from '../support/site'

/** An installation of the first version, with rows in every table. */
async function firstVersion(): Promise<{ dataDir: string; migrations: (file?: string) => string[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'upgrade-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await unpackFixture(dataDir)
  const database = new DatabaseSync(join(dataDir, 'studio.sqlite'))
  // The fixture's own text isn't an id.
  const id = randomUUID()
  database.prepare('update installation set id = ?').run(id)
  database.close()
  await mkdir(join(dataDir, 'photos'))
  await writeFile(join(dataDir, 'photos', 'installation'), id)
  return {
    dataDir,
    migrations: (file = 'studio.sqlite') => {
      const database = new DatabaseSync(join(dataDir, file), { readOnly: true })
      const rows = database.prepare('select name from kysely_migration order by name').all()
      database.close()
      return rows.map(({ name }) => String(name))
    },
  }
}

test('a new version upgrades an installation, keeps a copy of its database, and serves it', async () => {
  const { dataDir, migrations } = await firstVersion()
  const site = await startSite({ dataDir })
  onTestFinished(async () => void (await site.stop()))
  expect(site.output()).toMatch(/^Upgrading the database to version \S+ \(\d+ changes\)\.$/m)
  expect(site.output()).toMatch(/^The upgrade is done, and the pages were checked\.$/m)
  expect((await fetch(site.url)).status).toBe(200)
  expect(migrations().length).toBeGreaterThan(1)
  const [copy = ''] = await readdir(join(dataDir, 'before-upgrade'))
  expect(migrations(join('before-upgrade', copy))).toEqual([BASELINE])
})

test('on PostgreSQL too, without a copy', async () => {
  const { dataDir } = await firstVersion()
  await chmod(dataDir, 0o711)
  const postgres = await startPostgres(join(dataDir, 'postgres'))
  onTestFinished(() => postgres.stop())
  await postgres.createDatabase('site')
  const databaseUrl = `${postgres.url}/site`
  const [from, to] = [undefined, databaseUrl].map((url) => openDatabase({ databaseUrl: url, dataDir })) as [
    Db,
    Db,
  ]
  await migrateAs(to, [BASELINE])
  await copyRows(from, to)
  await Promise.all([from.destroy(), to.destroy()])
  // In a folder without the server's own files, which the site would make private.
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(dataDir, 'photos'), join(folder, 'photos'), { recursive: true })
  const site = await startSite({ dataDir: folder, env: { DATABASE_URL: databaseUrl } })
  onTestFinished(async () => void (await site.stop()))
  expect(site.output()).toMatch(
    /^Upgrading the database(.|\n)*^The upgrade is done, and the pages were checked\.$/m,
  )
  expect(site.output()).not.toContain('Warning')
  expect((await fetch(site.url)).status).toBe(200)
  expect(await readdir(folder)).not.toContain('before-upgrade')
})

test('a new version that can’t show its pages undoes the upgrade, says so, and ends', async () => {
  const { dataDir, migrations } = await firstVersion()
  const database = new DatabaseSync(join(dataDir, 'studio.sqlite'))
  database.exec(`update settings set value = '{' where key = 'studio'`)
  database.close()
  const { code, err } = await runProgram(['serve'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal' })
  expect(code).toBe(1)
  expect(err).toMatch(
    /^The upgrade to version \S+ failed, so it was undone: the database is as it was before\./m,
  )
  expect(err).toMatch(/^something is wrong somewhere Error: \/\S* answers 500\.$/m)
  expect(migrations()).toEqual([BASELINE])
})
