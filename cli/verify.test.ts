import { readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordAction } from '~/domains/audit/operations.server'
import { storedPath } from '~/domains/backup/backups/model'
import { systemClock } from '~/platform/clock'
import { type BackupSite, backupSite, makeBackup } from '../test/support/backup-site'
import { describeOnBothEngines } from '../test/support/database'
import { verifyCommand } from './verify'

const author = { uid: 'u1', name: 'Dana' }

/** Every file in a folder, by its path. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files.set(path.slice(folder.length + 1), (await readFile(path)).toString('base64'))
  }
  return files
}

const HARMS = ['flip', 'cut', 'empty', 'grow', 'delete'] as const
type Harm = (typeof HARMS)[number]

async function harm(path: string, how: Harm, at: number): Promise<void> {
  const data = await readFile(path)
  const place = at % data.length
  switch (how) {
    case 'flip':
      data[place] = (data[place] ?? 0) ^ 1
      return await writeFile(path, data)
    case 'cut':
      return await truncate(path, place)
    case 'empty':
      return await truncate(path, 0)
    case 'grow':
      return await writeFile(path, Buffer.concat([data, data.subarray(place)]))
    case 'delete':
      return await rm(path)
  }
}

describe.each([false, true])('with backups in a bucket: %s', (isInBucket) => {
  describeOnBothEngines('verify', (open) => {
    let site: BackupSite
    let photos: string
    let originals: string[]
    beforeEach(async () => {
      site = await backupSite(await open(), { isInBucket })
      photos = join(site.where.dataDir, 'photos')
      originals = await Array.fromAsync(site.storage.list('originals/'))
      // The rows that fill every table name no files.
      for (const table of ['download_files', 'audit', 'audit_chain'] as const)
        await site.db.deleteFrom(table).execute()
    })

    async function verify(...args: string[]) {
      const said: string[] = []
      const streams = { write: (text: string) => said.push(text) > 0 }
      const code = await verifyCommand(site, args, { out: streams, err: streams } as never)
      return { code, said: said.join('') }
    }

    const shaOf = (key: string) => /([0-9a-f]{64})/.exec(key)?.[1] ?? ''
    const quarantined = () => Array.fromAsync(site.storage.list('quarantine/'))

    test('reports whether the activity log is complete, or where it was changed', async () => {
      for (let n = 1; n <= 3; n++)
        await recordAction(
          { db: site.db, clock: systemClock, author },
          { action: 'answered', subject: `Message ${n}` },
        )
      const whole = await verify()
      expect(whole.said).toMatch(
        /entries 1 through 3 are complete and unchanged.\nHash of entry 3: [0-9a-f]{64}\n/,
      )
      expect(whole.code).toBe(0)
      await site.db.deleteFrom('audit').where('seq', '=', 2).execute()
      const changed = await verify()
      expect(changed.said).toMatch(/\n {2}Entry 2 is missing.\n/)
      expect(changed.code).toBe(1)
    })

    test('repairs originals that were flipped, cut or deleted, byte by byte, and keeps what it replaced', async () => {
      await makeBackup(site)
      const whole = await filesIn(join(photos, 'originals'))
      const harms = fc.uniqueArray(
        fc.record({ key: fc.constantFrom(...originals), how: fc.constantFrom(...HARMS), at: fc.nat() }),
        { minLength: 1, maxLength: 8, selector: ({ key }) => key },
      )
      await fc.assert(
        fc.asyncProperty(harms, async (some) => {
          for (const { key, how, at } of some) await harm(join(photos, key), how, at)
          const damaged = await filesIn(join(photos, 'originals'))
          const found = await verify()
          expect(found.code).toBe(1)
          for (const { key, how } of some)
            expect(found.said).toContain(`${key} is ${how === 'delete' ? 'missing' : 'damaged'}.`)
          expect(await filesIn(join(photos, 'originals'))).toEqual(damaged)
          const repaired = await verify('--repair')
          expect(repaired.said).toContain(`Repaired: ${some.length} original`)
          expect(repaired.code).toBe(0)
          expect(await filesIn(join(photos, 'originals'))).toEqual(whole)
          const kept = new Set((await filesIn(join(photos, 'quarantine')).catch(() => new Map())).values())
          for (const { key, how } of some)
            if (how !== 'delete') expect(kept.has(damaged.get(key.replace('originals/', '')))).toBe(true)
        }),
        { numRuns: 6 },
      )
      expect((await verify()).code).toBe(0)
      const actions = await site.db.selectFrom('audit').select('action').execute()
      expect(actions.map(({ action }) => action)).toContain('originals-repaired')
    })

    test('changes nothing without a backup, or with those of another installation', async () => {
      const [key = ''] = originals
      await harm(join(photos, key), 'flip', 5)
      const before = await filesIn(site.where.dataDir)
      const without = await verify('--repair')
      expect(without.said).toContain('There are no backups')
      expect(without.said).toContain('Nothing was changed.')
      expect(without.code).toBe(1)
      await makeBackup({ ...site, config: { ...site.config, secret: 'the secret of another installation' } })
      const other = await verify('--repair')
      expect(other.said).toContain('another installation')
      expect(other.code).toBe(1)
      expect(await filesIn(join(photos))).toEqual(
        new Map(
          [...before].flatMap(([path, data]) => (path.startsWith('photos/') ? [[path.slice(7), data]] : [])),
        ),
      )
    })

    test('leaves an original whose copy is damaged or isn’t there, and repairs the others', async () => {
      const [flipped = '', cut = '', unknown = '', good = ''] = originals
      await makeBackup(site)
      const copyOf = async (key: string) => Buffer.from((await site.raw.read(storedPath(shaOf(key)))) ?? [])
      const altered = await copyOf(flipped)
      altered[300] = (altered[300] ?? 0) ^ 1
      await site.raw.put(storedPath(shaOf(flipped)), altered)
      await site.raw.put(storedPath(shaOf(cut)), (await copyOf(cut)).subarray(0, 900))
      await site.raw.delete(storedPath(shaOf(unknown)))
      const whole = await readFile(join(photos, good))
      for (const key of [flipped, cut, unknown, good]) await harm(join(photos, key), 'flip', 7)
      const left = await Promise.all([flipped, cut, unknown].map((key) => readFile(join(photos, key))))
      const repaired = await verify('--repair')
      expect(repaired.code).toBe(1)
      for (const key of [flipped, cut])
        expect(repaired.said).toContain(`${key} is damaged in the backups too.`)
      expect(repaired.said).toContain(`${unknown} isn’t in any backup.`)
      expect(await Promise.all([flipped, cut, unknown].map((key) => readFile(join(photos, key))))).toEqual(
        left,
      )
      expect(await readFile(join(photos, good))).toEqual(whole)
      expect(await quarantined()).toEqual([expect.stringContaining(shaOf(good))])
    })

    test('restores a missing original from quarantine first, and replaces nothing there', async () => {
      await makeBackup(site)
      const [key = ''] = originals
      const place = `quarantine/2026-11-20/${key}`
      await site.storage.put(place, Buffer.from('another damaged copy'))
      const whole = await readFile(join(photos, key))
      await harm(join(photos, key), 'flip', 3)
      const damaged = await readFile(join(photos, key))
      expect((await verify('--repair')).code).toBe(0)
      expect(await readFile(join(photos, key))).toEqual(whole)
      expect(Buffer.from((await site.storage.read(place)) ?? []).toString()).toBe('another damaged copy')
      expect(await readFile(join(photos, `quarantine/2026-11-21/${key}`))).toEqual(damaged)

      await site.storage.put(`quarantine/2026-11-22/${key}`, whole)
      await rm(join(photos, key))
      await site.raw.delete(storedPath(shaOf(key)))
      expect((await verify('--repair')).code).toBe(0)
      expect(await readFile(join(photos, key))).toEqual(whole)
    })

    test('moves an original without a photo to quarantine once it is a day old', async () => {
      const stray = `originals/ab/${'ab'.repeat(32)}.jpg`
      const path = join(photos, stray)
      await site.storage.put(stray, Buffer.from('a photo without a row'))
      const young = site.clock.now() / 1_000 - 60
      await utimes(path, young, young)
      const early = await verify('--repair')
      expect(early.said).toContain('1 file in originals/ may be on the way to a photo')
      expect(await quarantined()).toEqual([])
      await utimes(path, young - 2 * 86_400, young - 2 * 86_400)
      expect((await verify()).said).toContain(stray)
      expect(await quarantined()).toEqual([])
      const moved = await verify('--repair')
      expect(moved).toMatchObject({ code: 0, said: expect.stringContaining('moved to quarantine') })
      expect(await quarantined()).toEqual([`quarantine/2026-11-20/${stray}`])
    })
  })
})
