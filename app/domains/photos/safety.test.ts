import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { createImaging } from '~/platform/imaging/imaging.server'
import { startWorker } from '~/platform/jobs/worker.server'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { cameraJpeg, scene } from '../../../test/support/pictures'
import { photoJobs } from './jobs.server'
import { importPhoto, type PhotoDeps } from './operations.server'
import { renderPhoto } from './renditions.server'
import { checkPhoto, readCheck, requestCheck } from './safety.server'

const imaging = createImaging()
const log = createLogger('silent')
let folder: string
let rose: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checks-test-'))
  rose = join(folder, 'rose.jpg')
  await writeFile(rose, await cameraJpeg(scene(600, 400), 6))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

describeOnBothEngines('the safety report', (open) => {
  let deps: PhotoDeps
  let photoId: string
  let count = 0
  beforeEach(async () => {
    const { db } = await open()
    const storage = folderStorage(join(folder, `store-${++count}`))
    deps = { db, storage, clock: fixedClock('2026-06-12T12:00:00Z'), log, imaging }
    const imported = await importPhoto(deps, { file: rose, name: 'rose.jpg' })
    if (!imported.ok) throw new Error(imported.sentence)
    photoId = imported.photo.id
    await renderPhoto(deps, { photoId })
  })

  const keys = (prefix: string) => Array.fromAsync(deps.storage.list(prefix))
  const rendition = async (name: string) =>
    (await keys('renditions/')).find((key) => key.endsWith(`/${name}`)) ?? ''
  const report = async () => {
    const found = await checkPhoto(deps, { photoId })
    if (!found.ok) throw new Error('gone')
    const { points } = await readCheck(deps, photoId, 'UTC')
    expect(found.isSound).toBe(points.every(({ outcome }) => outcome !== 'faulty'))
    return Object.fromEntries(points.map(({ point, ...rest }) => [point, rest]))
  }

  test('of a camera photo lists what was removed', async () => {
    const found = await report()
    expect(Object.values(found).map(({ outcome }) => outcome)).toEqual(Array(7).fill('sound'))
    expect(found.original?.sentence).toContain('exactly the file you imported')
    expect(found.files?.sentence).toContain('All 2 web versions')
    expect(found.position?.sentence).toBe('The original has GPS data. We removed it from every web version.')
    expect(found.rights?.sentence).toContain('Zoë Åkesson; © 2026 Zoë Åkesson')
    expect(found.orientation?.sentence).toBe('The camera was rotated. Every web version is upright.')
  })

  test('detects a damaged file, a missing file, and a replaced original', async () => {
    const [original = ''] = await keys('originals/')
    const whole = Buffer.from((await deps.storage.read(original)) ?? [])
    whole[whole.length - 200] = (whole[whole.length - 200] ?? 0) ^ 1
    await deps.storage.put(original, whole)
    await deps.storage.put(await rendition('400.jpg'), Buffer.from('not a picture'))
    await deps.storage.delete(await rendition('400.avif'))
    const found = await report()
    expect(found.original).toMatchObject({ outcome: 'faulty', sentence: expect.stringContaining('damaged') })
    expect(found.files?.sentence).toBe('Missing: 400.avif. Damaged: 400.jpg. Restore them from a backup.')
    expect(found.position).toEqual({ outcome: 'open', sentence: 'There are no web files to check.' })
    await deps.storage.delete(original)
    expect((await report()).original?.sentence).toContain('missing')
  })

  test('detects a file with hidden metadata', async () => {
    const key = await rendition('400.jpg')
    const telling = await cameraJpeg(sharp((await deps.storage.read(key)) ?? new Uint8Array()))
    await deps.storage.put(key, telling)
    const found = await report()
    expect(found.files).toMatchObject({ outcome: 'faulty', sentence: expect.stringContaining('400.jpg') })
    expect(found.profile).toMatchObject({ outcome: 'faulty', sentence: 'Not in sRGB: 400.jpg.' })
    expect(found.position).toMatchObject({ outcome: 'faulty', sentence: expect.stringContaining('400.jpg') })
    expect(found.metadata?.outcome).toBe('faulty')
    expect(found.metadata?.sentence).toMatch(/BodySerialNumber.*/)
  })

  test('is made by a job when requested', async () => {
    expect(await readCheck(deps, photoId, 'UTC')).toEqual({ points: [], when: null, isWaiting: false })
    for (let n = 0; n < 2; n++) expect(await requestCheck(deps, 'rose')).toEqual({ ok: true })
    expect(await readCheck(deps, photoId, 'UTC')).toMatchObject({ when: null, isWaiting: true })
    const worker = startWorker({ ...deps, handlers: photoJobs(deps), pollMs: 20 })
    onTestFinished(() => worker.stop())
    await expect
      .poll(async () => await readCheck(deps, photoId, 'UTC'))
      .toMatchObject({ when: 'Jun 12, 2026, 12 PM UTC', isWaiting: false })
    expect(await requestCheck(deps, 'gone')).toEqual({ ok: false, reason: 'missing' })
    expect(await checkPhoto(deps, { photoId: 'gone' })).toEqual({ ok: false, reason: 'gone' })
  })
})
