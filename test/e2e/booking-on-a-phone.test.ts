import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { OPEN_DAY, openForBooking } from '../support/booking'
import { isFocused, PHONE } from '../support/browser'
import { openPage, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ env: { RATE_LIMIT_SCALE: '100' } })

beforeEach(() => openForBooking(site))

const TIMES = '/book-session?service=portrait&location=studio'
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).locator('visible=true').tap()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const open = (path: string) => openPage(path, { viewport: PHONE, hasTouch: true, isMobile: true })

/** The months after this one that can be booked. */
const MONTHS = [1, 2, 3, 4].map((ahead) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 15)).toISOString().slice(0, 7)
})

it('shows the first free time of the day without scrolling, in every month', async () => {
  const page = await open(TIMES)
  for (const address of [TIMES, ...MONTHS.map((month) => `${TIMES}&month=${month}`)]) {
    await page.goto(site.url + address)
    const slot = await page.locator('label.slot').first().boundingBox()
    expect(slot && slot.y + slot.height, address).toBeLessThanOrEqual(PHONE.height)
    expect(await page.locator('.bar').isVisible()).toBe(false)
  }
  await page.context().close()
})

it('leaves out weeks that have passed', async () => {
  const page = await open(TIMES)
  const week = await page.locator('.cal tbody tr').first().locator('.day').allTextContents()
  const lastDay = Date.parse(
    `${await page.locator('#month').textContent()} ${Number.parseInt(week.at(-1) ?? '', 10)} UTC`,
  )
  expect(lastDay).toBeGreaterThan(Date.now() - 2 * 86_400_000)
  await page.context().close()
})

it('loads the next month once while the client looks at one', async () => {
  const page = await open(TIMES)
  // Counted by the browser, since Playwright sometimes reports no such request.
  const months = () =>
    page.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('month='))
          .filter((entry) => (entry as PerformanceResourceTiming).responseEnd > 0).length,
    )
  await expect.poll(months).toBe(1)
  const before = await page.locator('#month').textContent()
  await page.locator('label.slot').first().tap()
  await page.getByRole('radio', { name: /Yours for/ }).waitFor()
  expect(await months()).toBe(1)
  await page.locator('a[data-month=next]').tap()
  await expect.poll(() => page.locator('#month').textContent()).not.toBe(before)
  // Asked again, since a time is on hold now, and then for the month after it.
  await expect.poll(months).toBe(3)

  await page.context().setOffline(true)
  const second = await page.locator('#month').textContent()
  await page.locator('a[data-month=next]').tap()
  await expect.poll(() => page.locator('#month').textContent()).not.toBe(second)
  await page.context().close()
})

it('loads each step while the client chooses, and names it in the title', async () => {
  const page = await open('/book-session')
  const titles = [await page.title()]
  await page.locator('label:has(input[name=service][value=family])').tap()
  // Counted by the browser, since Playwright sometimes reports no such request.
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(
        (entry) =>
          entry.name.includes('service=family') && (entry as PerformanceResourceTiming).responseEnd > 0,
      ),
  )
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('.data') || request.url().endsWith('.js')) asked.push(request.url())
  })
  await press(page, /^Date & time/)
  await heading(page, 'Pick a day, then a time.')
  titles.push(await page.title())
  const days = page.locator('a.day:not(.day--full)')
  await days.nth((await days.count()) - 1).tap()
  await page.locator('td[aria-selected=true] a').waitFor()
  const scripts = () => asked.filter((url) => url.endsWith('.js'))
  // The next month is loaded, too.
  const answers = () => asked.filter((url) => url.includes('.data') && !url.includes('month='))
  await expect.poll(() => scripts().some((url) => url.includes('booking-details-'))).toBe(true)
  expect(answers()).toEqual([])

  await page.locator('label.slot').first().tap()
  await page.getByRole('radio', { name: /Yours for/ }).waitFor()
  asked.length = 0
  await press(page, /^Details/)
  await heading(page, 'Who is coming?')
  titles.push(await page.title())
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/booking-review-')),
  )
  expect(answers()).toEqual([])

  await page.getByLabel('Your name').fill('Renée Whitfield')
  await page.locator('#field-email').fill('renee@example.com')
  asked.length = 0
  await press(page, /^Review/)
  await heading(page, 'Review your booking')
  titles.push(await page.title())
  expect(answers()).toHaveLength(1)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/thank-you-')),
  )
  expect(titles).toEqual([
    'Book a session · DE Photography',
    'Book a session: date and time',
    'Book a session: your details',
    'Book a session: review',
  ])
  await page.context().close()
})

it('chooses a time with Enter, and goes on with the next', async () => {
  const page = await open(`${TIMES}&date=${OPEN_DAY}`)
  const time = page.locator('input[name=slot]').first()
  await time.press('Enter')
  await page.getByRole('radio', { name: /Yours for/ }).waitFor()
  await time.press('Enter')
  await heading(page, 'Who is coming?')
  await page.context().close()
})

it('says beside the terms that they are missing, and the button stands below them', async () => {
  const page = await open(`${TIMES}&date=${OPEN_DAY}`)
  await page.locator('label.slot').first().tap()
  await page.getByRole('radio', { name: /Yours for/ }).waitFor()
  await press(page, /^Details/)
  await page.getByLabel('Your name').fill('Renée Whitfield')
  await page.locator('#field-email').fill('renee@example.com')
  await press(page, /^Review/)
  await heading(page, 'Review your booking')
  await press(page, /^Request this session/)
  const terms = page.getByRole('checkbox', { name: /I have read/ })
  await page.locator('#terms-error').waitFor()
  await isFocused(terms)
  await heading(page, 'Review your booking')
  const [box, button] = [
    await terms.boundingBox(),
    await page.getByRole('button', { name: /^Request this session/ }).boundingBox(),
  ]
  expect(button && box && button.y - box.y).toBeLessThan(PHONE.height / 4)
  await terms.check()
  await press(page, /^Request this session/)
  await page.waitForURL(/\/thank-you$/)
  await page.context().close()
})

it('goes on with the answer that holds the time, and thanks with the answer that books it', async () => {
  const page = await open(`${TIMES}&date=${OPEN_DAY}`)
  const asked: string[] = []
  let answer = () => {}
  const answered = new Promise<void>((done) => {
    answer = done
  })
  await page.route(/\.data/, async (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(`${route.request().method()} ${pathname}`)
    if (asked.length === 1) await answered
    await route.continue()
  })
  await page.locator('label.slot').first().tap()
  await press(page, /^Details/)
  await page.locator('.bar button[aria-busy=true]').waitFor()
  answer()
  await heading(page, 'Who is coming?')
  expect(asked.filter((each) => each.startsWith('POST'))).toEqual(['POST /book-session.data'])
  expect(asked).not.toContain('GET /book-session/details.data')

  await page.getByLabel('Your name').fill('Renée Whitfield')
  await page.locator('#field-email').fill('renee@example.com')
  await press(page, /^Review/)
  await heading(page, 'Review your booking')
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  asked.length = 0
  await press(page, /^Request this session/)
  await page.waitForURL(/\/thank-you$/)
  await heading(page, 'Request received.')
  expect(asked).toEqual(['POST /book-session.data'])
  await page.reload()
  await heading(page, 'Request received.')
  await page.context().close()
})
