import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { complaintsOfAxe, freshPage, isFocused, PHONE, visit } from '../support/browser'
import { makeClientGallery, shareWith } from '../support/client-gallery'
import { browser, openPage, site, startVisitedSite } from '../support/visited-site'

/** A client's way from the link in the email to the photos, on a phone and by keyboard. */

startVisitedSite()

const shown = (page: Page, number: number, of: number) =>
  page.locator(`dialog.lb:modal[aria-label="Photo ${number} of ${of}"]`).waitFor()
const hasFocus = (page: Page, id: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id)

describe('a client gallery', () => {
  it('leads from the link to a photo and a slideshow by keyboard, without axe findings', async () => {
    const { gallery, items } = await makeClientGallery(site, {}, 4)
    const { link } = await shareWith(site, gallery.id)
    const page = await freshPage(browser, { viewport: PHONE })
    await page.goto(site.url + link, { waitUntil: 'networkidle' })
    expect(page.url()).toBe(`${site.url}/download/${gallery.id}`)
    expect(await complaintsOfAxe(page)).toEqual([])

    await page.locator('.jg a').first().focus()
    await page.keyboard.press('Enter')
    await shown(page, 1, 4)
    await page.keyboard.press('ArrowRight')
    await shown(page, 2, 4)
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await shown(page, 3, 4)
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Slideshow' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${site.url}/download/${gallery.id}/photo/${items[2]?.id}`)
    await page.goBack()
    await page.locator('dialog.lb').waitFor({ state: 'detached' })
    await page.goForward()
    await shown(page, 3, 4)
    await page.keyboard.press('Escape')
    await page.locator('dialog.lb').waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toBe(`${site.url}/download/${gallery.id}`)
    await hasFocus(page, `photo-${items[2]?.id}`)
    await page.context().close()
  })

  it('lets arrow keys step from photo to photo, and from one favorite button to the next', async () => {
    const { gallery, items } = await makeClientGallery(site, {}, 8)
    const { link } = await shareWith(site, gallery.id, { can_favorite: 1 })
    const page = await openPage(link, { viewport: PHONE })
    const photo = (at: number) => page.locator(`[id="photo-${items[at]?.id}"]`)
    const top = async (at: number) => (await photo(at).boundingBox())?.y ?? 0
    await photo(0).focus()
    await page.keyboard.press('ArrowRight')
    await isFocused(photo(1))
    await page.keyboard.press('ArrowDown')
    expect(await top(1)).toBeLessThan(
      await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0),
    )
    await page.keyboard.press('End')
    await isFocused(photo(7))
    await page.keyboard.press('Tab')
    await isFocused(page.getByRole('button', { name: /^Favorite: photo 8\b/ }))
    await page.keyboard.press('ArrowLeft')
    await isFocused(page.getByRole('button', { name: /^Favorite: photo 7\b/ }))
    await page.context().close()
  })

  it('keeps only the links of photos far outside the viewport, and restores them nearby', async () => {
    const { gallery, items } = await makeClientGallery(site, {}, 200)
    const { link } = await shareWith(site, gallery.id, { can_favorite: 1 })
    const page = await openPage(link, { viewport: PHONE })
    const first = page.locator('.jg').first()
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
          return page.locator('.jg a').count()
        },
        { timeout: 60_000 },
      )
      .toBe(200)
    await expect.poll(() => first.locator('img, button').count()).toBe(0)
    const height = () => first.evaluate((grid) => grid.getBoundingClientRect().height)
    const far = await height()
    await page.locator(`[id="photo-${items[3]?.id}"]`).focus()
    await expect.poll(() => first.locator('button').count()).toBe(48)
    expect(await first.locator('img').count()).toBe(48)
    expect(await height()).toBe(far)
    await page.keyboard.press('Enter')
    await shown(page, 4, 200)
    await page.context().close()
  })

  it('loads more photos on scrolling, and by links without script', async () => {
    const { gallery } = await makeClientGallery(site, {}, 100)
    const { link } = await shareWith(site, gallery.id)
    const page = await freshPage(browser, { viewport: PHONE })
    await page.goto(site.url + link)
    const photos = page.locator('.jg > li')
    await expect
      .poll(
        async () => {
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
          return await photos.count()
        },
        { timeout: 30_000 },
      )
      .toBe(100)
    await page.context().close()

    const plain = await freshPage(browser, { viewport: PHONE, javaScriptEnabled: false })
    await plain.goto(site.url + link)
    expect(await plain.locator('.jg > li').count()).toBe(48)
    await plain.getByRole('link', { name: 'Show the next 48' }).click()
    await plain.getByRole('link', { name: 'Show the next 4' }).click()
    await expect.poll(() => plain.locator('.jg > li').count()).toBe(4)
    await plain.locator('.jg a').first().click()
    await plain.locator('dialog.lb[aria-label="Photo 97 of 100"]').waitFor()
    expect(await plain.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await plain.context().close()
  })

  it('stays as it is when the connection is lost while scrolling, and resumes afterwards', async () => {
    const { gallery } = await makeClientGallery(site, {}, 60)
    const { link } = await shareWith(site, gallery.id)
    const page = await freshPage(browser, { viewport: PHONE })
    // Browsers that save data look up no routes in advance.
    await page.route('**/__manifest*', (route) => route.abort())
    await visit(page, site.url + link)
    await page.context().setOffline(true)
    const photos = page.locator('.jg > li')
    const toTheEnd = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await toTheEnd()
    await page.getByText('You’re offline. More photos will load').waitFor()
    expect(await photos.count()).toBe(48)
    await page.context().setOffline(false)
    await expect.poll(() => photos.count()).toBe(60)
    await page.context().close()
  })
})
