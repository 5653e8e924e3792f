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

/** @returns waits in milliseconds */
async function book(page: Page, url: string, run: number): Promise<Record<string, number>> {
  const waits: Record<string, number> = {}
  const wait = async (name: string, act: () => Promise<unknown>, there: () => Promise<unknown>) => {
    const begun = performance.now()
    await act()
    await there()
    waits[name] = Math.round(performance.now() - begun)
    await page.waitForTimeout(THINK)
  }
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const press = (name: RegExp) => page.getByRole('button', { name }).locator('visible=true').tap()
  const family = page.locator('label:has(input[name=service][value=family])')

  await wait(
    'first page',
    () => page.goto(`${url}/book-session`, { waitUntil: 'commit' }),
    () => family.waitFor(),
  )
  await family.tap()
  await page.waitForTimeout(THINK)
  await wait(
    'days',
    () => press(/^Date & time/),
    () => heading('Pick a day, then a time.'),
  )
  const month = await page.locator('#month').innerText()
  await wait(
    'next month',
    () => page.locator('a[data-month=next]').tap(),
    () => page.waitForFunction((shown) => document.querySelector('#month')?.textContent !== shown, month),
  )
  const day = page.locator('a.day:not(.day--full)').last()
  const date = await day.getAttribute('data-date')
  await wait(
    'times of a day',
    () => day.tap(),
    () => page.locator(`td[aria-selected=true] a[data-date="${date}"]`).waitFor(),
  )
  await page.locator('label.slot').first().tap()
  await page.waitForTimeout(THINK)
  await wait(
    'details',
    () => press(/^Details/),
    () => heading('Who is coming?'),
  )
  await page.getByLabel('Your name').fill('Renée Whitfield')
  await page.locator('#field-email').fill(`renee${run}@example.com`)
  await wait(
    'review',
    () => press(/^Review/),
    () => heading('Review your booking'),
  )
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await wait(
    'thanks',
    () => press(/^(Request|Book) this session/),
    () => page.waitForURL(/\/thank-you$/),
  )
  return waits
}
