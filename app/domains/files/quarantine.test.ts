import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDownloadFiles } from '~/domains/galleries/downloads/files.server'
import { removePhoto } from '~/domains/photos/library.server'
import { importPhoto } from '~/domains/photos/operations.server'
import { downloadFileKey, originalKey } from '~/domains/photos/stored-files'
import { fixedClock } from '~/platform/clock'
import { createImaging } from '~/platform/imaging/imaging.server'
import { checkKey } from '~/platform/storage/model'
import { describeOnBothEngines } from '../../../test/support/database'
import { objectStore } from '../../../test/support/object-store'
import { blankPng } from '../../../test/support/pictures'
import { putTestSettings } from '../../../test/support/settings'
import { type CollectingDeps, collectFiles } from './collection.server'
import { DAY_MS, deletedAfter, mostAtOnce, quarantineKey, readQuarantineKey } from './model'
import { listQuarantine, previewQuarantined, restoreQuarantined } from './quarantine.server'

const DAY = 86_400_000
const author = { uid: 'u1', name: 'Dorian Ellis' }
const imaging = createImaging({ size: 1 })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarantine-test-'))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

describeOnBothEngines('a photo in quarantine', (open) => {
  let deps: CollectingDeps & { clock: ReturnType<typeof fixedClock> }
  beforeEach(async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-22T10:00:00Z')
    deps = {
      ...{ db, clock, imaging, log: pino({ level: 'silent' }) },
      storage: objectStore(() => clock.now()),
      config: { siteUrl: 'https://photos.example.com', dataDir: '/no/such/folder' },
    }
    await putTestSettings(db)
  })

  /** A deleted photo with download files, too tall for today's upload limit. */
  async function removed() {
    const file = join(folder, 'tall.png')
    await writeFile(file, blankPng(500, 16_400))
    const given = { file, name: 'tall.png', title: 'Tower', alt: 'A tower', wasStored: true }
    const imported = await importPhoto(deps, given)
    if (!imported.ok) throw new Error(imported.sentence)
    expect(await makeDownloadFiles(deps, { photoId: imported.photo.id, sizes: ['web'] })).toMatchObject({
      ok: true,
    })
    const photo = await deps.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
    await deps.db.transaction().execute((tx) => removePhoto({ ...deps, db: tx }, photo.id))
    deps.clock.advance(2 * DAY)
    expect((await collectFiles(deps)).quarantined).toBe(2)
    return photo
  }

  test('is listed with its name and deletion day, and can be restored with its files', async () => {
    const photo = await removed()
    const { photos, total } = await listQuarantine(deps, 0)
    expect(total).toBe(1)
    expect(photos).toMatchObject([
      { name: 'tall.png', moved: 'November 24, 2026', until: 'December 25, 2026' },
    ])
    expect(photos[0]?.files).toMatch(/^Original, Web size, /)
    expect((await previewQuarantined(deps, photo.sha256))?.length).toBeGreaterThan(100)

    expect(await restoreQuarantined({ ...deps, author }, photo.sha256)).toEqual({
      ok: true,
      slug: photo.slug,
    })
    const back = await deps.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
    expect(back).toMatchObject({
      title: 'Tower',
      alt: 'A tower',
      original_name: 'tall.png',
      published_at: null,
    })
    expect(await deps.storage.size(originalKey(photo))).toBe(photo.bytes)
    const made = await deps.db.selectFrom('download_files').select('size').execute()
    expect(made).toEqual([{ size: 'web' }])
    expect((await listQuarantine(deps, 0)).total).toBe(0)
    expect(await deps.db.selectFrom('audit').select(['action', 'subject']).execute()).toEqual([
      { action: 'photo-restored', subject: 'tall.png' },
    ])
    deps.clock.advance(2 * DAY)
    expect(await collectFiles(deps)).toMatchObject({ quarantined: 0, lost: [] })
    expect(await restoreQuarantined({ ...deps, author }, photo.sha256)).toEqual({ ok: false, reason: 'gone' })
  })

  test('without its original needs the photo in the library', async () => {
    const photo = await removed()
    for await (const key of deps.storage.list('quarantine/'))
      if (key.includes('/originals/')) await deps.storage.delete(key)
    expect(await restoreQuarantined({ ...deps, author }, photo.sha256)).toEqual({
      ok: false,
      reason: 'no-original',
    })
    expect((await listQuarantine(deps, 0)).total).toBe(1)
  })
})

const photo = fc.record({
  sha256: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
  format: fc.constantFrom('jpeg', 'png', 'webp', 'avif', 'tiff'),
})
const instant = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2090, 0) })

describe('a file in quarantine', () => {
  test('has its original key in its name, and stays for at least 30 days and less than 32', () => {
    fc.assert(
      fc.property(photo, instant, fc.constantFrom('original', 'web', 'print'), (of, now, what) => {
        const original =
          what === 'original' ? originalKey(of) : downloadFileKey(of, { size: what as 'web', recipe: '2' })
        const key = checkKey(quarantineKey(original, now))
        const read = readQuarantineKey(key)
        expect(read).toMatchObject({ original, photo: of.sha256, what })
        const days = (deletedAfter(read?.date ?? '') - now) / DAY_MS
        expect(days).toBeGreaterThan(30 - 1e-9)
        expect(days).toBeLessThan(32)
      }),
    )
  })

  test.each([
    'quarantine/notes.txt',
    'quarantine/2026-11-22/notes.txt',
    'quarantine/today/originals/aa/x.jpg',
    `originals/aa/${'a'.repeat(64)}.jpg`,
  ])('is not %s', (key) => {
    expect(readQuarantineKey(key)).toBeUndefined()
  })
})

test('a run takes up to 50 files, or 5 % of all if that is more', () => {
  expect([0, 26, 50, 1_000, 1_001, 2_000, 100_000].map(mostAtOnce)).toEqual([50, 50, 50, 50, 50, 100, 5_000])
})
