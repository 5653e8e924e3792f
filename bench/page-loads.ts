import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { PHONE, SLOW_LINE, signInAsClient, watchTransfers } from './browser.ts'
import { buildRevision } from './revision.ts'
import { type BenchSite, demoClientLink, startBenchSite } from './site.ts'

const PAGES = [
  '/',
  '/gallery',
  '/services',
  '/pricing',
  '/portfolio',
  '/blog',
  '/contact',
  '/login',
  '/book-session',
  '/blog/what-rain-does-to-a-city-portrait',
  '/mikhenzo-products/whitfield-album',
]
const RUNS = 3
const PORT = 3190
const FLOOR_PORT = 3189

/** Milliseconds after the load event at which the promotion has been shown. */
const SETTLED = 5_500
const SETTLED_STATIC = 500

interface Seen {
  first: number
  largest: number
  element: string
  shift: number
  alive: number
}

interface Load extends Seen {
  lastScript: number
  bytes: { document: number; style: number; font: number; script: number; picture: number }
}

/**
 * Measures pages on a phone with a slow connection, each compared with a static page of its text and first
 * pictures.
 * @param revision a commit of the repository, measured alternately with the current one
 */
export async function benchPageLoads(browser: Browser, revision?: string): Promise<object[]> {
  const other = revision ? buildRevision(revision) : undefined
  const sites = [{ name: 'now', site: await startBenchSite(PORT) }]
  if (revision && other)
    sites.unshift({ name: revision, site: await startBenchSite(PORT + 1, {}, { from: other.folder }) })
  const rows: object[] = []
  for (const path of [...PAGES, 'a client’s gallery']) {
    const measured = await Promise.all(sites.map((each) => prepare(browser, each.name, each.site, path)))
    const loads = measured.map((): Load[] => [])
    const floor: Load[] = []
    for (let run = 0; run < RUNS; run++) {
      for (const [at, { url, cookies }] of measured.entries())
        loads[at]?.push(await load(browser, url, cookies))
      const html = measured.at(-1)?.floor ?? ''
      floor.push(await withServer(html, (url) => load(browser, url, [], SETTLED_STATIC)))
    }
    rows.push({ page: path, of: 'a static page', ...summary(floor) })
    for (const [at, { name }] of measured.entries())
      rows.push({ page: path, of: name, ...summary(loads[at] ?? []) })
  }
  await Promise.all(sites.map(({ site }) => site.stop()))
  other?.remove()
  return rows
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** A page's address, the cookies that it needs, and the static page to compare it with. */
async function prepare(browser: Browser, name: string, site: BenchSite, path: string) {
  const client = path.startsWith('/') ? undefined : await signInAsClient(browser, await demoClientLink(site))
  const url = client?.gallery ?? new URL(path, site.url).href
  const cookies = client?.cookies ?? []
  const context = await browser.newContext(PHONE)
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(url)
  const pictures = await page
    .locator('main picture:has(img:not([loading]))')
    .evaluateAll((all) => all.map((each) => each.outerHTML.replaceAll(/ style="[^"]*"/g, '')))
  const words = await page.locator('main').innerText()
  await context.close()
  const floor = [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<title>Static</title><style>img{max-width:100%;height:auto}</style>',
    `<h1>${words.split('\n', 1)[0]}</h1>`,
    ...pictures.map((each) => each.replaceAll('/media/', `${site.url}/media/`)),
    ...words.split('\n').map((line) => `<p>${line}`),
  ].join('\n')
  return { name, url, cookies, floor }
}

async function load(browser: Browser, url: string, cookies: Cookies, settled = SETTLED): Promise<Load> {
  const context = await browser.newContext(PHONE)
  await context.addCookies(cookies)
  const page = await context.newPage()
  const { cdp, transfers } = await watchTransfers(page)
  await cdp.send('Network.emulateNetworkConditions', SLOW_LINE)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'load' })
  await sleep(settled)
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  await context.close()
  const arrived = transfers.filter(({ finishedAt }) => finishedAt <= (seen.alive || Infinity))
  const bytesOf = (...kinds: string[]) =>
    transfers.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0)
  const isScript = ({ kind, url }: { kind: string; url: string }) => kind === 'Script' || url.endsWith('.js')
  return {
    ...seen,
    lastScript: Math.max(0, ...arrived.filter(isScript).map(({ finishedAt }) => finishedAt)),
    bytes: {
      document: bytesOf('Document'),
      style: bytesOf('Stylesheet'),
      font: bytesOf('Font'),
      script: transfers.filter(isScript).reduce((sum, { bytes }) => sum + bytes, 0),
      picture: bytesOf('Image'),
    },
  }
}

/** Runs in the page before its own scripts. */
function watch() {
  const seen: Seen = { first: 0, largest: 0, element: '', shift: 0, alive: 0 }
  Object.assign(window, { seen })
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.first = startTime
  })
  observe('largest-contentful-paint', (entry) => {
    const { element } = entry as PerformanceEntry & { element?: Element }
    seen.largest = entry.startTime
    seen.element = [element?.tagName.toLowerCase(), ...(element?.classList ?? [])].join('.')
  })
  observe('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value
  })
  new MutationObserver(() => {
    if (!seen.alive && document.documentElement.hasAttribute('data-alive')) seen.alive = performance.now()
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-alive'] })
}

function summary(loads: Load[]): object {
  const median = (figure: (load: Load) => number) =>
    loads.map(figure).toSorted((a, b) => a - b)[RUNS >> 1] ?? 0
  const seconds = (figure: (load: Load) => number) => (median(figure) / 1000).toFixed(2)
  const kilobytes = (figure: (load: Load) => number) => (median(figure) / 1024).toFixed(1)
  return {
    'FCP (s)': seconds(({ first }) => first),
    'LCP (s)': seconds(({ largest }) => largest),
    'largest element': loads.find(({ largest }) => largest === median((each) => each.largest))?.element,
    CLS: median(({ shift }) => shift).toFixed(4),
    'last script (s)': seconds(({ lastScript }) => lastScript),
    'KB: HTML': kilobytes(({ bytes }) => bytes.document),
    CSS: kilobytes(({ bytes }) => bytes.style),
    fonts: kilobytes(({ bytes }) => bytes.font),
    JavaScript: kilobytes(({ bytes }) => bytes.script),
    pictures: kilobytes(({ bytes }) => bytes.picture),
  }
}

async function withServer<T>(html: string, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html; charset=utf-8').end(html)
  })
  await new Promise<void>((done) => server.listen(FLOOR_PORT, '127.0.0.1', done))
  try {
    return await use(`http://127.0.0.1:${FLOOR_PORT}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
