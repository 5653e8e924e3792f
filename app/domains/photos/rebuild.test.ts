import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { createImaging } from '~/platform/imaging/imaging.server'
import { claimJob } from '~/platform/jobs/queue.server'
import { startWorker } from '~/platform/jobs/worker.server'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { cameraJpeg, scene } from '../../../test/support/pictures'
import { photoJobs } from './jobs.server'
import { importPhoto, type PhotoDeps, photosById, publishPhotos } from './operations.server'
import {
  pauseRebuild,
  readRebuild,
  rebuildRenditions,
  requestRenditionRebuild,
  resumeRebuild,
} from './rebuild.server'
import { renderPhoto } from './renditions.server'

const imaging = createImaging()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rebuild-test-'))
  await writeFile(join(folder, 'rose.jpg'), await cameraJpeg(scene(700, 500)))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

const FORMER = 'f'.repeat(20)

describeOnBothEngines('renditions of an earlier recipe', (open) => {
  /** A published photo whose renditions have the address of an earlier recipe. */
  async function formerPhoto() {
    const { db } = await open()
    const storage = folderStorage(await mkdtemp(join(folder, 'store-')))
    const deps: PhotoDeps = {
      ...{ db, storage, imaging, log: createLogger('silent') },
      clock: fixedClock('2026-06-12T12:00:00Z'),
    }
    const imported = await importPhoto(deps, { file: join(folder, 'rose.jpg'), name: 'rose.jpg' })
    if (!imported.ok) throw new Error(imported.sentence)
    const { id } = imported.photo
    await renderPhoto(deps, { photoId: id })
    await publishPhotos(deps, [id])
    const current = await mediaOf(db, id)
    await db.updateTable('photos').set({ media_hash: FORMER }).where('id', '=', id).execute()
    await db.updateTable('renditions').set({ sha256: 'former' }).execute()
    await db.deleteFrom('jobs').execute()
    return { deps, id, current }
  }

  async function queued(deps: PhotoDeps): Promise<number> {
    await requestRenditionRebuild(deps)
    return (await readRebuild(deps)).left
  }

  const mediaOf = async (db: Db, id: string) =>
    (await db.selectFrom('photos').select('media_hash').where('id', '=', id).executeTakeFirstOrThrow())
      .media_hash

  test('are made anew by the worker, and the photo stays ready and published', async () => {
    const { deps, id, current } = await formerPhoto()
    expect(await queued(deps)).toBe(1)
    expect(await queued(deps)).toBe(1)
    const worker = startWorker({ ...deps, handlers: photoJobs(deps), pollMs: 10 })
    onTestFinished(() => worker.stop())
    await expect.poll(async () => (await readRebuild(deps)).left).toBe(0)
    expect(await mediaOf(deps.db, id)).toBe(current)
    const rows = await deps.db.selectFrom('renditions').selectAll().execute()
    expect(rows.map(({ width, format }) => `${width}.${format}`).toSorted()).toEqual([
      '480.avif',
      '480.jpg',
      '620.avif',
      '620.jpg',
      '700.avif',
      '700.jpg',
    ])
    expect(rows.filter(({ sha256 }) => sha256 === 'former')).toEqual([])
    for (const { width, format, bytes } of rows)
      expect(await deps.storage.size(`renditions/${current.slice(0, 2)}/${current}/${width}.${format}`)).toBe(
        bytes,
      )
    expect((await photosById(deps, [id])).get(id)).toMatchObject({ media: `/media/${current}` })
    expect(await queued(deps)).toBe(0)
  })

  test('stay as they are while it is paused, and are made after it goes on', async () => {
    const { deps } = await formerPhoto()
    await requestRenditionRebuild(deps)
    await pauseRebuild(deps)
    await requestRenditionRebuild(deps)
    const claim = { kinds: ['rebuild-renditions'], claimedBy: 'a worker', leaseMs: 1_000 }
    expect(await claimJob(deps.db, { ...claim, now: deps.clock.now() })).toBeUndefined()
    expect(await readRebuild(deps)).toEqual({ left: 1, failed: 0, isPaused: true })
    await resumeRebuild(deps)
    expect(await readRebuild(deps)).toEqual({ left: 1, failed: 0, isPaused: false })
    expect(await claimJob(deps.db, { ...claim, now: deps.clock.now() })).toBeDefined()
  })

  test('stay when the original is missing, which is said', async () => {
    const { deps, id } = await formerPhoto()
    for await (const key of deps.storage.list('originals/')) await deps.storage.delete(key)
    expect(await rebuildRenditions(deps, { photoId: id })).toEqual({
      ok: false,
      sentence: 'The original file is missing from storage.',
    })
    expect(await mediaOf(deps.db, id)).toBe(FORMER)
    expect(await deps.db.selectFrom('renditions').select('width').execute()).toHaveLength(6)
  })
})
