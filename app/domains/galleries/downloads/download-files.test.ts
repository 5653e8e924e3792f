import sharp from 'sharp'
import { expect, test } from 'vitest'
import { downloadFileKey, originalKey } from '~/domains/photos/stored-files'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { readIptc } from '~/platform/imaging/iptc'
import { DELIVERY_NOW, describeDelivery } from '../../../../test/support/delivery'
import { cameraJpeg, SECRETS, scene } from '../../../../test/support/pictures'
import { putTestSettings, testSettings } from '../../../../test/support/settings'
import { listFaultyGalleries, requestDownloadFiles, retryFaults } from './files.server'
import { isIntact, openDownload, readDownloads } from './operations.server'
import { rebuildDownloadFiles } from './rebuild.server'

describeDelivery('download files', (delivery) => {
  const { addPhoto, jobs, makeAll, files, prepared } = delivery

  test('is made once in each size, never enlarged, upright, and without camera metadata', async () => {
    const { access, deps } = delivery
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
    const row = await deps.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
    for (const size of ['web', 'print'] as const) {
      const bytes = Buffer.from((await deps.storage.read(downloadFileKey(row, { size, recipe: '1' }))) ?? [])
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
    const { deps } = delivery
    const studio = {
      ...testSettings.studio,
      photographer: 'Zoë Åkesson-Łukaszewicz of the Studio', // longer than IPTC allows, so it's cut within "the"
      copyrightNotice: '© Zoë & Sons <Photography>',
      dataMining: 'DMI-PROHIBITED-AIMLTRAINING' as const,
    }
    await putTestSettings(deps.db, { ...testSettings, studio })
    const plain = await scene(900, 600, 80).jpeg().toBuffer()
    await addPhoto(plain)
    await addPhoto(await cameraJpeg(scene(910, 600), 1), 'of-another.jpg')
    await makeAll()
    const rows = await deps.db.selectFrom('photos').selectAll().orderBy('width').execute()
    const [ours, other] = rows as [Row<'photos'>, Row<'photos'>]
    const read = async (photo: Row<'photos'>, size: 'web' | 'print' | 'original') =>
      Buffer.from((await deps.storage.read(downloadFileKey(photo, { size, recipe: '1' }))) ?? [])
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

  test('recovers from a crash between the file and its row', async () => {
    const { deps } = delivery
    const photo = await addPhoto(await scene(900, 600).jpeg().toBuffer())
    await makeAll()
    const before = await files()
    await deps.db.deleteFrom('download_files').where('size', '=', 'web').execute()
    await makeAll()
    expect((await files()).map(({ sha256 }) => sha256)).toEqual(before.map(({ sha256 }) => sha256))
    expect(before.map(({ width }) => width)).toEqual([900, 900, 900])
    expect(photo.width).toBe(900)
  })

  test('with a lost original is reported once, and retried when the studio asks for it', async () => {
    const { access, deps } = delivery
    await addPhoto(await scene(600, 400, 50).jpeg().toBuffer())
    const row = await deps.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
    const original = await deps.storage.read(originalKey(row))
    await deps.storage.delete(originalKey(row))
    await makeAll()
    await makeAll()
    const mail = () => deps.db.selectFrom('outbox').select('subject').execute()
    expect(await mail()).toHaveLength(1)
    expect(await listFaultyGalleries(deps)).toEqual([
      { id: access.gallery.id, title: access.gallery.title, photos: 1, foundAt: DELIVERY_NOW },
    ])
    const offered = await readDownloads(deps, access)
    expect(offered.choices[0]?.sizes[0]).toMatchObject({ size: 'web', ready: 0, stuck: 1 })

    await deps.storage.put(originalKey(row), original ?? new Uint8Array())
    expect(await retryFaults({ ...deps, author: { uid: 'u', name: 'Owner' } }, access.gallery.id)).toEqual({
      ok: true,
    })
    await makeAll()
    expect((await readDownloads(deps, access)).isReady).toBe(true)
    expect(await deps.db.selectFrom('download_faults').selectAll().execute()).toEqual([])
  })

  test('counts only its own photos that can’t be made', async () => {
    const { access, deps } = delivery
    const [lost, other] = [
      await addPhoto(await scene(600, 400, 10).jpeg().toBuffer(), 'lost.jpg'),
      await addPhoto(await scene(600, 400, 60).jpeg().toBuffer(), 'other.jpg'),
    ]
    const set = { id: newId(), gallery_id: access.gallery.id, title: 'Party', position: 0 }
    await deps.db.insertInto('gallery_sets').values(set).execute()
    await deps.db.updateTable('gallery_items').set({ set_id: set.id }).where('id', '=', other.item).execute()
    const fault = { photo_id: lost.id, sentence: 'It is gone.', found_at: DELIVERY_NOW }
    await deps.db
      .insertInto('download_faults')
      .values({ ...fault, size: 'web' })
      .execute()
    const { choices } = await readDownloads(deps, access)
    expect(choices.map(({ label, photos, sizes }) => [label, photos, sizes[0]?.stuck])).toEqual([
      ['All photos', 2, 1],
      ['Party', 1, 0],
    ])
  })

  test('that is made anew with a later recipe breaks off a download, without a report', async () => {
    const { deps, fetchPart } = delivery
    const { id: photoId } = await addPhoto(await scene(600, 400, 70).jpeg().toBuffer())
    await makeAll()
    const row = await deps.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
    const [key, former] = ['1', '0'].map((recipe) => downloadFileKey(row, { size: 'web', recipe }))
    await deps.storage.put(former ?? '', (await deps.storage.read(key ?? '')) ?? new Uint8Array())
    await deps.storage.delete(key ?? '')
    await deps.db.updateTable('download_files').set({ recipe: '0' }).where('size', '=', 'web').execute()
    const download = await prepared('web')
    expect(download.filesIn(0, download.bytes)).toMatchObject([{ key: former }])
    expect(await rebuildDownloadFiles(deps, { photoId })).toEqual({ ok: true })
    await expect(fetchPart(download)).rejects.toThrow('missing')
    expect(await deps.db.selectFrom('download_faults').selectAll().execute()).toEqual([])
    expect(await deps.db.selectFrom('outbox').select('subject').execute()).toEqual([])
    expect((await fetchPart(await prepared('web'))).length).toBeGreaterThan(0)
    expect(await deps.storage.exists(former ?? '')).toBe(false)
  })

  test('checks a few files before its first byte, and those known to be faulty', async () => {
    const { access, deps } = delivery
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
    const noted =
      <Args extends [string, ...unknown[]], T>(ask: (...args: Args) => T) =>
      (...args: Args) => {
        asked.push(args[0])
        return ask(...args)
      }
    const storage = {
      ...deps.storage,
      size: noted(deps.storage.size),
      openToRead: noted(deps.storage.openToRead),
    }
    const span = { start: 0, end: download.bytes - 1 }
    const check = async () => {
      const source = openDownload({ storage }, download, span)
      const found = await isIntact(deps, { galleryId: access.gallery.id, download, span, source })
      await source.close()
      return found
    }
    // Each is opened at once, and not looked up before that.
    expect([await check(), asked.length]).toEqual([true, 16])

    const last = download.photoIds.at(-1) ?? ''
    await deps.db
      .insertInto('download_faults')
      .values({ photo_id: last, size: 'original', sentence: 'It is gone.', found_at: 1 })
      .execute()
    asked.length = 0
    expect([await check(), asked.length]).toEqual([true, 17])
    const { key } = download.filesIn(0, download.bytes).at(-1) as { key: string }
    await deps.storage.delete(key)
    expect(await check()).toBe(false)
  })
})
