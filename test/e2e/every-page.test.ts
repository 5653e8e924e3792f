import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  complaintsOfAxe,
  freshContext,
  freshPage,
  PHONE,
  shiftOf,
  visit,
  watchShifts,
} from '../support/browser'
import { PAGES } from '../support/public-pages'
import { browser, site, startVisitedSite } from '../support/visited-site'

/** Checks of every public page, independent of its content. */

/** Shared by all pages, so that scripts, styles and photos load once. */
let desktop: BrowserContext
let withoutScript: BrowserContext

startVisitedSite({ content: 'photos' })
beforeAll(async () => {
  desktop = await freshContext(browser)
  withoutScript = await freshContext(browser, { viewport: PHONE, javaScriptEnabled: false })
})
afterAll(async () => {
  await Promise.all([desktop?.close(), withoutScript?.close()])
})

describe.each(Object.entries(PAGES))('%s %s', (_, path) => {
  it('is complete in its HTML: title, description, canonical address, one h1', async () => {
    const response = await fetch(site.url + path)
    const html = await response.text()
    expect(response.status).toBe(path === '/404' ? 404 : 200)
    expect(html.match(/<title>[^<]{5,}<\/title>/g)).toHaveLength(1)
    expect(html.match(/<meta name="description" content="[^"]{50,}"/g)).toHaveLength(1)
    expect(html.match(/<link rel="canonical" href="[^"]+"/g)).toHaveLength(1)
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
  })

  it('on a phone: has no axe findings, no errors, no requests to other hosts, and hardly any layout shift', async () => {
    const page = await freshPage(browser, { viewport: PHONE })
    const complaints = listen(page)
    await watchShifts(page)
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    // Fallbacks have the metrics of the fonts, but not the width of each word.
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.001)
    expect(await findings(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  describe('on a desktop', () => {
    let page: Page
    let complaints: string[]
    beforeAll(async () => {
      page = await desktop.newPage()
      complaints = listen(page)
      await visit(page, site.url + path)
    })
    afterAll(() => page.close())

    it('always shows the focus, and has no errors', async () => {
      await page.keyboard.press('Tab')
      const startsIn = await page.evaluate(
        () => document.activeElement?.closest('dialog, .skip')?.className ?? 'elsewhere',
      )
      expect(startsIn).not.toBe('elsewhere')
      for (let step = 0; step < 25; step++) {
        expect(await unseenFocus(page)).toBeNull()
        await page.keyboard.press('Tab')
      }
      // The phone page has the same content in a different layout.
      if (path === '/') expect(await findings(page)).toEqual([])
      expect(complaints).toEqual([])
    })

    it('never scrolls sideways, from 320 px to 1920 px', async () => {
      for (const width of [320, 390, 768, 1024, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const { content, room } = await page.evaluate(() => ({
          content: document.documentElement.scrollWidth,
          room: document.documentElement.clientWidth,
        }))
        expect(content, `at ${width} px`).toBeLessThanOrEqual(room)
      }
    })
  })

  it('is complete without JavaScript', async () => {
    const page = await withoutScript.newPage()
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
    await page.close()
  })
})

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const findings = (page: Page) => complaintsOfAxe(page, { tags: AXE_TAGS })

/** The focused element, if neither it nor its surroundings show an outline. */
function unseenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    const block = focused.closest('article, label, li') ?? focused
    const outlined = [focused, block, ...block.querySelectorAll('*')].some(
      (element) => getComputedStyle(element).outlineStyle !== 'none',
    )
    return outlined ? null : focused.outerHTML.slice(0, 160)
  })
}

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isAnswerOfPage404 = message.text().includes('status of 404') && page.url().endsWith('/404')
    if (message.type() === 'error' && !isAnswerOfPage404) complaints.push(message.text())
  })
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(`${site.url}/`) || /^(data|blob):/.test(request.url())
    if (!isOurs) complaints.push(`asks ${request.url()}`)
  })
  return complaints
}
