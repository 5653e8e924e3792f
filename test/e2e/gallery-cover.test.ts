import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { upsertFiles } from '~/domains/galleries/downloads/files-store.server'
import type { Db } from '~/platform/db/database.server'
import { complaintsOfAxe, DESKTOP, freshPage, PHONE, visit } from '../support/browser'
import { makeClientGallery, sealedPin, shareWith } from '../support/client-gallery'
import { inDatabaseOf } from '../support/site-database'
import { browser, openPage, site, startVisitedSite } from '../support/visited-site'

/** A client gallery's cover, before and after the PIN, and what stays out of its way. */

startVisitedSite()

describe('the cover', () => {
  it('keeps three quarters of the photo and its focal point, with the title on the first screen', async () => {
    const { gallery, items } = await makeClientGallery(site, {}, 1)
    const [photo] = items
    await inDatabaseOf(site, (db) =>
      db
        .updateTable('photos')
        .set({ focal_x: 0.8, focal_y: 0.2 })
        .where('id', '=', photo?.photo_id ?? '')
        .execute(),
    )
    const { link } = await shareWith(site, gallery.id)
    const page = await openPage(link)
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [768, 1024],
      [1440, 900],
      [1920, 1080],
      [1920, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      const { share, focal } = await page.locator('.client-gallery__cover').evaluate(shownPart)
      expect([width, share > 0.72]).toEqual([width, true])
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect([width, (title?.y ?? height) + (title?.height ?? 0) <= height]).toEqual([width, true])
      for (const axis of focal) expect([width, axis > 0.05 && axis < 0.95]).toEqual([width, true])
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    }
    await page.context().close()
  })

  it('and the downloads are shown once they are made, without a reload', async () => {
    const { gallery, items } = await makeClientGallery(site, {}, 2)
    const ids = items.map(({ photo_id }) => photo_id ?? '')
    const made = await inDatabaseOf(site, (db) =>
      db.selectFrom('renditions').selectAll().where('photo_id', 'in', ids).execute(),
    )
    const setState = (db: Db, state: 'processing' | 'ready') =>
      db.updateTable('photos').set({ state }).where('id', 'in', ids).execute()
    await inDatabaseOf(site, async (db) => {
      await db.deleteFrom('renditions').where('photo_id', 'in', ids).execute()
      await setState(db, 'processing')
    })
    const { link } = await shareWith(site, gallery.id)
    const page = await openPage(link)
    const cover = page.locator('.client-gallery__cover img[src*="/480.jpg"]')
    expect(await cover.count()).toBe(0)
    const panel = await openPage(link)
    await panel.goto(`${panel.url()}?download=yes`)
    await panel.getByRole('progressbar').waitFor()
    await inDatabaseOf(site, async (db) => {
      await db.insertInto('renditions').values(made).execute()
      await setState(db, 'ready')
      await upsertFiles(
        db,
        ids.map((photo_id) => ({
          ...{ photo_id, size: 'web', bytes: 9, crc32: 9, sha256: 'f'.repeat(64), recipe: 'test' },
          ...{ width: 480, height: 320, created_at: Date.now() },
        })),
      )
    })
    await cover.waitFor()
    await panel.getByRole('progressbar').waitFor({ state: 'detached' })
    for (const each of [page, panel]) await each.context().close()
  })

  it('is a blur before the PIN, which leads to no picture, and comes up after it', async () => {
    const { gallery } = await makeClientGallery(site, { pin: sealedPin(site, '314159') })
    const { link } = await shareWith(site, gallery.id)
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await freshPage(browser, { viewport })
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await visit(page, site.url + link)
      const blur = page.locator('.auth--locked .auth__p img')
      expect(await blur.isVisible()).toBe(true)
      expect(await blur.evaluate((image) => getComputedStyle(image).filter)).toContain('blur')
      expect(asked.filter((path) => path.includes('/media/'))).toEqual([])
      const pin = page.getByRole('textbox', { name: 'PIN' })
      if (viewport === PHONE) {
        expect(await complaintsOfAxe(page)).toEqual([])
        await pin.fill('000000')
        await page.keyboard.press('Enter')
        await page.locator('input[name=pin][aria-invalid]').waitFor()
        expect(await complaintsOfAxe(page)).toEqual([])
      }
      await pin.fill('314 159')
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/download/${gallery.id}#opened`)
      const cover = page.locator('.client-gallery__cover img[src*="/480.jpg"]')
      expect(await cover.evaluate((image) => getComputedStyle(image).animationName)).toBe('reveal')
      await page.context().close()
    }
  })
})

describe('the bar of favorites', () => {
  const bar = (page: Page) => page.getByRole('complementary', { name: 'Your favorites' })

  it('appears when something is chosen and the cover is out of the way, in line with the page', async () => {
    const { gallery } = await makeClientGallery(site, { pick_limit: 2 }, 12)
    const { link } = await shareWith(site, gallery.id, { can_favorite: 1 })
    for (const viewport of [PHONE, { width: 1920, height: 1000 }]) {
      const page = await openPage(link, { viewport })
      const choose = (number: number) =>
        page.getByRole('button', { name: new RegExp(`^Favorite: photo ${number}\\b`) })
      await choose(11).scrollIntoViewIfNeeded()
      if (viewport === PHONE) {
        expect(await bar(page).count()).toBe(0)
        await choose(11).click()
      }
      await bar(page).waitFor()
      await bar(page).getByText('1 of 2 favorites').waitFor()
      const left = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => Math.round(element.getBoundingClientRect().left))
      expect(await left('.chbar__what')).toBe(await left('.jg'))
      await page.evaluate(() => scrollTo(0, 0))
      await bar(page).waitFor({ state: 'hidden' })
      await page.context().close()
    }
  })

  it('stays below the cover’s words without script, too', async () => {
    const { gallery } = await makeClientGallery(site, {}, 12)
    const { link } = await shareWith(site, gallery.id, { can_favorite: 1 })
    const page = await freshPage(browser, {
      viewport: { width: 320, height: 640 },
      javaScriptEnabled: false,
    })
    await page.goto(site.url + link)
    await page.getByRole('button', { name: /^Favorite: photo 1\b/ }).click()
    await bar(page).getByText('1 favorite').waitFor()
    await page.goto(`${site.url}/download/${gallery.id}`)
    const top = (await bar(page).boundingBox())?.y ?? 0
    const words = await page.locator('.client-gallery__act').boundingBox()
    expect(top).toBeGreaterThan((words?.y ?? 0) + (words?.height ?? 0))
    await page.context().close()
  })

  it('says at the limit what to do', async () => {
    const { gallery } = await makeClientGallery(site, { pick_limit: 1 }, 12)
    const { link } = await shareWith(site, gallery.id, { can_favorite: 1 })
    const page = await openPage(link, { viewport: PHONE })
    const choose = (number: number) =>
      page.getByRole('button', { name: new RegExp(`^Favorite: photo ${number}\\b`) })
    await choose(11).click()
    await bar(page).getByText('1 of 1 favorites. Submit them, or remove one to pick another.').waitFor()
    await choose(10).click()
    await page.getByRole('alert').filter({ hasText: 'You’ve picked 1, the limit' }).waitFor()
    await choose(10).and(page.locator('[aria-pressed="false"]')).waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.context().close()
  })
})

/** How much of the photo its frame shows, and where in the frame the focal point is. */
function shownPart(cover: Element): { share: number; focal: number[] } {
  const image = cover.querySelector('img')
  const { width, height } = image?.getBoundingClientRect() ?? { width: 0, height: 0 }
  const style = getComputedStyle(cover)
  const [ratio, x, y] = ['--ar', '--x', '--y'].map((name) => Number(style.getPropertyValue(name)))
  const across = Math.max(width, height * (ratio ?? 1))
  const down = Math.max(height, width / (ratio ?? 1))
  const [left, top] = getComputedStyle(image as Element)
    .objectPosition.split(' ')
    .map(Number.parseFloat)
  const focal = [((left ?? 0) + across * (x ?? 0)) / width, ((top ?? 0) + down * (y ?? 0)) / height]
  return { share: (width * height) / (across * down), focal }
}
