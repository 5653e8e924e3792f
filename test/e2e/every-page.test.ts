import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, freshPage, openBrowser, PHONE } from '../support/browser'
import { type RunningSite, startSite } from '../support/site'

/** What holds for every public page, whatever is on it. */

const PAGES = {
  R1: '/',
  R2: '/gallery',
  'R2 filtered': '/gallery?category=weddings',
  'R2 photograph': '/gallery/photo/wedding-rings-on-a-book',
  R3: '/services',
  R4: '/about',
  R5: '/contact',
  R6: '/book-session',
  R7: '/terms',
  R8: '/blog',
  R9: '/blog/what-the-rain-does-to-a-city-portrait',
  R10: '/pricing',
  R11: '/mikhenzo-products',
  R12: '/portfolio',
  R13: '/portrait',
  R14: '/thank-you',
  login: '/login',
  register: '/register',
  newsletter: '/newsletter',
  R19: '/404',
}

let site: RunningSite
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

describe.each(Object.entries(PAGES))('%s %s', (_, path) => {
  it('is complete in its HTML: title, description, canonical address, one heading of the first order', async () => {
    const response = await fetch(site.url + path)
    const html = await response.text()
    expect(response.status).toBe(path === '/404' ? 404 : 200)
    expect(html.match(/<title>[^<]{5,}<\/title>/g)).toHaveLength(1)
    expect(html.match(/<meta name="description" content="[^"]{50,}"/g)).toHaveLength(1)
    expect(html.match(/<link rel="canonical" href="[^"]+"/g)).toHaveLength(1)
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
  })

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('has nothing that axe finds, no error and no blocked script on a %s', async (_name, viewport) => {
    const page = await freshPage(browser, { viewport })
    const complaints = listen(page)
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    const { violations } = await new AxeBuilder({ page }).withTags(AXE_TAGS).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
      [],
    )
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it.each([320, 390, 768, 1440])('never scrolls sideways at %d px', async (width) => {
    const page = await freshPage(browser, { viewport: { width, height: 800 } })
    await page.goto(site.url + path)
    const { content, room } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      room: document.documentElement.clientWidth,
    }))
    expect(content).toBeLessThanOrEqual(room)
    await page.context().close()
  })

  it('moves nothing while it loads and asks no other origin', async () => {
    const page = await freshPage(browser, { viewport: PHONE })
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(site.url))
        foreign.push(request.url())
    })
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(sum), 200)
        }),
    )
    expect(shift).toBe(0)
    expect(foreign).toEqual([])
    await page.context().close()
  })

  it('reads whole without JavaScript', async () => {
    const page = await freshPage(browser, { viewport: PHONE, javaScriptEnabled: false })
    await page.goto(site.url + path)
    expect(await page.locator('h1').isVisible()).toBe(true)
    const small = await page
      .locator('main img')
      .evaluateAll(
        (pictures) =>
          (pictures as HTMLImageElement[]).filter(
            (picture) => !picture.getAttribute('width') || !picture.hasAttribute('alt'),
          ).length,
      )
      .catch(() => 0)
    expect(small).toBe(0)
    await page.context().close()
  })

  it('can be walked with the keyboard alone, its focus always seen', async () => {
    const page = await freshPage(browser, { viewport: DESKTOP })
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab')
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body) return null
        const box = focused.getBoundingClientRect()
        const style = getComputedStyle(focused)
        const marked =
          style.outlineStyle !== 'none' ||
          getComputedStyle(focused.parentElement ?? focused).outlineStyle !== 'none'
        return box.width > 0 && box.height > 0 && marked ? null : focused.outerHTML.slice(0, 120)
      })
      expect(hidden).toBeNull()
    }
    await page.context().close()
  })
})

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isAnswerOfPage404 = message.text().includes('status of 404') && page.url().endsWith('/404')
    if (message.type() === 'error' && !isAnswerOfPage404) complaints.push(message.text())
  })
  return complaints
}
