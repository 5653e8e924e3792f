import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bringFile, takeUpload } from '~/domains/galleries/uploads/operations.server'
import { fixedClock } from '~/platform/clock'
import { sha256 } from '~/platform/ids.server'
import { createImaging } from '~/platform/imaging/imaging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeGallery } from '../../../test/support/factories'
import { scene } from '../../../test/support/pictures'
import { putTestSettings } from '../../../test/support/settings'
import { type CollectingDeps, collectFiles, compareFiles } from './collection.server'
import { listQuarantine, previewQuarantined, restoreQuarantined } from './quarantine.server'
import { answerStop, listStops } from './stopped-cleanups.server'

const DAY = 86_400_000
const author = { uid: 'owner', name: 'Dorian Ellis' }
const imaging = createImaging({ size: 1 })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stray-uploads-test-'))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

describeOnBothEngines('files of unknown uploads', (open) => {
  let deps: CollectingDeps & { clock: ReturnType<typeof fixedClock> }
  let galleryId: string
  beforeEach(async () => {
    const { db } = await open()
    const dataDir = await mkdtemp(join(folder, 'data-'))
    await mkdir(join(dataDir, 'uploads'))
    deps = {
      ...{ db, imaging, clock: fixedClock(Date.now()), log: pino({ level: 'silent' }) },
      storage: folderStorage(join(dataDir, 'photos')),
      config: { siteUrl: 'https://photos.example.com', dataDir },
    }
    await putTestSettings(db)
    galleryId = (await makeGallery(db, { kind: 'client' })).id
  })

  const left = () => readdir(join(deps.config.dataDir, 'uploads'))
  const picture = (hue: number) => scene(300, 200, hue).jpeg().toBuffer()
  const upload = async (content: Buffer): Promise<string> => {
    await bringFile({ ...deps, author }, { galleryId, metadata: { name: 'a.jpg' }, content })
    return (await deps.db.selectFrom('uploads').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow())
      .id
  }
  /** Simulates restoring an older database, which doesn't know recent uploads. */
  const forget = () => deps.db.deleteFrom('uploads').execute()
  const put = async (name: string, content: Buffer | string, daysAgo = 0) => {
    const file = join(deps.config.dataDir, 'uploads', name)
    await writeFile(file, content)
    const at = Date.now() / 1_000 - daysAgo * 86_400
    await utimes(file, at, at)
  }
  const quarantined = () => Array.fromAsync(deps.storage.list('quarantine/'))

  test('are kept for 30 days after an older database was restored, and can be restored', async () => {
    const content = await picture(20)
    await upload(content)
    await forget()
    expect((await collectFiles(deps)).quarantined).toBe(0)
    expect(await left()).toHaveLength(1)

    deps.clock.advance(DAY + 60_000)
    expect((await collectFiles(deps)).quarantined).toBe(1)
    expect(await left()).toEqual([])
    const { photos } = await listQuarantine(deps, 0)
    expect(photos).toMatchObject([{ photo: sha256(content), bytes: content.length }])
    expect(photos[0]?.files).toMatch(/^Upload, /)
    expect((await previewQuarantined(deps, sha256(content)))?.length).toBeGreaterThan(100)

    expect(await restoreQuarantined({ ...deps, author }, sha256(content))).toMatchObject({ ok: true })
    const row = await deps.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      sha256: sha256(content),
      original_name: `photo-${sha256(content).slice(0, 8)}.jpg`,
      published_at: null,
    })
    expect(await quarantined()).toEqual([])
  })

  test('are deleted after 30 days', async () => {
    await put('old', await picture(30), 2)
    expect((await collectFiles(deps)).quarantined).toBe(1)
    deps.clock.advance(29 * DAY)
    await collectFiles(deps)
    expect(await quarantined()).toHaveLength(1)
    deps.clock.advance(3 * DAY)
    await collectFiles(deps)
    expect(await quarantined()).toEqual([])
  })

  test('are deleted when the library has their content, and kept when its original is missing', async () => {
    const content = await picture(40)
    const id = await upload(content)
    await takeUpload(deps, id)
    for (const name of [id, 'again']) await put(name, content, 2)
    await put('empty', '', 2)
    expect((await collectFiles(deps)).quarantined).toBe(0)
    expect(await left()).toEqual([])

    for await (const key of deps.storage.list('originals/')) await deps.storage.delete(key)
    await put('again', content, 2)
    expect((await collectFiles(deps)).quarantined).toBe(1)
  })

  test('stay while they are young, or an upload needs them', async () => {
    await put('young', 'x')
    const id = await upload(await picture(50))
    await put(id, await picture(50), 2)
    await collectFiles(deps)
    expect((await left()).toSorted()).toEqual([id, 'young'].toSorted())
    await takeUpload(deps, id)
    expect(await left()).toEqual(['young'])
  })

  test('that were truncated are kept too, and refused like any broken file', async () => {
    const half = (await picture(60)).subarray(0, 900)
    await put('half', half, 2)
    expect((await collectFiles(deps)).quarantined).toBe(1)
    expect(await restoreQuarantined({ ...deps, author }, sha256(half))).toMatchObject({
      ok: false,
      reason: 'refused',
    })
    expect(await quarantined()).toHaveLength(1)
  })

  test('stay in place when they are too many, until the owner allows it', async () => {
    for (let n = 0; n < 60; n += 1) await put(`file-${n}`, `content ${n}`, 2)
    expect((await collectFiles(deps)).quarantined).toBe(0)
    expect(await left()).toHaveLength(60)
    expect(await listStops(deps)).toMatchObject([{ what: 'uploads', found: 60, total: 60 }])
    await answerStop({ ...deps, author }, { prefix: 'uploads/', found: 60, isAllowed: true })
    expect((await collectFiles(deps)).quarantined).toBe(60)
    expect(await left()).toEqual([])
    expect(await listStops(deps)).toEqual([])
  })
})

const files = fc.dictionary(
  fc.stringMatching(/^[a-c](\/[a-d1-3.-]{1,3}){0,2}$/),
  fc.integer({ min: 0, max: 2 }),
)

async function* inPortions<Item>(items: Item[], size: number): AsyncGenerator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

const listOf = (given: Record<string, number>) =>
  Object.entries(given)
    .map(([key, size]) => ({ key, size }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))

test('finds every stray and every lost file once, whatever the batch size', async () => {
  await fc.assert(
    fc.asyncProperty(
      files,
      files,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      async (stored, known, page, portion) => {
        const found = await Array.fromAsync(
          compareFiles(inPortions(listOf(stored), page), inPortions(listOf(known), portion)),
        )
        expect(found.flatMap(({ strays }) => strays.map(({ key }) => key))).toEqual(
          listOf(stored).flatMap(({ key }) => (key in known ? [] : [key])),
        )
        expect(found.flatMap(({ lost }) => lost.map(({ key }) => key))).toEqual(
          listOf(known).flatMap(({ key, size }) => (stored[key] === size ? [] : [key])),
        )
      },
    ),
  )
})

test('a row without a length accepts any', async () => {
  const one = [{ key: 'a', size: 7 }]
  const found = await Array.fromAsync(compareFiles(inPortions(one, 1), inPortions([{ key: 'a' }], 1)))
  expect(found.flatMap(({ strays, lost }) => [...strays, ...lost])).toEqual([])
})

test('returns lost files in batches of a thousand', async () => {
  const rows = Array.from({ length: 2_500 }, (_, n) => ({ key: `a/${String(n).padStart(4, '0')}`, size: 1 }))
  const last = [{ key: 'b', size: 1 }]
  const found = await Array.fromAsync(compareFiles(inPortions(last, 1), inPortions([...rows, ...last], 400)))
  expect(found.map(({ lost }) => lost.length)).toEqual([1_000, 1_000, 500, 0])
})
