import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestProofs } from '~/domains/galleries/watermarks/operations.server'
import { systemClock } from '~/platform/clock'
import { signedIn } from '../support/accounts'
import { cookiesOf } from '../support/booking'
import { cookieOf, type DeliveredGallery, makeDeliveredGallery } from '../support/delivered-gallery'
import { makeShare } from '../support/factories'
import { mailTo, post, rows, STUDIO } from '../support/forms'
import { fillDisk, makeRoom } from '../support/full-disk'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

let site: Site
let studio: string
beforeAll(async () => {
  site = await startSite()
  studio = await signedIn(site, 'assistant')
})
afterAll(() => site?.stop())

let gallery: DeliveredGallery
beforeEach(async () => {
  gallery = await makeDeliveredGallery(site, { proofing: 1, pick_limit: 2, sizes: '[]' })
})

const page = (path = '') => `/download/${gallery.id}${path}`
const get = (path: string, cookie = gallery.cookie) =>
  fetch(site.url + path, { headers: { Cookie: cookie }, redirect: 'manual' })
const send = (path: string, fields: Record<string, string>, cookie = gallery.cookie) =>
  post(site, path, fields, { Cookie: cookie })
const item = (at: number) => gallery.items[at]?.id ?? ''
const circle = (at: number, fields: Record<string, string> = {}, cookie = gallery.cookie) =>
  send(page('/favorite'), { item: item(at), list: '', on: 'yes', back: 'grid', ...fields }, cookie)
const lists = () => rows(site, 'select * from favorite_lists where gallery_id = ? order by id', gallery.id)
const picks = () =>
  rows(
    site,
    'select item_id from favorites join favorite_lists l on l.id = list_id where l.gallery_id = ?',
    gallery.id,
  ).map((row) => row.item_id)
const setShare = (set: object) =>
  inDatabaseOf(site, (db) =>
    db.updateTable('gallery_shares').set(set).where('id', '=', gallery.share.id).execute(),
  )

describe('choosing favorites without script', () => {
  it('marks a favorite in the grid, returns to the photo, and shows the button as pressed', async () => {
    const answer = await circle(0)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page()}#photo-${item(0)}`])
    const shown = await (await get(page())).text()
    expect(shown).toMatch(/aria-pressed="true"[^>]*aria-label="Favorite: photo 4/)
    expect(shown).toContain('1 of 2 favorites')
    await circle(0, { on: 'no' })
    expect(picks()).toEqual([])
    expect(await (await get(page(`/photo/${item(0)}`))).text()).toContain('aria-keyshortcuts="F"')
  })

  it('says that the list is full, and submits it with a message and two emails', async () => {
    await circle(0)
    await circle(1)
    const full = await circle(2)
    expect(full.headers.get('location')).toBe(`${page('/favorites')}?no=full`)
    expect(await (await get(`${page('/favorites')}?no=full`)).text()).toContain('You’ve picked 2, the limit')
    const [list] = lists()
    const late = await send(page('/favorites'), {
      intent: 'send',
      list: String(list?.id),
      version: '1',
      note: 'Hm',
    })
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('just changed')])
    const sent = await send(page('/favorites'), {
      ...{ intent: 'send', list: String(list?.id), version: String(list?.version) },
      note: 'Both in black and white, please.',
    })
    expect(sent.status).toBe(303)
    expect(await (await get(page('/favorites'))).text()).toContain('This list is locked')
    expect((await mailTo(site, STUDIO)).at(-1)?.text).toContain('Both in black and white, please.')
    const confirmed = (await mailTo(site, gallery.share.email)).at(-1)?.text ?? ''
    expect(confirmed).toContain('2 photos')
    const account = await signedIn(site, 'client', { email: gallery.share.email })
    const profile = (await (await get('/profile', account)).text()).replaceAll('&amp;', '&')
    expect(profile).toContain('Favorites: 2 favorites, submitted ')
    expect(profile).toContain(`href="${page(`/favorites?list=${String(list?.id)}`)}"`)
    // Another device, without cookies or an account.
    const link = /\/g\/[\w-]{48}\/favorites\?list=\S+(?=>)/.exec(confirmed)?.[0] ?? ''
    const opened = await get(link, '')
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      page(`/favorites?list=${String(list?.id)}`),
    ])
    const favorites = await get(opened.headers.get('location') ?? '', cookiesOf(opened))
    expect(await favorites.text()).toContain('Both in black and white, please.')
    expect(site.output()).not.toContain(link.split('/')[2])
    expect((await circle(0, { list: String(list?.id), on: 'no' })).headers.get('location')).toContain(
      'no=locked',
    )
    const today = await (await get('/studio', studio)).text()
    expect(today).toContain(`/studio/galleries/${gallery.id}/favorites`)
  })

  it('names the link under a photo after what was said: a reply needs a comment of the studio', async () => {
    await circle(0)
    const verb = async () =>
      /aria-label="(\w+): [^"]*"[^>]*>\1</.exec(await (await get(page('/favorites'))).text())?.[1]
    expect(await verb()).toBe('Comment')
    await send(page(`/comments/${item(0)}`), { body: 'Lovely' })
    expect(await verb()).toBe('Comment')
    const favorites = `/studio/galleries/${gallery.id}/favorites`
    const answer = { intent: 'answer', item: item(0), share: gallery.share.id, body: 'Thank you!' }
    expect((await send(favorites, answer, studio)).status).toBe(303)
    expect(await verb()).toBe('Reply')
  })

  it('keeps a comment as plain text, and returns the text of a refused one', async () => {
    const here = page(`/comments/${item(1)}`)
    const body = '<img src=x onerror=alert(1)>'
    expect((await send(here, { body })).status).toBe(303)
    const shown = await (await get(here)).text()
    expect(shown).toContain('&lt;img src=x')
    expect(shown).not.toContain('<img src=x')
    for (const [wrong, status] of [
      ['', 422],
      ['y'.repeat(1001), 422],
      ['a\u202eb', 422],
      ['a\u0000b', 400],
    ] as const)
      expect((await send(here, { body: wrong })).status).toBe(status)
    const [comment] = rows(site, 'select id from photo_comments where item_id = ?', item(1))
    await send(here, { intent: 'withdraw', comment: String(comment?.id) })
    expect(rows(site, 'select id from photo_comments where item_id = ?', item(1))).toEqual([])
  })
})

describe('a full disk', () => {
  it('is reported, loses nothing, and ends when there is room', async () => {
    const here = page(`/comments/${item(1)}`)
    await inDatabaseOf(site, (db) => fillDisk({ db, engine: 'sqlite' }, 'photo_comments'))
    const full = await send(here, { body: 'Lovely' })
    expect([full.status, await full.text()]).toEqual([507, expect.stringContaining('couldn’t save that')])
    const byScript = await send(`${here}.data`, { body: 'Lovely' })
    expect([byScript.status, await byScript.text()]).toEqual([
      507,
      expect.stringMatching(/^We couldn’t save that/),
    ])
    expect((await get(here)).status).toBe(200)
    await inDatabaseOf(site, (db) => makeRoom({ db }))
    expect((await send(here, { body: 'Lovely' })).status).toBe(303)
  })
})

describe('permission to choose', () => {
  const tries = () => [
    circle(0, { script: 'yes' }).then(({ status }) => status),
    send(page('/favorites'), { intent: 'add', purpose: 'Album' }).then(({ status }) => status),
    send(page(`/comments/${item(0)}`), { body: 'Hello' }).then(({ status }) => status),
  ]

  it.each([
    [{ can_favorite: 0 }, [403, 403, 404]],
    [{ revoked_at: 1 }, [403, 302, 302]],
    [{ expires_at: 1 }, [403, 302, 302]],
    [{ token_version: 9 }, [403, 302, 302]],
  ])('is refused with %j', async (set, statuses) => {
    await setShare(set)
    expect(await Promise.all(tries())).toEqual(statuses)
    expect([lists(), rows(site, 'select id from photo_comments where gallery_id = ?', gallery.id)]).toEqual([
      [],
      [],
    ])
  })

  it('shows no message for unknown words in the query', async () => {
    for (const word of ['__proto__', 'constructor'])
      expect((await get(`${page('/favorites')}?done=${word}&no=${word}`)).status).toBe(200)
  })

  it('covers only a client’s own lists and this gallery’s photos', async () => {
    await circle(0)
    const own = String(lists()[0]?.id)
    const other = await inDatabaseOf(site, (db) => makeShare(db, { gallery_id: gallery.id }))
    const cookie = cookieOf(site, other)
    expect((await circle(1, { list: own, script: 'yes' }, cookie)).status).toBe(404)
    const foreign = { intent: 'send', list: own, version: String(lists()[0]?.version), note: '' }
    expect((await send(page('/favorites'), foreign, cookie)).status).toBe(409)
    expect(await (await get(page('/favorites'), cookie)).text()).not.toContain(own)
    const elsewhere = await makeDeliveredGallery(site)
    const strange = { item: elsewhere.items[0]?.id ?? '', script: 'yes' }
    expect((await circle(0, strange)).status).toBe(404)
    expect(picks()).toEqual([item(0)])
    for (const odd of ['', '%00', "' or 1=1", 'x'.repeat(5_000)])
      expect((await circle(0, { item: odd, list: odd, script: 'yes' })).status).toBeLessThan(500)
    expect((await get(page('/favorites'), '')).status).toBe(302)
    expect((await get(page('/favorites'), studio)).status).toBe(404)
  })
})

describe('the Studio', () => {
  const favoritesPath = () => `/studio/galleries/${gallery.id}/favorites`
  const exported = async (file: string) => {
    const answer = await get(`${favoritesPath()}/${lists()[0]?.id}/${file}`, studio)
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  it('sees lists, replies, reopens them, and refuses outdated forms', async () => {
    await circle(0)
    await send(page(`/comments/${item(0)}`), { body: 'My favorite.' })
    const shown = await (await get(favoritesPath(), studio)).text()
    for (const part of ['Ann Client', 'Favorites', '1 of 2', 'My favorite.']) expect(shown).toContain(part)
    const seen = () => ({ list: String(lists()[0]?.id), version: String(lists()[0]?.version) })
    await send(page('/favorites'), { intent: 'send', note: '', ...seen() })
    expect((await send(favoritesPath(), { intent: 'reopen', ...seen(), version: '1' }, studio)).status).toBe(
      409,
    )
    expect((await send(favoritesPath(), { intent: 'reopen', ...seen() }, studio)).status).toBe(303)
    expect(lists()[0]?.submitted_at).toBeNull()
    const answer = { intent: 'answer', item: item(0), share: gallery.share.id, body: 'Ours too.' }
    expect((await send(favoritesPath(), answer, studio)).status).toBe(303)
    expect(await (await get(page(`/comments/${item(0)}`))).text()).toContain('Ours too.')
    expect((await get(favoritesPath(), gallery.cookie)).status).toBe(302)
  })

  it('exports a list for other software', async () => {
    await inDatabaseOf(site, async (db) => {
      for (const [at, name] of ['=cmd|x.CR3', 'IMG "2", b.JPG'].entries())
        await db.updateTable('gallery_items').set({ file_name: name }).where('id', '=', item(at)).execute()
    })
    await circle(0)
    await circle(1)
    await send(page(`/comments/${item(1)}`), { body: 'Crop <tight> & warm' })
    expect((await exported('names.txt')).bytes.toString()).toBe('=cmd|x.CR3, IMG "2", b.JPG')
    expect((await exported('names-in-lines.txt')).bytes.toString()).toBe('=cmd|x.CR3\r\nIMG "2", b.JPG\r\n')
    const names = await Promise.all(
      ['names.txt', 'names-in-lines.txt'].map(async (file) => {
        return (await exported(file)).answer.headers.get('content-disposition')
      }),
    )
    expect(new Set(names).size).toBe(2)
    const csv = (await exported('favorites.csv')).bytes.toString()
    expect(csv).toContain(`'=cmd|x.CR3`)
    expect(csv).toContain('"IMG ""2"", b.JPG"')
    const { answer, bytes } = await exported('sidecars.zip')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=".*Favorites\.zip"/)
    const text = bytes.toString()
    for (const part of ['=cmd|x.xmp', 'IMG "2", b.xmp', 'xmp:Rating="5"', 'lr:hierarchicalSubject'])
      expect(text).toContain(part)
    expect(text).toContain('Crop &lt;tight&gt; &amp; warm')
    expect((await exported('passwords.txt')).answer.status).toBe(404)
    expect((await get(`${favoritesPath()}/none/favorites.csv`, studio)).status).toBe(404)
  })
})

describe('the watermark', () => {
  const form = () => `/studio/galleries/${gallery.id}/watermark`
  const proofs = () =>
    rows(site, 'select distinct watermark, photo_id from proofs where gallery_id = ?', gallery.id)
  const fields = {
    kind: 'text',
    text: '© Dana',
    position: 'lower-left',
    opacity: '60',
    width: '20',
    version: '1',
  }

  it('is on proofs, the only files that clients get until proofing ends', async () => {
    gallery = await makeDeliveredGallery(site, { proofing: 1, photos: 1 })
    await inDatabaseOf(site, (db) => requestProofs({ db, clock: systemClock }, gallery.id))
    await expect.poll(() => proofs().length, { timeout: 150_000 }).toBe(gallery.items.length)
    const [first] = proofs()
    const media = (watermark: string) => page(`/media/${item(0)}${watermark}/480.jpg`)
    const shown = await get(media(`/${first?.watermark}`))
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await get(media(''))).status).toBe(404)

    const tried = await get(`${form()}/preview.jpg?${new URLSearchParams(fields)}`, studio)
    expect([200, 404]).toContain(tried.status)
    expect((await send(form(), { ...fields, opacity: '5' }, studio)).status).toBe(422)
    expect((await send(form(), { ...fields, text: '日本' }, studio)).status).toBe(422)
    expect((await send(form(), { ...fields, version: '0' }, studio)).status).toBe(409)
    expect((await send(form(), fields, studio)).status).toBe(303)
    await expect
      .poll(() => proofs().filter(({ watermark }) => watermark !== first?.watermark).length, {
        timeout: 150_000,
      })
      .toBe(gallery.items.length)
    await expect.poll(() => proofs().length).toBe(gallery.items.length)

    await inDatabaseOf(site, async (db) => {
      await db
        .updateTable('galleries')
        .set({ proofing: 0, version: 3 })
        .where('id', '=', gallery.id)
        .execute()
      await requestProofs({ db, clock: systemClock }, gallery.id)
    })
    await expect.poll(proofs).toEqual([])
    expect((await get(media(`/${first?.watermark}`))).status).toBe(404)
  }, 400_000)
})
