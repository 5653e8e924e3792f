import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { freshPage, PHONE } from '../support/browser'
import { makeClientGallery, shareWith } from '../support/client-gallery'
import { browser, site, startVisitedSite } from '../support/visited-site'

/** A phone without updates since 2020, and an in-app browser without storage. */

startVisitedSite()

/** Removes browser features newer than 2020, and storage. */
function forget() {
  const without = (from: object, names: string[]) => {
    for (const name of names) Reflect.deleteProperty(from, name)
  }
  without(Array.prototype, ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'])
  without(String.prototype, ['at', 'isWellFormed', 'toWellFormed'])
  without(Object, ['hasOwn', 'groupBy'])
  without(Promise, ['withResolvers', 'try'])
  without(URL, ['canParse', 'parse'])
  without(AbortSignal, ['timeout', 'any'])
  without(Document.prototype, ['startViewTransition'])
  without(HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'inert'])
  without(HTMLDialogElement.prototype, ['showModal', 'show', 'close'])
  without(window, [
    'HTMLDialogElement',
    ...['structuredClone', 'requestIdleCallback', 'Temporal', 'Iterator'],
  ])
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
}

async function oldPhone(): Promise<{ page: Page; complaints: string[] }> {
  const page = await freshPage(browser, { viewport: PHONE, promo: true })
  const complaints: string[] = []
  page.on('pageerror', (error) => {
    // React Router's inline script that restores the scroll position fails where storage is forbidden.
    const isOfScrolling = error.name === 'SecurityError' && !error.stack?.includes('/assets/')
    if (!isOfScrolling) complaints.push(String(error))
  })
  await page.addInitScript(forget)
  return { page, complaints }
}

test('an old phone shows the photos, opens one, favorites it and moves on', async () => {
  const { gallery } = await makeClientGallery(site, { proofing: 1 }, 3)
  const { link } = await shareWith(site, gallery.id, { can_favorite: 1 })
  const { page, complaints } = await oldPhone()
  await page.goto(site.url + link)
  await page.locator('html[data-alive]').waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('.jg img').evaluateAll((all) => all.length)).toBe(3)
  await page.getByRole('button', { name: /^Favorite: photo 1/ }).click()
  await page.getByRole('button', { name: /^Favorite: photo 1/, pressed: true }).waitFor()
  await page.locator('.jg a').first().click()
  await page.locator('dialog.lb[open][aria-label="Photo 1 of 3"]').waitFor()
  await page.getByRole('link', { name: /^Next/ }).first().click()
  await page.locator('dialog.lb[open][aria-label="Photo 2 of 3"]').waitFor()
  await page.getByRole('link', { name: 'Close, back to the gallery' }).click()
  await page.locator('dialog.lb').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await page.context().close()
})

test('photos can be downloaded without script', async () => {
  const { gallery } = await makeClientGallery(site, {}, 2)
  const { link } = await shareWith(site, gallery.id, { sizes: '["web"]' })
  const { page } = await oldPhone()
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '(?<' }),
  )
  await page.goto(site.url + link)
  await expect
    .poll(() =>
      page
        .locator('.jg img')
        .evaluateAll((all) => all.every((img) => (img as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  await page.locator('#download').waitFor()
  expect(await page.getByRole('radio').count()).toBeGreaterThan(1)
  await page.context().close()
})
