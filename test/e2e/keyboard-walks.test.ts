import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openForBooking } from '../support/booking'
import { complaintsOfAxe, isFocused, PHONE, tabTo, visit } from '../support/browser'
import { makeClientGallery, shareWith } from '../support/client-gallery'
import { makeDeliveredGallery } from '../support/delivered-gallery'
import { giveCookie, openPage, site, startVisitedSite } from '../support/visited-site'

/** A client's ways with the keyboard alone, by the roles and names that screen readers say. */

startVisitedSite({ content: 'photos' })
beforeAll(() => openForBooking(site))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Goes to a control by Tab, and presses a key there. */
async function use(page: Page, role: Parameters<typeof tabTo>[1], name: string | RegExp, key = 'Enter') {
  await tabTo(page, role, name)
  await page.keyboard.press(key)
}

it('books from the home page', async () => {
  const page = await openPage('/')
  await use(page, 'link', 'Book a session')
  await heading(page, 'What are we photographing?').waitFor()
  await use(page, 'radio', /^Portrait/, 'ArrowDown')
  await page.getByRole('radio', { name: /^Family/, checked: true }).waitFor()
  await use(page, 'button', /^Continue to date/)
  await isFocused(heading(page, 'Pick a day, then a time.'))
  await page.getByRole('group', { name: /^Times on \w+day, .*Time$/ }).waitFor()
  await use(page, 'radio', /^\d+:\d\d [AP]M/, 'Space')
  await page.getByRole('radio', { name: /Yours for/, checked: true }).waitFor()
  await use(page, 'button', /^Continue to details/)
  await isFocused(heading(page, 'Who is coming?'))
  await tabTo(page, 'textbox', 'Your name')
  await page.keyboard.type('Key Board')
  await tabTo(page, 'textbox', /^Email$/)
  await page.keyboard.type('key@example.com')
  await use(page, 'button', /^Continue to review/)
  await isFocused(heading(page, 'Review your booking'))
  await use(page, 'button', /^Request this session/)
  const terms = page.getByRole('checkbox', { name: /^I have read/ })
  await isFocused(terms)
  await expect.poll(() => terms.getAttribute('aria-describedby')).toContain('terms-error')
  await page.keyboard.press('Space')
  await use(page, 'button', /^Request this session/)
  await page.waitForURL(/\/thank-you$/)
  await heading(page, 'Request received.').waitFor()
  await page.context().close()
})

it('downloads a set of a gallery as a ZIP, and one photo', async () => {
  const gallery = await makeDeliveredGallery(site, { sizes: '["web","original"]' })
  for (const size of ['web', 'original']) {
    const archive = `${site.url}/download/${gallery.id}/archive/everything/${size}.zip`
    const status = async () =>
      (await fetch(archive, { method: 'HEAD', headers: { Cookie: gallery.cookie } })).status
    await expect.poll(status, { timeout: 60_000 }).toBe(200)
  }
  const page = await openPage('/about')
  await giveCookie(page, gallery.cookie)
  await visit(page, `${site.url}/download/${gallery.id}`)
  await use(page, 'link', /^Download$/)
  await isFocused(page.getByRole('region', { name: 'Download' }))
  await use(page, 'radio', /^All photos 5/, 'ArrowDown')
  await page.getByRole('radio', { name: /^Party 2/, checked: true }).waitFor()
  await use(page, 'radio', /^Web/, 'ArrowDown')
  await page.getByRole('radio', { name: /^Original/, checked: true }).waitFor()
  const [zip] = await Promise.all([page.waitForEvent('download'), use(page, 'button', /^Download/)])
  expect(zip.suggestedFilename()).toMatch(/\.zip$/)

  await use(page, 'link', /^Photo 1\b/)
  await page.getByRole('dialog', { name: 'Photo 1 of 5' }).waitFor()
  await page.keyboard.press('d')
  await isFocused(page.getByRole('link', { name: /^Web/ }))
  const [photo] = await Promise.all([page.waitForEvent('download'), use(page, 'link', /^Original/)])
  expect(photo.suggestedFilename()).toMatch(/\.(jpe?g|png)$/i)
  await page.context().close()
})

it('has no axe findings where a gallery has expired, nothing is chosen, or a dialog is open', async () => {
  const page = await openPage('/about', { viewport: PHONE })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Your downloads' }).press('Enter')
  await page.getByRole('dialog', { name: 'Login to Download' }).waitFor()
  expect(await complaintsOfAxe(page)).toEqual([])

  const { gallery: past } = await makeClientGallery(site, {
    expires_on: '2026-06-30',
    expired_at: Date.UTC(2026, 6, 1, 4),
  })
  const { gallery } = await makeClientGallery(site, { proofing: 1 })
  const shares = [await shareWith(site, past.id), await shareWith(site, gallery.id, { can_favorite: 1 })]
  for (const { cookie } of shares) await giveCookie(page, cookie)
  await page.goto(`${site.url}/download/${past.id}`)
  await page.getByText('This gallery expired on June 30, 2026.').waitFor()
  expect(await complaintsOfAxe(page)).toEqual([])
  await visit(page, `${site.url}/download/${gallery.id}/favorites`)
  await heading(page, 'Your favorites').waitFor()
  expect(await complaintsOfAxe(page)).toEqual([])
  await page.context().close()
})
