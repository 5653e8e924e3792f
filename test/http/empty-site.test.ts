import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookieHeader, signedIn } from '../support/accounts'
import { mailTo, post } from '../support/forms'
import { scene } from '../support/pictures'
import { type Site, startSite } from '../support/site'
import { uploader } from '../support/uploads'

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

it('no page states a phone number, an email or a town that its owner hasn’t entered', async () => {
  for (const path of [...PAGES, '/portrait', '/newsletter', '/book-session', '/contact', '/terms', '/404']) {
    const html = await (await fetch(site.url + path)).text()
    const invented = /555-0100|15555550100|studio@example|mailto:|Your (city|state)|00000|tel:|Where</
    expect(html.match(invented)?.[0], path).toBeUndefined()
  }
  const home = await (await fetch(site.url)).text()
  const [, listing = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(home) ?? []
  expect(JSON.parse(listing)).toMatchObject({ name: 'Your Studio' })
  for (const unknown of ['telephone', 'email', 'address', 'areaServed', 'founder'])
    expect(JSON.parse(listing)).not.toHaveProperty(unknown)
})

it('the footer leads to the contact form until there is an email or a phone number', async () => {
  const html = await (await fetch(site.url)).text()
  expect(html).toMatch(/id="footer-reach">[^<]*<\/h2><ul><li><a href="\/contact">Contact<\/a><\/li><\/ul>/)
})

it('people who find a security problem are led to the contact form until there is an email', async () => {
  const text = await (await fetch(`${site.url}/.well-known/security.txt`)).text()
  expect(text).toMatch(/^Contact: http.*\/contact$/m)
})

it('emails go out, and say no email that its owner hasn’t entered', async () => {
  const message = {
    name: 'Ann',
    email: 'ann@example.com',
    phone: '',
    subject: 'A wedding',
    message: 'Hello.',
  }
  const sent = await post(site, '/contact', message)
  const Cookie = cookieHeader(sent.headers.getSetCookie())
  const thanks = await fetch(site.url + sent.headers.get('location'), { headers: { Cookie } })
  expect(await thanks.text()).toContain('>We’ll get back to you soon.</p>')
  const [mail] = await mailTo(site, message.email)
  expect(mail?.replyTo).toEqual([expect.objectContaining({ address: 'studio@example.com' })])
  expect(mail?.html).toContain('Your Studio')
  expect(`${mail?.text} ${mail?.html}`).not.toContain('studio@example.com')
})

it('Contact says once that a studio without hours is open by appointment', async () => {
  const html = await (await fetch(`${site.url}/contact`)).text()
  const [main = ''] = /<main.*<\/main>/s.exec(html) ?? []
  expect(main.match(/>[^<]*by appointment[^<]*</gi)).toEqual(['>By appointment<'])
})

it('the thank-you page leads to the gallery, not to a blog without posts', async () => {
  const html = await (await fetch(`${site.url}/thank-you`)).text()
  expect(html).toContain('See the gallery')
  expect(html).not.toContain('Read the blog')
})

it('the portrait page without a session says what it is about, then offers to be contacted', async () => {
  const html = await (await fetch(`${site.url}/portrait`)).text()
  expect(html).toMatch(/Book a portrait session with.*<a[^>]* href="\/contact"[^>]*>Contact us</s)
})

it('the first photo on Home is no link as long as the gallery doesn’t show it', async () => {
  const Cookie = await signedIn(site, 'owner')
  const up = uploader(site, 'website', Cookie)
  await up.send(await scene(300, 200, 150).jpeg().toBuffer(), { name: 'first.jpg', people: 'none' })
  const step = async () =>
    await (await fetch(`${site.url}/studio/setup/photos`, { headers: { Cookie } })).text()
  await expect.poll(step).toContain('value="first"')
  const versions = [...(await step()).matchAll(/name="(version\.\w+)" value="([^"]+)"/g)]
  const sent = { home: 'first', about: 'not-chosen', portrait: 'not-chosen' }
  const fields = Object.fromEntries(versions.map(([, name, value]) => [name, value]))
  expect((await post(site, '/studio/setup/photos', { ...fields, ...sent }, { Cookie })).status).toBe(303)
  const home = async () => await (await fetch(site.url)).text()
  await expect.poll(home).toMatch(/class="hero__pic"><picture.*class="strip__f is-chosen"/s)
  expect(await home()).not.toContain('/gallery/photo/')
})
