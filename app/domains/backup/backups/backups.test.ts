import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Storage } from '~/platform/storage/storage.server'
import { type BackupSite, backupSite, makeBackup, SECRET } from '../../../../test/support/backup-site'
import { describeOnBothEngines, freshDatabase } from '../../../../test/support/database'
import { type Fault, failingOnce } from '../../../../test/support/s3-server'
import { createBackup } from './create.server'
import { databasePath, manifestPath, readPassphrase, storedPath, verifiedPath } from './model'
import { createPassphrase, findKey, listNames, openWithPassphrase } from './target.server'
import { verifyBackups } from './verify.server'

/** Number of photos in the demo content. */
const PHOTOS = 29

/** Counts how often each file is read. */
function watched(storage: Storage) {
  const reads: string[] = []
  const openToRead: Storage['openToRead'] = (key) => {
    reads.push(key)
    return storage.openToRead(key)
  }
  return { reads, storage: { ...storage, openToRead } }
}

async function keyOf({ target, config }: BackupSite) {
  const key = await findKey(target, config)
  if (!key) throw new Error('There is no key.')
  return key
}

async function faultsOf(site: BackupSite): Promise<string[]> {
  const from = { target: site.target, key: await keyOf(site) }
  const found = await Array.fromAsync(verifyBackups(from, await listNames(site.target)))
  return found.flatMap(({ faults }) => faults)
}

describe.each([false, true])('in a bucket: %s', (isInBucket) => {
  describeOnBothEngines('backups', (open) => {
    let site: BackupSite
    beforeEach(async () => {
      site = await backupSite(await open(), { isInBucket })
    })

    test('are complete, and read each original once', async () => {
      const { reads, storage } = watched(site.storage)
      const first = await makeBackup({ ...site, storage })
      expect(first).toMatchObject({ missing: [] })
      expect(first.newFiles).toBeGreaterThanOrEqual(PHOTOS)
      const originals = () => reads.filter((key) => key.startsWith('originals/'))
      expect(originals()).toHaveLength(PHOTOS)
      site.clock.advance(86_400_000)
      const second = await makeBackup({ ...site, storage })
      expect(second).toMatchObject({ files: first.files, newFiles: 0 })
      expect(originals()).toHaveLength(PHOTOS)
      expect(await listNames(site.target)).toEqual([second.name, first.name])
      expect(await faultsOf(site)).toEqual([])
    })

    test('contain nothing readable, and open with the passphrase alone, typed in any way', async () => {
      const { name } = await makeBackup(site)
      const key = await keyOf(site)
      const passphrase = await createPassphrase(site.target, key, site.clock.now())
      expect(
        (await openWithPassphrase(site.target, passphrase.toUpperCase().replaceAll('-', ' ')))?.age,
      ).toEqual(key.age)
      expect(
        await openWithPassphrase(
          site.target,
          passphrase.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')),
        ),
      ).toBeUndefined()
      const later = await createPassphrase(site.target, key, site.clock.now() + 1)
      expect(await openWithPassphrase(site.target, passphrase)).toBeUndefined()
      expect((await openWithPassphrase(site.target, later))?.age).toEqual(key.age)
      const database = await site.target.read(databasePath(name))
      expect(Buffer.from(database ?? []).includes('SQLite format')).toBe(false)
      for await (const path of site.target.list('')) {
        const text = Buffer.from((await site.target.read(path)) ?? []).toString('latin1')
        expect(text.includes(SECRET) || text.includes('AGE-SECRET-KEY')).toBe(false)
      }
    })

    test('are refused where another installation keeps its own', async () => {
      await makeBackup(site)
      const config = { ...site.config, secret: 'another secret that is as long as it must be' }
      expect(await createBackup({ ...site, config }, { kind: 'daily' })).toEqual({
        ok: false,
        reason: 'other-key',
      })
      const rotated = { ...site.config, secret: [config.secret, SECRET] as const }
      site.clock.advance(60_000)
      expect(await createBackup({ ...site, config: rotated }, { kind: 'daily' })).toMatchObject({ ok: true })
      expect((await findKey(site.target, config))?.age).toEqual((await keyOf(site)).age)
    })

    test('include an original that the site has lost since', async () => {
      await makeBackup(site)
      const [key = ''] = await Array.fromAsync(site.storage.list('originals/'))
      await site.storage.delete(key)
      site.clock.advance(60_000)
      expect(await makeBackup(site)).toMatchObject({ missing: [], newFiles: 0 })
    })

    test('name the originals that are lost or damaged', async () => {
      const [lost = '', damaged = ''] = await Array.fromAsync(site.storage.list('originals/'))
      await site.storage.delete(lost)
      await site.storage.put(damaged, Buffer.from('something else'))
      const made = await makeBackup(site)
      expect(made.missing).toHaveLength(2)
      expect(await faultsOf(site)).toEqual([])
    })

    test('don’t count when the target’s disk is full, or the process ends, in the middle', async () => {
      for (const place of ['files/', 'backups/']) {
        const full: Storage['put'] = async (key, data) => {
          if (key.startsWith(place)) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
          await site.target.put(key, data)
        }
        const target = { ...site.target, put: full }
        await expect(createBackup({ ...site, target }, { kind: 'daily' })).rejects.toThrow('no space left')
        expect(await listNames(site.target)).toEqual([])
      }
      const stopping = new AbortController()
      const onFile = (done: number) => {
        if (done === 5) stopping.abort()
      }
      await expect(createBackup(site, { kind: 'daily', signal: stopping.signal, onFile })).rejects.toThrow()
      expect(await listNames(site.target)).toEqual([])
      expect((await makeBackup(site)).ok).toBe(true)
      expect(await faultsOf(site)).toEqual([])
    })

    test('don’t count when the disk returns other bytes than were written', async () => {
      for (const place of ['files/', 'database', 'manifest']) {
        const put: Storage['put'] = async (key, data) => {
          const written = Buffer.from(data)
          if (key.includes(place)) written[200] = (written[200] ?? 0) ^ 1
          await site.target.put(key, written)
        }
        const putFile: Storage['putFile'] = async (key, source) => {
          await put(key, await readFile(source))
          return true
        }
        const target = { ...site.target, put, putFile }
        const made = await createBackup({ ...site, target }, { kind: 'daily' })
        expect(made, place).toMatchObject({ ok: false, reason: 'damaged' })
        for (const name of await listNames(site.target))
          expect(await site.target.exists(verifiedPath(name)), place).toBe(false)
        site.clock.advance(60_000)
      }
    })
  })

  test('every flipped byte, cut or missing file of a backup is noticed', async () => {
    const fresh = await freshDatabase('sqlite')
    onTestFinished(() => fresh.dispose())
    const site = await backupSite(fresh, { isInBucket })
    const { raw } = site
    const { name } = await makeBackup(site)
    site.clock.advance(60_000)
    const other = await makeBackup(site)
    const photo = await fresh.db.selectFrom('photos').select('sha256').executeTakeFirstOrThrow()
    const isNoticed = async (path: string, damage: (data: Buffer) => Uint8Array | undefined) => {
      const data = Buffer.from((await raw.read(path)) ?? [])
      const damaged = damage(Buffer.from(data))
      await (damaged ? raw.put(path, damaged) : raw.delete(path))
      const faults = await faultsOf(site)
      const inNames = await listNames(site.target)
      await raw.put(path, data)
      return faults.length > 0 || !inNames.includes(name)
    }
    const paths = [manifestPath(name), databasePath(name), storedPath(photo.sha256)]
    for (const path of paths) expect(await isNoticed(path, () => undefined), path).toBe(true)
    const manifest = await raw.read(manifestPath(other.name))
    expect(await isNoticed(manifestPath(name), () => manifest)).toBe(true)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.constantFrom('flip', 'cut'),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (path, how, where) => {
          const noticed = await isNoticed(path, (data) => {
            const at = Math.floor(where * data.length)
            if (how === 'cut') return data.subarray(0, at)
            data[at] = (data[at] ?? 0) ^ 4
            return data
          })
          expect(noticed).toBe(true)
        },
      ),
      { numRuns: 15 },
    )
    expect(await faultsOf(site)).toEqual([])
  }, 120_000)
})

describe('in a bucket', () => {
  async function bucketSite() {
    const fresh = await freshDatabase('sqlite')
    onTestFinished(() => fresh.dispose())
    const site = await backupSite(fresh, { isInBucket: true })
    if (!site.bucket) throw new Error('There is no bucket.')
    return { ...site, bucket: site.bucket }
  }

  test('nothing is overwritten, by one installation or two at once', async () => {
    const site = await bucketSite()
    await Promise.all([makeBackup(site), makeBackup(site)])
    site.clock.advance(60_000)
    await makeBackup(site)
    const writes = site.bucket.asked.filter(({ method }) => method === 'PUT')
    expect(writes.length).toBeGreaterThan(PHOTOS)
    expect(writes.filter(({ headers }) => headers['if-none-match'] !== '*')).toEqual([])
    // A bucket with Object Lock takes no write without it.
    expect(writes.filter(({ headers }) => headers['content-md5'] === undefined)).toEqual([])
    expect(site.bucket.asked.filter(({ method }) => method === 'DELETE')).toEqual([])
    expect(await faultsOf(site)).toEqual([])
  })

  test.each<Fault>(['unavailable', 'cut-before-request', 'cut-before-answer', 'cut'])(
    'backups are complete in spite of a store that is %s',
    async (fault) => {
      const site = await bucketSite()
      site.bucket.fault = failingOnce([undefined, undefined, fault])
      await makeBackup(site)
      expect(await faultsOf(site)).toEqual([])
    },
    60_000,
  )

  test('a damaged copy is replaced, and stays where deleting is refused', async () => {
    const site = await bucketSite()
    await makeBackup(site)
    const { sha256 } = await site.db.selectFrom('photos').select('sha256').executeTakeFirstOrThrow()
    await site.raw.put(storedPath(sha256), Buffer.from('cut'))
    site.bucket.fault = ({ method }) => (method === 'DELETE' ? 'denied' : undefined)
    site.clock.advance(60_000)
    expect(await createBackup(site, { kind: 'daily' })).toMatchObject({ ok: false, reason: 'damaged' })
    expect(Buffer.from((await site.raw.read(storedPath(sha256))) ?? []).toString()).toBe('cut')
    site.bucket.fault = undefined
    site.clock.advance(60_000)
    expect(await makeBackup(site)).toMatchObject({ newFiles: 1 })
    const key = await keyOf(site)
    const names = (await listNames(site.target)).slice(0, 1)
    const [verified] = await Array.fromAsync(verifyBackups({ target: site.target, key }, names))
    expect(verified?.faults).toEqual([])
  })
})

test('a passphrase may be typed with capitals, spaces and no dashes', () => {
  expect(readPassphrase(' ABCD efgh-2345 ')).toBe('abcd-efgh-2345')
})
