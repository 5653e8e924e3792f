import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
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

it('a restore that is killed has changed no row, and is made again over what it left', async () => {
  const prepared = await prepareOn('sqlite')
  onTestFinished(prepared.remove)
  const secret = { SECRET: readStoredSecret(prepared.dataDir)[0] ?? '' }
  const made = await runProgram(['backup', 'create'], { DATA_DIR: prepared.dataDir, ...secret })
  expect(made).toMatchObject({ code: 0, err: '' })
  const before = readOriginals(prepared.dataDir)
  expect(before.size).toBeGreaterThan(2)

  const dataDir = join(prepared.dataDir, 'restored')
  const env = { DATA_DIR: dataDir, BACKUP_DIR: join(prepared.dataDir, 'backups'), ...secret }
  const restore = spawnProgram(['restore', 'latest'], env)
  const ended = once(restore, 'exit')
  await expect
    .poll(() => existsSync(join(dataDir, 'photos/originals')), { interval: 1, timeout: 60_000 })
    .toBe(true)
  restore.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  const db = openDatabase({ databaseUrl: undefined, dataDir })
  const rows = await db.selectFrom('photos').select('sha256').execute()
  await db.destroy()
  expect(rows).toEqual([])
  for (const [name, content] of readOriginals(dataDir))
    expect(content.equals(before.get(name) ?? Buffer.of())).toBe(true)

  const again = await runProgram(['restore', 'latest'], env)
  expect(again).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Restored') })
  expect(readOriginals(dataDir)).toEqual(before)
})

/** Content of the originals that have their name. */
function readOriginals(dataDir: string): Map<string, Buffer> {
  const folder = join(dataDir, 'photos/originals')
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('.'),
  )
  return new Map(names.map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name))]))
}
