import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { alive, atRest, complaintsOfAxe, freshPage, PHONE } from '../support/browser'
import { browser, site, startVisitedSite } from '../support/visited-site'

startVisitedSite()

describe('the promotion (R27)', () => {
  const promo = (page: Page) => page.getByRole('dialog', { name: 'Prom & Graduation Special' })
  const lastShown = (page: Page) => page.evaluate(() => localStorage.getItem('promoModalLastShown'))
  const START = new Date('2026-05-04T15:00:00Z').getTime()

  async function openAt(
    path: string,
    options: {
      kept?: string
      javaScriptEnabled?: boolean
      viewport?: typeof PHONE
      /** Done before the page is hydrated. */
      early?: (page: Page) => Promise<void>
    } = {},
  ) {
    const { kept, early, ...context } = options
    const page = await freshPage(browser, { promo: true, ...context })
    // The clock only advances when the test advances it.
    await page.clock.install({ time: START - 1_000 })
    await page.clock.pauseAt(START)
    if (kept !== undefined)
      await page.addInitScript((value) => {
        localStorage.promoModalLastShown ??= value
      }, kept)
    await page.goto(site.url + path)
    await early?.(page)
    // While the clock is paused, the browser is never idle, so a key press starts the scripts.
    await page.keyboard.press('Shift')
    await alive(page)
    return page
  }

  it.each([
    ['phone', PHONE],
    ['desktop', { width: 1440, height: 900 }],
  ])('appears after two seconds, once a day, on a %s', async (_, viewport) => {
    const page = await openAt('/', { viewport })
    await page.clock.runFor(1_500)
    expect(await promo(page).count()).toBe(0)
    await page.clock.runFor(600)
    await promo(page).waitFor()
    await expect.poll(() => lastShown(page).then(Number)).toBeGreaterThanOrEqual(START + 2_000)
    const shownAt = Number(await lastShown(page))
    await promo(page).getByRole('img').waitFor()
    expect(await promo(page).getByRole('link', { name: 'Book Now' }).getAttribute('href')).toBe(
      '/book-session',
    )
    await page.clock.resume()
    expect(await complaintsOfAxe(page)).toEqual([])
    await promo(page).getByRole('button', { name: 'Close' }).click()
    await promo(page).waitFor({ state: 'hidden' })

    await page.reload()
    await alive(page)
    await page.clock.runFor(5_000)
    expect(await promo(page).count()).toBe(0)
    expect(await lastShown(page)).toBe(String(shownAt))
    await page.context().close()
  })

  it.each(['/contact', '/book-session', '/404'])(
    'is a low sheet on a phone, and never the largest thing of %s',
    async (path) => {
      const page = await freshPage(browser, { promo: true, viewport: PHONE })
      await page.addInitScript(() => {
        const painted: (Element | null)[] = []
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) painted.push((entry as LargestContentfulPaint).element)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        Object.assign(window, { painted })
      })
      await page.goto(site.url + path)
      const flyer = promo(page).getByRole('img')
      await flyer.waitFor()
      await flyer.evaluate((image: HTMLImageElement) => image.decode())
      await atRest(page)
      expect((await flyer.boundingBox())?.height).toBeLessThanOrEqual(165)
      const sheet = await promo(page).boundingBox()
      expect(sheet && PHONE.height - sheet.y).toBeLessThan(PHONE.height / 2)
      const inSheet = await page.evaluate(() =>
        (window as unknown as { painted: (Element | null)[] }).painted.map(
          (each) => each?.closest('dialog') != null,
        ),
      )
      expect(inSheet.length).toBeGreaterThan(0)
      expect(inSheet).not.toContain(true)
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await promo(page).evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
      await page.context().close()
    },
  )

  it('closes on Escape and on a click outside', async () => {
    for (const leave of [
      (page: Page) => page.keyboard.press('Escape'),
      (page: Page) => page.mouse.click(5, 5),
    ]) {
      const page = await openAt('/about')
      await page.clock.runFor(2_100)
      await promo(page).waitFor()
      await leave(page)
      await promo(page).waitFor({ state: 'hidden' })
      await page.context().close()
    }
  })

  it.each([
    ['shown a day and a moment ago', String(START - 86_400_001), true],
    ['shown just under a day ago', String(START - 86_390_000), false],
    ['kept as nonsense', 'yesterday', true],
  ])('%s: %s', async (_, kept, shown) => {
    const page = await openAt('/', { kept })
    await page.clock.runFor(3_000)
    if (shown) await promo(page).waitFor()
    else expect(await promo(page).count()).toBe(0)
    await page.context().close()
  })

  it('waits while a field has the focus, something is typed, or another dialog is open', async () => {
    const writing = await openAt('/contact')
    await writing.locator('main').getByLabel('Name').focus()
    await writing.clock.runFor(6_000)
    expect(await promo(writing).count()).toBe(0)
    await writing.locator('main').getByLabel('Name').fill('Renée')
    await writing.locator('main').getByLabel('Name').blur()
    await writing.clock.runFor(6_000)
    expect(await promo(writing).count()).toBe(0)
    await writing.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
    await writing.waitForURL('**/about')
    // The page begins to count with its effects, which may come later than its address.
    const comes = async () => {
      await writing.clock.runFor(1_100)
      return await promo(writing).isVisible()
    }
    await expect.poll(comes).toBe(true)
    await writing.context().close()

    const menu = await openAt('/', { viewport: PHONE })
    await menu.getByRole('button', { name: 'Menu', exact: true }).click()
    await menu.getByRole('dialog', { name: 'Menu' }).waitFor()
    await menu.clock.runFor(6_000)
    expect(await promo(menu).count()).toBe(0)
    await menu.context().close()

    const focused = await openAt('/contact')
    await focused.locator('main').getByLabel('Name').focus()
    await focused.clock.runFor(6_000)
    expect(await promo(focused).count()).toBe(0)
    await focused.locator('main').getByLabel('Name').blur()
    await focused.clock.runFor(1_100)
    await promo(focused).waitFor()
    await focused.context().close()
  })

  it('also appears on the first booking step, until a session is chosen', async () => {
    const looking = await openAt('/book-session')
    await looking.clock.runFor(2_100)
    await promo(looking).waitFor()
    await looking.context().close()

    const choose = (page: Page) =>
      page.locator('input[name=service]:not(:checked)').first().check({ force: true })
    const chosen = await openAt('/book-session')
    await choose(chosen)
    for (const page of [chosen, await openAt('/book-session', { early: choose })]) {
      await page.locator('h1').click()
      await page.clock.runFor(6_000)
      expect(await promo(page).count()).toBe(0)
      expect(await lastShown(page)).toBeNull()
      await page.context().close()
    }
  })

  it.each(['/login', '/register', '/forgot-password', `/owner/${'a'.repeat(32)}`, `/g/${'a'.repeat(32)}`])(
    'doesn’t appear on %s',
    async (path) => {
      const page = await openAt(path)
      await page.clock.runFor(6_000)
      expect(await promo(page).count()).toBe(0)
      expect(await lastShown(page)).toBeNull()
      await page.context().close()
    },
  )
})
