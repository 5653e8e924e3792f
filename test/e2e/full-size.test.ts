import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DESKTOP, freshPage, visit } from '../support/browser'
import { giveOriginal, makeClientGallery, shareWith } from '../support/client-gallery'
import { scene } from '../support/pictures'
import { browser, site, startVisitedSite } from '../support/visited-site'

/** A zoomed photo of a client's gallery. */

startVisitedSite()

let page: Page
beforeEach(async () => {
  page = await freshPage(browser, { viewport: DESKTOP })
})
afterEach(() => page.context().close())

let opened = 0

async function openPhoto(sizes: string) {
  const { gallery, items } = await makeClientGallery(site, { sizes }, 2)
  const item = items[0]?.id ?? ''
  await giveOriginal(
    site,
    item,
    await scene(3000, 2000, opened++ * 30)
      .jpeg()
      .toBuffer(),
  )
  const { link } = await shareWith(site, gallery.id, { sizes })
  await visit(page, site.url + link)
  await page.locator('.jg a').first().click()
  await page.locator('.lb__stage[data-live]').waitFor()
  return { gallery, item }
}

const TILES = '.lb__slide[data-shown] .lb__tile'

it('shows the tiles of the original where they belong, under the pencil’s mark, until another photo is shown', async () => {
  await openPhoto('["web","original"]')
  expect(await page.locator(TILES).count()).toBe(0)
  await page.keyboard.press('f')
  for (let press = 0; press < 3; press++) await page.keyboard.press('+')
  await page.locator(TILES).nth(1).waitFor()
  const seen = await page.locator(TILES).evaluateAll((tiles) => {
    const photo = document.querySelector('.lb__slide[data-shown] .lb__pic') as HTMLElement
    const frame = photo.getBoundingClientRect()
    const toOriginal = (length: number) => Math.round((length / frame.width) * 3000)
    return tiles.map((tile) => {
      const { left, top, width, height } = tile.getBoundingClientRect()
      const [, column, row] = /(\d+)-(\d+)\.jpg$/.exec((tile as HTMLImageElement).src) ?? []
      const mark = document.querySelector('.lb__slide[data-shown] .mark') as HTMLElement
      return {
        place: [Number(column) * 1024, Number(row) * 1024],
        shown: [toOriginal(left - frame.left), toOriginal(top - frame.top)],
        size: [toOriginal(width), toOriginal(height)],
        natural: [(tile as HTMLImageElement).naturalWidth, (tile as HTMLImageElement).naturalHeight],
        isBelowMark: Boolean(tile.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING),
      }
    })
  })
  for (const { place, shown, size, natural, isBelowMark } of seen) {
    for (const axis of [0, 1] as const) {
      expect(Math.abs((shown[axis] ?? 0) - (place[axis] ?? 0))).toBeLessThanOrEqual(2)
      expect(Math.abs((size[axis] ?? 0) - (natural[axis] ?? 0))).toBeLessThanOrEqual(2)
    }
    expect(isBelowMark).toBe(true)
  }
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.locator('.lb__tile').count()).toBe(0)
})

it('asks for no tile where the original can’t be downloaded', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openPhoto('["web"]')
  for (let press = 0; press < 4; press++) await page.keyboard.press('+')
  await page.waitForFunction(() => document.querySelector('.lb__stage[data-zoomed]:not([data-moving])'))
  expect(asked.filter((url) => url.includes('/tiles/'))).toEqual([])
  expect(asked.length).toBeGreaterThan(0)
})

it('covers no control that has the focus', async () => {
  await openPhoto('["web"]')
  for (let press = 0; press < 4; press++) await page.keyboard.press('+')
  await page.waitForFunction(() => document.querySelector('.lb__stage[data-zoomed]:not([data-moving])'))
  const covered: string[] = []
  for (let press = 0; press < 9; press++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement } = document
      const { left, top, width, height } = activeElement?.getBoundingClientRect() ?? new DOMRect()
      const seen = document.elementFromPoint(left + width / 2, top + height / 2)
      return { html: activeElement?.outerHTML.slice(0, 100) ?? '', isSeen: activeElement?.contains(seen) }
    })
    if (!focused.isSeen) covered.push(focused.html)
  }
  expect(covered).toEqual([])
})
