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
 * What no page sees: two pages behind the address bar and a renderer in reserve, which each window starts and which
 * cost as much as the page in it. Chromium takes the last list only, so the rest is Playwright's.
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
 * The browser of this worker, which ends with it. Files share it: each test has a context of its own.
 * Chromium as the test command found it (`CHROMIUM`), else Playwright's own.
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

/** Pages whose scripts do not run. */
const plain = new WeakSet<Page>()

/** A page in a fresh context: no cookies, nothing in local storage. The promotion is off by default. */
export async function freshPage(
  browser: Browser,
  options: BrowserContextOptions & { promo?: boolean } = {},
): Promise<Page> {
  const page = await (await freshContext(browser, options)).newPage()
  if (options.javaScriptEnabled === false) plain.add(page)
  return page
}

/** A context for several pages, which share its cache and local storage. */
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

/** Goes to an address, and waits until the page takes keys and presses. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await alive(page)
}

/** Waits until the page takes keys and presses: before, they are lost. Without script it does so at once. */
export async function alive(page: Page): Promise<void> {
  if (!plain.has(page)) await page.locator('html[data-alive]').waitFor({ state: 'attached' })
}

/** Waits until the focus is there. */
export async function isFocused(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** Waits until what fades and moves has come to rest. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = (each: Animation) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    const moving = document.getAnimations().filter((each) => each.playState === 'running' && ends(each))
    await Promise.allSettled(moving.map((each) => each.finished))
  })
}

interface AxeOptions {
  /** Only rules with one of these; without, all. */
  tags?: string[]
  /** Selectors. */
  include?: string
  exclude?: string
}

/**
 * What axe finds on a page, as sentences.
 * All frames are of the site itself, so axe runs in the page: what gathers partial results opens a page for each run.
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
