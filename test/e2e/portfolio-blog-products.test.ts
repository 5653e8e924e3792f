import { describe, expect, it } from 'vitest'
import { DESKTOP, freshPage, PHONE } from '../support/browser'
import { browser, openPage, site, startVisitedSite } from '../support/visited-site'

startVisitedSite()

async function listingsOf(path: string): Promise<Record<string, unknown>[]> {
  const html = await (await fetch(site.url + path)).text()
  return [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json ?? '{}'),
  )
}

describe('R12 the portfolio', () => {
  it('shows at least six whole rolls, each with one photo marked, and leads to the story', async () => {
    const page = await openPage('/portfolio')
    expect(await page.locator('.roll').count()).toBeGreaterThanOrEqual(6)
    for (const roll of await page.locator('.roll').all())
      expect(await roll.locator('.strip__f.is-chosen').count()).toBe(1)

    await page.locator('.roll .strip__f').nth(1).click()
    await page.waitForURL('**/portfolio/*#photo-2')
    await page.locator('#photo-2').waitFor()
    const top = () => page.locator('#photo-2').evaluate((photo) => photo.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(400)
    expect(await top()).toBeGreaterThan(-5)
    await page.context().close()
  })

  it('shows each story as an essay that leads to the next, and from the last to the first', async () => {
    const page = await openPage('/portfolio', { viewport: PHONE })
    const count = await page.locator('.roll').count()
    await page.locator('.roll h2 a').first().click()
    await page.waitForURL('**/portfolio/*')
    await page.locator('.essay').waitFor()
    const first = await page.locator('h1').textContent()
    for (let step = 0; step < count; step++) {
      expect(await page.locator('.essay figure').count()).toBeGreaterThan(2)
      expect(await page.locator('.essay .prose').count()).toBeGreaterThan(0)
      const next = page.locator('.nextroll h2 a')
      const title = (await next.textContent()) ?? ''
      expect(await page.locator('.nextroll .strip__f').count()).toBeGreaterThanOrEqual(8)
      await next.click()
      await page.locator('h1', { hasText: title }).waitFor()
    }
    expect(await page.locator('h1').textContent()).toBe(first)
    await page.context().close()
  })

  it('gives search engines the photos and breadcrumbs', async () => {
    const listings = await listingsOf('/portfolio/whitfield-and-cole')
    expect(listings.map((listing) => listing['@type'])).toEqual(['ImageGallery', 'BreadcrumbList'])
    expect(listings[0]).toMatchObject({
      image: expect.arrayContaining([expect.objectContaining({ '@type': 'ImageObject' })]),
    })
  })
})

describe('facts with a dot between two of them', () => {
  it.each([
    ['/pricing', '.pl__d .ink3'],
    ['/mikhenzo-products', 'article .edge'],
    ['/portrait', '.offers__d.edge'],
  ])('end no line of %s with it', async (path, facts) => {
    const page = await openPage(path, { viewport: { width: 320, height: 720 } })
    const ends = await page.locator(facts).evaluateAll((all) =>
      all.flatMap((each) => {
        const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT)
        const letters: { letter: string; line: number }[] = []
        const range = document.createRange()
        while (texts.nextNode()) {
          const text = texts.currentNode as Text
          if (text.parentElement?.closest('.dot b')) continue
          for (let at = 0; at < text.length; at++) {
            range.setStart(text, at)
            range.setEnd(text, at + 1)
            const letter = text.data[at] ?? ''
            if (letter.trim())
              letters.push({ letter, line: Math.round(range.getBoundingClientRect().bottom) })
          }
        }
        return letters.filter(({ line }, at) => line !== letters[at + 1]?.line).map(({ letter }) => letter)
      }),
    )
    expect(ends.length).toBeGreaterThan(5)
    expect(ends).not.toContain('·')
    const dots = await page
      .locator(`:is(${facts}) .dot`)
      .evaluateAll((all) => all.map((dot) => dot.getBoundingClientRect().width > 0))
    expect(new Set(dots)).toEqual(new Set([true, false]))
    await page.context().close()
  })
})

describe('R10 the price list', () => {
  it('breaks no title within a word with text at 200 %', async () => {
    const page = await openPage('/pricing', { viewport: PHONE })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const title = page.getByRole('heading', { level: 3, name: 'Still life' })
    expect(await title.evaluate((each) => each.getBoundingClientRect().height)).toBeLessThan(110)
    await page.context().close()
  })

  it('has each offer once, with its price and a way to book it, in three screens of a phone', async () => {
    const page = await openPage('/pricing', { viewport: PHONE })
    const rows = await page.locator('.pl__r').evaluateAll((all) =>
      all.map((row) => ({
        title: row.querySelector('h3')?.textContent ?? '',
        price: row.querySelector('.pl__p')?.textContent ?? '',
        group: row.closest('section')?.querySelector('h2')?.textContent ?? '',
        book: row.querySelector('a')?.getAttribute('href') ?? '',
        top: row.getBoundingClientRect().top,
        bottom: row.getBoundingClientRect().bottom,
      })),
    )
    expect(rows.length).toBeGreaterThan(8)
    for (const { price, book } of rows) {
      expect(price).toMatch(/^(\$[\d,]+|Free)/)
      expect(book).toMatch(/^\/book-session\?service=/)
    }
    expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length)
    const [first, last] = [rows[0], rows.at(-1)]
    expect((last?.bottom ?? 0) - (first?.top ?? 0)).toBeLessThan(3 * PHONE.height)
    await page.context().close()
  })
})

describe('R9 a blog post', () => {
  const POST = '/blog/what-rain-does-to-a-city-portrait'

  it('is found from the list and leads to its neighbors', async () => {
    const page = await openPage('/blog')
    await page.getByRole('link', { name: 'What the rain does to a city portrait' }).click()
    await page.waitForURL(`**${POST}`)
    expect(await page.locator('.art__head time').getAttribute('datetime')).toMatch(/^2026-11-12T/)
    await page.locator('nav[aria-label="Other posts"] a').first().click()
    await page.locator('h1', { hasText: 'Wear the thing you always wear' }).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.context().close()
  })

  it('has a table of contents with links to its headings (R28)', async () => {
    const page = await openPage(POST)
    await page
      .getByRole('navigation', { name: 'In this post' })
      .getByRole('link', { name: 'What to bring' })
      .click()
    const heading = page.getByRole('heading', { name: 'What to bring' })
    await expect
      .poll(() => heading.evaluate((h2) => Math.round(h2.getBoundingClientRect().top)))
      .toBeLessThan(140)
    await page.context().close()
  })

  it('shows its cover once', async () => {
    const page = await freshPage(browser, { javaScriptEnabled: false, promo: true })
    await page.goto(site.url + POST)
    expect(await page.locator('.art img[alt*="window"]').count()).toBe(1)
    await page.context().close()
  })

  it('has structured data', async () => {
    expect(await listingsOf(POST)).toContainEqual(
      expect.objectContaining({
        '@type': 'BlogPosting',
        headline: 'What the rain does to a city portrait',
        datePublished: expect.stringMatching(/^2026-11-12T/),
      }),
    )
  })
})

describe('R11 the products', () => {
  it('are filtered by links without JavaScript', async () => {
    const page = await freshPage(browser, { javaScriptEnabled: false, promo: true })
    await page.goto(`${site.url}/mikhenzo-products`)
    expect(await page.locator('.shop article').count()).toBeGreaterThanOrEqual(8)
    await page.getByRole('link', { name: /^Albums/ }).click()
    await page.waitForURL('**/mikhenzo-products?category=albums')
    await page.locator('.fil [aria-current]', { hasText: 'Albums' }).waitFor()
    expect(await page.locator('.shop article').count()).toBe(2)
    await page.context().close()
  })

  it('fill rows of unequal columns that align at one edge', async () => {
    const page = await freshPage(browser, { viewport: DESKTOP })
    await page.goto(`${site.url}/mikhenzo-products`)
    const [first, second, third, fourth] = await page
      .locator('.shop article')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON()))
    expect(second.left).toBeGreaterThan(first.right)
    expect(Math.abs(first.width - second.width)).toBeGreaterThan(100)
    expect(Math.abs(third.width - first.width)).toBeGreaterThan(100)
    expect(fourth.right).toBeCloseTo(second.right, 0)
    await page.context().close()
  })

  it('have several views that enlarge without JavaScript', async () => {
    const page = await freshPage(browser, { javaScriptEnabled: false, promo: true, viewport: PHONE })
    await page.goto(`${site.url}/mikhenzo-products/whitfield-album`)
    const views = page.locator('.view')
    expect(await views.count()).toBe(4)
    const shown = (await views.nth(1).boundingBox())?.width ?? 0
    await views.nth(1).click()
    const zoomed = page.locator('.zoom:popover-open .zoom__pan picture')
    await zoomed.waitFor()
    expect((await zoomed.boundingBox())?.width).toBeGreaterThan(2 * shown)
    await page.keyboard.press('Escape')
    await page.locator('.zoom:popover-open').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('each have a page with prices, a form to order a variant by message, and an offer as structured data', async () => {
    const page = await openPage('/mikhenzo-products')
    await page.getByRole('link', { name: 'Oak frame, museum glass' }).click()
    await page.locator('h1', { hasText: 'Oak frame, museum glass' }).waitFor()
    expect(await page.locator('.prod__price').textContent()).toContain('$140')
    await page.getByLabel('16 × 20 in').check()
    await page.getByRole('button', { name: 'Order by message' }).click()
    await page.waitForURL('**/contact?product=oak-frame&variant=16-20-in&option1=Natural')
    const subject = page.getByLabel('What’s it about?')
    expect(await subject.inputValue()).toBe('Oak frame, museum glass, 16 × 20 in, Oak: Natural')
    await page.context().close()

    expect(await listingsOf('/mikhenzo-products/oak-frame')).toContainEqual(
      expect.objectContaining({
        '@type': 'Product',
        name: 'Oak frame, museum glass',
        offers: expect.objectContaining({ '@type': 'AggregateOffer', lowPrice: '140.00' }),
      }),
    )
  })
})
