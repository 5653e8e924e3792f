import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { dateOf } from '~/platform/time'
import { backupSite, makeBackup } from '../../../../test/support/backup-site'
import { freshDatabase } from '../../../../test/support/database'
import { createBackup } from './create.server'
import { type Kept, namesToKeep, prune } from './pruning.server'
import { findKey, listNames } from './target.server'
import { verifyBackups } from './verify.server'

const DAY = 86_400_000
const zones = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC')
const times = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2028, 0, 1) })
const backups = (now: number) =>
  fc
    .array(fc.record({ age: fc.integer({ min: 0, max: 700 * DAY }), isVerified: fc.boolean() }), {
      maxLength: 60,
    })
    .map((found): Kept[] =>
      found.map(({ age, isVerified }, n) => ({ name: `b${n}`, at: now - age, isVerified })),
    )

test('keeps 14 days, one verified backup of each of 12 months, and the last three verified ones', () => {
  const anyCase = fc
    .tuple(times, zones)
    .chain(([now, zone]) => fc.tuple(fc.constant(now), fc.constant(zone), backups(now)))
  fc.assert(
    fc.property(anyCase, ([now, zone, all]) => {
      const kept = namesToKeep(all, now, zone)
      const verified = all.filter(({ isVerified }) => isVerified).toSorted((a, b) => b.at - a.at)
      expect(verified.filter(({ name }) => kept.has(name)).length).toBeGreaterThanOrEqual(
        Math.min(3, verified.length),
      )
      const third = verified[2]?.at ?? Number.NEGATIVE_INFINITY
      for (const { name, at } of verified) if (at > third) expect(kept.has(name)).toBe(true)
      for (const { name, at } of all) if (now - at <= 13 * DAY - 7_200_000) expect(kept.has(name)).toBe(true)
      const months = new Set(
        verified.filter(({ at }) => now - at < 330 * DAY).map(({ at }) => dateOf(at, zone).slice(0, 7)),
      )
      const keptMonths = new Set(
        verified.filter(({ name }) => kept.has(name)).map(({ at }) => dateOf(at, zone).slice(0, 7)),
      )
      for (const month of months) expect(keptMonths.has(month)).toBe(true)
      const old = [...kept].filter(
        (name) => now - (all.find((each) => each.name === name)?.at ?? 0) > 15 * DAY,
      )
      expect(old.length).toBeLessThanOrEqual(15)
    }),
  )
})

test('deletes only files that no kept backup needs, and none when the target refuses', async () => {
  const fresh = await freshDatabase('sqlite')
  onTestFinished(() => fresh.dispose())
  const site = await backupSite(fresh)
  const first = await makeBackup(site)
  const key = await findKey(site.target, site.config)
  if (!key) throw new Error('There is no key.')
  await fresh.db.deleteFrom('gallery_items').execute()
  const gone = await fresh.db.selectFrom('photos').select('id').limit(3).execute()
  for (const { id } of gone)
    await fresh.db
      .deleteFrom('photos')
      .where('id', '=', id)
      .execute()
      .catch(() => {})
  site.clock.set('2027-02-20T15:00:00Z')
  const later: string[] = []
  for (let n = 0; n < 3; n += 1) {
    later.unshift((await makeBackup(site)).name)
    site.clock.advance(60_000)
  }
  const failed = 'backups/2027-02-20-150900-daily/database.sqlite.zst.age'
  await site.target.put(failed, Buffer.from('half'))
  const refusing = { ...site.target, delete: () => Promise.reject(new Error('denied')) }
  const asked = { clock: site.clock, zone: 'America/New_York' }
  site.clock.set('2028-03-20T15:00:00Z')
  expect(await prune({ target: refusing, key }, asked)).toMatchObject({ backups: 0, isRefused: true })
  expect(await listNames(site.target)).toEqual([...later, first.name])
  const pruned = await prune({ target: site.target, key }, asked)
  expect(pruned).toMatchObject({ backups: 1, isRefused: false })
  expect(await listNames(site.target)).toEqual(later)
  expect(await site.target.exists(failed)).toBe(false)
  const [verified] = await Array.fromAsync(verifyBackups({ target: site.target, key }, later.slice(0, 1)))
  expect(verified?.faults).toEqual([])
})

test('a backup doesn’t count when pruning takes one of its files, and none has another’s name', async () => {
  const fresh = await freshDatabase('sqlite')
  onTestFinished(() => fresh.dispose())
  const site = await backupSite(fresh)
  const two = await Promise.all([makeBackup(site), makeBackup(site)])
  const names = two.map(({ name }) => name).toSorted()
  expect((await listNames(site.target)).toSorted()).toEqual(names)
  expect(new Set(names).size).toBe(2)
  const [file = ''] = await Array.fromAsync(site.target.list('files/'))
  const pruning = {
    ...site.target,
    put: async (path: string, data: Uint8Array) => {
      if (path.endsWith('/manifest.age')) await site.target.delete(file)
      await site.target.put(path, data)
    },
  }
  const made = await createBackup({ ...site, target: pruning }, { kind: 'manual' })
  expect(made).toMatchObject({ ok: false, reason: 'damaged' })
  expect((await listNames(site.target)).toSorted()).toEqual(names)
  expect(await createBackup(site, { kind: 'manual' })).toMatchObject({ ok: true, newFiles: 1 })
})

test('an upgrade that is tried again and again makes one backup, until a row changes', async () => {
  const fresh = await freshDatabase('sqlite')
  onTestFinished(() => fresh.dispose())
  const site = await backupSite(fresh)
  const again = async () => {
    site.clock.advance(5_000)
    return await createBackup(site, { kind: 'before-upgrade' })
  }
  const first = await again()
  expect(first.ok && first.newFiles).toBeGreaterThan(0)
  expect(await again()).toMatchObject({ ok: true, name: first.ok && first.name, newFiles: 0 })
  await fresh.db.updateTable('bookings').set({ email: 'new@example.com' }).execute()
  const later = await again()
  expect(later.ok && later.name).not.toBe(first.ok && first.name)
  expect(await listNames(site.target)).toHaveLength(2)
})
