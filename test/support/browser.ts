import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

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

/** A page in a fresh context: no cookies, nothing in local storage. Its promo is quiet unless asked for. */
export async function freshPage(
  browser: Browser,
  options: BrowserContextOptions & { promo?: boolean } = {},
): Promise<Page> {
  const { promo = false, ...context } = options
  const page = await (await browser.newContext({ viewport: DESKTOP, ...context })).newPage()
  if (!promo) await page.addInitScript(() => localStorage.setItem('promoModalLastShown', String(Date.now())))
  return page
}
