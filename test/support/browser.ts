import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'

export const PHONE = { width: 390, height: 844 }
export const TABLET = { width: 768, height: 1024 }
export const DESKTOP = { width: 1440, height: 900 }

/** Chromium as the test command found it (`CHROMIUM`), else Playwright's own. */
export function openBrowser(): Promise<Browser> {
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
    ],
  })
}

/** Pages whose scripts do not run. */
const plain = new WeakSet<Page>()

/** A page in a fresh context: no cookies, nothing in local storage. Its promo is quiet unless asked for. */
export async function freshPage(
  browser: Browser,
  options: BrowserContextOptions & { promo?: boolean } = {},
): Promise<Page> {
  const { promo = false, ...context } = options
  const page = await (await browser.newContext({ viewport: DESKTOP, ...context })).newPage()
  if (context.javaScriptEnabled === false) plain.add(page)
  if (!promo) await page.addInitScript(() => localStorage.setItem('promoModalLastShown', String(Date.now())))
  return page
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
