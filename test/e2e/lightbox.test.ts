import type { CDPSession, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { atRest, complaintsOfAxe, freshPage, isFocused, PHONE, visit } from '../support/browser'
import { makeClientGallery, shareWith } from '../support/client-gallery'
import { browser, site, startVisitedSite } from '../support/visited-site'

/** The lightbox in the hand: by fingers, by keyboard, and with the red pencil. */

startVisitedSite()

let page: Page
let devtools: CDPSession
beforeEach(async () => {
  page = await freshPage(browser, { viewport: PHONE, hasTouch: true })
  devtools = await page.context().newCDPSession(page)
})
afterEach(() => page.context().close())

const OPEN = 'dialog.lb:modal'
const numbered = (number: number, of: number) =>
  page.locator(`${OPEN}[aria-label="Photo ${number} of ${of}"]`).waitFor()
const closed = () => page.locator('dialog.lb').waitFor({ state: 'detached' })

type Finger = [x: number, y: number]

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: Finger[]) =>
  devtools.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: fingers.map(([x, y], id) => ({ x, y, id })),
  })

/** Moves one finger along a line, in steps as a screen reports them. */
async function drag(from: Finger, to: Finger, { isReleased = true } = {}): Promise<void> {
  await touch('touchStart', from)
  for (let step = 1; step <= 6; step++) {
    const along = (axis: 0 | 1) => from[axis] + ((to[axis] - from[axis]) * step) / 6
    await touch('touchMove', [along(0), along(1)])
  }
  if (isReleased) await touch('touchEnd')
}

/** Two taps within a tenth of a second, however busy the machine is. */
async function doubleTap([x, y]: Finger): Promise<void> {
  const began = Date.now() / 1_000
  for (const [step, type] of (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).entries())
    await devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [{ x, y }] : [],
      timestamp: began + step * 0.03,
    })
}

const shownPhoto = '.lb__slide[data-shown] .lb__zoom'
const matrixOf = (selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { a: scale, e: x, f: y } = new DOMMatrix(getComputedStyle(element).transform)
    return { scale, x, y }
  })
const isAtRest = () =>
  page.waitForFunction(() => document.querySelector('.lb__stage[data-live]:not([data-moving])') !== null)

async function openFromGrid(at: number): Promise<void> {
  await visit(page, `${site.url}/gallery`)
  await page.locator('.jg a').nth(at).tap()
  await page.locator(OPEN).waitFor()
}

it('is open before its address is there, and closed before that leaves nothing in the history', async () => {
  // Its code is loaded after that.
  await openFromGrid(3)
  await page.keyboard.press('Escape')
  await closed()
  const seen = await page.evaluate(async () => {
    const before = history.length
    document.querySelector<HTMLElement>('.jg a')?.click()
    await new Promise((done) => setTimeout(done))
    const opened = [document.querySelector('dialog.lb[open]') !== null, location.pathname]
    document.querySelector<HTMLElement>('.lb__close')?.click()
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))
    return { opened, closed: document.querySelector('dialog.lb') === null, added: history.length - before }
  })
  expect(seen).toEqual({ opened: [true, '/gallery'], closed: true, added: 0 })
  expect(new URL(page.url()).pathname).toBe('/gallery')
})

it('closes with Escape also before its photo is painted', async () => {
  // Its code is loaded after that.
  await openFromGrid(3)
  await page.keyboard.press('Escape')
  await closed()
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
    document.querySelector<HTMLElement>('.jg a')?.click()
  })
  await page.locator('dialog.lb[data-opening]').waitFor()
  await page.keyboard.press('Escape')
  await closed()
  expect(new URL(page.url()).pathname).toBe('/gallery')
})

it('keeps the focus where a key led before its photo is painted', async () => {
  const { gallery } = await makeClientGallery(site, {}, 4)
  const { link } = await shareWith(site, gallery.id)
  await visit(page, site.url + link)
  await page.locator('.jg a').nth(1).tap()
  await numbered(2, 4)
  await page.keyboard.press('Escape')
  await closed()
  await page.evaluate(() => {
    const held: FrameRequestCallback[] = []
    const ofBrowser = window.requestAnimationFrame
    window.requestAnimationFrame = (callback) => held.push(callback)
    document.querySelector<HTMLElement>('.jg a')?.click()
    addEventListener('release', () => {
      window.requestAnimationFrame = ofBrowser
      for (const callback of held) requestAnimationFrame(callback)
    })
  })
  await page.locator('dialog.lb[data-opening]').waitFor()
  await page.keyboard.press('d')
  await isFocused(page.getByRole('link', { name: /^Web/ }))
  await page.evaluate(() => dispatchEvent(new Event('release')))
  await page.locator(OPEN).waitFor()
  await isFocused(page.getByRole('link', { name: /^Web/ }))
})

describe('with fingers', () => {
  it('follows a swipe, moves on at its end, and returns from a short one', async () => {
    await openFromGrid(3)
    await numbered(4, 27)
    await drag([300, 400], [220, 402], { isReleased: false })
    expect((await matrixOf('.lb__film')).x).toBeCloseTo(-80, 0)
    // The finger turns back.
    for (const x of [240, 260, 290, 298]) await touch('touchMove', [x, 402])
    await touch('touchEnd')
    await isAtRest()
    await numbered(4, 27)
    await drag([320, 400], [60, 404])
    await numbered(5, 27)
    await drag([60, 400], [330, 404])
    await numbered(4, 27)
    await isAtRest()
    expect(await matrixOf('.lb__film')).toEqual({ scale: 1, x: 0, y: 0 })
    await expect.poll(() => page.url()).toMatch(/\/gallery\/photo\/[a-z-]+$/)
  })

  it('doesn’t move beyond the first photo', async () => {
    await openFromGrid(0)
    await drag([60, 400], [330, 404])
    await isAtRest()
    await numbered(1, 27)
    expect((await matrixOf('.lb__film')).x).toBe(0)
  })

  it('zooms by pinching and by a double tap, pans, and loads a larger rendition for it', async () => {
    await openFromGrid(3)
    const sizes = () => page.locator(`${shownPhoto} img`).getAttribute('sizes')
    const before = await sizes()
    await touch('touchStart', [170, 400], [220, 400])
    for (const spread of [40, 70, 100, 130])
      await touch('touchMove', [195 - spread, 400], [195 + spread, 400])
    await touch('touchEnd')
    await isAtRest()
    const zoomed = await matrixOf(shownPhoto)
    expect(zoomed.scale).toBeGreaterThan(1.5)
    expect(await sizes()).not.toBe(before)
    expect(await sizes()).toMatch(/^\d+px$/)

    // A swipe pans the zoomed photo.
    await drag([300, 400], [200, 400])
    await isAtRest()
    await numbered(4, 27)
    expect((await matrixOf(shownPhoto)).x).toBeLessThan(zoomed.x - 50)

    await doubleTap([195, 400])
    await isAtRest()
    expect(await matrixOf(shownPhoto)).toEqual({ scale: 1, x: 0, y: 0 })
    await doubleTap([100, 400])
    await isAtRest()
    const enlarged = await matrixOf(shownPhoto)
    expect(enlarged.scale).toBeGreaterThan(1.5)
    expect(enlarged.x).toBeGreaterThan(0)
    // The next photo is whole.
    await page.keyboard.press('ArrowRight')
    await numbered(5, 27)
    expect((await matrixOf(shownPhoto)).scale).toBe(1)
  })

  it('closes when it is pulled down, and stays after a short pull', async () => {
    await openFromGrid(3)
    await drag([195, 300], [200, 345], { isReleased: false })
    await touch('touchMove', [200, 340])
    await touch('touchEnd')
    await isAtRest()
    expect(await matrixOf(shownPhoto)).toEqual({ scale: 1, x: 0, y: 0 })
    await drag([195, 300], [210, 620])
    await closed()
    await expect.poll(() => page.url()).toBe(`${site.url}/gallery`)
    await isFocused(page.locator('.jg a').nth(3))
  })
})

describe('by keyboard', () => {
  it('counts each of ten fast presses, and looks no route up', async () => {
    await visit(page, `${site.url}/gallery`)
    // They load when the browser is idle, so a busy one loads them late.
    await page.waitForFunction(() =>
      ['/__manifest', '/lightbox-', '/stage-gestures-'].every((name) =>
        performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
      ),
    )
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.locator('.jg a').first().press('Enter')
    await page.locator(OPEN).waitFor()
    await Promise.all(Array.from({ length: 10 }, () => page.keyboard.press('ArrowRight')))
    await numbered(11, 27)
    // Ten in one task, as when the browser was busy.
    await page.evaluate(() => {
      for (let press = 0; press < 10; press++)
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }),
        )
    })
    await numbered(21, 27)
    await expect.poll(() => page.url()).toBe(new URL(await hrefAt(20), site.url).href)
    expect(asked.filter((path) => !/^\/(media\/|favicon)/.test(path))).toEqual([])
    await page.keyboard.press('+')
    await expect.poll(async () => (await matrixOf(shownPhoto)).scale).toBeGreaterThan(1.5)
    await page.keyboard.press('0')
    await expect.poll(async () => (await matrixOf(shownPhoto)).scale).toBe(1)
  })

  it('names the shown photo in the address, the title and the canonical address, and opens it again', async () => {
    await openFromGrid(3)
    const opened = await page.title()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const { pathname } = new URL(await hrefAt(5), site.url)
    await expect.poll(() => new URL(page.url()).pathname).toBe(pathname)
    const name = await page.locator('dialog.lb .strip__f[aria-current]').getAttribute('aria-label')
    const title = `${name?.replace(/^Photo \d+, /, '')} · Gallery · `
    expect(await page.title()).toContain(title)
    expect(await page.title()).not.toBe(opened)
    const canonical = () => page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL((await canonical()) ?? '').pathname).toBe(pathname)

    await page.goBack()
    await page.locator(OPEN).waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toMatch(/^Gallery · /)
    expect(new URL((await canonical()) ?? '').pathname).toBe('/gallery')
    await page.goForward()
    await numbered(6, 27)
    await expect.poll(() => page.title()).toContain(title)

    await page.reload()
    await numbered(6, 27)
    expect(await page.title()).toContain(title)
  })

  const hrefAt = async (at: number) => (await page.locator('.jg a').nth(at).getAttribute('href')) ?? ''

  it('decodes the neighbors ahead, hidden from screen readers', async () => {
    await openFromGrid(3)
    await expect.poll(() => page.locator('.lb__slide').count()).toBe(3)
    expect(await page.locator('.lb__slide[aria-hidden]').count()).toBe(2)
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.lb__slide img')].every(
        ({ complete, naturalWidth }) => complete && naturalWidth > 0,
      ),
    )
  })
})

it('opens without formats of a locale, which a slow phone takes longer to load than to draw the photo', async () => {
  await page.addInitScript(() => {
    Object.assign(window, { uses: 0 })
    Number.prototype.toLocaleString = function counted() {
      ;(window as unknown as { uses: number }).uses += 1
      return String(this)
    }
  })
  await openFromGrid(3)
  expect(await page.evaluate(() => (window as unknown as { uses: number }).uses)).toBe(0)
})

describe('the way out of the frame', () => {
  const flights = () =>
    page.evaluate(
      () =>
        document
          .querySelector('.lb__slide[data-shown] .lb__zoom')
          ?.getAnimations()
          .filter(({ effect }) => (effect as KeyframeEffect).getKeyframes().some((key) => 'transform' in key))
          .length,
    )
  /** Stops animations where they begin, so that they can be seen. */
  const holdEach = () => {
    const { animate } = Element.prototype
    Element.prototype.animate = function held(...given) {
      const animation = animate.apply(this, given)
      animation.pause()
      return animation
    }
  }
  const holdAnimations = () => page.addInitScript(holdEach)

  it('begins at the photo’s place in the grid', async () => {
    await holdAnimations()
    await visit(page, `${site.url}/gallery`)
    await page.locator('.jg a').nth(1).tap()
    await page.locator(OPEN).waitFor()
    expect(await flights()).toBe(1)
    const rectOf = (selector: string, at = 0) =>
      page
        .locator(selector)
        .nth(at)
        .evaluate((element) => element.getBoundingClientRect().toJSON())
    const [here, there] = [await rectOf(shownPhoto), await rectOf('.jg a .frame__img', 1)]
    for (const edge of ['left', 'top', 'width', 'height'])
      expect(Math.abs(here[edge] - there[edge])).toBeLessThan(2)
  })

  it.each([
    ['the close button', () => page.locator('.lb__close').tap()],
    ['Back', () => page.goBack()],
  ])('leads back into it by %s', async (_, leave) => {
    await openFromGrid(1)
    await isAtRest()
    await atRest(page)
    const shown = await page.locator(shownPhoto).boundingBox()
    await page.evaluate(holdEach)
    await leave()
    await closed()
    const flying = page.locator('.lb--leaving .lb__zoom')
    await flying.waitFor()
    const start = await flying.boundingBox()
    expect(Math.abs((start?.y ?? 0) - (shown?.y ?? 0))).toBeLessThan(2)
    await page.evaluate(() => {
      for (const each of document.getAnimations()) each.finish()
    })
    await flying.waitFor({ state: 'detached' })
    await isFocused(page.locator('.jg a').nth(1))
  })

  it('is skipped with reduced motion', async () => {
    await holdAnimations()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openFromGrid(1)
    expect(await flights()).toBe(0)
    await page.keyboard.press('Escape')
    await closed()
  })
})

describe('the red pencil', () => {
  it('rings a favorite in the grid, the strip and over the photo, in a quarter of a second', async () => {
    const { gallery } = await makeClientGallery(site, {}, 4)
    const { link } = await shareWith(site, gallery.id, { can_favorite: 1 })
    await visit(page, site.url + link)
    await page.locator('.jg a').nth(1).tap()
    await numbered(2, 4)
    expect(await complaintsOfAxe(page)).toEqual([])
    const before = await page.locator(shownPhoto).boundingBox()
    await page
      .locator('.lb')
      .getByRole('button', { name: /^Favorite: photo 2/ })
      .tap()
    await page.locator('.lb__tools').getByText('1 favorite').waitFor()
    expect(await page.locator(shownPhoto).boundingBox()).toEqual(before)
    for (const place of ['.jg', '.lb__strip', shownPhoto]) {
      const rings = page.locator(`${place} .pick__mark`)
      await expect.poll(() => rings.count()).toBe(1)
      expect(await rings.evaluate((ring) => getComputedStyle(ring).animationDuration)).toBe('0.25s')
    }
    const bar = page.locator('.lb__tools')
    for (const word of ['Favorite', 'Comment', 'Download']) {
      const control = bar.getByText(word, { exact: true })
      const box = await control.locator('xpath=ancestor-or-self::*[contains(@class,"btn")]').boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      // Within reach of the thumb.
      expect(box?.y).toBeGreaterThan(PHONE.height * 0.85)
    }
    await page.keyboard.press('ArrowRight')
    await numbered(3, 4)
    expect(await page.locator(`${shownPhoto} .pick__mark`).count()).toBe(0)
    await page.keyboard.press('d')
    await isFocused(page.getByRole('link', { name: /^Web/ }))
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await closed()
    await page.getByRole('link', { name: 'Download', exact: true }).tap()
    await isFocused(page.getByRole('region', { name: 'Download' }))
    expect(await complaintsOfAxe(page)).toEqual([])
  })
})
