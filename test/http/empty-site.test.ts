import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite({ content: 'nothing', env: { DEMO: '0' } })
})
afterAll(() => site?.stop())

const PAGES = [
  '/',
  '/gallery',
  '/portfolio',
  '/services',
  '/pricing',
  '/mikhenzo-products',
  '/blog',
  '/about',
]

it.each([...PAGES, '/portrait', '/newsletter', '/book-session'])(
  '%s of a site without content is a complete page with undeveloped film',
  async (path) => {
    const answer = await fetch(site.url + path)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html.match(/<title>[^<]{5,}<\/title>/g)).toHaveLength(1)
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
    expect(html.match(/class="ph"><\/span>/g)?.length).toBeGreaterThan(5)
  },
)

it('the portrait page without a session says what it is about, then offers to be contacted', async () => {
  const html = await (await fetch(`${site.url}/portrait`)).text()
  expect(html).toMatch(/Book a portrait session with.*<a[^>]* href="\/contact"[^>]*>Contact us</s)
})
