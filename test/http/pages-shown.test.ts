import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let cookie: string
beforeAll(async () => {
  site = await startSite()
  cookie = await signedIn(site, 'owner', { email: 'owner@example.com' })
})
afterAll(() => site?.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: 'manual' })
const pageAt = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text()
const mine = () => ({ Cookie: cookie })
const versionOf = (key: string) =>
  String(rows(site, 'select updated_at from settings where key = ?', key)[0]?.updated_at)

describe('pages that are turned off', () => {
  const save = (fields: Record<string, string>) =>
    post(site, '/studio/settings/pages', { ...fields, version: versionOf('pages') }, mine())
  const OFF = [
    '/blog',
    '/blog/grandmothers-first',
    '/blog.atom',
    '/blog.rss',
    '/blog.json',
    '/blog/tag/families',
    '/mikhenzo-products',
    '/portfolio',
    '/portrait',
  ]

  it('are gone from menus, links, the sitemap and feeds, and answer 404 until they are on again', async () => {
    const story = /\/portfolio\/[a-z-]+/.exec(await pageAt('/portfolio'))?.[0] ?? ''
    const product = /\/mikhenzo-products\/[a-z-]+/.exec(await pageAt('/mikhenzo-products'))?.[0] ?? ''
    const gone = [...OFF, story, product]
    for (const path of gone) expect((await get(path)).status, path).toBe(200)
    expect(await pageAt('/')).toContain('class="ftr__vid"')

    expect((await save({})).status).toBe(303)
    await expect.poll(async () => (await get('/blog')).status).toBe(404)
    for (const path of gone) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('location')], path).toEqual([404, null])
    }
    const links = /\/(blog|portfolio|portrait|mikhenzo-products)\b/
    const left = [
      '/',
      '/services',
      '/about',
      '/gallery',
      '/pricing',
      '/contact',
      '/book-session',
      '/thank-you',
    ]
    for (const path of [...left, '/sitemap.xml', '/404', '/terms'])
      expect(links.exec(await pageAt(path))?.[0], path).toBeUndefined()
    expect(await pageAt('/')).not.toContain('class="ftr__vid"')
    expect(await pageAt('/studio/website/pages', mine())).toMatch(/Portrait<\/a><span[^>]*> Off/)
    const form = { version: String(rows(site, "select version from pages where slug = 'blog'")[0]?.version) }
    const preview = await post(site, '/studio/website/pages/blog/preview', form, mine())
    expect(await preview.text()).not.toContain('Page not found')

    expect(
      (await save({ blog: 'yes', products: 'yes', portfolio: 'yes', portrait: 'yes', video: 'yes' })).status,
    ).toBe(303)
    await expect.poll(async () => (await get('/blog')).status).toBe(200)
    for (const path of gone) expect((await get(path)).status, path).toBe(200)
    expect(await pageAt('/')).toContain('Mikhenzo Products')
  })
})
