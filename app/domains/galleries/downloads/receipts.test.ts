import { expect, test } from 'vitest'
import { publishPhotos } from '~/domains/photos/operations.server'
import { newId } from '~/platform/ids.server'
import { DELIVERY_NOW, describeDelivery } from '../../../../test/support/delivery'
import { makeShare } from '../../../../test/support/factories'
import { fillDisk } from '../../../../test/support/full-disk'
import { scene } from '../../../../test/support/pictures'
import { slowSteps } from '../../../../test/support/query-plan'
import { toShare } from '../access/store.server'
import { prepareDownload } from './operations.server'
import { isFullyDownloaded, listDownloadActivity, readReceipt } from './receipts.server'
import { attemptsQuery } from './receipts-store.server'

describeDelivery('a download', (delivery, engine) => {
  const { addPhoto, makeAll, prepared, fetchPart } = delivery

  test('is sent on a full disk, without a record', async () => {
    const { deps } = delivery
    const picture = await scene(900, 600).jpeg().toBuffer()
    await addPhoto(picture)
    await makeAll()
    const download = await prepared()
    await fillDisk(delivery.fresh, 'downloads')
    const got = await fetchPart(download)
    expect([got.length, got.includes(picture)]).toEqual([download.bytes, true])
    expect(await deps.db.selectFrom('downloads').selectAll().execute()).toEqual([])
  })

  test('is proven by its bytes, also over several parts and a break', async () => {
    const { access, deps } = delivery
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

    // The network had accepted bytes that never arrived, since a client doesn't request bytes it has.
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
    const { access, deps } = delivery
    const { gallery } = access
    const set = { id: newId(), gallery_id: gallery.id, title: 'Party', position: 1 }
    await deps.db.insertInto('gallery_sets').values(set).execute()
    const first = await addPhoto(await scene(700, 500, 81).jpeg().toBuffer(), 'one.jpg')
    const hidden = await addPhoto(await scene(702, 500, 81).jpeg().toBuffer(), 'two.jpg')
    const elsewhere = await addPhoto(await scene(704, 500, 81).jpeg().toBuffer(), 'three.jpg')
    const change = (item: string, to: { hidden_at?: number | null; set_id?: string }) =>
      deps.db.updateTable('gallery_items').set(to).where('id', '=', item).execute()
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

  test('parts fetched in parallel are one download', async () => {
    const { deps } = delivery
    await addPhoto(await scene(720, 500, 90).jpeg().toBuffer())
    await makeAll()
    const download = await prepared()
    const third = Math.floor(download.bytes / 3)
    await fetchPart(download, third, third)
    await Promise.all([fetchPart(download, 0, third), fetchPart(download, 2 * third)])
    const rows = await deps.db.selectFrom('downloads').selectAll().execute()
    expect(rows.map(({ completed_at }) => completed_at)).toEqual([DELIVERY_NOW])
  })

  test('groups attempts of one person for one archive, separately for each person', async () => {
    const { deps } = delivery
    await addPhoto(await scene(735, 500, 90).jpeg().toBuffer())
    await makeAll()
    const download = await prepared()
    const list = async () =>
      (await listDownloadActivity(deps, delivery.access.gallery.id, { before: null, zone: 'UTC' }))?.attempts
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
    const share = await makeShare(deps.db, {
      gallery_id: delivery.access.gallery.id,
      email: 'ben@example.com',
    })
    delivery.access = { ...delivery.access, share: toShare(share) }
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
    const { deps } = delivery
    await addPhoto(await scene(730, 500, 90).jpeg().toBuffer())
    await makeAll()
    const download = await prepared()
    delivery.access = { ...delivery.access, share: null }
    await fetchPart(download)
    expect(await deps.db.selectFrom('downloads').selectAll().execute()).toEqual([])
  })

  test('as another content has another tag', async () => {
    const { deps } = delivery
    const photo = await addPhoto(await scene(740, 500, 90).jpeg().toBuffer())
    await makeAll()
    const before = (await prepared()).etag
    expect((await prepared()).etag).toBe(before)
    await deps.db
      .updateTable('gallery_items')
      .set({ file_name: 'Other.jpg' })
      .where('id', '=', photo.item)
      .execute()
    expect((await prepared()).etag).not.toBe(before)
  })

  test('lists its downloads by an index', async () => {
    const { access, deps } = delivery
    const query = attemptsQuery(deps.db, { galleryId: access.gallery.id, before: 'x', limit: 50 })
    expect(await slowSteps(deps.db, engine, query)).toEqual([])
  })

  test('of hidden and removed photos is nothing', async () => {
    const { access, deps } = delivery
    const photo = await addPhoto(await scene(750, 500, 90).jpeg().toBuffer())
    await makeAll()
    await publishPhotos(deps, [photo.id])
    for (const change of [{ hidden_at: 1 }, { hidden_at: null, removed_at: 1 }]) {
      await deps.db.updateTable('gallery_items').set(change).execute()
      const asked = { wanted: { what: 'photo', of: photo.item }, size: 'web' } as const
      expect(await prepareDownload(deps, access, asked)).toEqual({ ok: false, reason: 'none' })
    }
  })
})
