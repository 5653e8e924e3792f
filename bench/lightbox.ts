import type { Browser, CDPSession, Page } from 'playwright-core'
import { PHONE, SLOW_LINE, signInAsClient, traced } from './browser.ts'
import { demoClientLink, startBenchSite } from './site.ts'

const PORT = 3197
const RUNS = 5
const SWIPES = 6
/** Milliseconds that a visitor looks at a photo. */
const LOOK = 1_500

/** Opening a photo and swiping, on a slow phone, once the gallery is idle. */
export async function benchLightbox(browser: Browser): Promise<object[]> {
  const site = await startBenchSite(PORT)
  try {
    const client = await signInAsClient(browser, await demoClientLink(site))
    const galleries = [
      { gallery: 'public', url: `${site.url}/gallery`, cookies: [] },
      { gallery: 'a client’s', url: client.gallery, cookies: client.cookies },
    ]
    const rows: object[] = []
    for (let run = 1; run <= RUNS; run++)
      for (const { gallery, url, cookies } of galleries) {
        const context = await browser.newContext(PHONE)
        await context.addCookies(cookies)
        await context.addInitScript(() => localStorage.setItem('promoModalLastShown', String(Date.now())))
        const page = await context.newPage()
        await page.goto(url, { waitUntil: 'networkidle' })
        await page.waitForSelector('html[data-alive]')
        const devtools = await context.newCDPSession(page)
        await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
        await page.waitForTimeout(LOOK)
        const opened = await traced(browser, page, 'click', async () => {
          const times = await open(page)
          await page.waitForTimeout(LOOK)
          return times
        })
        rows.push({
          run,
          gallery,
          ...opened.result,
          'longest task of opening (ms)': Math.round(opened.longestTask),
          ...(await swipe(page, devtools)),
        })
        await context.close()
      }
    return rows
  } finally {
    await site.stop()
  }
}

/** Taps the third photo, whose picture in the grid grows until the large one is there. */
async function open(page: Page) {
  const photo = page.locator('main a:has(img)').nth(2)
  await photo.scrollIntoViewIfNeeded()
  await page.evaluate(() => {
    addEventListener(
      'click',
      () => {
        const begun = performance.now()
        const painted = (selector: string, name: string) => {
          const look = () => {
            const shown = document.querySelector(selector)
            const picture = shown?.querySelector('img')
            if (!shown || (name === 'large' && !(picture?.complete && picture.naturalWidth)))
              return void requestAnimationFrame(look)
            setTimeout(() => Object.assign(window, { [name]: performance.now() - begun }))
          }
          requestAnimationFrame(look)
        }
        painted('dialog.lb[open]', 'opened')
        painted('dialog.lb[open] .lb__slide[data-shown]', 'large')
      },
      { capture: true, once: true },
    )
  })
  await photo.tap()
  await page.waitForFunction(() => 'large' in window)
  const { opened, large } = await page.evaluate(() => {
    const { opened, large } = window as unknown as { opened: number; large: number }
    return { opened, large }
  })
  return { 'from tap to lightbox (ms)': Math.round(opened), 'to the large picture (ms)': Math.round(large) }
}

/** Swipes with one finger through the next photos. @returns the frames that took longest, in ms */
async function swipe(page: Page, devtools: CDPSession) {
  await page.evaluate(() => {
    const gaps: number[] = []
    let before = performance.now()
    const frame = (now: number) => {
      gaps.push(now - before)
      before = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    Object.assign(window, { gaps })
  })
  for (let swipes = 0; swipes < SWIPES; swipes++) {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] })
    await touch('touchStart', 320)
    for (let x = 300; x >= 80; x -= 20) await touch('touchMove', x)
    await touch('touchEnd')
    await page.waitForTimeout(LOOK)
  }
  const gaps = await page.evaluate(() => (window as unknown as { gaps: number[] }).gaps.slice(1))
  return {
    'longest frame of six swipes (ms)': Math.round(Math.max(...gaps)),
    'frames over 50 ms': gaps.filter((gap) => gap > 50).length,
    frames: gaps.length,
  }
}
