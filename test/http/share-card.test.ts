import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeClientGallery, sealedPin, shareWith } from '../support/client-gallery'
import { rows } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const MESSENGER = 'facebookexternalhit/1.1 Facebot Twitterbot/1.0'
const ask = (path: string, agent: string) =>
  fetch(site.url + path, { headers: { 'User-Agent': agent }, redirect: 'manual' })
const tagOf = (html: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1]

it('shows a messenger the title and the cover, and doesn’t count it as the client', async () => {
  const { gallery } = await makeClientGallery(site)
  const { share, link } = await shareWith(site, gallery.id)
  const card = await ask(link, MESSENGER)
  const html = await card.text()
  expect([card.status, card.headers.get('set-cookie')]).toEqual([200, null])
  expect(card.headers.get('cache-control')).toContain('no-store')
  expect(tagOf(html, 'og:title')).toContain('Whitfield &amp; Cole')
  expect(html).toContain('noindex')
  const address = tagOf(html, 'og:image') ?? ''
  const picture = await fetch(site.url + new URL(address).pathname)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(picture.headers.get('cache-control')).toContain('no-store')
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(100)
  const opened = () => rows(site, 'select first_opened_at from gallery_shares where id = ?', share.id)
  expect(opened()).toMatchObject([{ first_opened_at: null }])

  // The card leads people on, and a browser gets no card.
  for (const [path, agent] of [
    [`${link}?open=yes`, MESSENGER],
    [link, 'Mozilla/5.0 Safari/605.1.15'],
  ] as const) {
    const entered = await ask(path, agent)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, `/download/${gallery.id}`])
  }
  expect(opened()).toMatchObject([{ first_opened_at: expect.any(Number) }])
})

it('shows nothing that a PIN protects, nor anything of a gallery that is closed', async () => {
  const locked = await makeClientGallery(site, { pin: sealedPin(site, '314159') })
  const over = await makeClientGallery(site)
  const expired = await makeClientGallery(site, { expired_at: 1 })
  const links = [
    await shareWith(site, locked.gallery.id),
    await shareWith(site, over.gallery.id, { expires_at: 1 }),
    await shareWith(site, expired.gallery.id),
  ]
  for (const { link } of links) {
    const card = await ask(link, MESSENGER)
    const html = await card.text()
    expect([card.status, tagOf(html, 'og:image')]).toEqual([200, undefined])
    expect(tagOf(html, 'og:title')).toContain('A private gallery')
    expect(html).not.toContain('Whitfield')
    expect(html).not.toContain('data:image/webp')
    expect((await ask(`${link}/cover.jpg`, MESSENGER)).status).toBe(404)
  }
})

it('ends with the link', async () => {
  const { gallery } = await makeClientGallery(site)
  const { share, link } = await shareWith(site, gallery.id)
  const statuses = async () =>
    await Promise.all([link, `${link}/cover.jpg`].map(async (path) => (await ask(path, MESSENGER)).status))
  expect(await statuses()).toEqual([200, 200])
  const set = (columns: object) =>
    inDatabaseOf(site, (db) =>
      db.updateTable('gallery_shares').set(columns).where('id', '=', share.id).execute(),
    )
  await set({ revoked_at: 1 })
  expect(await statuses()).toEqual([404, 404])
  await set({ revoked_at: null, token_version: share.token_version + 1 })
  expect(await statuses()).toEqual([404, 404])
  for (const forged of ['x'.repeat(48), 'x'])
    expect([forged, (await ask(`/g/${forged}/cover.jpg`, MESSENGER)).status]).toEqual([forged, 404])
})
