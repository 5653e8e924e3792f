import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { OPEN_DAY, openForBooking } from '../support/booking'
import { freshPage, PHONE } from '../support/browser'
import { rows } from '../support/forms'
import { browser, site, startVisitedSite } from '../support/visited-site'

/** Booking with an unreliable connection: input is never lost, and a session is booked once. */

startVisitedSite({ env: { RATE_LIMIT_SCALE: '100' } })

beforeEach(() => openForBooking(site))

const DAY = `/book-session?service=portrait&location=studio&date=${OPEN_DAY}`
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).locator('visible=true').click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const said = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'We couldn’t reach the site' }).waitFor()
const bookings = (email: string) => rows(site, 'select id from bookings where email = ?', email)

/** Waits until the page has loaded an address with these words. */
const arrived = (page: Page, words: string) =>
  page.waitForFunction(
    (part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    words,
  )

async function open(): Promise<Page> {
  const page = await freshPage(browser, { viewport: PHONE })
  await page.goto(site.url + DAY)
  // Once it has started, React Router requests the routes of the page's links, and the form the next step's code.
  for (const name of ['/__manifest', '/booking-details-']) await arrived(page, name)
  return page
}

/** Fills in every step, up to the review. */
async function review(page: Page, email: string, time: string) {
  await page.getByRole('radio', { name: time, exact: true }).check()
  await page.getByRole('radio', { name: new RegExp(`^${time} Yours`) }).waitFor()
  await press(page, /^Details/)
  await heading(page, 'Who is coming?')
  await page.getByLabel('Your name').fill('Renée Whitfield')
  await page.locator('#field-email').fill(email)
  await press(page, /^Review/)
  await heading(page, 'Review your booking')
}

it('each step stays and explains a lost connection, and continues when it is back', async () => {
  const page = await open()
  const context = page.context()
  await context.setOffline(true)
  await page.getByRole('radio', { name: '10:00 AM' }).check()
  await page.getByText('this time isn’t on hold for you yet').waitFor()
  await press(page, /^Details/)
  await said(page)
  expect(await page.getByRole('radio', { name: '10:00 AM' }).isChecked()).toBe(true)
  await context.setOffline(false)
  await press(page, /^Details/)
  await heading(page, 'Who is coming?')

  await page.getByLabel('Your name').fill('Renée Whitfield')
  await page.locator('#field-email').fill('train@example.com')
  await arrived(page, '/booking-review-')
  await context.setOffline(true)
  await press(page, /^Review/)
  await said(page)
  expect(await page.getByLabel('Your name').inputValue()).toBe('Renée Whitfield')
  await context.setOffline(false)
  await press(page, /^Review/)
  await heading(page, 'Review your booking')

  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await context.setOffline(true)
  await press(page, /^Request this session/)
  await said(page)
  await page.getByText('Renée Whitfield').waitFor()
  expect(bookings('train@example.com')).toHaveLength(0)
  await context.setOffline(false)
  await press(page, /^Request this session/)
  await page.waitForURL(/\/thank-you$/)
  await page.getByText('10:00 – 10:45 AM').first().waitFor()
  expect(bookings('train@example.com')).toHaveLength(1)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('bookingDraft'))).toBe(null)
  await context.close()
})

it('stays when the connection is lost before the last page’s code has loaded, though a month was loading', async () => {
  const page = await open()
  let isMonthAsked = false
  await page.route('**/book-session/times?*', () => {
    isMonthAsked = true
  })
  let failed = 0
  await page.route('**/thank-you-*', async (route) => {
    await route.abort()
    failed += 1
  })
  await page.getByRole('radio', { name: '9:00 AM' }).waitFor()
  await expect.poll(() => isMonthAsked).toBe(true)
  await review(page, 'lost@example.com', '9:00 AM')
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await expect.poll(() => failed).toBeGreaterThan(0)
  await page.waitForTimeout(500)
  expect(await page.getByRole('checkbox', { name: /I have read/ }).isChecked()).toBe(true)
  await page.context().close()
})

it('books once when the response is lost, however often the form is sent', async () => {
  const page = await open()
  await review(page, 'tunnel@example.com', '11:00 AM')
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  let lost = 0
  await page.route('**/book-session.data*', async (route) => {
    if (route.request().method() !== 'POST' || lost > 1) return await route.continue()
    lost += 1
    await route.fetch({ maxRedirects: 0 })
    return lost === 1 ? await route.abort() : await route.fulfill({ status: 502, body: 'Bad gateway' })
  })
  for (let times = 0; times < 2; times++) {
    await press(page, /^Request this session/)
    await expect.poll(() => lost).toBe(times + 1)
    await said(page)
  }
  await press(page, /^Request this session/)
  await page.waitForURL(/\/thank-you$/)
  await page.getByText('11:00 – 11:45 AM').first().waitFor()
  expect(bookings('tunnel@example.com')).toHaveLength(1)
  await page.context().close()
})

it('keeps what was typed when the page is reloaded', async () => {
  const page = await open()
  await review(page, 'again@example.com', '1:00 PM')
  await page.goto(page.url(), { waitUntil: 'networkidle' })
  await heading(page, 'Who is coming?')
  await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Renée Whitfield')
  await page.context().close()
})

it('keeps the complete form that is returned when the time was taken', async () => {
  const page = await open()
  await review(page, 'late@example.com', '2:00 PM')
  await page.context().clearCookies()
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await press(page, /^Request this session/)
  await heading(page, 'Check these details.')
  await page.getByRole('radio', { name: '3:00 PM' }).check()
  await page.context().setOffline(true)
  await press(page, /^Request this session/)
  await said(page)
  expect(await page.getByRole('radio', { name: '3:00 PM' }).isChecked()).toBe(true)
  expect(await page.getByLabel('Your name').inputValue()).toBe('Renée Whitfield')
  await page.context().setOffline(false)
  await press(page, /^Request this session/)
  await page.waitForURL(/\/thank-you$/)
  expect(bookings('late@example.com')).toHaveLength(1)
  await page.context().close()
})

it('a link to a page that hasn’t loaded leaves the page and what was typed, and works when the connection is back', async () => {
  const page = await freshPage(browser, { viewport: PHONE })
  await page.goto(`${site.url}/contact`)
  await arrived(page, '/whole-pages-')
  await page.getByLabel('Message').fill('About the shore in June')
  await page.context().setOffline(true)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Services' })
  await link.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'No connection.' })
  const again = dialog.getByRole('button', { name: 'Try again' })
  await again.click()
  await again.waitFor()
  expect(await dialog.count()).toBe(1)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.waitForTimeout(300)
  expect(await page.locator('.loading').isVisible()).toBe(false)
  expect(page.url()).toBe(`${site.url}/contact`)
  expect(await page.getByLabel('Message').inputValue()).toBe('About the shore in June')

  await link.click()
  await again.waitFor()
  await page.context().setOffline(false)
  await again.click()
  await page.waitForURL('**/services')
  await heading(page, 'What we photograph')
  await page.context().close()
})
