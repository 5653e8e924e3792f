import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { signedIn } from './accounts'
import { DESKTOP, freshPage, openBrowser, visit } from './browser'
import { type Site, type SiteOptions, startSite } from './site'

/** The site of the test file that is running. */
export let site: Site
/** The worker's browser. */
export let browser: Browser
/** The owner's session, if the file asked for an owner. */
export let ownerCookie: string

/** Starts a site for the tests of a file, and the browser that visits it. */
export function startVisitedSite({
  owner = false,
  ...options
}: SiteOptions & { owner?: boolean } = {}): void {
  let started: Site | undefined
  beforeAll(async () => {
    ;[started, browser] = await Promise.all([startSite(options), openBrowser()])
    site = started
    if (owner) ownerCookie = await signedIn(site, 'owner')
  })
  afterAll(() => started?.stop())
}

/** Opens a path of the site in a context of its own. */
export async function openPage(path: string, options: Parameters<typeof freshPage>[1] = {}): Promise<Page> {
  const page = await freshPage(browser, options)
  await visit(page, site.url + path)
  return page
}

/** Opens a path of the site in the owner's browser. */
export async function openAsOwner(path: string, viewport = DESKTOP): Promise<Page> {
  const page = await freshPage(browser, { viewport, reducedMotion: 'reduce' })
  await giveCookie(page, ownerCookie)
  await visit(page, site.url + path)
  return page
}

/** @param cookie as a request sends it */
export async function giveCookie(page: Page, cookie: string, url = site.url): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await page.context().addCookies([{ name, value, url }])
}
