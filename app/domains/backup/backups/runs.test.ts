import { rename, rm } from 'node:fs/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '~/platform/logging.server'
import { type BackupSite, backupSite } from '../../../../test/support/backup-site'
import { describeOnBothEngines, freshDatabase } from '../../../../test/support/database'
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
    expect(await makePassphrase({ ...site, author })).toEqual({
      refusal: expect.stringContaining('has no backups'),
    })
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

test('in a bucket that refuses to delete say so, go on, and are shown while the bucket is away', async () => {
  const fresh = await freshDatabase('sqlite')
  onTestFinished(() => fresh.dispose())
  const site = await backupSite(fresh, { isInBucket: true })
  await site.db.deleteFrom('backup_runs').execute()
  const { bucket } = site
  if (!bucket) throw new Error('There is no bucket.')
  bucket.fault = ({ method }) => (method === 'DELETE' ? 'denied' : undefined)
  const daily = () => runDaily(site, new AbortController().signal)
  for (let month = 0; month < 14; month += 1) {
    site.clock.advance(31 * 86_400_000)
    await daily()
  }
  const names = await listNames(site.target)
  expect(names).toHaveLength(14)
  const shown = await listBackups(site)
  expect(shown).toMatchObject({
    place: `s3://${bucket.settings.bucket}/backups-of/studio`,
    isBucket: true,
    trouble: '',
  })
  expect(shown.runs[0]).toMatchObject({
    ...{ state: 'verified' },
    note: 'The backup storage doesn’t allow deleting, so old backups stay.',
  })
  expect(shown.runs[3]?.note).toBe('')
  bucket.fault = () => 'denied'
  site.clock.advance(86_400_000)
  await daily()
  const sentence = expect.stringContaining('Allow BACKUP_S3_ACCESS_KEY_ID to list')
  const away = await listBackups(site)
  expect(away.trouble).toEqual(sentence)
  expect(away.runs[0]).toMatchObject({ state: 'failed', note: sentence })
}, 120_000)
