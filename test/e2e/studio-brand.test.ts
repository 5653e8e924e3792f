import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contrast } from '~/platform/accent'
import { signedIn } from '../support/accounts'
import { alive, complaintsOfAxe, freshPage, openBrowser } from '../support/browser'
import { post } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let browser: Browser
let owner: { Cookie: string }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  owner = { Cookie: await signedIn(site, 'owner') }
})
afterAll(() => site?.stop())

const pageAt = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(site.url + path, { headers })).text()

/** Every field of the business details as the form shows them. */
async function shownDetails(): Promise<Record<string, string>> {
  const page = await freshPage(browser, { extraHTTPHeaders: owner })
  await page.goto(`${site.url}/studio/settings/studio`)
  const shown = await page
    .locator('form:has([name=timeZone])')
    .evaluate((form) => Object.fromEntries(new FormData(form as HTMLFormElement)) as Record<string, string>)
  await page.context().close()
  return shown
}

it('formats every price in the studio’s currency, on the server and in the browser', async () => {
  expect(await pageAt('/')).not.toContain('data-currency')
  const details = await shownDetails()
  const saved = await post(site, '/studio/settings/studio', { ...details, currency: 'EUR' }, owner)
  expect(saved.status).toBe(303)

  const pricing = await pageAt('/pricing')
  expect(pricing).toContain('"priceCurrency":"EUR"')
  expect(pricing).toContain('€285')
  const prices = [...pricing.matchAll(/class="pl__p">(.*?)<\/p>/g)].map(([, price]) => price)
  expect(prices.length).toBeGreaterThan(5)
  for (const price of prices) expect(price).toMatch(/^(€|Free$)/)
  expect(await pageAt('/studio/session-types/new', owner)).toContain('Price (euros)')
  expect(await pageAt('/studio/settings/booking', owner)).toContain('Reschedule fee (euros)')

  const errors: string[] = []
  const page = await freshPage(browser)
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`${site.url}/pricing`)
  await alive(page)
  expect(await page.getByText('€285').count()).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Services' }).first().click()
  await page.getByText('from €285').first().waitFor()
  expect(errors).toEqual([])
  await page.context().close()
})

it('shows the studio’s accent color on the site, and never an unreadable one', async () => {
  expect(await pageAt('/')).not.toContain(':root:root')
  const details = await shownDetails()
  const bad = await post(site, '/studio/settings/studio', { ...details, accent: 'red;}' }, owner)
  expect([bad.status, await bad.text()]).toEqual([422, expect.stringContaining('such as #1d4ed8')])
  const saved = await post(site, '/studio/settings/studio', { ...details, accent: '#ffe600' }, owner)
  expect(saved.status).toBe(303)
  await expect.poll(() => pageAt('/')).toContain(':root:root')

  const page = await freshPage(browser)
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(site.url)
  const markOf = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-mark'))
  const mark = await markOf()
  expect(mark).toMatch(/^#[0-9a-f]{6}$/)
  expect(contrast(mark, '#f2f1ed')).toBeGreaterThanOrEqual(4.5)
  await alive(page)
  await page
    .locator('link[rel=stylesheet]:not([disabled]):not([media])')
    .first()
    .waitFor({ state: 'attached' })
  expect(await markOf()).toBe(mark)
  expect(await complaintsOfAxe(page)).toEqual([])
  expect(errors).toEqual([])
  await page.context().close()
})
