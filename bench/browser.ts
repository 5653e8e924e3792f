import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core'

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
/** Lighthouse's settings for slow 4G in a real browser: 150 ms and 1.6 Mbit/s, with its adjustments. */
export const SLOW_LINE = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}

export function openBrowser(): Promise<Browser> {
  const path = process.env.CHROMIUM
  return chromium.launch({
    ...(path ? { executablePath: path } : {}),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/**
 * @param link from `demo client`
 * @returns the address of the client's first gallery, and the cookies that show it
 */
export async function signInAsClient(browser: Browser, link: string) {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign me in' }).click()
  await page.waitForURL('**/profile*')
  const path = await page.locator('a[href^="/download/"]').first().getAttribute('href')
  const seen = { gallery: new URL(path ?? '', link).href, cookies: await context.cookies() }
  await context.close()
  return seen
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  dur?: number
  args?: { data?: { type?: string } }
}

/**
 * Traces a page while something happens in it.
 * @param begins the type of the event with which it begins
 * @returns `longestTask`: milliseconds of its main thread, which throttling stretches
 */
export async function traced<Result>(
  browser: Browser,
  page: Page,
  begins: string,
  act: () => Promise<Result>,
): Promise<{ result: Result; longestTask: number }> {
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline']
  await browser.startTracing(page, { categories })
  const result = await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const begun = traceEvents.find(({ name, args }) => name === 'EventDispatch' && args?.data?.type === begins)
  if (!begun) throw new Error(`The trace has no ${begins}.`)
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts, dur = 0 }) =>
      name === 'RunTask' && pid === begun.pid && tid === begun.tid && ts + dur > begun.ts,
  )
  return { result, longestTask: Math.max(...tasks.map(({ dur = 0 }) => dur / 1_000)) }
}

export interface Transfer {
  url: string
  kind: string
  /** Bytes on the wire, without headers. */
  bytes: number
  /** Milliseconds from the first request to the last byte. */
  finishedAt: number
}

/** Records every transfer of a page, as Chromium reports it. */
export async function watchTransfers(page: Page): Promise<{ cdp: CDPSession; transfers: Transfer[] }> {
  const cdp = await page.context().newCDPSession(page)
  const transfers: Transfer[] = []
  const requests = new Map<string, { url: string; kind: string; bytes: number }>()
  let start: number | undefined
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  cdp.on('Network.requestWillBeSent', (event) => {
    start ??= event.timestamp
    requests.set(event.requestId, { url: event.request.url, kind: event.type ?? 'Other', bytes: 0 })
  })
  cdp.on('Network.dataReceived', (event) => {
    const request = requests.get(event.requestId)
    if (request) request.bytes += event.encodedDataLength
  })
  cdp.on('Network.loadingFinished', (event) => {
    const request = requests.get(event.requestId)
    if (request && !request.url.startsWith('data:'))
      transfers.push({
        ...request,
        finishedAt: (event.timestamp - (start ?? 0)) * 1000,
      })
  })
  return { cdp, transfers }
}
