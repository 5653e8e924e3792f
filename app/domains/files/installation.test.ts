import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { originalKey } from '~/domains/photos/stored-files'
import { fixedClock } from '~/platform/clock'
import { openDatabase } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import type { Storage } from '~/platform/storage/storage.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../test/support/database'
import { makePhoto } from '../../../test/support/factories'
import { objectStore } from '../../../test/support/object-store'
import { judgeSides } from './installation'
import {
  type InstallationDeps,
  joinInstallation,
  recognizeInstallation,
  signInstallation,
} from './installation.server'

const id = fc.option(fc.constantFrom('a', 'b'))
const count = fc.integer({ min: 0, max: 40 })

describe('a database and a storage', () => {
  test('belong together with equal ids, and never with different ones', () => {
    fc.assert(
      fc.property(id, id, fc.boolean(), count, count, (own, stored, isSigned, photos, originals) => {
        const shared = Math.min(photos, originals)
        const mismatch = judgeSides({
          database: { id: own, isSigned: own !== null && isSigned, photos },
          storage: { id: stored, originals },
          shared,
        })
        if (own !== null && stored !== null) expect(mismatch === undefined).toBe(own === stored)
        // Sides without ids are never joined if one has data that the other lacks.
        if (mismatch === undefined && photos !== originals && own === null && stored === null)
          expect(Math.min(photos, originals) * 2).toBeGreaterThanOrEqual(Math.max(photos, originals))
      }),
    )
  })

  test.each([
    [0, 0, 0, undefined],
    [26, 26, 26, undefined],
    [26, 24, 24, undefined],
    [0, 26, 0, 'lists-none'],
    [26, 0, 0, 'holds-none'],
    [26, 26, 2, 'strangers'],
    [26, 1_000, 26, 'strangers'],
    [1_000, 26, 26, 'strangers'],
  ])('without ids, with %i photos, %i originals and %i in both: %s', (photos, originals, shared, is) => {
    const database = { id: null, isSigned: false, photos }
    expect(judgeSides({ database, storage: { id: null, originals }, shared })).toBe(is)
  })
})

describeOnBothEngines('an installation', (open) => {
  let fresh: FreshDatabase
  const clock = fixedClock('2026-11-22T10:00:00Z')
  async function installation(storage: Storage = objectStore()): Promise<InstallationDeps> {
    fresh = await open()
    return { db: fresh.db, storage, clock, config: { ...fresh.where, s3: undefined } }
  }
  async function start(deps: InstallationDeps): Promise<string | undefined> {
    await recognizeInstallation(deps)
    await signInstallation(deps)
    return await idOf(deps)
  }
  const idOf = async ({ db, storage }: InstallationDeps) => {
    const row = await db.selectFrom('installation').select('id').executeTakeFirst()
    const stored = Buffer.from((await storage.read('installation')) ?? [])
    expect(stored.toString()).toBe(`${row?.id}\n`)
    return row?.id
  }
  async function addPhotos({ db, storage }: InstallationDeps, from: number, to: number): Promise<void> {
    for (let n = from; n < to; n++) {
      const photo = await makePhoto(db, { sha256: sha256(`photo ${n}`) })
      await storage.put(originalKey(photo), Buffer.from('x'))
    }
  }

  test('gets its id at the first start, and keeps it', async () => {
    const deps = await installation()
    const first = await start(deps)
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    await addPhotos(deps, 0, 3)
    expect(await start(deps)).toBe(first)
    // An older backup of the same database, with fewer photos.
    await deps.db.deleteFrom('photos').execute()
    expect(await start(deps)).toBe(first)
  })

  test('of an earlier version starts if its data belongs together', async () => {
    const deps = await installation()
    await addPhotos(deps, 0, 20)
    await deps.storage.delete(originalKey({ sha256: sha256('photo 1'), format: 'jpeg' }))
    await deps.storage.put(originalKey({ sha256: sha256('a stray'), format: 'jpeg' }), Buffer.from('x'))
    expect(await start(deps)).toBeDefined()
  })

  test.each<[string, (deps: InstallationDeps) => Promise<InstallationDeps>, RegExp]>([
    [
      'whose database is gone',
      async (deps) => ({ ...(await installation(deps.storage)), storage: deps.storage }),
      /belongs to an installation with another database/,
    ],
    [
      'whose folder is gone',
      async (deps) => ({ ...deps, storage: objectStore() }),
      /belongs to an installation with another data folder/,
    ],
    [
      'whose folder was emptied',
      async (deps) => {
        for await (const key of deps.storage.list('')) await deps.storage.delete(key)
        return deps
      },
      /belongs to an installation with another data folder/,
    ],
    [
      'whose database is that of another one',
      async (deps) => {
        const other = await installation()
        await start(other)
        return { ...other, storage: deps.storage }
      },
      /belong to different installations/,
    ],
  ])('%s doesn’t start until the two are joined on purpose', async (_, change, sentence) => {
    const deps = await installation()
    const first = await start(deps)
    await addPhotos(deps, 0, 4)
    const now = await change(deps)
    const stored = await Array.fromAsync(now.storage.list(''))
    await expect(start(now)).rejects.toThrow(sentence)
    await expect(start(now)).rejects.toThrow(/Your photos and data haven’t changed\./)
    await expect(start(now)).rejects.toThrow(/npm run cli -- installation join$/)
    expect(await Array.fromAsync(now.storage.list(''))).toEqual(stored)

    expect((await joinInstallation(now)).isOld).toBe(false)
    expect(await start(now)).not.toBe(first)
    expect((await joinInstallation(now)).isOld).toBe(true)
    // Neither side is accepted by its former partner anymore.
    if (now.storage === deps.storage && now.db !== deps.db) await expect(start(deps)).rejects.toThrow()
  })

  test('without ids doesn’t start with an empty database beside originals, nor the reverse', async () => {
    const full = await installation()
    await addPhotos(full, 0, 4)
    const empty = { ...(await installation()), storage: full.storage }
    await expect(start(empty)).rejects.toThrow(/doesn’t know any of them/)
    await expect(start({ ...full, storage: objectStore() })).rejects.toThrow(/none of their originals/)
    expect(await full.storage.exists('installation')).toBe(false)
  })

  test('is counted when joined', async () => {
    const deps = await installation()
    await addPhotos(deps, 0, 5)
    await deps.db.updateTable('photos').set({ bytes: 1 }).execute()
    await deps.storage.delete(originalKey({ sha256: sha256('photo 0'), format: 'jpeg' }))
    for (const name of ['x', 'y'])
      await deps.storage.put(originalKey({ sha256: sha256(name), format: 'jpeg' }), Buffer.from('x'))
    expect(await joinInstallation(deps)).toEqual({ isOld: false, matching: 4, missing: 1, strays: 2 })
  })

  test('gets one id from simultaneous first starts, and one of two databases gets a folder', async () => {
    const deps = await installation()
    const ids = await Promise.all(Array.from({ length: 6 }, () => start(deps)))
    expect(new Set(ids).size).toBe(1)

    const storage = objectStore()
    const rivals = [await installation(storage), await installation(storage)]
    const outcomes = await Promise.allSettled(rivals.map(start))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('recovers from a crash between the two ids', async () => {
    const deps = await installation()
    const put = { ...deps.storage, putNew: () => Promise.reject(new Error('power cut')) }
    await expect(start({ ...deps, storage: put })).rejects.toThrow('power cut')
    expect(await start(deps)).toBeDefined()
  })
})

test('isn’t created where its database is missing, and a database of another version can be read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'installation-test-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const where = { databaseUrl: undefined, s3: undefined, dataDir }
  const storage = folderStorage(join(dataDir, 'photos'))
  await storage.put('installation', Buffer.from('theirs\n'))
  const db = openDatabase(where)
  onTestFinished(() => db.destroy())
  const deps = { db, storage, clock: fixedClock(0), config: where }
  await expect(recognizeInstallation(deps)).rejects.toThrow(`The data folder ${dataDir} belongs to`)
  await expect(stat(join(dataDir, 'studio.sqlite'))).rejects.toThrow()

  await db.schema.createTable('jobs').addColumn('id', 'text').execute()
  await expect(recognizeInstallation(deps)).rejects.toThrow('another database')
  await storage.delete('installation')
  await recognizeInstallation(deps)
})
