import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { watchTransfers } from './browser.ts'
import type { BenchSite } from './site.ts'

export interface FirstLoad {
  page: string
  javascript: number
  css: number
  preloadedFonts: number
  preloadedFontBytes: number
  layoutShift: number
  otherOrigins: number
}

/** What a first visit downloads, in bytes on the wire (brotli). */
export async function benchFirstLoad(
  site: BenchSite,
  browser: Browser,
  paths: string[],
): Promise<FirstLoad[]> {
  const rows: FirstLoad[] = []
  for (const path of paths) {
    for (const width of [390, 1440]) rows.push(await firstLoad(site, browser, path, width))
  }
  return rows
}

async function firstLoad(site: BenchSite, browser: Browser, path: string, width: number): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  const { transfers } = await watchTransfers(page)
  await page.addInitScript(() => {
    const shifts = window as unknown as { shifted: number }
    shifts.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.shifted += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(site.url + path, { waitUntil: 'load' })
  await sleep(3000)
  const layoutShift = await page.evaluate(() => (window as unknown as { shifted: number }).shifted)
  const preloaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')].map((link) => link.href),
  )
  await context.close()
  const bytes = (chosen: (transfer: (typeof transfers)[number]) => boolean) =>
    transfers.filter(chosen).reduce((sum, transfer) => sum + transfer.bytes, 0)
  return {
    page: `${path} at ${width}`,
    javascript: bytes(({ kind, url }) => kind === 'Script' || url.endsWith('.js')),
    css: bytes(({ kind }) => kind === 'Stylesheet'),
    preloadedFonts: preloaded.length,
    preloadedFontBytes: bytes(({ url }) => preloaded.includes(url)),
    layoutShift,
    otherOrigins: transfers.filter(({ url }) => !url.startsWith(site.url)).length,
  }
}
