import type { Browser, BrowserContext, Page } from 'playwright-core'
import { PHONE, SLOW_LINE } from './browser.ts'
import { becomeOwner, startBenchSite } from './site.ts'

const PORT = 3196
const RUNS = 3
/** Rooms, each with one that links to it. */
const ROOMS: [from: string, room: string][] = [
  ['/studio/inbox', '/studio'],
  ['/studio', '/studio/inbox'],
  ['/studio', '/studio/bookings'],
  ['/studio', '/studio/galleries'],
  ['/studio', '/studio/photos'],
  ['/studio', '/studio/clients'],
  ['/studio/website/pages', '/studio/website/pages/home'],
  ['/studio/website/pages', '/studio/settings/studio'],
  ['/studio/settings/studio', '/studio/availability'],
  ['/studio/settings/studio', '/studio/settings/email'],
]
/** Lists, and what their links open. */
const LISTS = [
  { list: '/studio/bookings/list', opens: 'booking' },
  { list: '/studio/galleries', opens: 'gallery' },
  { list: '/studio/clients', opens: 'client' },
]
/** Milliseconds between pointing at a link and pressing it. */
const POINTING = 200
const KEYS = 40

/** Rooms of the Studio on a phone, after another one; details opened from lists; and typing beside a preview. */
export async function benchStudioRooms(browser: Browser): Promise<object[][]> {
  const site = await startBenchSite(PORT)
  try {
    const [name = '', value = ''] = (await becomeOwner(site)).split('; ')[0]?.split(/=(.*)/) ?? []
    const signIn = async (context: BrowserContext) => {
      await context.addCookies([{ name, value, url: site.url }])
      return context
    }
    const rooms: object[] = []
    for (const [from, path] of ROOMS) {
      const opened: number[] = []
      const loaded: number[] = []
      for (let run = 0; run < RUNS; run++) {
        const context = await signIn(await browser.newContext(PHONE))
        const page = await slowPage(context, site.url + from)
        opened.push(await press(page, path))
        loaded.push(await load(page, site.url + path))
        await context.close()
      }
      rooms.push({
        room: path,
        'interactive, from another room (s)': seconds(middle(opened)),
        'interactive, reloaded (s)': seconds(middle(loaded)),
      })
    }
    const details: object[] = []
    for (const { list, opens } of LISTS) {
      const taken: [first: number, again: number][] = []
      const context = await signIn(await browser.newContext({ viewport: { width: 1440, height: 900 } }))
      for (let run = 0; run < RUNS; run++)
        taken.push(await openTwice(await context.newPage(), site.url + list))
      await context.close()
      details.push({
        opens,
        'from press to page (ms)': Math.round(middle(taken.map(([first]) => first))),
        'again (ms)': Math.round(middle(taken.map(([, again]) => again))),
      })
    }
    const context = await signIn(await browser.newContext({ viewport: { width: 1440, height: 900 } }))
    const typing = await type(await context.newPage(), `${site.url}/studio/website/pages/home`)
    await context.close()
    return [rooms, details, [typing]]
  } finally {
    await site.stop()
  }
}

/** A room that has been open for a while, on a slow phone. */
async function slowPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(watchStart)
  await page.goto(address, { waitUntil: 'networkidle' })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.emulateNetworkConditions', SLOW_LINE)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

/** Touches the link to a room and lets go. @returns milliseconds from then until the room is shown */
async function press(page: Page, path: string): Promise<number> {
  return page.evaluate(async (to) => {
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router }
    const link = document.querySelector<HTMLElement>(`a[href="${to}"]`)
    if (!link) throw new Error(`Nothing here links to ${to}.`)
    link.dispatchEvent(new TouchEvent('touchstart', { bubbles: true }))
    await new Promise((done) => setTimeout(done, 100))
    const heading = () => document.querySelector('h1')?.textContent
    const [begun, before] = [performance.now(), heading()]
    link.click()
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    do await painted()
    while (heading() === before || router.state.navigation.state !== 'idle')
    return performance.now() - begun
  }, path)
}

interface Router {
  state: { navigation: { state: string } }
}

async function load(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await page.waitForSelector('html[data-alive]')
  return page.evaluate(() => (window as unknown as { aliveAt: number }).aliveAt)
}

/** Runs in the page before its own scripts. */
function watchStart() {
  new MutationObserver((_, observer) => {
    if (!document.documentElement?.hasAttribute('data-alive')) return
    observer.disconnect()
    Object.assign(window, { aliveAt: performance.now() })
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-alive'] })
}

/** Opens the first record of a list, goes back, and opens it again. @returns milliseconds of each */
async function openTwice(page: Page, list: string): Promise<[number, number]> {
  await page.goto(list)
  await page.waitForSelector('html[data-alive]')
  const first = await open(page)
  await page.goBack()
  await page.waitForURL(list)
  await page.waitForTimeout(1_000)
  const again = await open(page)
  await page.close()
  return [first, again]
}

/** Presses the first link of a list. @returns milliseconds until the next page's heading is painted */
async function open(page: Page): Promise<number> {
  const link = page.locator('main a.st-row').first()
  await page.evaluate(() => {
    Object.assign(window, { opened: undefined })
    document.addEventListener(
      'click',
      () => {
        const heading = () => document.querySelector('h1')?.textContent
        const [begun, before] = [performance.now(), heading()]
        const look = () => {
          if (heading() === before) return requestAnimationFrame(look)
          // Comes after the frame that paints it.
          setTimeout(() => Object.assign(window, { opened: performance.now() - begun }))
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
  await link.hover()
  await page.waitForTimeout(POINTING)
  await link.click()
  const opened = await page.waitForFunction(() => (window as unknown as { opened?: number }).opened)
  return Number(await opened.jsonValue())
}

/** Types while the preview beside the form is loaded again and again, with a processor four times slower. */
async function type(page: Page, form: string): Promise<object> {
  await page.goto(form)
  await page.waitForSelector('html[data-alive]')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(() => {
    const delays: number[] = []
    Object.assign(window, { delays })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.name === 'keydown') delays.push(entry.processingEnd - entry.startTime)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  const field = page.locator('main form textarea, main form input[type=text]').first()
  await field.click()
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('a')
    // Longer pauses now and then, in which the preview is requested and shown.
    await page.waitForTimeout(key % 8 === 7 ? 650 : 90)
  }
  await page.waitForTimeout(1_000)
  const delays = await page.evaluate(() => (window as unknown as { delays: number[] }).delays)
  return {
    keys: KEYS,
    'keys over 50 ms': delays.filter((each) => each > 50).length,
    'slowest (ms)': Math.round(Math.max(0, ...delays)),
  }
}

const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const seconds = (ms: number) => (ms / 1000).toFixed(2)
