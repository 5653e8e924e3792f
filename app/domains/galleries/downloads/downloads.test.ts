import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importPhoto, publishPhotos } from '~/domains/photos/operations.server'
import { downloadFileKey, originalKey } from '~/domains/photos/stored-files'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { createImaging, type Imaging } from '~/platform/imaging/imaging.server'
import { readIptc } from '~/platform/imaging/iptc'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../../test/support/database'
import { makeGallery, makeGalleryItem, makeShare } from '../../../../test/support/factories'
import { fillDisk } from '../../../../test/support/full-disk'
import { cameraJpeg, SECRETS, scene } from '../../../../test/support/pictures'
import { slowSteps } from '../../../../test/support/query-plan'
import { putTestSettings, testSettings } from '../../../../test/support/settings'
import type { GalleryAccess } from '../access/model'
import { toHead, toShare } from '../access/store.server'
import {
  listFaultyGalleries,
  MAKE_DOWNLOAD_FILES,
  makeDownloadFiles,
  requestDownloadFiles,
  retryFaults,
} from './files.server'
import { type Download, isIntact, prepareDownload, readDownloads } from './operations.server'
import { isFullyDownloaded, listDownloadActivity, readReceipt, sendDownload } from './receipts.server'
import { attemptsQuery } from './receipts-store.server'

const NOW = Date.parse('2026-06-20T12:00:00Z')
let imaging: Imaging
let folder: string
beforeAll(async () => {
  imaging = createImaging({ size: 1 })
  folder = await mkdtemp(join(tmpdir(), 'delivering-'))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

describeOnBothEngines('what is handed over', (open, engine) => {
  let fresh: FreshDatabase
  let now: number
  let access: GalleryAccess
  let deps: ReturnType<typeof depsOf>

  const depsOf = (db: FreshDatabase['db']) => ({
    db,
    imaging,
    clock: { now: () => now },
    storage: folderStorage(join(folder, engine)),
    config: { siteUrl: 'https://photos.example.com' },
    log: pino({ level: 'silent' }),
  })

  beforeEach(async () => {
    fresh = await open()
    now = NOW
    deps = depsOf(fresh.db)
    await putTestSettings(fresh.db)
    const row = await makeGallery(fresh.db, { kind: 'client', sizes: '["web","print","original"]' })
    const share = await makeShare(fresh.db, { gallery_id: row.id })
    access = {
      gallery: toHead(row),
      share: toShare(share),
      canFavorite: true,
      sizes: ['web', 'print', 'original'],
    }
  })

  async function addPhoto(picture: Buffer, name = 'IMG_1.JPG') {
    const file = join(folder, 'upload')
    await writeFile(file, picture)
    const imported = await importPhoto(deps, { file, name })
    if (!imported.ok) throw new Error(imported.sentence)
    const item = await makeGalleryItem(fresh.db, {
      gallery_id: access.gallery.id,
      photo_id: imported.photo.id,
      file_name: name,
    })
    return { ...imported.photo, item: item.id }
  }
  const jobs = () =>
    fresh.db.selectFrom('jobs').select('payload').where('kind', '=', MAKE_DOWNLOAD_FILES).execute()
  async function makeAll() {
    await requestDownloadFiles(deps, access.gallery.id)
    for (const { payload } of await jobs()) await makeDownloadFiles(deps, JSON.parse(payload))
    await fresh.db.deleteFrom('jobs').where('kind', '=', MAKE_DOWNLOAD_FILES).execute()
  }
  const files = () => fresh.db.selectFrom('download_files').selectAll().orderBy('size').execute()
  async function prepared(size: 'web' | 'print' | 'original' = 'original'): Promise<Download> {
    const found = await prepareDownload(deps, access, { wanted: { what: 'everything', of: null }, size })
    if (!found.ok) throw new Error(found.reason)
    return found.download
  }
  /** Takes `bytes` of a range, as a network would that then breaks. */
  async function fetchPart(download: Download, start = 0, bytes = download.bytes - start): Promise<Buffer> {
    const taken: Buffer[] = []
    await sendDownload(
      deps,
      { access, download, span: { start, end: download.bytes - 1 } },
      async (source, onTaken) => {
        let missing = bytes
        const buffer = Buffer.alloc(1000)
        while (missing > 0) {
          const length = Math.min(await source.read(buffer), missing)
          taken.push(Buffer.from(buffer.subarray(0, length)))
          onTaken(length)
          missing -= length
        }
        return true
      },
    )
    return Buffer.concat(taken)
  }

  test('is made once in each size, never enlarged, upright, and without camera metadata', async () => {
    const photo = await addPhoto(await cameraJpeg(scene(2400, 1600), 6))
    await requestDownloadFiles(deps, access.gallery.id)
    await requestDownloadFiles(deps, access.gallery.id)
    expect(await jobs()).toHaveLength(1)
    await makeAll()
    const made = await files()
    expect(made.map(({ size, width, height }) => [size, width, height])).toEqual([
      ['original', 1600, 2400],
      ['print', 1600, 2400],
      ['web', 1365, 2048],
    ])
    const row = await fresh.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
    for (const size of ['web', 'print'] as const) {
      const bytes = Buffer.from((await deps.storage.read(downloadFileKey(row, size))) ?? [])
      for (const secret of Object.values(SECRETS)) expect(bytes.includes(Buffer.from(secret))).toBe(false)
      const { exif, xmp, orientation } = await sharp(bytes).metadata()
      expect(exif?.includes(Buffer.from('GPS'))).toBe(false)
      expect(String(xmp)).toContain('Zoë Åkesson')
      expect(orientation ?? 1).toBe(1)
    }
    await requestDownloadFiles(deps, access.gallery.id)
    expect(await jobs()).toEqual([])
    expect(photo.slug).toBeTruthy()
  })

  test('has the owner’s rights where a photo has none, and keeps those of others', async () => {
    const studio = {
      ...testSettings.studio,
      photographer: 'Zoë Åkesson-Łukaszewicz of the Studio', // longer than IPTC takes: it ends within "the"
      copyrightNotice: '© Zoë & Sons <Photography>',
      dataMining: 'DMI-PROHIBITED-AIMLTRAINING' as const,
    }
    await putTestSettings(fresh.db, { ...testSettings, studio })
    const plain = await scene(900, 600, 80).jpeg().toBuffer()
    await addPhoto(plain)
    await addPhoto(await cameraJpeg(scene(910, 600), 1), 'of-another.jpg')
    await makeAll()
    const rows = await fresh.db.selectFrom('photos').selectAll().orderBy('width').execute()
    const [ours, other] = rows as [Row<'photos'>, Row<'photos'>]
    const read = async (photo: Row<'photos'>, size: 'web' | 'print' | 'original') =>
      Buffer.from((await deps.storage.read(downloadFileKey(photo, size))) ?? [])
    for (const size of ['web', 'print'] as const) {
      const { xmp, iptc, width } = await sharp(await read(ours, size)).metadata()
      expect(width).toBe(900)
      const packet = String(xmp)
      for (const said of [
        studio.photographer,
        '© Zoë &amp; Sons &lt;Photography&gt;',
        `<photoshop:Credit>${studio.name}</photoshop:Credit>`,
        '<plus:LicensorURL>https://photos.example.com</plus:LicensorURL>',
        'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-AIMLTRAINING',
      ])
        expect(packet).toContain(said)
      const { creator, copyright } = readIptc(iptc)
      expect(Buffer.from(copyright ?? []).toString()).toBe(studio.copyrightNotice)
      const kept = Buffer.from(creator ?? []).toString()
      expect([
        studio.photographer.startsWith(kept),
        Buffer.byteLength(kept) <= 32,
        kept.includes('\ufffd'),
      ]).toEqual([true, true, false])

      const theirs = await sharp(await read(other, size)).metadata()
      expect(String(theirs.xmp)).toContain(other.copyright ?? 'nobody')
      expect(String(theirs.xmp)).not.toContain('plus:Licensor>')
      expect(String(theirs.xmp)).not.toContain('Sons')
      expect(theirs.iptc?.includes('Sons')).toBe(false)
    }
    expect(await read(ours, 'original')).toEqual(plain)
  })

  test('is handed over on a full disk, without the proof that finds no room', async () => {
    const picture = await scene(900, 600).jpeg().toBuffer()
    await addPhoto(picture)
    await makeAll()
    const download = await prepared()
    await fillDisk(fresh, 'downloads')
    const got = await fetchPart(download)
    expect([got.length, got.includes(picture)]).toEqual([download.bytes, true])
    expect(await fresh.db.selectFrom('downloads').selectAll().execute()).toEqual([])
  })

  test('recovers from a crash between the file and its row', async () => {
    const photo = await addPhoto(await scene(900, 600).jpeg().toBuffer())
    await makeAll()
    const before = await files()
    await fresh.db.deleteFrom('download_files').where('size', '=', 'web').execute()
    await makeAll()
    expect((await files()).map(({ sha256 }) => sha256)).toEqual(before.map(({ sha256 }) => sha256))
    expect(before.map(({ width }) => width)).toEqual([900, 900, 900])
    expect(photo.width).toBe(900)
  })

  test('with a lost original is reported once, and retried when the studio asks for it', async () => {
    await addPhoto(await scene(600, 400, 50).jpeg().toBuffer())
    const row = await fresh.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
    const original = await deps.storage.read(originalKey(row))
    await deps.storage.delete(originalKey(row))
    await makeAll()
    await makeAll()
    const mail = () => fresh.db.selectFrom('outbox').select('subject').execute()
    expect(await mail()).toHaveLength(1)
    expect(await listFaultyGalleries(deps)).toEqual([
      { id: access.gallery.id, title: access.gallery.title, photos: 1, foundAt: now },
    ])
    const offered = await readDownloads(deps, access)
    expect(offered.choices[0]?.sizes[0]).toMatchObject({ size: 'web', ready: 0, stuck: 1 })

    await deps.storage.put(originalKey(row), original ?? new Uint8Array())
    expect(await retryFaults({ ...deps, author: { uid: 'u', name: 'Owner' } }, access.gallery.id)).toEqual({
      ok: true,
    })
    await makeAll()
    expect((await readDownloads(deps, access)).isReady).toBe(true)
    expect(await fresh.db.selectFrom('download_faults').selectAll().execute()).toEqual([])
  })

  test('waits for the studio only where one of its own photos is stuck', async () => {
    const [lost, other] = [
      await addPhoto(await scene(600, 400, 10).jpeg().toBuffer(), 'lost.jpg'),
      await addPhoto(await scene(600, 400, 60).jpeg().toBuffer(), 'other.jpg'),
    ]
    const set = { id: newId(), gallery_id: access.gallery.id, title: 'Party', position: 0 }
    await fresh.db.insertInto('gallery_sets').values(set).execute()
    await fresh.db.updateTable('gallery_items').set({ set_id: set.id }).where('id', '=', other.item).execute()
    const fault = { photo_id: lost.id, sentence: 'It is gone.', found_at: now }
    await fresh.db
      .insertInto('download_faults')
      .values({ ...fault, size: 'web' })
      .execute()
    const { choices } = await readDownloads(deps, access)
    expect(choices.map(({ label, photos, sizes }) => [label, photos, sizes[0]?.stuck])).toEqual([
      ['All photos', 2, 1],
      ['Party', 1, 0],
    ])
  })

  test('is proven by its bytes, also over several parts and a break', async () => {
    await addPhoto(await scene(700, 500, 80).jpeg().toBuffer())
    await makeAll()
    const download = await prepared()
    const list = async () =>
      (await listDownloadActivity(deps, access.gallery.id, { before: null, zone: 'UTC' }))?.attempts.map(
        ({ best }) => best,
      )
    const half = Math.floor(download.bytes / 2)
    const first = await fetchPart(download, 0, half)
    expect(await list()).toMatchObject([{ isComplete: false, sentBytes: half, photos: 1 }])
    expect(await isFullyDownloaded(deps, access.gallery.id)).toMatchObject({
      delivered: 0,
      isComplete: false,
    })
    // It requests a few bytes again.
    const rest = await fetchPart(download, half - 10)
    expect(Buffer.concat([first.subarray(0, half - 10), rest])).toHaveLength(download.bytes)
    const [done] = (await list()) ?? []
    expect(done).toMatchObject({
      isComplete: true,
      sentBytes: download.bytes,
      who: expect.stringContaining('Ann'),
    })
    expect(await isFullyDownloaded(deps, access.gallery.id)).toMatchObject({
      delivered: 1,
      isComplete: true,
    })
    expect(
      await readReceipt(deps, { gallery: access.gallery.id, id: done?.id ?? '', zone: 'UTC' }),
    ).toBeDefined()
    expect(await readReceipt(deps, { gallery: 'another', id: done?.id ?? '', zone: 'UTC' })).toBeUndefined()

    // The network had taken what never arrived: clients don't request what they have.
    await fetchPart(download, half, 5)
    expect((await list())?.map(({ isComplete }) => isComplete)).toEqual([false])
    await fetchPart(download, half)
    expect((await list())?.map(({ isComplete }) => isComplete)).toEqual([true])

    await new Promise((resolve) => setTimeout(resolve, 2))
    await addPhoto(await scene(710, 500, 80).jpeg().toBuffer(), 'late.jpg')
    expect(await isFullyDownloaded(deps, access.gallery.id)).toMatchObject({
      photos: 2,
      delivered: 1,
    })
  })

  test('does not hold a photo that was hidden, or in another set, when everything was downloaded', async () => {
    const { gallery } = access
    const set = { id: newId(), gallery_id: gallery.id, title: 'Party', position: 1 }
    await fresh.db.insertInto('gallery_sets').values(set).execute()
    const first = await addPhoto(await scene(700, 500, 81).jpeg().toBuffer(), 'one.jpg')
    const hidden = await addPhoto(await scene(702, 500, 81).jpeg().toBuffer(), 'two.jpg')
    const elsewhere = await addPhoto(await scene(704, 500, 81).jpeg().toBuffer(), 'three.jpg')
    const change = (item: string, to: { hidden_at?: number | null; set_id?: string }) =>
      fresh.db.updateTable('gallery_items').set(to).where('id', '=', item).execute()
    await change(hidden.item, { hidden_at: 5 })
    await change(elsewhere.item, { hidden_at: 5 })
    await makeAll()
    await fetchPart(await prepared())
    await change(hidden.item, { hidden_at: null })
    expect(await isFullyDownloaded(deps, gallery.id)).toMatchObject({ photos: 2, delivered: 1 })

    // A set is downloaded, and a photo moves into it afterwards.
    await change(first.item, { set_id: set.id })
    const ofSet = await prepareDownload(deps, access, {
      wanted: { what: 'set', of: set.id },
      size: 'original',
    })
    if (!ofSet.ok) throw new Error(ofSet.reason)
    await fetchPart(ofSet.download)
    await change(elsewhere.item, { hidden_at: null, set_id: set.id })
    expect(await isFullyDownloaded(deps, gallery.id)).toMatchObject({ photos: 3, delivered: 1 })

    await makeAll()
    await fetchPart(await prepared())
    expect(await isFullyDownloaded(deps, gallery.id)).toMatchObject({ delivered: 3, isComplete: true })
  })

  test('checks a few files before its first byte, and those known to be faulty', async () => {
    for (let n = 0; n < 20; n++)
      await addPhoto(
        await scene(300 + n, 200, 80)
          .jpeg()
          .toBuffer(),
        `${n}.jpg`,
      )
    await makeAll()
    const download = await prepared()
    const asked: string[] = []
    const size = (key: string) => {
      asked.push(key)
      return deps.storage.size(key)
    }
    const storage = { ...deps.storage, size }
    const check = () =>
      isIntact(
        { ...deps, storage },
        { galleryId: access.gallery.id, download, span: { start: 0, end: download.bytes - 1 } },
      )
    expect([await check(), asked.length]).toEqual([true, 16])

    const last = download.photoIds.at(-1) ?? ''
    await fresh.db
      .insertInto('download_faults')
      .values({ photo_id: last, size: 'original', sentence: 'It is gone.', found_at: 1 })
      .execute()
    asked.length = 0
    expect([await check(), asked.length]).toEqual([true, 17])
    const { key } = download.filesIn(0, download.bytes).at(-1) as { key: string }
    await deps.storage.delete(key)
    expect(await check()).toBe(false)
  })

  test('parts that are fetched at once are one download', async () => {
    await addPhoto(await scene(720, 500, 90).jpeg().toBuffer())
    await makeAll()
    const download = await prepared()
    const third = Math.floor(download.bytes / 3)
    await fetchPart(download, third, third)
    await Promise.all([fetchPart(download, 0, third), fetchPart(download, 2 * third)])
    const rows = await fresh.db.selectFrom('downloads').selectAll().execute()
    expect(rows.map(({ completed_at }) => completed_at)).toEqual([NOW])
  })

  test('groups attempts of one person for one archive, separately for each person', async () => {
    await addPhoto(await scene(735, 500, 90).jpeg().toBuffer())
    await makeAll()
    const download = await prepared()
    const list = async () =>
      (await listDownloadActivity(deps, access.gallery.id, { before: null, zone: 'UTC' }))?.attempts
    await fetchPart(download, 0, 1)
    await fetchPart(download, 0, Math.floor(download.bytes / 2))
    await fetchPart(download, 0, 100)
    expect(await list()).toMatchObject([
      {
        best: { isComplete: false, sentBytes: Math.floor(download.bytes / 2) },
        ...{ tries: 3, completed: 0, others: [{ sentBytes: 100 }, { sentBytes: 1 }] },
      },
    ])
    await fetchPart(download)
    for (let probes = 0; probes < 15; probes++) await fetchPart(download, 0, 1)
    const share = await makeShare(fresh.db, { gallery_id: access.gallery.id, email: 'ben@example.com' })
    access = { ...access, share: toShare(share) }
    await fetchPart(download, 0, 7)
    await fetchPart(await prepared('web'))
    const listed = (await list()) ?? []
    expect(listed).toMatchObject([
      { best: { who: expect.stringContaining('ben@'), size: 'Web', isComplete: true }, tries: 1, others: [] },
      { best: { who: expect.stringContaining('ben@'), size: 'Original', sentBytes: 7 }, tries: 1 },
      { best: { isComplete: true, sentBytes: download.bytes }, tries: 19, completed: 1 },
    ])
    expect(listed[2]?.others).toHaveLength(11)
  })

  test('by the studio proves nothing', async () => {
    await addPhoto(await scene(730, 500, 90).jpeg().toBuffer())
    await makeAll()
    const download = await prepared()
    access = { ...access, share: null }
    await fetchPart(download)
    expect(await fresh.db.selectFrom('downloads').selectAll().execute()).toEqual([])
  })

  test('as another content has another tag', async () => {
    const photo = await addPhoto(await scene(740, 500, 90).jpeg().toBuffer())
    await makeAll()
    const before = (await prepared()).etag
    expect((await prepared()).etag).toBe(before)
    await fresh.db
      .updateTable('gallery_items')
      .set({ file_name: 'Other.jpg' })
      .where('id', '=', photo.item)
      .execute()
    expect((await prepared()).etag).not.toBe(before)
  })

  test('lists its downloads by an index', async () => {
    const query = attemptsQuery(fresh.db, { galleryId: access.gallery.id, before: 'x', limit: 50 })
    expect(await slowSteps(fresh.db, engine, query)).toEqual([])
  })

  test('of hidden and removed photos is nothing', async () => {
    const photo = await addPhoto(await scene(750, 500, 90).jpeg().toBuffer())
    await makeAll()
    await publishPhotos(deps, [photo.id])
    for (const change of [{ hidden_at: 1 }, { hidden_at: null, removed_at: 1 }]) {
      await fresh.db.updateTable('gallery_items').set(change).execute()
      const asked = { wanted: { what: 'photo', of: photo.item }, size: 'web' } as const
      expect(await prepareDownload(deps, access, asked)).toEqual({ ok: false, reason: 'none' })
    }
  })
})
