import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { freshPage, isFocused, PHONE, visit } from '../support/browser'
import { browser, giveCookie, openPage, site, startVisitedSite } from '../support/visited-site'

startVisitedSite()

const modal = (page: Page) => page.getByRole('dialog', { name: 'Login to Download' })
const link = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Your downloads' })

describe('Login to Download (R25)', () => {
  it('is in the HTML of every page, hidden', async () => {
    for (const path of ['/', '/gallery', '/terms', '/login', '/404']) {
      const html = await (await fetch(site.url + path)).text()
      expect(html.match(/<dialog class="dlg dlg--login"[^>]*>/)?.[0]).not.toMatch(/\bopen\b/)
      expect(html).toMatch(/<h2[^>]*>Login to Download<\/h2>/)
    }
  })

  it('opens when a visitor clicks download, takes the focus, and restores it', async () => {
    const page = await openPage('/about')
    expect(await modal(page).isVisible()).toBe(false)
    await link(page).focus()
    await page.keyboard.press('Enter')
    await modal(page).waitFor()
    await isFocused(modal(page).getByLabel('Email'))
    expect(await modal(page).getByRole('paragraph').allInnerTexts()).toEqual([
      'Sign in to download the photos that were made for you.',
    ])
    expect(
      await modal(page)
        .getByRole('link')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href'))),
    ).toEqual(['/register?returnTo=%2Fdownload'])
    await page.keyboard.press('Escape')
    await modal(page).waitFor({ state: 'hidden' })
    await isFocused(link(page))
    expect(new URL(page.url()).pathname).toBe('/about')

    await link(page).click()
    await modal(page).getByLabel('Email').fill('nobody@example.com')
    await modal(page).getByLabel('Password').fill('three quiet herons')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
    await page.getByText('That email and password don’t match.').waitFor()
    // The download remains the destination across the login pages.
    expect(await page.locator('main input[name="returnTo"]').first().getAttribute('value')).toBe('/download')
    await page.context().close()
  })

  it('delays the promotion', async () => {
    const page = await freshPage(browser, { promo: true, viewport: PHONE })
    await page.clock.install({ time: Date.parse('2026-05-04T15:00:00Z') })
    await visit(page, `${site.url}/about`)
    await link(page).click()
    await modal(page).waitFor()
    await page.clock.runFor(6_000)
    const promo = page.getByRole('dialog', { name: 'Prom & Graduation Special' })
    expect(await promo.count()).toBe(0)
    await page.keyboard.press('Escape')
    await modal(page).waitFor({ state: 'hidden' })
    await page.clock.runFor(1_100)
    await promo.waitFor()
    await page.context().close()
  })

  it('leads to the login without script', async () => {
    const page = await freshPage(browser, { javaScriptEnabled: false })
    await page.goto(`${site.url}/about`)
    await link(page).click()
    await page.waitForURL('**/login?returnTo=%2Fdownload')
    await page.context().close()
  })

  it('doesn’t appear for signed-in clients', async () => {
    const page = await freshPage(browser)
    await giveCookie(page, await signedIn(site, 'client'))
    await visit(page, `${site.url}/about`)
    await link(page).click()
    await page.waitForURL('**/profile#downloads')
    await page.context().close()
  })
})
