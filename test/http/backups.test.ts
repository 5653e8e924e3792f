import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FILE_KINDS } from '~/domains/files/collection.server'
import { openDatabase } from '~/platform/db/database.server'
import { readStoredSecret } from '~/platform/stored-secret.server'
import { signedIn } from '../support/accounts'
import { prepareOn } from '../support/engine-site'
import { post } from '../support/forms'
import { runProgram, spawnProgram } from '../support/program'
import { startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

const PAGE = '/studio/settings/backups'

describe.each(['sqlite', 'postgres'] as const)('backups of an installation on %s', (engine) => {
  it('go on after a killed process, and are made and shown in the Studio without script', async () => {
    const prepared = await prepareOn(engine)
    onTestFinished(prepared.remove)
    const { dataDir } = prepared
    const env = { DATA_DIR: dataDir, ...prepared.env }
    const backup = (...args: string[]) => runProgram(['backup', ...args], env)

    const files = join(dataDir, 'backups/files')
    const killed = spawnProgram(['backup', 'create'], env)
    const ended = once(killed, 'exit')
    await expect
      .poll(() => existsSync(files) && readdirSync(files).length, { interval: 1, timeout: 60_000 })
      .toBeGreaterThan(2)
    killed.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(await backup('list')).toMatchObject({ code: 0, out: expect.stringContaining('no backups yet') })
    const created = await backup('create')
    expect(created).toMatchObject({ code: 0, err: '', out: expect.stringContaining('is complete') })
    expect(await backup('verify')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('complete'),
    })

    const site = await startSite({ dataDir, env: prepared.env })
    onTestFinished(async () => void (await site.stop()))
    const owner = { Cookie: await signedIn(site, 'owner', { email: 'owner@example.com' }) }
    const assistant = { Cookie: await signedIn(site, 'assistant', { email: 'assistant@example.com' }) }
    const get = async (path: string, headers: Record<string, string>) =>
      await fetch(site.url + path, { headers, redirect: 'manual' })
    expect((await get(PAGE, assistant)).status).toBe(404)
    expect((await post(site, PAGE, { intent: 'backup' }, assistant)).status).toBe(404)
    const page = async () => (await get(PAGE, owner)).text()
    const verified = async () => [...(await page()).matchAll(/-manual<\/code>/g)].length
    expect(await verified()).toBe(1)
    expect((await post(site, PAGE, { intent: 'nothing' }, owner)).status).toBe(400)
    expect((await post(site, PAGE, { intent: 'backup' }, owner)).status).toBe(303)
    await expect.poll(verified, { interval: 200, timeout: 60_000 }).toBe(2)

    await inDatabaseOf(site, (db) => db.updateTable('backup_runs').set({ started_at: 1 }).execute())
    const today = async (who: { Cookie: string }) => (await get('/studio', who)).text()
    for (const who of [owner, assistant]) expect(await today(who)).toContain('more than 26 hours old')
    expect(await today(owner)).toContain(`href="${PAGE}"`)
    expect(await today(assistant)).not.toContain(`href="${PAGE}"`)
  })
})

it('a restore that is killed changes no row, and what it leaves is made whole or removed', async () => {
  const prepared = await prepareOn('sqlite')
  onTestFinished(prepared.remove)
  const secret = { SECRET: readStoredSecret(prepared.dataDir)[0] ?? '' }
  const made = await runProgram(['backup', 'create'], { DATA_DIR: prepared.dataDir, ...secret })
  expect(made).toMatchObject({ code: 0, err: '' })
  const before = readOriginals(prepared.dataDir)
  expect(before.size).toBeGreaterThan(2)

  const dataDir = join(prepared.dataDir, 'restored')
  const temporary = join(prepared.dataDir, 'temporary')
  mkdirSync(temporary)
  const env = {
    ...{ DATA_DIR: dataDir, BACKUP_DIR: join(prepared.dataDir, 'backups'), TMPDIR: temporary },
    ...secret,
  }
  const restore = spawnProgram(['restore', 'latest'], env)
  const ended = once(restore, 'exit')
  await expect.poll(() => draftsIn(dataDir).length, { interval: 1, timeout: 60_000 }).toBeGreaterThan(2)
  restore.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  const left = draftsIn(dataDir)
  expect(left.length).toBeGreaterThan(0)
  expect(readdirSync(temporary)).not.toEqual([])
  const db = openDatabase({ databaseUrl: undefined, dataDir })
  const rows = await db.selectFrom('photos').select('sha256').execute()
  await db.destroy()
  expect(rows).toEqual([])
  for (const [name, content] of readOriginals(dataDir))
    expect(content.equals(before.get(name) ?? Buffer.of())).toBe(true)

  const again = await runProgram(['restore', 'latest'], env)
  expect(again).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Restored') })
  expect(readOriginals(dataDir)).toEqual(before)
  // The tables, decrypted.
  expect(readdirSync(temporary)).toEqual([])

  const [young, ...old] = draftsIn(dataDir)
  const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400
  for (const path of [...old, ...pathsOfOriginals(dataDir)]) utimesSync(path, twoDaysAgo, twoDaysAgo)
  const site = await startSite({ dataDir, env: secret })
  onTestFinished(async () => void (await site.stop()))
  await expect.poll(() => draftsIn(dataDir), { interval: 100, timeout: 60_000 }).toEqual([young])
  const collected = () =>
    inDatabaseOf(site, (each) => each.selectFrom('inventory_runs').selectAll().execute())
  await expect.poll(async () => (await collected()).length, { timeout: 60_000 }).toBe(FILE_KINDS.length)
  expect(readOriginals(dataDir)).toEqual(before)
  expect(existsSync(join(dataDir, 'photos/quarantine'))).toBe(false)
})

it('an import of an encrypted export that is killed leaves no decrypted archive or tables after the next start', async () => {
  const prepared = await prepareOn('sqlite')
  onTestFinished(prepared.remove)
  const secret = { SECRET: readStoredSecret(prepared.dataDir)[0] ?? '' }
  const source = { DATA_DIR: prepared.dataDir, ...secret }
  const { out } = await runProgram(['backup', 'passphrase'], source)
  const passphrase = { BACKUP_PASSPHRASE: /^Recovery passphrase: (.+)$/m.exec(out)?.[1] ?? '' }
  const archive = join(prepared.dataDir, '../everything.zip.age')
  const exported = await runProgram(['export', archive, '--encrypt'], { ...source, ...passphrase })
  expect(exported).toMatchObject({ code: 0, err: '' })

  const [dataDir, temporary] = [join(prepared.dataDir, '../into'), join(prepared.dataDir, '../temporary')]
  for (const folder of [dataDir, temporary]) mkdirSync(folder)
  const env = { DATA_DIR: dataDir, TMPDIR: temporary, ...secret }
  /** Decrypted, and unpacked. */
  const readable = () => [
    filesIn(dataDir).filter((path) => basename(path) === 'archive.zip'),
    filesIn(temporary).filter((path) => /^(tables|file)-/.test(basename(path))),
  ]
  const killed = spawnProgram(['import', archive], { ...env, ...passphrase })
  const ended = once(killed, 'exit')
  await expect
    .poll(() => readable().every((paths) => paths.length > 0), { interval: 1, timeout: 60_000 })
    .toBe(true)
  killed.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  for (const paths of readable()) expect(paths).not.toEqual([])

  const site = await startSite({ dataDir, env })
  onTestFinished(async () => void (await site.stop()))
  await expect.poll(readable, { interval: 100, timeout: 60_000 }).toEqual([[], []])
})

/** Paths of all files below a folder. */
const filesIn = (folder: string): string[] => {
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  return found.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).toSorted()
}

const pathsIn = (dataDir: string): string[] => filesIn(join(dataDir, 'photos/originals'))

const isDraft = (path: string): boolean => basename(path).startsWith('.draft-')

const draftsIn = (dataDir: string): string[] => pathsIn(dataDir).filter(isDraft)

/** Those that have their name. */
const pathsOfOriginals = (dataDir: string): string[] => pathsIn(dataDir).filter((path) => !isDraft(path))

const readOriginals = (dataDir: string): Map<string, Buffer> =>
  new Map(pathsOfOriginals(dataDir).map((path) => [basename(path), readFileSync(path)]))
