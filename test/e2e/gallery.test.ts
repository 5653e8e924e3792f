import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOfAxe, DESKTOP, freshPage, isFocused, PHONE, TABLET, visit } from '../support/browser'
import { type Site, startSite } from '../support/site'
import { browser, site, startVisitedSite } from '../support/visited-site'

/** The gallery and its lightbox, as visitors use them (R2, R28). */

startVisitedSite()

const OPEN = 'dialog.lb:modal'
const aliveAt = (page: Page, path: string) => visit(page, site.url + path)
const pathOf = (page: Page) => page.url().slice(site.url.length)
const closed = (page: Page) => page.locator('dialog.lb').waitFor({ state: 'detached' })
const numberShown = async (page: Page) =>
  (await page.locator('dialog.lb').getAttribute('aria-label'))?.match(/\d+/)?.[0]

describe('R2 the gallery', () => {
  it.each([
    ['narrow', PHONE],
    ['medium', TABLET],
    ['wide', DESKTOP],
    ['very wide', { width: 1920, height: 1080 }],
  ])('shows straight rows that fill a %s page', async (_, viewport) => {
    const page = await freshPage(browser, { viewport, javaScriptEnabled: false, promo: true })
    await page.goto(`${site.url}/gallery`)
    const { rows, left, right } = await page.evaluate(() => {
      const list = document.querySelector('.jg')?.getBoundingClientRect()
      const byTop = new Map<number, { left: number; right: number; height: number }[]>()
      for (const picture of document.querySelectorAll('.jg picture')) {
        const { top, left, right, height } = picture.getBoundingClientRect()
        byTop.set(Math.round(top), [...(byTop.get(Math.round(top)) ?? []), { left, right, height }])
      }
      return { rows: [...byTop.values()], left: list?.left ?? 0, right: list?.right ?? 0 }
    })
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) {
      const heights = row.map(({ height }) => height)
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1)
      expect(Math.abs((row[0]?.left ?? 0) - left)).toBeLessThan(1)
    }
    for (const row of rows.slice(0, -1)) expect(Math.abs((row.at(-1)?.right ?? 0) - right)).toBeLessThan(1)
    await page.context().close()
  })

  it('filters by service through a link, keeps the scroll position, and shows the count (R28)', async () => {
    const page = await freshPage(browser, { viewport: PHONE })
    await aliveAt(page, '/gallery')
    await page.evaluate(() => scrollTo(0, 90))
    await page.getByRole('link', { name: /^Weddings/ }).click()
    await page.waitForURL('**/gallery?category=weddings')
    await page.getByText('Showing 1–6 of 6').waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(90)
    expect(await page.locator('.fil [aria-current]').textContent()).toContain('Weddings')
    expect(await page.locator('.jg > li').count()).toBe(6)
    await page.context().close()
  })
})

describe('the lightbox', () => {
  it('opens in place, moves by keyboard, shows its caption, and restores focus and position (R2, R28)', async () => {
    const page = await freshPage(browser)
    await aliveAt(page, '/gallery')
    const frame = page.locator('.jg a').nth(10)
    const id = await frame.getAttribute('id')
    await frame.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(0)

    await frame.click()
    await page.locator(OPEN).waitFor()
    await expect.poll(() => pathOf(page)).toBe(`/gallery/photo/${id?.replace('photo-', '')}`)
    await expect.poll(() => numberShown(page)).toBe('11')
    expect(await page.evaluate(() => scrollY)).toBe(place)

    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: 'Photo 12 of 27' }).waitFor()
    await expect.poll(() => page.locator('dialog p[role=status]').textContent()).toMatch(/^Photo 12 of 27: ./)
    await page.keyboard.press('End')
    await page.getByRole('dialog', { name: 'Photo 27 of 27' }).waitFor()
    await page.keyboard.press('ArrowRight')
    expect(await numberShown(page)).toBe('27')
    await page.keyboard.press('Home')
    await page.getByRole('dialog', { name: 'Photo 1 of 27' }).waitFor()

    await page.keyboard.press('Escape')
    await closed(page)
    await expect.poll(() => pathOf(page)).toBe('/gallery')
    await isFocused(page.locator('.jg a').first())

    await frame.click()
    await page.locator(OPEN).waitFor()
    const before = await page.evaluate(() => scrollY)
    await page.getByRole('link', { name: /^Close/ }).click()
    await closed(page)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
    await isFocused(frame)
    await page.context().close()
  })

  it('requests nothing but images when a photo of the page opens', async () => {
    const page = await freshPage(browser)
    await aliveAt(page, '/gallery')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url().slice(site.url.length)))
    await page.locator('.jg a').nth(3).click()
    await page.locator(OPEN).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: 'Photo 5 of 27' }).waitFor()
    await page.keyboard.press('Escape')
    await closed(page)
    expect(asked.filter((path) => path.includes('.data'))).toEqual([])
    await page.context().close()
  })

  it('returns to the grid with the browser’s Back button', async () => {
    const page = await freshPage(browser)
    await aliveAt(page, '/gallery?category=weddings')
    await page.locator('.jg a').nth(1).click()
    await page.locator(OPEN).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: 'Photo 3 of 6' }).waitFor()
    await expect.poll(() => pathOf(page)).toMatch(/^\/gallery\/photo\/[a-z-]+\?category=weddings$/)
    await page.goBack()
    await closed(page)
    await expect.poll(() => pathOf(page)).toBe('/gallery?category=weddings')
    await page.context().close()
  })

  it('closes with Escape onto the grid after opening a photo’s address directly', async () => {
    const page = await freshPage(browser)
    await aliveAt(page, '/gallery/photo/roses-by-the-window?category=weddings')
    await page.locator(OPEN).waitFor()
    await page.keyboard.press('Escape')
    await closed(page)
    await expect.poll(() => pathOf(page)).toBe('/gallery?category=weddings')
    await page.getByText('Showing 1–6 of 6').waitFor()
    await isFocused(page.locator('#photo-roses-by-the-window'))
    await page.getByRole('banner').waitFor()
    await page.context().close()
  })

  it('keeps the focus inside', async () => {
    const page = await freshPage(browser)
    await aliveAt(page, '/gallery/photo/wedding-rings-on-a-book?category=weddings')
    await page.locator(OPEN).waitFor()
    for (let step = 0; step < 15; step++) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog.lb'),
      )
      expect(outside).toBe(false)
    }
    await page.context().close()
  })

  it('moves by swiping', async () => {
    const page = await freshPage(browser, { viewport: PHONE, hasTouch: true })
    await aliveAt(page, '/gallery/photo/wedding-rings-on-a-book')
    await page.locator(OPEN).waitFor()
    await swipe(page, { from: 300, to: 90 })
    await page.getByRole('dialog', { name: 'Photo 2 of 27' }).waitFor()
    await swipe(page, { from: 90, to: 300 })
    await page.getByRole('dialog', { name: 'Photo 1 of 27' }).waitFor()
    await page.context().close()
  })

  it('copies a link that opens the same photo', async () => {
    const page = await freshPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    await aliveAt(page, '/gallery')
    await page.locator('.jg a').nth(2).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link to this photo copied.').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await visit(page, link)
    await page.locator(OPEN).waitFor()
    await expect.poll(() => numberShown(page)).toBe('3')
    await page.context().close()
  })

  it('has its own title, description and structured data', async () => {
    const html = await (await fetch(`${site.url}/gallery/photo/wedding-rings-on-a-book`)).text()
    expect(html).toMatch(/<title>Rings on a Page · Gallery · [^<]+<\/title>/)
    const listings = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json ?? '{}'),
    )
    expect(listings).toContainEqual(
      expect.objectContaining({
        '@type': 'ImageObject',
        creditText: expect.any(String),
        copyrightNotice: expect.any(String),
        license: expect.stringContaining('/terms'),
        creator: expect.objectContaining({ name: expect.any(String) }),
      }),
    )
  })

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('has no axe findings while open over the grid on a %s', async (_, viewport) => {
    const page = await freshPage(browser, { viewport })
    await aliveAt(page, '/gallery')
    await page.locator('.jg a').nth(1).click()
    await page.locator(OPEN).waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.context().close()
  })

  it('is a page of plain links without JavaScript', async () => {
    const page = await freshPage(browser, { javaScriptEnabled: false, promo: true })
    await page.goto(`${site.url}/gallery?category=weddings`)
    await page.locator('.jg a').nth(1).click()
    await page.getByRole('dialog', { name: 'Photo 2 of 6' }).waitFor()
    // The page behind the photo is inert, so the focus can't reach covered elements.
    expect(await page.getByRole('banner').count()).toBe(0)
    await page.getByRole('link', { name: 'Next photo' }).click()
    await page.getByRole('dialog', { name: 'Photo 3 of 6' }).waitFor()
    await page.getByRole('link', { name: 'Previous photo' }).click()
    await page.getByRole('dialog', { name: 'Photo 2 of 6' }).waitFor()
    await page.getByRole('link', { name: /^Close/ }).click()
    await page.getByText('Showing 1–6 of 6').waitFor()
    await page.context().close()
  })
})

describe('a gallery of two thousand', () => {
  let large: Site

  beforeAll(async () => {
    large = await startSite()
    fill(large, 2_000)
  })
  afterAll(() => large?.stop())

  it('is paged, with links to every page (R2)', async () => {
    const page = await freshPage(browser)
    await visit(page, `${large.url}/gallery`)
    await page.getByText('Showing 1–48 of 2027').waitFor()
    expect(await page.locator('.jg > li').count()).toBe(48)

    await page.getByRole('link', { name: 'Show the next 48' }).click()
    await page.getByText('Showing 49–96 of 2027').waitFor()
    const top = () => page.locator('#photos').evaluate((heading) => heading.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(160)
    expect(await top()).toBeGreaterThan(0)

    await page.getByRole('link', { name: 'Page 43' }).click()
    await page.getByText('Showing 2017–2027 of 2027').waitFor()
    await page.context().close()
  })

  it('goes from the last photo of a page to the first of the next, and closes there', async () => {
    const page = await freshPage(browser)
    await visit(page, `${large.url}/gallery`)
    await page.locator('.jg a').last().click()
    await page.getByRole('dialog', { name: 'Photo 48 of 2027' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: 'Photo 49 of 2027' }).waitFor()
    await page.keyboard.press('Escape')
    await closed(page)
    await page.getByText('Showing 49–96 of 2027').waitFor()
    await expect.poll(() => page.url()).toBe(`${large.url}/gallery?page=2`)
    await isFocused(page.locator('.jg a').first())
    await page.context().close()
  })

  it('closes there also before the first photo was in the address', async () => {
    const page = await freshPage(browser)
    await visit(page, `${large.url}/gallery`)
    // Its code is loaded after that.
    await page.locator('.jg a').last().click()
    await page.getByRole('dialog', { name: 'Photo 48 of 2027' }).waitFor()
    await page.keyboard.press('Escape')
    await closed(page)
    const inAddress = await page.evaluate(async () => {
      const links = document.querySelectorAll<HTMLElement>('.jg a')
      links[links.length - 1]?.click()
      await new Promise((done) => setTimeout(done))
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
      await new Promise((done) => setTimeout(done))
      document.querySelector<HTMLElement>('.lb__close')?.click()
      return location.pathname
    })
    expect(inAddress).toBe('/gallery')
    await page.getByText('Showing 49–96 of 2027').waitFor()
    await closed(page)
    await isFocused(page.locator('.jg a').first())
    expect(page.url()).toBe(`${large.url}/gallery?page=2`)
    await page.context().close()
  })
})

/** Appends copies of one photo to the first gallery. */
function fill({ dataDir }: Site, count: number): void {
  // The site may be writing at the same time.
  const database = new DatabaseSync(join(dataDir, 'studio.sqlite'), { timeout: 20_000 })
  const columns = database
    .prepare('select name from pragma_table_info(?)')
    .all('photos')
    .map(({ name }) => String(name))
  const own = ['id', 'slug', 'sha256', 'media_hash']
  const values = columns.map((name) => (own.includes(name) ? `${name} || '-' || n` : name))
  database.exec(`
    begin immediate;
    with recursive counter(n) as (select 1 union all select n + 1 from counter where n < ${count})
    insert into photos (${columns.join(', ')})
      select ${values.join(', ')} from counter, (select * from photos order by slug limit 1);
    insert into gallery_items (id, gallery_id, position, photo_id, caption, body, featured)
      select 'item ' || p.id, (select id from galleries where slug = 'weddings'), 1000 + row_number() over (order by p.rowid), p.id, '', '', 0
      from photos p where p.id like '%-%-%-%-%-%';
    commit`)
  database.close()
}

async function swipe(page: Page, { from, to }: { from: number; to: number }): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] })
  await touch('touchStart', from)
  await touch('touchMove', (from + to) / 2)
  await touch('touchMove', to)
  await touch('touchEnd')
  await devtools.detach()
}
