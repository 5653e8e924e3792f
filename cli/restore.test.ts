import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { databasePath } from '~/domains/backup/backups/model'
import { openDatabase } from '~/platform/db/database.server'
import { sqliteFile } from '~/platform/db/sqlite.server'
import { backupSite, makeBackup } from '../test/support/backup-site'
import { freshDatabase } from '../test/support/database'
import { restoreCommand } from './restore'

test('a damaged database is set aside only for a backup that can be restored', async () => {
  const [one, other] = [await freshDatabase('sqlite'), await freshDatabase('sqlite')]
  onTestFinished(async () => void (await Promise.all([one.dispose(), other.dispose()])))
  const site = await backupSite(one)
  const { name } = await makeBackup(site)
  const into = await backupSite(other, { isEmpty: true })
  const { dataDir } = into.config
  await other.db.destroy()
  const file = sqliteFile(dataDir)
  for (const ending of ['-wal', '-shm']) await rm(file + ending, { force: true })
  await writeFile(file, 'no database'.repeat(1_000))
  const restore = async () => {
    const db = openDatabase({ databaseUrl: undefined, dataDir })
    const streams = { out: { write: () => true }, err: { write: () => true } }
    const args = [name, '--from', site.backupDir, '--yes']
    const app = { ...into, db } as unknown as Parameters<typeof restoreCommand>[0]
    return await restoreCommand(app, args, streams as never).finally(() => db.destroy())
  }
  const aside = async () => (await readdir(dataDir)).filter((each) => each.includes('set-aside'))
  const copy = await site.target.read(databasePath(name))
  await site.target.put(databasePath(name), Buffer.from('something else'))
  expect(await restore()).toBe(1)
  expect(await aside()).toEqual([])
  expect(await readFile(file, 'utf8')).toContain('no database')
  await site.target.put(databasePath(name), copy ?? Buffer.alloc(0))
  expect(await restore()).toBe(0)
  expect(await aside()).toHaveLength(1)
})
