import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { alive, freshPage } from '../support/browser'
import { browser, openPage, site, startVisitedSite } from '../support/visited-site'

startVisitedSite()

describe('R21: the code of a page', () => {
  it('is loaded with that page only', async () => {
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

const FAILED = 'something is wrong somewhere'

describe('R40: when the client app can’t start', () => {
  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['its entry is blocked', (page) => page.route('**/assets/entry.client-*.js', (route) => route.abort())],
    [
      'the module of the page is blocked',
      (page) => page.route('**/assets/about-*.js', (route) => route.abort()),
    ],
    ['its entry throws', (page) => serve(page, '**/assets/entry.client-*.js', 'throw new Error("no entry")')],
    [
      'the module of the page throws',
      (page) => serve(page, '**/assets/about-*.js', 'throw new Error("no page")'),
    ],
    [
      'the page throws as it comes alive',
      (page) => serve(page, '**/assets/about-*.js', 'export default () => { throw new Error("no page") }'),
    ],
    [
      'what it needs is missing',
      (page) =>
        page.addInitScript(() => {
          Object.defineProperty(window, '__reactRouterManifest', { get: () => undefined, set: () => {} })
        }),
    ],
  ])('logs the error when %s, and the server-rendered page stays usable', async (_, breakIt) => {
    const page = await freshPage(browser)
    const said: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && page.url().endsWith('/about')) said.push(message.text())
    })
    await breakIt(page)
    await page.goto(`${site.url}/about`)
    const isSaid = () => said.filter((line) => line.startsWith(FAILED) && line.includes('Error')).length
    await expect.poll(isSaid).toBe(1)
    await page.locator('html:not([data-alive])').waitFor({ state: 'attached' })
    await page.locator('h1', { hasText: 'film' }).waitFor()
    const footer = page.locator('footer')
    await footer.getByLabel('Email address').fill(`${said.length}@example.photography`)
    await footer.getByRole('button', { name: 'Subscribe' }).click()
    await page.waitForURL('**/newsletter')
    await page.getByRole('alert').filter({ hasText: 'Please enter a valid email.' }).waitFor()
    await page.goBack()
    // The failed start replaces the elements, and one that is replaced during a press gets no click.
    await expect.poll(isSaid).toBe(2)
    await page.locator('html:not([data-alive])').waitFor({ state: 'attached' })
    await page.locator('header').getByRole('link', { name: 'Contact' }).click()
    await page.waitForURL('**/contact')
    await page.locator('main').getByLabel('Message').waitFor()
    await page.context().close()
  })
})

const serve = (page: Page, url: string, body: string) =>
  page.route(url, (route) => route.fulfill({ contentType: 'text/javascript', body }))

describe('a slow page', () => {
  const sign = (page: Page) => page.locator('.loading')

  it('shows a loading indicator after a moment, above dialogs too, until the page has loaded', async () => {
    const page = await openPage('/')
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route('**/pricing.data*', async (route) => {
      await held
      await route.continue()
    })
    expect(await sign(page).isVisible()).toBe(false)
    await page.evaluate(() => scrollTo(0, 1_500))
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('.dlg--login')?.showModal())
    await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/pricing"]')?.click())
    await sign(page).waitFor()
    const top = await page.evaluate(() => {
      const { x, y, width } = (document.querySelector('.loading') as Element).getBoundingClientRect()
      return { x, y, isWide: width > 1_000 }
    })
    expect(top).toEqual({ x: 0, y: 0, isWide: true })
    go()
    await page.waitForURL('**/pricing')
    await sign(page).waitFor({ state: 'hidden' })
    await page.context().close()
  })

  it('shows the loading indicator below the header while that is in view', async () => {
    const page = await openPage('/')
    await page.route('**/pricing.data*', () => {})
    await page.locator('header').getByRole('link', { name: 'Pricing' }).click()
    await sign(page).waitFor()
    const header = await page.getByRole('banner').boundingBox()
    expect((await sign(page).boundingBox())?.y).toBe(header && header.y + header.height)
    await page.context().close()
  })

  it('is loaded as a full page when its module can’t be loaded', async () => {
    const page = await openPage('/')
    let asked = 0
    await page.route('**/assets/pricing-*.js', (route) => {
      asked += 1
      return asked === 1 ? route.abort() : route.continue()
    })
    const loaded = page.waitForRequest((request) => request.isNavigationRequest())
    await page.locator('header').getByRole('link', { name: 'Pricing' }).click()
    expect(new URL((await loaded).url()).pathname).toBe('/pricing')
    await alive(page)
    await page.locator('h1').waitFor()
    expect(new URL(page.url()).pathname).toBe('/pricing')
    expect(asked).toBeGreaterThan(0)
    await page.context().close()
  })

  it('is loaded as a full page when a form leads to it and its module can’t be loaded', async () => {
    const page = await openPage('/mikhenzo-products/oak-frame')
    let asked = 0
    await page.route('**/assets/contact-*.js', (route) => {
      asked += 1
      return asked === 1 ? route.abort() : route.continue()
    })
    await page.getByRole('button', { name: 'Order by message' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForURL(/\/contact\?/)
    expect(asked).toBeGreaterThan(0)
    await page.context().close()
  })

  it('doesn’t take the page away from someone who is writing when a prefetched module can’t be loaded', async () => {
    const page = await openPage('/contact')
    await page.getByLabel('Message').fill('We’d like a date in May.')
    const failed = page.waitForEvent('console', (message) =>
      message.text().includes('Error loading route module'),
    )
    await page.context().setOffline(true)
    await page.locator('header').getByRole('link', { name: 'Pricing' }).hover()
    await failed
    await page.context().setOffline(false)
    expect(await page.getByLabel('Message').inputValue()).toBe('We’d like a date in May.')
    expect(new URL(page.url()).pathname).toBe('/contact')
    await page.context().close()
  })
})
