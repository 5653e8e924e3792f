import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { createImaging } from '~/platform/imaging/imaging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { scene } from '../../../../test/support/pictures'
import { importPhoto } from '../operations.server'
import { renderPhoto } from '../rendering/operations.server'
import { originalKey, renditionKey } from '../stored-files'
import { type CollectingDeps, collectFiles } from './operations.server'

const imaging = createImaging()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'collecting-test-'))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

describeOnBothEngines('files and rows', (open) => {
  let deps: CollectingDeps
  let root: string
  let told: string[][]
  beforeEach(async () => {
    const { db } = await open()
    root = await mkdtemp(join(folder, 'store-'))
    told = []
    deps = {
      db,
      imaging,
      clock: fixedClock(Date.now()),
      log: pino({ level: 'silent' }),
      storage: folderStorage(root),
      tellOwner: async (names) => void told.push(names),
    }
  })

  const keys = () => Array.fromAsync(deps.storage.list(''))
  const age = (key: string, days: number) => {
    const at = Date.now() / 1_000 - days * 86_400
    return utimes(join(root, key), at, at)
  }

  async function bring(hue: number) {
    const file = join(folder, 'rose.jpg')
    await writeFile(file, await scene(300, 200, hue).jpeg().toBuffer())
    const imported = await importPhoto(deps, { file, name: 'rose.jpg' })
    if (!imported.ok) throw new Error(imported.sentence)
    await renderPhoto(deps, { photoId: imported.photo.id })
    await deps.db.deleteFrom('jobs').execute()
    return await deps.db
      .selectFrom('photos')
      .selectAll()
      .where('id', '=', imported.photo.id)
      .executeTakeFirstOrThrow()
  }

  test('files without a row go when they are older than a day, and no others', async () => {
    const photo = await bring(10)
    const stored = await keys()
    for (const key of stored) await age(key, 9)
    const stray = originalKey({ sha256: 'a'.repeat(64), format: 'jpeg' })
    const young = originalKey({ sha256: 'b'.repeat(64), format: 'jpeg' })
    const odd = renditionKey(photo.media_hash, 999, 'avif')
    for (const key of [stray, young, odd]) await deps.storage.put(key, Buffer.from('x'))
    for (const key of [stray, odd]) await age(key, 2)
    await writeFile(join(root, 'originals', '.draft-01234567-89ab-cdef-0123-456789abcdef'), 'x')
    await age('originals/.draft-01234567-89ab-cdef-0123-456789abcdef', 2)
    expect(await collectFiles(deps)).toEqual({ removed: 2, lost: [] })
    expect(await keys()).toEqual([...stored, young].toSorted())
    expect((await readdir(join(root, 'originals'))).filter((name) => name.startsWith('.'))).toEqual([])
    expect(told).toEqual([])
  })

  test('files of another domain are collected by its own rule', async () => {
    for (const key of ['deliveries/aa/kept', 'deliveries/aa/stray']) {
      await deps.storage.put(key, Buffer.from('x'))
      await age(key, 2)
    }
    const others = [{ prefix: 'deliveries/', ownedOf: async () => ['deliveries/aa/kept'] }]
    expect((await collectFiles({ ...deps, others })).removed).toBe(1)
    expect(await keys()).toEqual(['deliveries/aa/kept'])
  })

  test('an original that is gone is told once, and comes back when it is brought again', async () => {
    const photo = await bring(50)
    await deps.storage.delete(originalKey(photo))
    expect((await collectFiles(deps)).lost).toEqual(['rose.jpg'])
    expect((await collectFiles(deps)).lost).toEqual([])
    expect(told).toEqual([['rose.jpg']])
    await bring(50)
    expect(await deps.storage.exists(originalKey(photo))).toBe(true)
  })

  test('renditions that are gone are made again', async () => {
    const photo = await bring(90)
    await deps.storage.delete(renditionKey(photo.media_hash, 300, 'avif'))
    expect(await collectFiles(deps)).toEqual({ removed: 0, lost: [] })
    const jobs = await deps.db.selectFrom('jobs').select('kind').where('kind', 'like', 'make-%').execute()
    expect(jobs).toHaveLength(1)
    await renderPhoto(deps, { photoId: photo.id })
    expect(await deps.storage.exists(renditionKey(photo.media_hash, 300, 'avif'))).toBe(true)
    const after = await deps.db.selectFrom('photos').select('state').executeTakeFirst()
    expect(after?.state).toBe('ready')
  })
})
