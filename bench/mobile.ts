import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { watchTransfers } from './browser.ts'
import type { BenchSite } from './site.ts'

export interface MobileLoad {
  /** Milliseconds until the largest image is shown. */
  largestImage: number
  /** Bytes received before it. */
  bytesBefore: number
  element: string
}

const BYTES_PER_SECOND = 1_600_000 / 8

/** The home page on a phone: 1.6 Mbit/s, 150 ms latency, CPU four times slower. The median of `runs`. */
export async function benchMobile(site: BenchSite, browser: Browser, runs = 5): Promise<MobileLoad> {
  const loads: MobileLoad[] = []
  for (let run = 0; run < runs; run++) loads.push(await mobileLoad(site, browser))
  loads.sort((a, b) => a.largestImage - b.largestImage)
  const median = loads[Math.floor(runs / 2)]
  if (!median) throw new Error('No run was made.')
  return median
}

async function mobileLoad(site: BenchSite, browser: Browser): Promise<MobileLoad> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const { cdp, transfers } = await watchTransfers(page)
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    const seen = window as unknown as { largest: { at: number; element: string } }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const paint = entry as unknown as { startTime: number; element?: Element; url: string }
        seen.largest = { at: paint.startTime, element: paint.url || (paint.element?.tagName ?? '') }
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto(site.url, { waitUntil: 'load' })
  await sleep(1500)
  const largest = await page.evaluate(
    () => (window as unknown as { largest: { at: number; element: string } }).largest,
  )
  await context.close()
  return {
    largestImage: largest.at,
    bytesBefore: transfers
      .filter(({ finishedAt }) => finishedAt <= largest.at)
      .reduce((sum, { bytes }) => sum + bytes, 0),
    element: largest.element.replace(site.url, ''),
  }
}
