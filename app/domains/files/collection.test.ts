import { mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { removePhoto } from '~/domains/photos/library.server'
import { importPhoto } from '~/domains/photos/operations.server'
import { renderPhoto } from '~/domains/photos/renditions.server'
import { downloadFileKey, originalKey, renditionKey } from '~/domains/photos/stored-files'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import { createImaging } from '~/platform/imaging/imaging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { s3Storage } from '~/platform/storage/s3-storage.server'
import type { Storage } from '~/platform/storage/storage.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto } from '../../../test/support/factories'
import { betweenFileTimes } from '../../../test/support/file-time'
import { countCalls, objectStore } from '../../../test/support/object-store'
import { scene } from '../../../test/support/pictures'
import { type S3Server, startS3 } from '../../../test/support/s3-server'
import { putTestSettings } from '../../../test/support/settings'
import { type CollectingDeps, collectFiles, FILE_KINDS } from './collection.server'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TODAY = new Date().toISOString().slice(0, 10)
const imaging = createImaging({ size: 1 })
let folder: string
let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
  folder = await mkdtemp(join(tmpdir(), 'collecting-test-'))
})
afterAll(async () => {
  await s3.stop()
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

describeOnBothEngines('files and rows', (open) => {
  let deps: CollectingDeps & { clock: ReturnType<typeof fixedClock> }
  let root: string
  beforeEach(async () => {
    const { db } = await open()
    root = await mkdtemp(join(folder, 'store-'))
    deps = {
      ...{ db, imaging, clock: fixedClock(Date.now()), storage: folderStorage(root) },
      config: { siteUrl: 'https://photos.example.com', dataDir: root },
      log: pino({ level: 'silent' }),
    }
    await putTestSettings(db)
  })

  const keys = () => Array.fromAsync(deps.storage.list(''))
  const subjects = async () =>
    (await deps.db.selectFrom('outbox').select('subject').execute()).map(({ subject }) => subject)
  const age = (key: string, days: number) => {
    const at = Date.now() / 1_000 - days * 86_400
    return utimes(join(root, key), at, at)
  }

  async function bring(hue: number) {
    const file = join(folder, `rose-${hue}.jpg`)
    await writeFile(file, await scene(300, 200, hue).jpeg().toBuffer())
    const imported = await importPhoto(deps, { file, name: 'rose.jpg' })
    if (!imported.ok) throw new Error(imported.sentence)
    await renderPhoto(deps, { photoId: imported.photo.id })
    await deps.db.deleteFrom('jobs').execute()
    const row = deps.db.selectFrom('photos').selectAll().where('id', '=', imported.photo.id)
    return await row.executeTakeFirstOrThrow()
  }

  test('quarantines a stray original, deletes a stray rendition, and keeps young files', async () => {
    const photo = await bring(10)
    const stored = await keys()
    for (const key of stored) await age(key, 9)
    const stray = originalKey({ sha256: 'a'.repeat(64), format: 'jpeg' })
    const young = originalKey({ sha256: 'b'.repeat(64), format: 'jpeg' })
    const download = downloadFileKey({ sha256: 'c'.repeat(64), format: 'jpeg' }, { size: 'web', recipe: '1' })
    const odd = renditionKey(photo.media_hash, 999, 'avif')
    for (const key of [stray, young, odd, download]) await deps.storage.put(key, Buffer.from('x'))
    for (const key of [stray, odd, download]) await age(key, 2)
    await writeFile(join(root, 'originals', '.draft-01234567-89ab-cdef-0123-456789abcdef'), 'x')
    await age('originals/.draft-01234567-89ab-cdef-0123-456789abcdef', 2)
    expect(await collectFiles(deps)).toEqual({ removed: 1, quarantined: 2, lost: [] })
    const moved = [stray, download].map((key) => `quarantine/${TODAY}/${key}`)
    expect(await keys()).toEqual([...stored, young, ...moved].toSorted())
    expect((await readdir(join(root, 'originals'))).filter((name) => name.startsWith('.'))).toEqual([])
    expect(await subjects()).toEqual([])
  })

  test('checks a young file again when it is old enough', async () => {
    await collectFiles(deps)
    const stray = originalKey({ sha256: 'a'.repeat(64), format: 'jpeg' })
    await deps.storage.put(stray, Buffer.from('x'))
    expect((await collectFiles(deps)).quarantined).toBe(0)
    deps.clock.advance(2 * HOUR)
    expect((await collectFiles(deps)).quarantined).toBe(0)
    deps.clock.advance(DAY)
    expect((await collectFiles(deps)).quarantined).toBe(1)
  })

  test('quarantines the original of a deleted photo, although its folder hasn’t changed', async () => {
    const photo = await bring(20)
    for (const key of await keys()) await age(key, 9)
    await collectFiles(deps)
    deps.clock.advance(2 * HOUR)
    await deps.db.transaction().execute((tx) => removePhoto({ ...deps, db: tx }, photo.id))
    expect((await collectFiles(deps)).quarantined).toBe(1)
    const date = new Date(deps.clock.now()).toISOString().slice(0, 10)
    expect(await keys()).toEqual([`quarantine/${date}/${originalKey(photo)}`])
    const removed = await deps.db.selectFrom('removed_photos').select('original_name').execute()
    expect(removed).toEqual([{ original_name: 'rose.jpg' }])
  })

  test('reports a lost original once, and recovers when it is uploaded again', async () => {
    const photo = await bring(50)
    await deps.storage.delete(originalKey(photo))
    expect((await collectFiles(deps)).lost).toEqual(['rose.jpg'])
    expect((await collectFiles(deps)).lost).toEqual([])
    expect(await subjects()).toEqual(['The original of a photo is missing or damaged'])
    await bring(50)
    expect(await deps.storage.exists(originalKey(photo))).toBe(true)
  })

  test('detects a truncated original, and restores one from quarantine', async () => {
    const [cut, moved] = [await bring(60), await bring(70)]
    await truncate(join(root, originalKey(cut)), 10)
    const key = originalKey(moved)
    await deps.storage.moveOlder(key, `quarantine/${TODAY}/${key}`, Number.POSITIVE_INFINITY)
    expect((await collectFiles(deps)).lost).toHaveLength(1)
    expect(await deps.storage.size(key)).toBe(moved.bytes)
    expect((await keys()).filter((each) => each.startsWith('quarantine/'))).toEqual([])
  })

  test.each(['one file', 'the whole folder', 'the end of one file'])(
    'makes renditions again when %s is gone, and nothing else',
    async (gone) => {
      const photo = await bring(90)
      const others = [await bring(91), await bring(92)]
      await collectFiles(deps)
      const key = renditionKey(photo.media_hash, 300, 'avif')
      if (gone === 'the whole folder') await rm(join(root, key, '..'), { recursive: true })
      else await deps.storage.delete(key)
      if (gone === 'the end of one file') await deps.storage.put(key, Buffer.from('x'))
      expect(await collectFiles(deps)).toEqual({ removed: 0, quarantined: 0, lost: [] })
      const jobs = await deps.db
        .selectFrom('jobs')
        .select('payload')
        .where('kind', 'like', 'make-%')
        .execute()
      expect(jobs.map(({ payload }) => JSON.parse(payload).photoId)).toEqual([photo.id])
      await renderPhoto(deps, { photoId: photo.id })
      expect(await deps.storage.size(key)).toBeGreaterThan(100)
      const states = await deps.db.selectFrom('photos').select('state').distinct().execute()
      expect(states).toEqual([{ state: 'ready' }])
      expect(others).toHaveLength(2)
    },
  )
})

const PHOTOS = 300
const WIDTHS = [480, 800, 1200, 1800, 2600]

/** A library of photos of a few bytes each, with rows and ten renditions per photo. */
async function fill(
  db: Db,
  write: (key: string, text: string) => Promise<void>,
  photos: number,
): Promise<void> {
  const keys: [string, string][] = []
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < photos; n++) {
      const hash = sha256(`photo ${n}`)
      const media = hash.slice(0, 20)
      const photo = await makePhoto(tx, { sha256: hash, media_hash: media, bytes: 3 })
      keys.push([originalKey(photo), 'abc'])
      const renditions = WIDTHS.flatMap((width) =>
        (['avif', 'jpg'] as const).map((format) => ({ width, format })),
      )
      keys.push(
        ...renditions.map(({ width, format }): [string, string] => [
          renditionKey(media, width, format),
          'ab',
        ]),
      )
      const rest = { photo_id: photo.id, height: 1, bytes: 2, sha256: hash, created_at: 1 }
      await tx
        .insertInto('renditions')
        .values(renditions.map((rendition) => ({ ...rendition, ...rest })))
        .execute()
    }
  })
  for (const [key, text] of keys) await write(key, text)
}

/** Writes a file without flushing it to disk. */
async function writeQuickly(root: string, key: string, text: string): Promise<void> {
  await mkdir(join(root, key, '..'), { recursive: true })
  await writeFile(join(root, key), text)
}

interface Kept {
  storage: Storage
  write(key: string, text: string): Promise<void>
}

const STORAGES: [string, (root: string) => Kept][] = [
  [
    'a folder',
    (root) => ({ storage: folderStorage(root), write: (key, text) => writeQuickly(root, key, text) }),
  ],
  [
    'an object store',
    () => {
      const storage = objectStore()
      return { storage, write: (key, text) => storage.put(key, Buffer.from(text)) }
    },
  ],
  [
    'a bucket',
    (root) => {
      const storage = s3Storage({ ...s3.settings, prefix: `${basename(root)}/` })
      return { storage, write: (key, text) => storage.put(key, Buffer.from(text)) }
    },
  ],
]

describeOnBothEngines('the number of storage calls', (open) => {
  test.each(STORAGES)('does not grow with the files of %s that haven’t changed', async (_, make) => {
    const { db } = await open()
    await putTestSettings(db)
    const { write, ...kept } = make(await mkdtemp(join(folder, 'calls-')))
    // Change times of files can't be set, so both clocks are moved ahead by an hour.
    let lastRun = 0
    const { changedFolders } = kept.storage
    const inTime: Storage = changedFolders
      ? { ...kept.storage, changedFolders: (prefix, depth) => changedFolders(prefix, depth, lastRun) }
      : kept.storage
    const { storage, calls } = countCalls(inTime)
    const clock = fixedClock(Date.now())
    const config = { siteUrl: 'https://photos.example.com', dataDir: '/no/such/folder' }
    const deps = { db, storage, clock, config, imaging, log: pino({ level: 'silent' }) }
    await fill(db, write, PHOTOS)
    const run = async () => {
      calls.clear()
      expect(await collectFiles(deps)).toEqual({ removed: 0, quarantined: 0, lost: [] })
      lastRun = await betweenFileTimes()
      return [...calls.values()].reduce((sum, count) => sum + count, 0)
    }
    // The first run compares all files, with one list request per thousand.
    expect(await run()).toBeLessThanOrEqual((PHOTOS * 11) / 1_000 + 2 * FILE_KINDS.length)
    clock.advance(HOUR)
    // One request per kind, and one for the quarantine.
    expect(await run()).toBeLessThanOrEqual(FILE_KINDS.length + 1)

    const photo = await db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
    await kept.storage.delete(renditionKey(photo.media_hash, 800, 'jpg'))
    clock.advance(changedFolders ? HOUR : DAY)
    // A listing of one folder, or of everything, then the photo's ten renditions one by one.
    expect(await run()).toBeLessThanOrEqual((PHOTOS * 11) / 1_000 + 2 * FILE_KINDS.length + 11)
    const jobs = await db.selectFrom('jobs').select('payload').where('kind', 'like', 'make-%').execute()
    expect(new Set(jobs.map(({ payload }) => JSON.parse(payload).photoId))).toEqual(new Set([photo.id]))
  })
})
