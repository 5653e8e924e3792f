import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CollectingDeps, collectFiles } from '~/domains/files/collection.server'
import { removePhoto } from '~/domains/photos/library.server'
import { importPhoto } from '~/domains/photos/operations.server'
import { REBUILD_DOWNLOAD_FILES, REBUILD_PROOFS } from '~/domains/photos/photo-jobs'
import { readRebuild } from '~/domains/photos/rebuild.server'
import { fixedClock } from '~/platform/clock'
import { createImaging, type Imaging } from '~/platform/imaging/imaging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeGallery } from '../../../test/support/factories'
import { scene } from '../../../test/support/pictures'
import { putTestSettings } from '../../../test/support/settings'
import {
  MAKE_DOWNLOAD_FILES,
  type MakingDeps,
  makeDownloadFiles,
  requestDownloadFiles,
} from './downloads/files.server'
import { rebuildDownloadFiles, requestDownloadRebuild } from './downloads/rebuild.server'
import { hideItems, removeItems, restoreItems } from './editor/items.server'
import { addPhotosToGallery } from './uploads/import.server'
import { MAKE_PROOFS } from './watermarks/model'
import {
  makeProofs,
  prepareProofs,
  readGalleryWatermark,
  requestProofRebuild,
} from './watermarks/operations.server'

let imaging: Imaging
let folder: string
beforeAll(async () => {
  imaging = createImaging({ size: 1 })
  folder = await mkdtemp(join(tmpdir(), 'gallery-files-'))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

describeOnBothEngines('files made of a client’s photo', (open) => {
  let deps: MakingDeps & CollectingDeps
  let root: string
  let gallery: { id: string; slug: string }
  let photoId: string

  beforeEach(async () => {
    const { db } = await open()
    root = await mkdtemp(join(folder, 'store-'))
    deps = {
      ...{ db, imaging, clock: fixedClock(Date.now()), storage: folderStorage(root) },
      config: { siteUrl: 'https://photos.example.com', dataDir: root },
      log: pino({ level: 'silent' }),
    }
    await putTestSettings(db)
    gallery = await makeGallery(db, { kind: 'client', sizes: '["web"]', proofing: 1 })
    const file = join(folder, 'rose.jpg')
    await writeFile(file, await scene(400, 300, 10).jpeg().toBuffer())
    const imported = await importPhoto(deps, { file, name: 'rose.jpg' })
    if (!imported.ok) throw new Error(imported.sentence)
    photoId = imported.photo.id
    await deps.db.deleteFrom('jobs').execute()
    const photos = [{ photoId, folder: '', fileName: 'rose.jpg' }]
    await addPhotosToGallery(deps, { gallery: gallery.slug, photos })
  })

  /** Runs all waiting jobs. @returns their kinds */
  async function makeWaiting(): Promise<string[]> {
    const jobs = await deps.db.selectFrom('jobs').selectAll().orderBy('kind').execute()
    await deps.db.deleteFrom('jobs').execute()
    for (const { kind, payload } of jobs)
      if (kind === MAKE_DOWNLOAD_FILES) await makeDownloadFiles(deps, JSON.parse(payload))
      else if (kind === REBUILD_DOWNLOAD_FILES) await rebuildDownloadFiles(deps, JSON.parse(payload))
      else if (kind === MAKE_PROOFS || kind === REBUILD_PROOFS) await makeProofs(deps, JSON.parse(payload))
    return jobs.map(({ kind }) => kind)
  }
  const made = async () =>
    (await Array.fromAsync(deps.storage.list(''))).filter((key) => /^(download-files|proofs)\//.test(key))
  async function collectAfter(days: number): Promise<number> {
    const at = Date.now() / 1_000 - days * 86_400
    for (const key of await made()) await utimes(join(root, key), at, at)
    const { removed, quarantined } = await collectFiles(deps)
    await deps.db.deleteFrom('jobs').execute()
    return removed + quarantined
  }

  test('is available for photos from a folder, stays with its rows, and is deleted with the photo', async () => {
    expect(await makeWaiting()).toEqual([MAKE_DOWNLOAD_FILES, MAKE_PROOFS])
    const all = await made()
    expect(all.filter((key) => key.startsWith('download-files/'))).toHaveLength(1)
    expect(all.filter((key) => key.startsWith('proofs/')).length).toBeGreaterThan(1)
    expect(await collectAfter(9)).toBe(0)
    expect(await made()).toEqual(all)

    await removePhoto(deps, photoId)
    expect(await collectAfter(0)).toBe(0)
    expect(await collectAfter(2)).toBe(all.length)
    expect(await made()).toEqual([])
  })

  test('are deleted with the gallery if they belong to it', async () => {
    await makeWaiting()
    await deps.db.deleteFrom('galleries').where('id', '=', gallery.id).execute()
    await collectAfter(2)
    expect((await made()).map((key) => key.split('/')[0])).toEqual(['download-files'])
  })

  test('is collected where a crash came between file and row, and made anew', async () => {
    const { storage } = deps
    const cut = async (key: string, data: Uint8Array) => {
      await storage.put(key, data)
      throw new Error('power cut')
    }
    deps = { ...deps, storage: { ...storage, put: cut } }
    await expect(makeDownloadFiles(deps, { photoId, sizes: ['web'] })).rejects.toThrow('power cut')
    await expect(makeProofs(deps, { galleryId: gallery.id, photoId })).rejects.toThrow('power cut')
    deps = { ...deps, storage }
    expect(await made()).toHaveLength(2)
    expect(await collectAfter(0)).toBe(0)
    expect(await collectAfter(2)).toBe(2)
    expect(await makeDownloadFiles(deps, { photoId, sizes: ['web'] })).toEqual({ ok: true, made: 1 })
    expect(await makeProofs(deps, { galleryId: gallery.id, photoId })).toEqual({ ok: true })
    expect(await collectAfter(2)).toBe(0)
  })

  test('of an earlier recipe stay until the rebuild replaces them, once', async () => {
    await makeWaiting()
    const all = await made()
    for (const key of all) {
      const former = key.replace('web.jpg', 'web-0.jpg').replace(/\/([0-9a-f]{16})\//, '/$1-0/')
      await deps.storage.put(former, (await deps.storage.read(key)) ?? new Uint8Array())
      await deps.storage.delete(key)
    }
    await deps.db.updateTable('download_files').set({ recipe: '0' }).execute()
    const { watermark } = await deps.db.selectFrom('proofs').select('watermark').executeTakeFirstOrThrow()
    await deps.db
      .updateTable('proofs')
      .set({ watermark: `${watermark}-0` })
      .execute()
    expect(await collectAfter(2)).toBe(0)
    await requestDownloadFiles(deps)
    await prepareProofs(deps, gallery.id)
    expect(await makeWaiting()).toEqual([])
    expect(await readGalleryWatermark(deps, gallery.id)).toMatchObject({ made: 1, total: 1 })

    for (let times = 0; times < 2; times++) {
      await requestDownloadRebuild(deps)
      await requestProofRebuild(deps)
    }
    expect(await readRebuild(deps)).toEqual({ left: 2, failed: 0, isPaused: false })
    expect(await makeWaiting()).toEqual([REBUILD_DOWNLOAD_FILES, REBUILD_PROOFS])
    expect(await made()).toEqual(all)
    expect(await collectAfter(2)).toBe(0)
    await requestDownloadRebuild(deps)
    await requestProofRebuild(deps)
    expect(await readRebuild(deps)).toEqual({ left: 0, failed: 0, isPaused: false })
  })

  test('are made again when a photo is restored or shown again', async () => {
    await deps.db.deleteFrom('jobs').execute()
    const editing = { ...deps, author: { uid: 'u1', name: 'Dorian Ellis' } }
    const { id: item } = await deps.db.selectFrom('gallery_items').select('id').executeTakeFirstOrThrow()
    const chosen = { gallery: gallery.id, items: [item] }

    const removed = await removeItems(editing, chosen)
    await prepareProofs(deps, gallery.id)
    expect(await makeWaiting()).toEqual([])
    const undo = removed.ok ? (removed.undo ?? '') : ''
    expect(await restoreItems(editing, { gallery: gallery.id, undo })).toMatchObject({ ok: true })
    expect(await makeWaiting()).toEqual([MAKE_DOWNLOAD_FILES, MAKE_PROOFS])

    await deps.db.deleteFrom('download_files').execute()
    await hideItems(editing, chosen, true)
    expect(await makeWaiting()).toEqual([])
    await hideItems(editing, chosen, false)
    expect(await makeWaiting()).toEqual([MAKE_DOWNLOAD_FILES, MAKE_PROOFS])
  })
})
