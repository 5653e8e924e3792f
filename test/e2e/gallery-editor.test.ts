import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '~/platform/db/database.server'
import { signedIn } from '../support/accounts'
import { DESKTOP, freshPage, openBrowser, PHONE } from '../support/browser'
import { makeGallery, makeGalleryItem } from '../support/factories'
import { rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let browser: Browser
let cookie: string
let gallery: string
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  cookie = await signedIn(site, 'assistant')
  gallery = await makeDelivery()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

/** A client’s gallery of ten photographs that the site has, `f0.jpg` to `f9.jpg`. */
async function makeDelivery(): Promise<string> {
  const db = openDatabase({ databaseUrl: undefined, dataDir: site.dataDir })
  try {
    const { id } = await makeGallery(db, { kind: 'client', title: 'Whitfield & Cole', published_at: null })
    const photos = await db.selectFrom('photos').select('id').orderBy('slug').limit(10).execute()
    for (const [position, photo] of photos.entries())
      await makeGalleryItem(db, {
        gallery_id: id,
        photo_id: photo.id,
        position,
        file_name: `f${position}.jpg`,
      })
    return id
  } finally {
    await db.destroy()
  }
}

async function openEditor(viewport = DESKTOP, query = ''): Promise<Page> {
  const page = await freshPage(browser, { viewport, reducedMotion: 'reduce' })
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await page.context().addCookies([{ name, value, url: site.url }])
  await page.goto(`${site.url}/studio/galleries/${gallery}${query}`, { waitUntil: 'load' })
  // The frames are alive as soon as one of them is all that Tab reaches.
  await page.locator('[data-pick][tabindex="-1"]').first().waitFor({ state: 'attached' })
  return page
}

const order = () =>
  rows(
    site,
    `select file_name from gallery_items where gallery_id = ? and removed_at is null order by position`,
    gallery,
  )
    .map(({ file_name }) => String(file_name)[1])
    .join('')
const becomes = (wanted: string) => expect.poll(order, { timeout: 10_000, interval: 50 }).toBe(wanted)
const frame = (page: Page, n: number) => page.locator(`[data-frame]:has([aria-label*="f${n}.jpg"])`)

it('selects a range, drags it, moves frames by keys, and takes a removal back', async () => {
  const page = await openEditor()
  await frame(page, 2).locator('.th__p').click()
  await frame(page, 4)
    .locator('.th__p')
    .click({ modifiers: ['Shift'] })
  await page.getByText('3 selected', { exact: true }).waitFor()

  const [from, to] = [await frame(page, 3).boundingBox(), await frame(page, 7).boundingBox()]
  if (!from || !to) throw new Error('The frames are not there.')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 20, from.y + from.height / 2 + 20, { steps: 4 })
  await page.mouse.move(to.x + to.width - 12, to.y + to.height / 3, { steps: 12 })
  await page.locator('.th-lift').getByText('3 photographs').waitFor()
  await page.locator('[data-gap]').waitFor()
  await page.mouse.up()
  await becomes('0156723489')
  expect(await page.locator('.th-lift').count()).toBe(0)

  await page.locator('[data-pick]').first().focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Alt+ArrowRight')
  await becomes('0561723489')
  const isMovedFocused = () =>
    frame(page, 1)
      .locator('input')
      .evaluate((box) => box === document.activeElement)
  await expect.poll(isMovedFocused).toBe(true)

  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('2 selected', { exact: true }).waitFor()
  await page.keyboard.press('Delete')
  await becomes('05623489')
  await page.getByRole('button', { name: 'Undo' }).click()
  await becomes('0561723489')
  await frame(page, 7).waitFor()
  await page.context().close()
})

it.each([DESKTOP, PHONE])('is usable by everybody at $width pixels', async (viewport) => {
  const item = String(rows(site, 'select id from gallery_items where gallery_id = ?', gallery)[0]?.id)
  for (const query of ['', `?frame=${item}`]) {
    const page = await openEditor(viewport, query)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect([query, violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)]).toEqual([query, []])
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect([query, tooWide]).toEqual([query, false])
    await page.context().close()
  }
})
