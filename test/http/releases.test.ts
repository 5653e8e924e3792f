import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '~/platform/ids.server'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let cookies: Record<'assistant' | 'owner' | 'client', string>
let gallery: string
beforeAll(async () => {
  site = await startSite()
  cookies = {
    assistant: await signedIn(site, 'assistant'),
    owner: await signedIn(site, 'owner'),
    client: await signedIn(site, 'client'),
  }
  gallery = String(rows(site, "select id from galleries where slug = 'weddings'")[0]?.id)
})
afterAll(() => site?.stop())

const get = (path: string, cookie = cookies.owner) =>
  fetch(site.url + path, { redirect: 'manual', headers: { Cookie: cookie } })
const send = (path: string, fields: Record<string, string>, cookie = cookies.assistant) =>
  post(site, path, fields, { Cookie: cookie })
const release = {
  ...{ intent: 'save', name: 'Ann Lee', email: 'ann@example.com', uses: 'portfolio' },
  ...{ givenOn: '2026-01-02', basis: 'Signed on paper', seen: '0' },
}

function write(sql: string, ...values: (string | number | null)[]) {
  const db = new DatabaseSync(join(site.dataDir, 'studio.sqlite'))
  db.exec('pragma busy_timeout = 5000')
  db.prepare(sql).run(...values)
  db.close()
}

describe('the register of releases', () => {
  it('is visible to the studio only', async () => {
    const path = `/studio/galleries/${gallery}/releases`
    for (const each of [path, `${path}/new`, `${path}.data`, '/studio/galleries/expiring']) {
      expect([each, (await get(each, cookies.client)).status]).toEqual([each, 404])
      expect([each, (await get(each, cookies.assistant)).status]).toEqual([each, 200])
      expect((await get(each, '')).headers.get('location') ?? '').toMatch(/login|^$/)
    }
    expect((await send(`${path}/new`, release, cookies.client)).status).toBe(404)
    for (const missing of ['/studio/galleries/x/releases', `${path}/x`, '/studio/galleries/x/expiration'])
      expect([missing, (await get(missing)).status]).toEqual([missing, 404])
  })

  it('records, keeps what was typed when refused, and unpublishes at once when a release is withdrawn', async () => {
    const path = `/studio/galleries/${gallery}/releases`
    const refused = await send(`${path}/new`, { ...release, name: 'Bob\u202e', givenOn: '2999-01-01' })
    expect(refused.status).toBe(422)
    const page = await refused.text()
    for (const said of ['as one line of plain text', 'is in the future', 'Signed on paper'])
      expect(page).toContain(said)

    const photo = rows(
      site,
      'select p.id, p.title, p.slug, p.media_hash from photos p join gallery_items i on i.photo_id = p.id where i.gallery_id = ? order by i.position limit 1',
      gallery,
    )[0]
    write('update photos set no_recognizable_people = 0 where id = ?', String(photo?.id))
    const made = await send(`${path}/new`, release)
    expect([made.status, made.headers.get('location')]).toEqual([303, `${path}?done=recorded`])
    const id = String(rows(site, 'select id from releases')[0]?.id)
    const seen = async () =>
      (await (await fetch(`${site.url}/gallery`)).text()).includes(`/gallery/photo/${photo?.slug}"`)
    expect(await seen()).toBe(true)
    expect(await (await get(`${path}/${id}`)).text()).toContain('Withdraw and remove 1 photo from the site')
    const withdrawal = { intent: 'withdraw', withdrawnOn: '2026-01-03', version: '1' }
    const asked = await send(`${path}/${id}`, { ...withdrawal, seen: '0' })
    expect([asked.status, await seen()]).toEqual([409, true])
    const done = await send(`${path}/${id}`, { ...withdrawal, seen: '1' })
    expect([done.status, done.headers.get('location')]).toEqual([303, `${path}?done=withdrawn&off=1`])
    // The page cache is checked at intervals, not on every request.
    await expect.poll(seen).toBe(false)
    for (const address of [`/gallery/photo/${photo?.slug}`, `/media/${photo?.media_hash}/480.avif`])
      expect([address, (await fetch(site.url + address)).status]).toEqual([address, 404])
    // The item explains why it can't be shown again.
    const item = String(
      rows(
        site,
        'select id from gallery_items where photo_id = ? and gallery_id = ?',
        String(photo?.id),
        gallery,
      )[0]?.id,
    )
    const again = await send(`/studio/galleries/${gallery}`, { intent: 'show-on-site', item })
    expect(await again.text()).toContain('No model release: Ann Lee (withdrawn).')
  })

  it('leaves no page broken when none of the site’s photos may be shown', async () => {
    write('update photos set published_at = null')
    const gallery = async () => (await (await fetch(`${site.url}/gallery`)).text()).includes('/media/')
    await expect.poll(gallery).toBe(false)
    for (const path of [
      ...['/', '/gallery', '/portfolio', '/portrait', '/services', '/about', '/blog', '/mikhenzo-products'],
      ...['/pricing', '/contact', '/book-session', '/thank-you', '/login', '/sitemap.xml', '/blog.atom'],
      ...rows(site, 'select slug from posts').map(({ slug }) => `/blog/${slug}`),
      ...rows(site, 'select slug from products').map(({ slug }) => `/mikhenzo-products/${slug}`),
      ...rows(site, "select slug from galleries where kind = 'portfolio'").map(
        ({ slug }) => `/portfolio/${slug}`,
      ),
    ]) {
      const answer = await fetch(site.url + path)
      expect([path, answer.status]).toEqual([path, 200])
      expect([path, (await answer.text()).includes('/media/')]).toEqual([path, false])
    }
    for (const path of ['/studio', '/studio/photos', '/studio/website/pages'])
      expect([path, (await get(path)).status]).toEqual([path, 200])
  })
})

describe('an expiring gallery', () => {
  it('is decided in the Studio, with one click from the list', async () => {
    const id = newId()
    write(
      `insert into galleries (id, slug, kind, title, category, summary, dateline, position, published_at, created_at, expires_on, expired_at)
       values (?, 'lee', 'client', 'Lee wedding', '', '', '', 99, 1, 1, '2026-01-01', 5)`,
      id,
    )
    const path = `/studio/galleries/${id}/expiration`
    expect(await (await get('/studio/galleries/expiring')).text()).toContain('Lee wedding')
    expect((await send(path, { intent: 'reopen', version: '1' }, cookies.client)).status).toBe(404)
    const reopened = await send(path, { intent: 'reopen', version: '1' })
    expect([reopened.status, reopened.headers.get('location')]).toEqual([303, `${path}?saved=yes`])
    expect((await send(path, { intent: 'close', version: '1' })).status).toBe(409)
    expect((await send(path, { intent: 'extend', expiresOn: '2020-01-01', version: '2' })).status).toBe(422)
    expect((await send(path, { intent: 'nothing', version: '2' })).status).toBe(422)
    expect((await send(path, { intent: 'close', version: '2' })).status).toBe(303)
    expect(rows(site, 'select expired_at from galleries where id = ?', id)[0]?.expired_at).toBeGreaterThan(5)
  })
})
