import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createPassphrase, openKey } from '~/domains/backup/backups/target.server'
import { type BackupSite, backupSite } from '../test/support/backup-site'
import { describeOnBothEngines, freshDatabase } from '../test/support/database'
import { dumpEverything } from '../test/support/every-table'
import { exportCommand } from './export'
import { importCommand } from './import'

type Command = typeof exportCommand | typeof importCommand

async function run(command: Command, site: BackupSite, ...args: string[]) {
  const said: string[] = []
  const streams = { write: (text: string) => said.push(text) > 0 }
  const code = await command(site, args, { out: streams, err: streams } as never)
  return { code, said: said.join('') }
}

const filesOf = (site: BackupSite) => Array.fromAsync(site.storage.list(''))

afterEach(() => void vi.unstubAllEnvs())

/** Names in a data folder. The temporary folder of this process is empty but for its lock. */
async function namesIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir)
  const isTemporary = (name: string) => name.startsWith('studio-files-')
  for (const name of names.filter(isTemporary))
    expect((await readdir(join(dataDir, name))).filter((file) => !file.startsWith('lock'))).toEqual([])
  return names.filter((name) => !isTemporary(name))
}

describeOnBothEngines('an encrypted export', (open) => {
  test('opens with the passphrase alone, and is refused whole otherwise', async () => {
    const fresh = await open()
    const source = await backupSite(fresh)
    const file = join(source.backupDir, 'everything.zip.age')
    const none = await run(exportCommand, source, file, '--encrypt')
    expect(none).toMatchObject({ code: 1, said: expect.stringContaining('no recovery passphrase yet') })
    const key = await openKey(source.target, source.config, true)
    if (typeof key === 'string') throw new Error('There is no key.')
    const passphrase = await createPassphrase(source.target, key, 1)
    const others = await namesIn(source.where.dataDir)

    vi.stubEnv('BACKUP_PASSPHRASE', 'not the passphrase')
    const mistyped = await run(exportCommand, source, file, '--encrypt')
    expect(mistyped).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was exported.') })
    vi.stubEnv('BACKUP_PASSPHRASE', passphrase.toUpperCase())
    const exported = await run(exportCommand, source, file, '--encrypt')
    expect(exported).toMatchObject({ code: 0, said: expect.stringContaining('encrypted') })
    expect(await namesIn(source.where.dataDir)).toEqual(others)
    const locked = await readFile(file)
    expect(locked.includes('manifest.json') || locked.includes('PK\u0003\u0004')).toBe(false)

    const empty = await freshDatabase(fresh.engine)
    onTestFinished(() => empty.dispose())
    const into = await backupSite(empty, { isEmpty: true })
    const [rows, names] = [await dumpEverything(into.db), await namesIn(empty.where.dataDir)]
    const refuses = async (path: string) => {
      const refused = await run(importCommand, into, path)
      expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was imported.') })
      expect(await dumpEverything(into.db)).toEqual(rows)
      expect(await namesIn(empty.where.dataDir)).toEqual(names)
      expect(await filesOf(into)).toEqual([])
    }
    const cut = join(source.backupDir, 'cut.zip.age')
    await writeFile(cut, locked)
    await truncate(cut, locked.length - 70_000)
    await refuses(cut)
    locked[locked.length >> 1] = (locked[locked.length >> 1] ?? 0) ^ 1
    await writeFile(cut, locked)
    await refuses(cut)
    vi.stubEnv('BACKUP_PASSPHRASE', 'another passphrase')
    await refuses(file)

    vi.stubEnv('BACKUP_PASSPHRASE', passphrase)
    const full = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    const fullSource = { ...source, storage: { ...source.storage, openToRead: full } }
    const halted = await run(exportCommand, fullSource, `${file}.2`, '--encrypt')
    expect(halted).toMatchObject({ code: 1, said: expect.stringContaining('The disk is full') })
    expect((await readdir(source.backupDir)).filter((name) => name.includes('.2'))).toEqual([])
    expect(await namesIn(source.where.dataDir)).toEqual(others)
    const fullInto = { ...into, storage: { ...into.storage, putFile: full } }
    const stopped = await run(importCommand, fullInto, file)
    expect(stopped).toMatchObject({ code: 1, said: expect.stringContaining('The disk is full') })
    expect(await dumpEverything(into.db)).toEqual(rows)
    expect(await namesIn(empty.where.dataDir)).toEqual(names)
    const { code, said } = await run(importCommand, into, file)
    expect(code).toBe(0)
    expect(said).toMatch(/^(\d+)\/\1 files$/m)
    expect(await filesOf(into)).toEqual(await filesOf(source))
    const photos = await dumpEverything(source.db)
    expect((await dumpEverything(into.db)).photos).toEqual(photos.photos)
  })
})
