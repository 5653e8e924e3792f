import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Storage } from '~/platform/storage/storage.server'
import { dateOf } from '~/platform/time'
import { backupSite, makeBackup } from '../../../../test/support/backup-site'
import { freshDatabase } from '../../../../test/support/database'
import { createBackup, makerOf } from './create.server'
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

describe.each([false, true])('in a bucket: %s', (isInBucket) => {
  const at = { zone: 'America/New_York' }

  async function prunedSite() {
    const fresh = await freshDatabase('sqlite')
    onTestFinished(() => fresh.dispose())
    const site = await backupSite(fresh, { isInBucket })
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
    site.clock.set('2028-03-20T15:00:00Z')
    return { ...site, first, later, from: { target: site.target, key } }
  }

  /** A target whose files are refused to be deleted if `isKept`. */
  const refusing = (target: Storage, isKept: (path: string) => boolean): Storage => ({
    ...target,
    delete: async (path) => {
      if (isKept(path)) throw Object.assign(new Error('denied'), { code: 'EACCES' })
      await target.delete(path)
    },
  })

  test('deletes only files that no kept backup needs, and none when the target refuses', async () => {
    const site = await prunedSite()
    const { first, later, from, target } = site
    const asked = { ...at, clock: site.clock, maker: await makerOf(site) }
    const failed = 'backups/2027-02-20-150900-daily/database.sqlite.zst.age'
    await target.put(failed, Buffer.from('half'))
    await target.put('backups/2027-02-20-150900-daily/begun', Buffer.from(`1 ${asked.maker}`))
    const denied = refusing(target, () => true)
    expect(await prune({ ...from, target: denied }, asked)).toEqual({ backups: 0, files: 0, isRefused: true })
    expect(await listNames(target)).toEqual([...later, first.name])
    const pruned = await prune(from, asked)
    expect(pruned).toMatchObject({ backups: 1, isRefused: false })
    expect(await listNames(target)).toEqual(later)
    expect(await target.exists(failed)).toBe(false)
    const [verified] = await Array.fromAsync(verifyBackups(from, later.slice(0, 1)))
    expect(verified?.faults).toEqual([])
  })

  test('a backup that can’t be deleted yet keeps its files, and older ones go', async () => {
    const site = await prunedSite()
    const { first, later, from, target } = site
    for (let n = 0; n < 4; n += 1) {
      later.unshift((await makeBackup(site)).name)
      site.clock.advance(60_000)
    }
    site.clock.set('2030-05-20T15:00:00Z')
    const locked = refusing(target, (path) => path.startsWith('backups/2028'))
    const asked = { ...at, clock: site.clock, maker: await makerOf(site) }
    const pruned = await prune({ ...from, target: locked }, asked)
    expect(pruned).toMatchObject({ backups: 4, isRefused: true })
    expect(await listNames(target)).toEqual(later.slice(0, 4))
    expect(await listNames(target)).not.toContain(first.name)
    for await (const verified of verifyBackups(from, later.slice(0, 4))) expect(verified.faults).toEqual([])
  })

  test('a copy of the installation deletes none that the original made', async () => {
    const site = await prunedSite()
    const { first, later, from, target } = site
    await site.storage.put('installation', Buffer.from('the-id\n'))
    const staging = { ...site, config: { ...site.config, siteUrl: 'https://staging.example.com' } }
    const moved = { ...site, storage: { ...site.storage, read: async () => Buffer.from('another-id\n') } }
    for (const copy of [staging, moved]) {
      const asked = { ...at, clock: site.clock, maker: await makerOf(copy) }
      expect(await prune(from, asked)).toEqual({ backups: 0, files: 0, isRefused: false })
      // Who began a backup is written without a signature.
      await site.raw.put(`backups/${first.name}/begun`, Buffer.from(`1 ${asked.maker}`))
      expect(await prune(from, asked)).toEqual({ backups: 0, files: 0, isRefused: false })
    }
    expect(await listNames(target)).toEqual([...later, first.name])
    for await (const verified of verifyBackups(from, [first.name])) expect(verified.faults).toEqual([])
  })
})

test('what a killed backup left half written goes once it is old', async () => {
  const fresh = await freshDatabase('sqlite')
  onTestFinished(() => fresh.dispose())
  const site = await backupSite(fresh)
  await makeBackup(site)
  const key = await findKey(site.target, site.config)
  if (!key) throw new Error('There is no key.')
  const [old, young] = [1, 2].map((n) =>
    join(site.backupDir, `files/.draft-00000000-0000-4000-8000-00000000000${n}`),
  ) as [string, string]
  for (const path of [old, young]) await writeFile(path, 'half')
  const threeDaysAgo = site.clock.now() / 1_000 - 3 * 86_400
  await utimes(old, threeDaysAgo, threeDaysAgo)
  const stored = await Array.fromAsync(site.target.list(''))
  const asked = { clock: site.clock, zone: 'UTC', maker: await makerOf(site) }
  await prune({ target: site.target, key }, asked)
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
  expect(await Array.fromAsync(site.target.list(''))).toEqual(stored)
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
