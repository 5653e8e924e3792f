import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '~/platform/ids.server'
import { giveOriginal, makeClientGallery, shareWith } from '../support/client-gallery'
import { scene } from '../support/pictures'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100' } })
})
afterAll(() => site?.stop())

const ORIGINALS = { sizes: '["web","original"]' }

async function galleryWithOriginal(given: Parameters<typeof makeClientGallery>[1] = ORIGINALS) {
  const { gallery, items } = await makeClientGallery(site, given, 2)
  const item = items[0]?.id ?? ''
  await giveOriginal(
    site,
    item,
    await scene(3000, 2000, Math.random() * 360)
      .jpeg()
      .toBuffer(),
  )
  return { gallery, item }
}

const ask = (galleryId: string, item: string, tile: string, cookie: string) =>
  fetch(`${site.url}/download/${galleryId}/tiles/${item}/${tile}`, { headers: { cookie } })

describe('the full size of a photo', () => {
  it('comes in tiles to a client who may download the original', async () => {
    const { gallery, item } = await galleryWithOriginal()
    const { cookie } = await shareWith(site, gallery.id, { sizes: '["original"]' })
    const answers = await Promise.all(
      ['0-0.jpg', '2-0.jpg', '2-1.jpg'].map((tile) => ask(gallery.id, item, tile, cookie)),
    )
    const sizes = await Promise.all(
      answers.map(async (answer) => {
        const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
        return [answer.status, answer.headers.get('content-type'), format, width, height]
      }),
    )
    expect(sizes).toEqual([
      [200, 'image/jpeg', 'jpeg', 1024, 1024],
      [200, 'image/jpeg', 'jpeg', 952, 1024],
      [200, 'image/jpeg', 'jpeg', 952, 976],
    ])
    expect(answers[0]?.headers.get('cache-control')).toMatch(/private/)
    const proofs = await inDatabaseOf(site, (db) => db.selectFrom('downloads').selectAll().execute())
    expect(proofs).toEqual([])
  })

  it('isn’t there for one who may not, nor beyond the photo, nor of another gallery’s or a hidden photo', async () => {
    const { gallery, item } = await galleryWithOriginal()
    const all = await shareWith(site, gallery.id, { sizes: '["web","original"]' })
    const web = await shareWith(site, gallery.id, { sizes: '["web"]' })
    const closed = await galleryWithOriginal({ sizes: '["web","print"]' })
    const only = await shareWith(site, closed.gallery.id, { sizes: '["web","print","original"]' })
    const refused = [
      await ask(gallery.id, item, '0-0.jpg', web.cookie),
      await ask(closed.gallery.id, closed.item, '0-0.jpg', only.cookie),
      await ask(gallery.id, closed.item, '0-0.jpg', all.cookie),
      await ask(gallery.id, newId(), '0-0.jpg', all.cookie),
    ]
    for (const tile of ['3-0.jpg', '0-2.jpg', '999-999.jpg', '-1-0.jpg', '0-0.png', '0-0', '1e3-0.jpg'])
      refused.push(await ask(gallery.id, item, tile, all.cookie))
    expect((await ask(gallery.id, item, '0-0.jpg', all.cookie)).status).toBe(200)
    await inDatabaseOf(site, (db) =>
      db.updateTable('gallery_items').set({ hidden_at: 1 }).where('id', '=', item).execute(),
    )
    refused.push(await ask(gallery.id, item, '0-0.jpg', all.cookie))
    for (const answer of refused)
      expect([answer.url, answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([
        answer.url,
        404,
        0,
      ])
    expect(refused.map((answer) => answer.headers.get('cache-control'))).toEqual(
      refused.map(() => expect.stringMatching(/no-store/)),
    )
  })

  it('is missing for a photo whose original is missing or damaged, and there once it is back', async () => {
    const { gallery, items } = await makeClientGallery(site, ORIGINALS, 1)
    const item = items[0]?.id ?? ''
    const { cookie } = await shareWith(site, gallery.id, { sizes: '["original"]' })
    expect((await ask(gallery.id, item, '0-0.jpg', cookie)).status).toBe(404)
    const whole = await scene(3000, 2000, 77).jpeg().toBuffer()
    await giveOriginal(site, item, whole.subarray(0, whole.length / 2))
    expect((await ask(gallery.id, item, '0-0.jpg', cookie)).status).toBe(404)
    await giveOriginal(site, item, whole)
    expect((await ask(gallery.id, item, '0-0.jpg', cookie)).status).toBe(200)
  })

  it('is cut for a few photos at once; others are asked to wait', async () => {
    const { gallery, items } = await makeClientGallery(site, ORIGINALS, 8)
    const { cookie } = await shareWith(site, gallery.id, { sizes: '["original"]' })
    for (const [at, { id }] of items.entries())
      await giveOriginal(
        site,
        id,
        await scene(3000, 2000, at * 40)
          .jpeg()
          .toBuffer(),
      )
    const first = await Promise.all(items.map(({ id }) => ask(gallery.id, id, '1-1.jpg', cookie)))
    const statuses = first.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    for (const answer of first) if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('2')
    for (const { id } of items) expect((await ask(gallery.id, id, '1-1.jpg', cookie)).status).toBe(200)
  })
})
