import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { openDatabase } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import { createImaging } from '~/platform/imaging/imaging.server'
import { startWorker } from '~/platform/jobs/worker.server'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../test/support/database'
import { cameraJpeg, scene } from '../../../test/support/pictures'
import { photoJobs } from './jobs.server'
import { libraryEntries } from './library.server'
import { renditionWidths } from './model'
import {
  importPhoto,
  isAnyProcessing,
  type PhotoDeps,
  photosById,
  photosBySlug,
  publishPhotos,
} from './operations.server'
import { renderPhoto } from './renditions.server'
import { setPhotoState } from './store.server'

const imaging = createImaging()
const log = createLogger('silent')
let folder: string
let rose: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-test-'))
  rose = join(folder, 'rose.jpg')
  await writeFile(rose, await cameraJpeg(scene(900, 600)))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

describe('widths of renditions', () => {
  test.each([
    [6000, [480, 620, 800, 1040, 1350, 1750, 2600]],
    [2600, [480, 620, 800, 1040, 1350, 1750, 2600]],
    [2000, [480, 620, 800, 1040, 1350, 1750, 2000]],
    [1350, [480, 620, 800, 1040, 1350]],
    [1000, [480, 620, 800, 1000]],
    [90, [90]],
  ])('of a photo of %i px are %j', (width, widths) => {
    expect(renditionWidths(width)).toEqual(widths)
  })
})

describeOnBothEngines('importing a photo', (open) => {
  let fresh: FreshDatabase
  let deps: PhotoDeps
  let count = 0
  beforeEach(async () => {
    fresh = await open()
    const storage = folderStorage(join(folder, `store-${++count}`))
    deps = { db: fresh.db, storage, clock: fixedClock('2026-06-12T12:00:00Z'), log, imaging }
  })

  test('is waited for until it is ready or has failed', async () => {
    const imported = await importPhoto(deps, { file: rose, name: 'rose.jpg' })
    if (!imported.ok) throw new Error(imported.sentence)
    const { id } = imported.photo
    const isWaitedFor = (widths: number[]) => isAnyProcessing(deps, [{ id, widths }])
    expect([await isWaitedFor([]), await isWaitedFor([480])]).toEqual([true, false])
    expect(await isAnyProcessing(deps, [])).toBe(false)
    await setPhotoState(deps.db, id, 'failed')
    expect(await isWaitedFor([])).toBe(false)
  })

  test('keeps the original byte for byte, with its facts and thumbnail', async () => {
    const imported = await importPhoto(deps, { file: rose, name: 'A Rose é.JPG', focal: { x: 2, y: 0.25 } })
    if (!imported.ok) throw new Error(imported.sentence)
    const [key = ''] = await Array.fromAsync(deps.storage.list('originals/'))
    expect(key).toMatch(/^originals\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.jpg$/)
    expect(Buffer.from((await deps.storage.read(key)) ?? [])).toEqual(await readFile(rose))
    expect(await photosBySlug(deps, ['a-rose-e'])).toEqual({})
    await publishPhotos(deps, [imported.photo.id])
    expect((await photosBySlug(deps, ['a-rose-e', 'none']))['a-rose-e']).toMatchObject({
      title: 'A Rose é',
      alt: 'A Rose é',
      width: 900,
      height: 600,
      widths: [],
      focal: { x: 1, y: 0.25 },
      exposure: '85 mm f/2.8',
      creator: 'Zoë Åkesson',
    })
    const [{ thumb } = { thumb: null }] = await libraryEntries(deps, [imported.photo.id])
    expect(thumb).toMatch(/^\/media\/[0-9a-f]{20}\/480\.jpg$/)
    expect(await deps.storage.exists(thumb?.replace(/^\/media\/(..)/, 'renditions/$1/$1') ?? '')).toBe(true)
  })

  test('is idempotent: the same bytes are one photo under any name, even simultaneously', async () => {
    const other = openDatabase(fresh.where)
    onTestFinished(() => other.destroy())
    const names = ['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg']
    const results = await Promise.all(
      names.map((name, i) => importPhoto({ ...deps, db: i % 2 ? other : fresh.db }, { file: rose, name })),
    )
    const again = await importPhoto(deps, { file: rose, name: 'five.jpg' })
    const found = [...results, again].map((result) => (result.ok ? result : undefined))
    expect(new Set(found.map((result) => result?.photo.id)).size).toBe(1)
    expect(found.map((result) => result?.known).toSorted()).toEqual([false, true, true, true, true])
    expect(await deps.db.selectFrom('photos').select('id').execute()).toHaveLength(1)
    expect(await deps.db.selectFrom('jobs').select('id').execute()).toHaveLength(1)
    expect(await deps.db.selectFrom('renditions').select('format').execute()).toEqual([{ format: 'jpg' }])
  })

  test('gives two photos of the same name different slugs', async () => {
    const twin = join(folder, 'twin.jpg')
    await writeFile(twin, await cameraJpeg(scene(900, 600, 200)))
    const first = await importPhoto(deps, { file: rose, name: 'IMG_1.jpg' })
    const second = await importPhoto(deps, { file: twin, name: 'img-1.jpeg' })
    expect([first, second].map((result) => result.ok && result.photo.slug)).toEqual(['img-1', 'img-1-2'])
  })

  test('leaves nothing of a refused file', async () => {
    const file = join(folder, 'broken.jpg')
    await writeFile(file, (await readFile(rose)).subarray(0, 9000))
    expect(await importPhoto(deps, { file, name: 'broken.jpg' })).toMatchObject({
      ok: false,
      reason: 'broken',
    })
    expect(await Array.fromAsync(deps.storage.list(''))).toEqual([])
    expect(await deps.db.selectFrom('photos').select('id').execute()).toEqual([])
    expect(await deps.db.selectFrom('jobs').select('id').execute()).toEqual([])
  })

  test('refuses a file of more than 1.2 GB without reading it', async () => {
    const film = join(folder, 'film.jpg')
    await writeFile(film, 'x')
    await truncate(film, 40e9)
    const before = process.cpuUsage()
    expect(await importPhoto(deps, { file: film, name: 'film.jpg' })).toMatchObject({
      ok: false,
      reason: 'too-large',
    })
    await rm(film)
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  })

  test('queues widths that most pages use first, and photos by rank', async () => {
    const large = join(folder, 'large.png')
    await writeFile(large, await scene(2700, 1800).png().toBuffer())
    await importPhoto(deps, { file: large, name: 'large.png', rank: 5 })
    await importPhoto(deps, { file: rose, name: 'rose.jpg', rank: 2 })
    const jobs = await deps.db
      .selectFrom('jobs')
      .select(['payload', 'priority'])
      .orderBy('priority', 'desc')
      .execute()
    expect(jobs.map(({ payload }) => JSON.parse(payload).widths)).toEqual([
      [480, 620, 800, 900],
      [480, 620, 800, 1040],
      [1350, 1750, 2600],
    ])
    expect(jobs.every(({ priority }) => priority < 0)).toBe(true)
  })

  test('jobs make every rendition, and then the photo is ready', async () => {
    const imported = await importPhoto(deps, { file: rose, name: 'rose.jpg' })
    if (!imported.ok) throw new Error(imported.sentence)
    const worker = startWorker({ ...deps, handlers: photoJobs(deps), pollMs: 20 })
    onTestFinished(() => worker.stop())
    await publishPhotos(deps, [imported.photo.id])
    const view = async () => (await photosById(deps, [imported.photo.id])).get(imported.photo.id)
    await expect.poll(async () => (await view())?.widths).toEqual([480, 620, 800, 900])
    await expect.poll(async () => await deps.db.selectFrom('jobs').select('id').execute()).toEqual([])
    const row = await deps.db.selectFrom('photos').select(['state', 'failure']).executeTakeFirst()
    expect(row).toEqual({ state: 'ready', failure: null })
    // Rows also match the thumbnail, which was made before.
    const keys = await Array.fromAsync(deps.storage.list('renditions/'))
    const stored = await Promise.all(keys.map(async (key) => sha256((await deps.storage.read(key)) ?? '')))
    const rows = await deps.db.selectFrom('renditions').select('sha256').execute()
    expect(stored.sort()).toEqual(rows.map((each) => each.sha256).sort())
  })

  test('repeated or simultaneous rendering makes the same files and rows', async () => {
    const imported = await importPhoto(deps, { file: rose, name: 'rose.jpg' })
    if (!imported.ok) throw new Error(imported.sentence)
    const photoId = imported.photo.id
    await Promise.all([renderPhoto(deps, { photoId, widths: [480] }), renderPhoto(deps, { photoId })])
    const rows = () =>
      deps.db.selectFrom('renditions').selectAll().orderBy('width').orderBy('format').execute()
    const made = await rows()
    expect(made).toHaveLength(8)
    expect(await renderPhoto(deps, { photoId })).toEqual({ ok: true, made: 0 })
    expect(await rows()).toEqual(made)
    expect(await Array.fromAsync(deps.storage.list('renditions/'))).toHaveLength(8)
  })

  test('a width counts as finished when both of its formats exist', async () => {
    const imported = await importPhoto(deps, { file: rose, name: 'rose.jpg' })
    if (!imported.ok) throw new Error(imported.sentence)
    await publishPhotos(deps, [imported.photo.id])
    await renderPhoto(deps, { photoId: imported.photo.id })
    await deps.db.deleteFrom('renditions').where('width', '=', 800).where('format', '=', 'avif').execute()
    expect((await photosById(deps, [imported.photo.id])).get(imported.photo.id)?.widths).toEqual([
      480, 620, 900,
    ])
    expect(await renderPhoto(deps, { photoId: imported.photo.id })).toMatchObject({ ok: true })
    expect((await photosById(deps, [imported.photo.id])).get(imported.photo.id)?.widths).toEqual([
      480, 620, 800, 900,
    ])
  })

  test('a photo that can’t be rendered shows why, and importing it again retries', async () => {
    const imported = await importPhoto(deps, { file: rose, name: 'rose.jpg' })
    if (!imported.ok) throw new Error(imported.sentence)
    const [key = ''] = await Array.fromAsync(deps.storage.list('originals/'))
    await deps.storage.delete(key)
    const photoId = imported.photo.id
    const state = () => deps.db.selectFrom('photos').select(['state', 'failure']).executeTakeFirst()
    expect(await renderPhoto(deps, { photoId })).toMatchObject({ ok: false, reason: 'failed' })
    expect(await state()).toEqual({
      state: 'failed',
      failure: 'The original file is missing from storage.',
    })
    const copy = join(folder, 'copy of rose.jpg')
    await copyFile(rose, copy)
    expect(await importPhoto(deps, { file: copy, name: 'copy.jpg' })).toMatchObject({ ok: true, known: true })
    expect(await state()).toEqual({ state: 'processing', failure: null })
    expect(await renderPhoto(deps, { photoId })).toMatchObject({ ok: true })
    expect(await state()).toEqual({ state: 'ready', failure: null })
  })

  test('a job of a deleted photo does nothing', async () => {
    expect(await renderPhoto(deps, { photoId: 'gone' })).toEqual({ ok: false, reason: 'gone' })
  })
})
