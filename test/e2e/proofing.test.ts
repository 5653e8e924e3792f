import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { alive, complaintsOfAxe, DESKTOP, freshPage, isFocused, PHONE, tabTo } from '../support/browser'
import { type DeliveredGallery, makeDeliveredGallery } from '../support/delivered-gallery'
import { rows } from '../support/forms'
import { inDatabaseOf } from '../support/site-database'
import { browser, giveCookie, site, startVisitedSite } from '../support/visited-site'

let gallery: DeliveredGallery
startVisitedSite()

beforeEach(async () => {
  gallery = await makeDeliveredGallery(site, { pick_limit: 2, sizes: '[]' })
})

async function open(path: string, viewport: typeof PHONE, cookie = gallery.cookie): Promise<Page> {
  const page = await freshPage(browser, { viewport, reducedMotion: 'reduce' })
  await giveCookie(page, cookie)
  await page.goto(site.url + path, { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

const isUsable = async (page: Page) => {
  // The desktop page has the same content.
  if (page.viewportSize()?.width === PHONE.width) expect(await complaintsOfAxe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
}

const picks = () =>
  rows(
    site,
    'select item_id from favorites join favorite_lists l on l.id = list_id where l.gallery_id = ?',
    gallery.id,
  ).length

it('keeps the links of a signed-in client within a narrow screen', async () => {
  const client = await signedIn(site, 'client')
  for (const viewport of [{ width: 320, height: 640 }, PHONE]) {
    const page = await open('/download/none', viewport, client)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await isUsable(page)
    await page.context().close()
  }
})

it.each([PHONE, DESKTOP])('shows the whole cover, watermarked, at $width pixels', async (viewport) => {
  await inDatabaseOf(site, (db) =>
    db.updateTable('galleries').set({ proofing: 1 }).where('id', '=', gallery.id).execute(),
  )
  const page = await open(`/download/${gallery.id}`, viewport)
  // The watermarked files aren't finished yet. The layout is the same for any image.
  const fit = await page
    .locator('.client-gallery__cover .frame__img')
    .evaluate((frame) => getComputedStyle(frame.appendChild(document.createElement('img'))).objectFit)
  expect(fit).toBe('contain')
  await page.context().close()
})

it.each([PHONE, DESKTOP])(
  'favorites, comments and submits by keyboard at $width pixels',
  async (viewport) => {
    const page = await open(`/download/${gallery.id}`, viewport)
    await page.waitForFunction(() => Object.keys(document.querySelector('.pick') ?? {}).length > 0)
    await tabTo(page, 'button', /^Favorite: photo 1\b/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Favorite: photo 1\b/, pressed: true }).waitFor()
    await page
      .locator('.client-gallery [role="status"]', { hasText: '1 of 2 favorites' })
      .waitFor({ state: 'attached' })
    await expect.poll(picks).toBe(1)
    await isUsable(page)

    await tabTo(page, 'link', /^Photo 2\b/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('f')
    const lightbox = page.locator('.lb')
    await lightbox.getByRole('button', { name: /^Favorite: photo 2\b/, pressed: true }).waitFor()
    await expect.poll(picks).toBe(2)
    await page.keyboard.press('ArrowRight')
    await lightbox.getByRole('button', { name: /^Favorite: photo 3\b/, pressed: false }).waitFor()
    await page.keyboard.press('f')
    await page.locator('.lb [role="alert"]', { hasText: 'You’ve picked 2, the limit' }).waitFor()
    expect(picks()).toBe(2)
    await isUsable(page)

    await tabTo(page, 'link', 'Comment')
    await page.keyboard.press('Enter')
    await tabTo(page, 'textbox', 'Your comment')
    await page.keyboard.type('Warmer, please.')
    await tabTo(page, 'button', 'Save comment')
    await page.keyboard.press('Enter')
    await page.getByText('Warmer, please.').first().waitFor()
    await page.getByRole('button', { name: 'Delete: Warmer, please.' }).waitFor()
    await isUsable(page)

    await tabTo(page, 'link', 'Your favorites')
    await page.keyboard.press('Enter')
    await tabTo(page, 'textbox', /Note to your photographer/)
    await page.keyboard.type('Thank you')
    await isUsable(page)
    await tabTo(page, 'button', 'Submit 2 photos')
    await page.keyboard.press('Enter')
    await page.getByText('We’ve got your favorites.').waitFor()
    await isUsable(page)
    await page.context().close()

    const studio = await open(
      `/studio/galleries/${gallery.id}/favorites`,
      viewport,
      await signedIn(site, 'assistant'),
    )
    await studio.getByText('Submitted').first().waitFor()
    await isUsable(studio)
    await studio.goto(`${site.url}/studio/galleries/${gallery.id}/watermark`)
    await studio.getByRole('heading', { level: 1 }).waitFor()
    await isUsable(studio)
    await studio.context().close()
  },
)

it('keeps a favorite while the connection is lost, says so, and saves it when it is back', async () => {
  const page = await open(`/download/${gallery.id}`, PHONE)
  await alive(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Favorite: photo 1\b/ }).click()
  await page.getByRole('button', { name: /^Favorite: photo 2\b/ }).click()
  await page.getByRole('alert').filter({ hasText: 'You’re offline. Keep this page open' }).waitFor()
  await page.getByRole('button', { name: /^Favorite: photo 1\b/, pressed: true }).waitFor()
  await page.getByText('2 of 2 favorites').first().waitFor()
  expect(picks()).toBe(0)
  await page.context().setOffline(false)
  await expect.poll(picks).toBe(2)
  await page.getByText('No connection').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Favorite: photo 2\b/, pressed: true }).waitFor()
  await page.context().close()
})

it('shows a visible reason in the lightbox why a photo can’t be a favorite', async () => {
  const page = await open(`/download/${gallery.id}`, PHONE)
  await alive(page)
  await page.locator('.jg a').first().click()
  for (const number of [1, 2, 3]) {
    const ring = page
      .locator('.lb')
      .getByRole('button', { name: new RegExp(`^Favorite: photo ${number}\\b`) })
    await ring.click()
    await page.keyboard.press('ArrowRight')
  }
  await page
    .getByRole('dialog')
    .getByRole('alert')
    .filter({ hasText: 'You’ve picked 2, the limit' })
    .waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  await page.context().close()
})

it('submits a list from which a favorite was just removed', async () => {
  const page = await open(`/download/${gallery.id}`, DESKTOP)
  await alive(page)
  for (const number of [1, 2])
    await page.getByRole('button', { name: new RegExp(`^Favorite: photo ${number}\\b`) }).click()
  await expect.poll(picks).toBe(2)
  await page.getByRole('link', { name: 'Review and submit' }).click()
  await page.getByRole('button', { name: 'Submit 2 photos' }).waitFor()
  await page.getByRole('button', { name: /^Favorite: photo 2\b/, pressed: true }).click()
  await page.getByRole('button', { name: 'Submit 1 photo' }).click()
  const done = page.getByRole('status').filter({ hasText: 'We’ve got your favorites.' })
  await done.waitFor()
  await isFocused(done)
  expect(picks()).toBe(1)
  await page.context().close()
})

it('opens the comments when a photo has just been turned to and the browser is busy', async () => {
  const page = await open(`/download/${gallery.id}`, DESKTOP)
  await alive(page)
  await page.locator('.jg a').first().click()
  await page.locator('dialog.lb:modal[aria-label="Photo 1 of 5"]').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.locator('dialog.lb:modal[aria-label="Photo 2 of 5"]').waitFor()
  // Longer than the address takes to follow the photo.
  await page.getByRole('link', { name: 'Comment' }).evaluate((link: HTMLElement) => {
    link.click()
    const end = performance.now() + 800
    while (performance.now() < end);
  })
  await page.getByRole('textbox', { name: 'Your comment' }).waitFor()
  await page.context().close()
})
