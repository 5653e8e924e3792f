import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { expect } from 'vitest'

export const PHONE = { width: 390, height: 844 }
export const TABLET = { width: 768, height: 1024 }
export const DESKTOP = { width: 1440, height: 900 }

/**
 * Chromium features that tests don't need: two pages behind the address bar and a spare renderer, which each
 * window starts and which cost as much as the tested page. Chromium only uses the last such list, so this one
 * includes Playwright's.
 */
const DISABLED_FEATURES = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'AimEnabled'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
]

let opened: Promise<Browser> | undefined

/**
 * The worker's browser, closed with it. Test files share it, and each test has its own context. Uses the
 * Chromium that the test command found (`CHROMIUM`), else Playwright's.
 */
export async function openBrowser(): Promise<Browser> {
  if (!opened || !(await opened).isConnected()) opened = launch()
  return await opened
}

function launch(): Promise<Browser> {
  return chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join()}`,
    ],
  })
}

/** Pages without script. */
const plain = new WeakSet<Page>()

/** A page in a new context, without cookies or local storage. The promotion is off by default. */
export async function freshPage(
  browser: Browser,
  options: BrowserContextOptions & { promo?: boolean } = {},
): Promise<Page> {
  const page = await (await freshContext(browser, options)).newPage()
  if (options.javaScriptEnabled === false) plain.add(page)
  return page
}

/** A context for several pages, which share cache and local storage. */
export async function freshContext(
  browser: Browser,
  options: BrowserContextOptions & { promo?: boolean } = {},
): Promise<BrowserContext> {
  const { promo = false, ...own } = options
  const context = await browser.newContext({ viewport: DESKTOP, ...own })
  context.setDefaultTimeout(60_000)
  if (!promo)
    await context.addInitScript(() => localStorage.setItem('promoModalLastShown', String(Date.now())))
  return context
}

/** Opens an address, and waits until the page is hydrated. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await alive(page)
}

/** Waits until the page is hydrated, since earlier input may be lost. Returns at once without script. */
export async function alive(page: Page): Promise<void> {
  if (!plain.has(page)) await page.locator('html[data-alive]').waitFor({ state: 'attached' })
}

/** Adds up how far the page's parts move by themselves (CLS). Before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = window as unknown as { shifted: number }
    shifts.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.shifted += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** See `watchShifts`. */
export const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted)

/** Waits until an element has the focus. */
export async function isFocused(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** Presses Tab until a control has the focus. */
export async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name }).first()
  await wanted.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The focus never comes to ${name}.`)
}

/** Waits until all animations have ended. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = (each: Animation) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    const moving = document.getAnimations().filter((each) => each.playState === 'running' && ends(each))
    await Promise.allSettled(moving.map((each) => each.finished))
  })
}

interface AxeOptions {
  /** Runs only rules with one of these tags; by default all. */
  tags?: string[]
  /** CSS selectors of the checked parts. */
  include?: string
  exclude?: string
}

/**
 * axe's findings on a page, as sentences. Legacy mode runs axe inside the page, which works since all frames are
 * of the site itself. The other mode opens another page for each run.
 */
export async function complaintsOfAxe(page: Page, options: AxeOptions = {}): Promise<string[]> {
  await atRest(page)
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (options.tags) axe.withTags(options.tags)
  if (options.include) axe.include(options.include)
  if (options.exclude) axe.exclude(options.exclude)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
