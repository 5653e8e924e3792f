import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { freshPage, visit } from '../support/browser'
import { browser, site, startVisitedSite } from '../support/visited-site'

/** Whether browsers choose renditions that match what the layout shows. */

startVisitedSite({ content: 'photos' })

const PATHS = ['/', '/gallery', '/services', '/mikhenzo-products']
const WINDOWS = [
  { width: 390, deviceScaleFactor: 3 },
  { width: 768, deviceScaleFactor: 2 },
  { width: 1440, deviceScaleFactor: 1 },
  { width: 1920, deviceScaleFactor: 2 },
]

describe.each(WINDOWS)('in a window of $width px at density $deviceScaleFactor', (window) => {
  it('pictures have at most 1.3 times the pixels that are shown, and at least 0.8 times', async () => {
    const { width, deviceScaleFactor } = window
    const faults: string[] = []
    for (const path of PATHS) {
      // A context of its own, since browsers show a wider rendition that they have already.
      const page = await freshPage(browser, { viewport: { width, height: 900 }, deviceScaleFactor })
      await visit(page, site.url + path)
      const chosen = await chosenRenditions(page)
      await page.context().close()
      expect(chosen.length).toBeGreaterThan(1)
      for (const { shown, made, widths, address, isHero } of chosen) {
        const ratio = made / (shown * deviceScaleFactor)
        const isWide = ratio > 1.3 * ROUNDED && made > Math.min(...widths)
        // Phones load fewer pixels of the hero than they could show.
        const isNarrow = ratio < 0.8 && made < Math.max(...widths) && !(isHero && width < 640)
        if (isWide || isNarrow) faults.push(`${path} ${address}: ${ratio.toFixed(2)}`)
      }
    }
    expect(faults).toEqual([])
  })
})

/** Widths in `sizes` are rounded, and a page's columns are not exactly a share of the window. */
const ROUNDED = 1.03

it('requests one picture of each page with high priority', async () => {
  for (const path of PATHS) {
    const html = await (await fetch(site.url + path)).text()
    expect(html.match(/<img\b[^>]*fetchpriority="high"/gi), path).toHaveLength(1)
  }
})

/**
 * Width of each visible photo in px, also of hidden sides, and the width of its chosen rendition. Of a photo that
 * a page shows twice, the larger one counts.
 */
async function chosenRenditions(page: Page) {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  const all = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('picture > source + img')].flatMap((image) => {
      const { width, height } = image.getBoundingClientRect()
      const isShown = width > 2 && getComputedStyle(image).visibility !== 'hidden'
      const natural = Number(image.getAttribute('width')) / Number(image.getAttribute('height'))
      const isCropped = getComputedStyle(image).objectFit === 'cover'
      const candidates = image.srcset.matchAll(/ (\d+)w/g)
      const rendition = {
        shown: isCropped ? Math.max(width, height * natural) : width,
        made: Number(/\/(\d+)\.\w+$/.exec(image.currentSrc)?.[1]),
        widths: Array.from(candidates, ([, each]) => Number(each)),
        address: image.currentSrc,
        isHero: image.closest('.hero__pic') !== null,
      }
      return isShown ? [rendition] : []
    }),
  )
  const byPhoto = Map.groupBy(all, ({ address }) => address.split('/').at(-2))
  return [...byPhoto.values()].flatMap((same) => same.toSorted((a, b) => b.shown - a.shown).slice(0, 1))
}
