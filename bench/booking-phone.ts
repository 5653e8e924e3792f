import type { Browser, Page } from 'playwright-core'
import { PHONE, SLOW_LINE } from './browser.ts'
import { startBenchSite } from './site.ts'

const PORT = 3198
const RUNS = 3
/** Milliseconds that a client reads and chooses at each step. */
const THINK = 4_000

/** A booking on a slow phone, from the first page to the thanks: how long the client waits at each step. */
export async function benchBookingPhone(browser: Browser): Promise<object[]> {
  const site = await startBenchSite(PORT, { RATE_LIMIT_SCALE: '100' })
  try {
    const rows: object[] = []
    for (let run = 1; run <= RUNS; run++) {
      const context = await browser.newContext(PHONE)
      await context.addInitScript(() => localStorage.setItem('promoModalLastShown', String(Date.now())))
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      const waits = await book(page, site.url, run)
      const all = Object.values(waits).reduce((sum, each) => sum + each, 0)
      rows.push({ run, ...waits, 'all, s (≤ 5)': (all / 1_000).toFixed(1) })
      await context.close()
    }
    return rows
  } finally {
    await site.stop()
  }
}

/** @returns waits in milliseconds by the page’s clock, each until the page was painted */
async function book(page: Page, url: string, run: number): Promise<Record<string, number>> {
  const waits: Record<string, number> = {}
  const wait = async (name: string, tap: () => Promise<unknown>, changing = 'h1') => {
    await page.evaluate(watchChange, changing)
    await tap()
    const waited = await page.waitForFunction(() => (window as Partial<Watched>).waited)
    waits[name] = Math.round(Number(await waited.jsonValue()))
    await page.waitForTimeout(THINK)
  }
  const press = (name: RegExp) => page.getByRole('button', { name }).locator('visible=true').tap()

  await page.goto(`${url}/book-session`)
  waits['first page'] = Math.round(await page.evaluate(largestPaint))
  await page.waitForTimeout(THINK)
  await page.locator('label:has(input[name=service][value=family])').tap()
  await page.waitForTimeout(THINK)
  await wait('days', () => press(/^Date & time/))
  await wait('next month', () => page.locator('a[data-month=next]').tap(), '#month')
  const day = page.locator('a.day:not(.day--full)').last()
  await wait('times of a day', () => day.tap(), 'td[aria-selected=true]')
  await page.locator('label.slot').first().tap()
  await page.waitForTimeout(THINK)
  await wait('details', () => press(/^Details/))
  await page.getByLabel('Your name').fill('Renée Whitfield')
  await page.locator('#field-email').fill(`renee${run}@example.com`)
  await wait('review', () => press(/^Review/))
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await wait('thanks', () => press(/^(Request|Book) this session/))
  return waits
}

interface Watched {
  /** Milliseconds from the next tap until another text was painted. */
  waited: number
}

/** Runs in the page. */
function watchChange(selector: string): void {
  Object.assign(window, { waited: undefined })
  const textOf = () => document.querySelector(selector)?.textContent
  const before = textOf()
  const watch = () => {
    const begun = performance.now()
    const look = () => {
      if (textOf() === before) return void requestAnimationFrame(look)
      setTimeout(() => Object.assign(window, { waited: performance.now() - begun }))
    }
    look()
  }
  addEventListener('click', watch, { capture: true, once: true })
}

/** Runs in the page. @returns milliseconds from its start */
const largestPaint = (): Promise<number> =>
  new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0))
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
  })
