import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshPage, openBrowser } from '../support/browser'
import { type Site, startSite } from '../support/site'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

describe('R21: the code of a page', () => {
  it('comes with that page, and with no other', async () => {
    const page = await freshPage(browser)
    const scripts = new Set<string>()
    page.on('request', (request) => {
      const [, name] = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
      if (name) scripts.add(name)
    })
    await page.goto(site.url, { waitUntil: 'networkidle' })
    expect(scripts).toContain('home')
    const others = ['gallery', 'services', 'about', 'contact', 'book-session', 'terms', 'blog', 'pricing']
    for (const other of others) expect(scripts).not.toContain(other)

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
    await page.waitForURL('**/pricing')
    await expect.poll(() => scripts).toContain('pricing')
    expect(scripts).not.toContain('blog')
  })
})

describe('R40: an application that cannot start', () => {
  it('says so in the browser’s console, with the error', async () => {
    const page = await freshPage(browser)
    const said: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text())
    })
    await page.addInitScript(() => {
      Object.defineProperty(window, '__reactRouterManifest', { get: () => undefined, set: () => {} })
    })
    await page.goto(site.url)
    const isSaid = () =>
      said.some((line) => line.startsWith('something is wrong somewhere') && line.includes('Error'))
    await expect.poll(isSaid).toBe(true)
  })
})
