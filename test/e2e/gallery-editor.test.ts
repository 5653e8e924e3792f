import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Db } from '~/platform/db/database.server'
import { complaintsOfAxe, DESKTOP, freshPage, isFocused, PHONE } from '../support/browser'
import { makeGallery, makeGalleryItem, makePhoto } from '../support/factories'
import { post, rows } from '../support/forms'
import { inDatabaseOf } from '../support/site-database'
import { browser, giveCookie, ownerCookie, site, startVisitedSite } from '../support/visited-site'

let gallery: string
startVisitedSite({ owner: true })
beforeAll(async () => {
  gallery = await makeDelivery()
})

/** A client gallery of ten photos from the library, `f0.jpg` to `f9.jpg`. */
const makeDelivery = () =>
  inDatabaseOf(site, async (db) => {
    const photos = await db.selectFrom('photos').select('id').orderBy('slug').limit(10).execute()
    return await makeGalleryOf(db, 'Whitfield & Cole', photos)
  })

/** A client gallery of more photos than fit on one page, `f0.jpg` and so on. */
const makeLarge = (count: number) =>
  inDatabaseOf(site, async (db) => {
    const photos: { id: string }[] = []
    for (let n = 0; n < count; n++) photos.push(await makePhoto(db))
    return await makeGalleryOf(db, 'Large', photos)
  })

async function makeGalleryOf(db: Db, title: string, photos: { id: string }[]): Promise<string> {
  const gallery = await makeGallery(db, { kind: 'client', title, published_at: null })
  for (const [position, { id }] of photos.entries())
    await makeGalleryItem(db, {
      gallery_id: gallery.id,
      photo_id: id,
      position,
      file_name: `f${position}.jpg`,
    })
  return gallery.id
}

async function openEditor(
  viewport = DESKTOP,
  query = '',
  options: BrowserContextOptions = {},
  of = gallery,
): Promise<Page> {
  const page = await freshPage(browser, { viewport, reducedMotion: 'reduce', ...options })
  await giveCookie(page, ownerCookie)
  await page.goto(`${site.url}/studio/galleries/${of}${query}`, { waitUntil: 'load' })
  // The page's script has started once exactly one photo is reachable by Tab.
  await page.locator('[data-pick][tabindex="-1"]').first().waitFor({ state: 'attached' })
  return page
}

const names = (of: string) =>
  rows(
    site,
    `select file_name from gallery_items where gallery_id = ? and removed_at is null order by position`,
    of,
  ).map(({ file_name }) => String(file_name))
const order = () =>
  names(gallery)
    .map((name) => name[1])
    .join('')
const becomes = (wanted: string) => expect.poll(order, { interval: 50 }).toBe(wanted)
const photo = (page: Page, n: number) => page.locator(`[data-item]:has([aria-label*=" f${n}.jpg"])`)

it('selects a range, drags it, moves photos by keyboard, and undoes a removal', async () => {
  const page = await openEditor()
  await photo(page, 2).locator('.th__p').click()
  await photo(page, 4)
    .locator('.th__p')
    .click({ modifiers: ['Shift'] })
  await page.getByText('3 selected', { exact: true }).waitFor()

  const [from, to] = [await photo(page, 3).boundingBox(), await photo(page, 7).boundingBox()]
  if (!from || !to) throw new Error('The photos are not there.')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 20, from.y + from.height / 2 + 20, { steps: 4 })
  await page.mouse.move(to.x + to.width - 12, to.y + to.height / 3, { steps: 12 })
  await page.locator('.th-lift').getByText('3 photos').waitFor()
  await page.locator('[data-gap]').waitFor()
  await page.mouse.up()
  await becomes('0156723489')
  await expect.poll(() => page.locator('.th-lift').count()).toBe(0)

  await page.locator('[data-pick]').first().focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Alt+ArrowRight')
  await becomes('0561723489')
  const isMovedFocused = () =>
    photo(page, 1)
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
  await photo(page, 7).waitFor()
  await page.context().close()
})

it('works by keyboard alone: the focus is never lost, and a key undoes a removal', async () => {
  const small = await makeLarge(4)
  const page = await openEditor(DESKTOP, '', {}, small)
  const form = page.locator('summary', { hasText: 'New set' })
  const name = page.getByLabel('Set name')
  await form.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await isFocused(name)
  const isInFront = (box: Element) => {
    const { x, y, width, height } = box.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === box
  }
  expect(await name.evaluate(isInFront)).toBe(true)
  await page.keyboard.press('Escape')
  await isFocused(form)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Party')
  await page.keyboard.press('Enter')
  await isFocused(page.getByRole('status').filter({ hasText: 'Saved.' }))
  const all = page.getByRole('navigation', { name: 'Sets' }).getByRole('link', { name: /^All/ })
  await all.focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-item]').first().waitFor()
  await isFocused(all)

  await page.locator('[data-pick]').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('2 selected', { exact: true }).waitFor()
  // Tab reaches the photo that was focused before.
  await expect.poll(() => page.locator('[data-item] a:not([tabindex="-1"])').count()).toBe(1)
  await page.getByRole('button', { name: 'Remove', exact: true }).focus()
  await page.keyboard.press('Enter')
  await isFocused(photo(page, 3).locator('[data-pick]'))
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => names(small)).toEqual(['f0.jpg', 'f1.jpg', 'f2.jpg', 'f3.jpg'])
  await photo(page, 1).waitFor()
  await isFocused(photo(page, 3).locator('[data-pick]'))

  await page.keyboard.press('Enter')
  await isFocused(page.getByRole('heading', { name: 'Photo 4' }))
  await page.context().close()
})

it('edits captions photo after photo, and loses nothing typed', async () => {
  const page = await openEditor()
  await photo(page, 8).getByRole('link').click()
  await page.getByRole('heading', { name: 'Photo 9' }).waitFor()
  await page.locator('#item-alt').fill('Rings on a book')
  await page.getByRole('button', { name: 'Save and next' }).click()
  await page.getByRole('heading', { name: 'Photo 10' }).waitFor()
  const isWriting = () => page.locator('#item-alt').evaluate((box) => box === document.activeElement)
  await expect.poll(isWriting).toBe(true)
  const altOf = (name: string) =>
    rows(
      site,
      `select p.alt from photos p join gallery_items i on i.photo_id = p.id
       where i.gallery_id = ? and i.file_name = ?`,
      gallery,
      name,
    )[0]?.alt
  await expect.poll(() => altOf('f8.jpg')).toBe('Rings on a book')

  await page.locator('#item-alt').fill('A cake')
  await page.getByRole('link', { name: 'Previous item' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  expect(await page.locator('#item-alt').inputValue()).toBe('A cake')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => altOf('f9.jpg')).toBe('A cake')
  await page.getByRole('switch', { name: 'Use as cover' }).click()
  await page.locator('[role=switch][aria-checked=true]', { hasText: 'Use as cover' }).waitFor()
  await page.getByRole('link', { name: 'Close', exact: true }).click()
  await page.locator('.insp').waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      photo(page, 9)
        .getByRole('link')
        .evaluate((link) => link === document.activeElement),
    )
    .toBe(true)
  await page.context().close()
})

it('sorts by touch with the handle, and selects a range without a keyboard', async () => {
  const page = await openEditor(PHONE, '', { hasTouch: true, isMobile: true })
  const before = order()
  const [first, second, third] = before
  const handle = photo(page, Number(third)).locator('[data-handle]')
  await handle.scrollIntoViewIfNeeded()
  const [from, to] = [await handle.boundingBox(), await photo(page, Number(first)).boundingBox()]
  if (!from || !to) throw new Error('The photos are not there.')
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
  const end = { x: to.x + 8, y: to.y + to.height / 2 }
  await touch('touchStart', start.x, start.y)
  for (const part of [0.2, 0.5, 0.8, 1])
    await touch('touchMove', start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
  await page.locator('[data-gap]').waitFor()
  await touch('touchEnd')
  await becomes(`${third}${first}${second}${before.slice(3)}`)

  await page.getByRole('button', { name: 'Range' }).click()
  await page.getByRole('button', { name: 'Range', pressed: true }).waitFor()
  await photo(page, Number(third)).locator('.th__p').click()
  await page.getByText('1 selected', { exact: true }).waitFor()
  await photo(page, Number(second)).locator('.th__p').click()
  await page.getByText('3 selected', { exact: true }).waitFor()
  await page.context().close()
})

it('drags a photo down the page and to the next one', async () => {
  const large = await makeLarge(125)
  const page = await openEditor(DESKTOP, '', {}, large)
  const lift = async (n: number) => {
    await photo(page, n).scrollIntoViewIfNeeded()
    const box = await photo(page, n).boundingBox()
    if (!box) throw new Error('The photo is not there.')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 12, box.y + box.height / 3 + 12, { steps: 3 })
    await page.locator('.th-lift').waitFor()
  }
  const placeOf = (n: number) => names(large).indexOf(`f${n}.jpg`)

  // At the lower edge the page scrolls, and the gap moves as photos pass under it.
  await lift(0)
  await page.mouse.move(700, DESKTOP.height - 30, { steps: 4 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(900)
  await page.locator('[data-gap]').waitFor()
  await page.mouse.up()
  await expect.poll(() => placeOf(0)).toBeGreaterThan(30)

  await lift(119)
  const after = await page.getByRole('link', { name: 'After' }).boundingBox()
  if (!after) throw new Error('There is no other page.')
  await page.mouse.move(after.x + 20, after.y + 10, { steps: 6 })
  await page.locator('a[data-page=after][data-over]').waitFor()
  await page.mouse.up()
  await expect.poll(() => placeOf(119)).toBe(120)
  await page.context().close()
})

it.each([DESKTOP, PHONE])('are accessible at $width pixels', async (viewport) => {
  const withSet = await makeLarge(3)
  const send = (fields: Record<string, string>) =>
    post(site, `/studio/galleries/${withSet}`, fields, { Cookie: ownerCookie })
  await send({ intent: 'set-add', setTitle: 'Ceremony' })
  const set = String(rows(site, 'select id from gallery_sets where gallery_id = ?', withSet)[0]?.id)
  await send({ intent: 'to-set', toSet: set, all: 'yes' })
  const item = String(rows(site, 'select id from gallery_items where gallery_id = ?', withSet)[0]?.id)
  for (const query of ['', `?open=${item}`]) {
    const page = await openEditor(viewport, query, {}, withSet)
    // The phone page has the same content.
    if (viewport === DESKTOP) expect([query, await complaintsOfAxe(page)]).toEqual([query, []])
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect([query, tooWide]).toEqual([query, false])
    await page.context().close()
  }
})
