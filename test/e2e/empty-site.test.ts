import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { freshPage, visit } from '../support/browser'
import { makeGallery, makeGalleryItem, makePhoto, putSetting } from '../support/factories'
import { putTestSettings, testSettings } from '../support/settings'
import { inDatabaseOf } from '../support/site-database'
import {
  browser,
  giveCookie,
  openAsOwner,
  openPage,
  ownerCookie,
  site,
  startVisitedSite,
} from '../support/visited-site'

startVisitedSite({ content: 'nothing', env: { DEMO: '0' }, owner: true })
beforeAll(() => inDatabaseOf(site, (db) => putTestSettings(db)))

it('never scrolls sideways, and breaks no word of a heading, on pages without content', async () => {
  const page = await openPage('/')
  await page.getByRole('heading', { level: 1, name: 'Welcome to DE Photography' }).waitFor()
  for (const path of ['/', '/gallery', '/portfolio', '/services', '/pricing', '/about', '/book-session']) {
    await visit(page, site.url + path)
    for (const width of [320, 390, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const seen = await page.evaluate(() => {
        const root = document.documentElement
        const text = document.createRange()
        // A word that is broken is on two lines.
        const broken = [...document.querySelectorAll('h1, h2')].flatMap((heading) => {
          if (!heading.checkVisibility()) return []
          const node = heading.firstChild
          if (!(node instanceof Text)) return []
          return [...node.data.matchAll(/[^\s-]+/g)].flatMap((word) => {
            text.setStart(node, word.index)
            text.setEnd(node, word.index + word[0].length)
            return new Set([...text.getClientRects()].map(({ top }) => top)).size > 1 ? [word[0]] : []
          })
        })
        return { beyond: root.scrollWidth - root.clientWidth, broken }
      })
      expect(seen, `${path} at ${width} px`).toEqual({ beyond: 0, broken: [] })
    }
  }
  await page.context().close()
})

it('never scrolls sideways when the steps of the setup are done', async () => {
  const page = await openAsOwner('/studio/setup/ready', { width: 390, height: 800 })
  await page.getByRole('button', { name: /done.*Upload your first photos/ }).click()
  await page.getByRole('link', { name: /Photos.*done/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.context().close()
})

it('the time zone starts as the browser’s until the owner has chosen one', async () => {
  const zone = async (page: Page) => await page.getByLabel('Time zone').inputValue()
  const openIn = async (timezoneId: string, options: Parameters<typeof freshPage>[1] = {}) => {
    const page = await freshPage(browser, { timezoneId, ...options })
    await giveCookie(page, ownerCookie)
    await visit(page, `${site.url}/studio/setup/place`)
    return page
  }
  for (const [timezoneId, expected, options] of [
    ['UTC', 'America/New_York', {}],
    ['Europe/Vienna', 'America/New_York', { javaScriptEnabled: false }],
    ['Europe/Vienna', 'Europe/Vienna', {}],
  ] as const) {
    const page = await openIn(timezoneId, options)
    await expect.poll(() => zone(page)).toBe(expected)
    await page.context().close()
  }
  // Until it's saved, nothing is stored.
  const page = await openIn('America/Denver')
  for (const [label, value] of [
    ['City', 'Salida'],
    ['State', 'CO'],
    ['ZIP', '81201'],
  ] as const)
    await page.getByLabel(label).first().fill(value)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('heading', { name: 'Choose your services and prices' }).waitFor()
  await page.context().close()
  const later = await openIn('Europe/Vienna')
  expect(await zone(later)).toBe('America/Denver')
  await later.context().close()
})

it('price and deposit stay side by side when one has an error, or two lines of label', async () => {
  const page = await openAsOwner('/studio/setup/services')
  await page.getByLabel('I offer this: Portraits').check()
  await page.getByRole('button', { name: 'Add and continue' }).click()
  await page.locator('.setup-kind .err').waitFor()
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 800 })
    const [price, deposit] = await Promise.all(
      ['portrait.price', 'portrait.deposit'].map((name) => page.locator(`[name="${name}"]`).boundingBox()),
    )
    expect(deposit?.y, `${width} px`).toBe(price?.y)
  }
  await page.context().close()
})

it('the film of a few photos runs on unexposed, with its frame numbers', async () => {
  await inDatabaseOf(site, async (db) => {
    const gallery = await makeGallery(db)
    for (let n = 0; n < 6; n++) {
      const photo = await makePhoto(db, { published_at: 1 })
      await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
    }
  })
  const page = await openPage('/')
  const rest = page.locator('.hero .strip__rest .strip__f')
  await expect
    .poll(async () => {
      await page.reload()
      return rest.count()
    })
    .toBe(6)
  expect(await rest.locator('.pt').allTextContents()).toEqual(['7', '8', '9', '10', '11', '12'])
  const colors = await rest
    .locator('.ph')
    .evaluateAll((frames) => frames.map((frame) => getComputedStyle(frame).backgroundColor))
  expect(new Set(colors)).toEqual(new Set(['rgba(0, 0, 0, 0)']))
  await page.context().close()
})

it('pages to sign in and register have a photo of the gallery', async () => {
  for (const path of ['/login', '/register', '/forgot-password']) {
    const page = await openPage(path)
    await page.locator('.auth__p img').waitFor({ state: 'attached' })
    await page.context().close()
  }
})

it('a gallery of one category offers no filter', async () => {
  const page = await openPage('/gallery')
  const filters = page.getByRole('navigation', { name: 'Categories' })
  await page.getByText('Showing 1–6 of 6').waitFor()
  expect(await filters.count()).toBe(0)
  await inDatabaseOf(site, async (db) => {
    const gallery = await makeGallery(db, { slug: 'weddings', title: 'Weddings' })
    const photo = await makePhoto(db, { published_at: 1 })
    await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
  })
  await expect
    .poll(async () => {
      await page.reload()
      return filters.getByRole('link').count()
    })
    .toBe(3)
  await page.context().close()
})

it('About shows its words to a phone, even if there is nothing beside them', async () => {
  await inDatabaseOf(site, async (db) => {
    const page = await db
      .selectFrom('pages')
      .selectAll()
      .where('slug', '=', 'about')
      .executeTakeFirstOrThrow()
    const body = { ...JSON.parse(page.body), aside: { title: 'Contact', text: '{phone}' } }
    await db
      .updateTable('pages')
      .set({ body: JSON.stringify(body) })
      .where('slug', '=', 'about')
      .execute()
    // As in a new installation: no page states it.
    await putSetting(db, 'studio', { ...testSettings.studio, phone: '(555) 555-0100' })
  })
  const page = await openPage('/about', { viewport: { width: 390, height: 800 } })
  await page.getByText('is a photography studio.').waitFor()
  expect(await page.locator('.abt aside').count()).toBe(0)
  await page.context().close()
})
