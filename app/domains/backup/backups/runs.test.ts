import { rename, rm } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { createLogger } from '~/platform/logging.server'
import { type BackupSite, backupSite } from '../../../../test/support/backup-site'
import { describeOnBothEngines } from '../../../../test/support/database'
import { backUpBeforeUpgrade } from './before-upgrade.server'
import { createBackup } from './create.server'
import { LATE_MS } from './model'
import { listBackups, makePassphrase, readLateBackup, recordBackup, runBackup, runDaily } from './runs.server'
import { listNames } from './target.server'

describeOnBothEngines('runs of backups', (open) => {
  let site: BackupSite
  beforeEach(async () => {
    site = await backupSite(await open())
    await site.db.deleteFrom('backup_runs').execute()
    await site.db.deleteFrom('outbox').execute()
  })

  const at = () => ({ ...site, log: createLogger('silent') })
  const daily = () => runDaily(at(), new AbortController().signal)
  const states = async () => (await listBackups(site)).runs.map(({ state }) => state)
  const failureEmails = async () => {
    const mail = await site.db.selectFrom('outbox').select('kind').execute()
    return mail.filter(({ kind }) => kind === 'backup-failed').length
  }

  test('refuse an emptied folder once there were backups, until the owner begins anew', async () => {
    await daily()
    const [name] = await listNames(site.target)
    await rename(site.backupDir, `${site.backupDir}-unmounted`)
    site.clock.advance(86_400_000)
    await daily()
    expect(await states()).toEqual(['failed', 'verified'])
    expect(await failureEmails()).toBe(1)
    expect(await listBackups(site)).toMatchObject({
      isEmptied: true,
      runs: [{ note: expect.stringContaining('check that it’s mounted') }, {}],
    })
    const author = { uid: 'owner', name: 'Owner' }
    expect(await makePassphrase({ ...site, author })).toBe('emptied')
    await expect(backUpBeforeUpgrade(site)).rejects.toThrow('check that it’s mounted')
    expect(await Array.fromAsync(site.target.list(''))).toEqual([])

    await rename(`${site.backupDir}-unmounted`, site.backupDir)
    site.clock.advance(86_400_000)
    await daily()
    expect((await states())[0]).toBe('verified')
    expect(await listNames(site.target)).toContain(name)

    await rm(site.backupDir, { recursive: true })
    site.clock.advance(60_000)
    await runBackup(at(), { kind: 'manual', beginsAnew: true }, new AbortController().signal)
    expect((await states())[0]).toBe('verified')
    expect(await listBackups(site)).toMatchObject({ isEmptied: false })
    site.clock.advance(86_400_000)
    await daily()
    expect((await states())[0]).toBe('verified')
  })

  test('are late 26 hours after the last verified one, also one made by the command', async () => {
    expect(await readLateBackup(site)).toBeUndefined()
    await daily()
    const since = site.clock.now()
    site.clock.advance(LATE_MS)
    expect(await readLateBackup(site)).toBeUndefined()
    site.clock.advance(1)
    expect(await readLateBackup(site)).toEqual({ since, note: '' })
    const startedAt = site.clock.now()
    const made = await createBackup(site, { kind: 'manual' })
    await recordBackup(site, { kind: 'manual', startedAt, made })
    expect(await readLateBackup(site)).toBeUndefined()
    expect((await listBackups(site)).runs[0]).toMatchObject({ label: 'On request', state: 'verified' })
    expect(await failureEmails()).toBe(0)
  })

  test('remember for longer than a year that there were backups', async () => {
    await daily()
    await rename(site.backupDir, `${site.backupDir}-unmounted`)
    for (const _year of [1, 2]) {
      site.clock.advance(400 * 86_400_000)
      await daily()
    }
    expect(await states()).not.toContain('making')
    expect((await listBackups(site)).isEmptied).toBe(true)
    expect(await Array.fromAsync(site.target.list(''))).toEqual([])
  })

  test('of a process that ended in between fail with the next one, which is complete', async () => {
    const stopping = new AbortController()
    stopping.abort()
    await expect(runDaily(at(), stopping.signal)).rejects.toThrow()
    expect(await states()).toEqual(['making'])
    site.clock.advance(60_000)
    await daily()
    expect(await states()).toEqual(['verified', 'failed'])
  })
})
