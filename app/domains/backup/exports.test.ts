import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decryptAge } from '~/platform/age.server'
import type { Storage } from '~/platform/storage/storage.server'
import { openZip } from '~/platform/zip/zip-reader.server'
import { type BackupSite, backupSite } from '../../../test/support/backup-site'
import { describeOnBothEngines } from '../../../test/support/database'
import { objectStore } from '../../../test/support/object-store'
import { createPassphrase, openKey } from './backups/target.server'
import { CLEAR_EXPORT, MAKE_EXPORT } from './model'
import { clearExport, listExports, makeExport, openExport, requestExport } from './operations.server'

const author = { uid: 'u1', name: 'Dorian Ellis' }
const from = { clientAddress: '203.0.113.7', userAgent: 'Firefox/140.0' }
const DAY_MS = 86_400_000

describe.each([false, true])('in a bucket: %s', (isInBucket) => {
  describeOnBothEngines('export archives', (open) => {
    async function exportingSite() {
      const site = await backupSite(await open())
      await site.db.deleteFrom('exports').execute()
      const storage = isInBucket ? await bucketWith(site.storage) : site.storage
      return { ...site, storage, author, ...from }
    }

    test('are made in the storage, and deleted after three days with what a crash left', async () => {
      const site = await exportingSite()
      expect(await requestExport(site)).toEqual({ ok: true })
      expect(await requestExport(site)).toEqual({ ok: false, reason: 'in-the-making' })
      const id = await firstOf(site)
      const signal = new AbortController().signal
      await makeExport(site, id, { signal, isLastAttempt: true })
      const found = await openExport(site, id)
      expect(found).toMatchObject({ name: 'everything-2026-11-20.zip', type: 'application/zip' })
      expect(found?.bytes).toBe(await site.storage.size(`exports/${id}.zip`))
      expect((await whole(site, id)).subarray(0, 2).toString()).toBe('PK')
      await site.storage.put(`exports/${'ab'.repeat(16)}.zip`, Buffer.from('left by a restore'))
      await site.storage.put('exports/mine.zip', Buffer.from('the owner’s'))
      site.clock.set(Date.now() + 5 * DAY_MS)
      await clearExport(site, id)
      expect(await listExports(site)).toEqual([])
      expect(await Array.fromAsync(site.storage.list('exports/'))).toEqual(['exports/mine.zip'])
    })

    test('are encrypted to the recovery passphrase, of which nothing is kept', async () => {
      const site = await exportingSite()
      expect(await requestExport(site, { passphrase: 'none yet' })).toEqual({
        ok: false,
        reason: 'no-passphrase',
      })
      const key = await openKey(site.target, site.config, true)
      if (typeof key === 'string') throw new Error('There is no key.')
      const passphrase = await createPassphrase(site.target, key, site.clock.now())
      expect(await requestExport(site, { passphrase: `${passphrase}x` })).toEqual({
        ...{ ok: false, reason: 'wrong-passphrase' },
      })
      expect(await requestExport(site, { passphrase: passphrase.toUpperCase() })).toEqual({ ok: true })
      const id = await firstOf(site)
      const sealed = await site.db.selectFrom('exports').select('passphrase').executeTakeFirstOrThrow()
      expect(sealed.passphrase).not.toContain(passphrase.slice(0, 8))
      await makeExport(site, id, { signal: new AbortController().signal, isLastAttempt: true })
      expect(await openExport(site, id)).toMatchObject({ name: 'everything-2026-11-20.zip.age' })
      expect(await site.db.selectFrom('exports').select('passphrase').execute()).toEqual([
        { passphrase: null },
      ])
      const encrypted = await whole(site, id)
      expect(encrypted.includes(Buffer.from('manifest.json'))).toBe(false)
      const file = join(site.where.dataDir, 'opened.zip')
      await writeFile(file, decryptAge({ passphrase }, [encrypted]))
      const zip = await openZip(file)
      if (!zip.ok) throw new Error(zip.sentence)
      expect((await Array.fromAsync(zip.zip.read('manifest.json'))).length).toBeGreaterThan(0)
      await zip.zip.close()
    })

    test('are restarted after a crash', async () => {
      const site = await exportingSite()
      const states = async () => (await listExports(site)).map(({ state }) => state)
      await requestExport(site)
      const id = await firstOf(site)
      await site.db.updateTable('jobs').set({ failed_at: 1 }).where('kind', '=', MAKE_EXPORT).execute()
      expect(await states()).toEqual(['failed'])
      expect(await requestExport(site)).toEqual({ ok: true })
      expect((await states()).toSorted()).toEqual(['failed', 'making'])
      const clearing = site.db.selectFrom('jobs').select('payload').where('kind', '=', CLEAR_EXPORT)
      expect((await clearing.execute()).map(({ payload }) => JSON.parse(payload))).toEqual([{ id }])
      await clearExport(site, id)
      expect(await states()).toEqual(['making'])
    })
  })
})

async function firstOf(site: BackupSite): Promise<string> {
  const [first] = await listExports(site)
  if (!first) throw new Error('There is no archive.')
  return first.id
}

/** All of it, as downloaded in two parts. */
async function whole(site: BackupSite, id: string): Promise<Buffer> {
  const found = await openExport(site, id)
  if (!found) throw new Error('There is no archive.')
  const parts: Buffer[] = []
  const middle = Math.floor(found.bytes / 2)
  for (const range of [
    { start: 0, end: middle },
    { start: middle + 1, end: found.bytes - 1 },
  ]) {
    const source = await found.open(range)
    const buffer = new Uint8Array(1_000_000)
    for (;;) {
      const length = await source.read(buffer)
      if (length === 0) break
      parts.push(Buffer.from(buffer.subarray(0, length)))
    }
    await source.close()
  }
  return Buffer.concat(parts)
}

async function bucketWith(files: Storage): Promise<Storage> {
  const bucket = objectStore()
  for await (const key of files.list('')) await bucket.put(key, (await files.read(key)) ?? Buffer.alloc(0))
  return bucket
}
