import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { OPEN_DAY, openForBooking, write } from '../support/booking'
import { alive, complaintsOfAxe, DESKTOP, isFocused, PHONE } from '../support/browser'
import { rows } from '../support/forms'
import { openPage, site, startVisitedSite } from '../support/visited-site'

/** R6 in the browser: from choosing a session to the thank-you page. */

startVisitedSite({ env: { RATE_LIMIT_SCALE: '100' } })

beforeEach(() => openForBooking(site))

const DAY = `/book-session?service=portrait&location=studio&date=${OPEN_DAY}`
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).locator('visible=true').click()

async function expectAccessible(page: Page): Promise<void> {
  expect(await complaintsOfAxe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  )
}

async function fillDetails(page: Page, name: string) {
  await page.getByLabel('Your name').fill(name)
  await page.locator('#field-email').fill('renee@example.com')
  await page.getByLabel('Number of people').fill('2')
}

describe.each([PHONE, DESKTOP])('with script at $width', (viewport) => {
  // The steps have the same content at both widths. Those that differ most are checked at both.
  const look = async (page: Page, isTwice = false) => {
    if (viewport === PHONE || isTwice) await expectAccessible(page)
  }

  it('has four steps on one page, each without axe findings', async () => {
    const page = await openPage('/book-session', { viewport })
    await page.locator('input[name=service][value=headshot]').check()
    await expect.poll(() => page.getByRole('radio', { name: 'In the park' }).isDisabled()).toBe(true)
    await page.locator('input[name=service][value=portrait]').check()
    await look(page)
    await press(page, /^(Continue to date|Date & time)/)
    await isFocused(heading(page, 'Pick a day, then a time.'))

    while ((await page.locator(`a[data-date="${OPEN_DAY}"]`).count()) === 0) {
      const month = await page.locator('#month').innerText()
      await page.getByRole('link', { name: 'Next month' }).click()
      await page.waitForFunction((before) => document.querySelector('#month')?.textContent !== before, month)
    }
    await page.locator(`a[data-date="${OPEN_DAY}"]`).click()
    await page.locator(`td[aria-selected=true] a[data-date="${OPEN_DAY}"]`).waitFor()
    await page.getByRole('radio', { name: '10:00 AM' }).check()
    await page.getByRole('radio', { name: /10:00 AM Yours for 1[45]:\d\d min/ }).waitFor()
    await look(page, true)
    await press(page, /^(Continue to details|Details)/)
    await isFocused(heading(page, 'Who is coming?'))

    await press(page, /^(Continue to review|Review)/)
    await page.getByRole('alert').filter({ hasText: '2 things need fixing.' }).waitFor()
    await look(page)
    await fillDetails(page, 'Renée Whitfield')
    await press(page, /^(Continue to review|Review)/)
    await heading(page, 'Review your booking').waitFor()
    expect(page.url()).not.toContain('Whitfield')
    await look(page)
    await page.goBack()
    await heading(page, 'Who is coming?').waitFor()
    await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Renée Whitfield')
    await press(page, /^(Continue to review|Review)/)
    await page.getByRole('checkbox', { name: /I have read/ }).check()
    await press(page, /^Request this session/)
    await page.waitForURL(/\/thank-you$/)
    await page.getByRole('complementary', { name: 'Your booking' }).getByText('Pending').waitFor()
    await look(page)
    await page.context().close()
  })
})

it('books without script', async () => {
  const page = await openPage(DAY, { javaScriptEnabled: false, viewport: PHONE })
  await page.getByRole('radio', { name: '11:00 AM' }).check()
  await press(page, /^Details/)
  // The long button for the hold doesn't push the fields over the margin.
  const field = await page.getByLabel('Your name').boundingBox()
  expect(field && field.x + field.width).toBeLessThanOrEqual(PHONE.width - 20)
  await fillDetails(page, 'Nora Scriptless')
  await press(page, /^Review/)
  await press(page, /^Change when/)
  await page.getByRole('radio', { name: '1:00 PM', exact: true }).check()
  expect(await page.getByLabel('Your name').inputValue()).toBe('Nora Scriptless')
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await press(page, /^Request this session/)
  await page.waitForURL(/\/thank-you$/)
  await page.getByText('1:00 – 1:45 PM').first().waitFor()
  await page.context().close()
})

it('books with the keyboard alone', async () => {
  const page = await openPage(DAY)
  const day = page.locator(`a[data-date="${OPEN_DAY}"]`)
  await day.focus()
  const date = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.date)
  const way = OPEN_DAY.endsWith('-01') ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  await page.keyboard.press(way[0] ?? '')
  await expect.poll(date).not.toBe(OPEN_DAY)
  await page.keyboard.press(way[1] ?? '')
  await expect.poll(date).toBe(OPEN_DAY)
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: '9:00 AM' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('radio', { name: /10:00 AM Yours/ }).waitFor()
  // Choosing another time has released the first one.
  await expect.poll(() => rows(site, `select id from occupancies where kind = 'hold'`)).toHaveLength(1)
  await page.keyboard.press('Enter')
  await heading(page, 'Who is coming?').waitFor()
  await page.getByLabel('Your name').focus()
  await page.keyboard.type('Key Board')
  await page.keyboard.press('Tab')
  await page.keyboard.type('key@example.com')
  await page.keyboard.press('Enter')
  await heading(page, 'Review your booking').waitFor()
  await page.getByRole('checkbox', { name: /I have read/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/thank-you$/)
  await page.context().close()
})

it('warns before a hold expires, extends it once, and then continues without it', async () => {
  const page = await openPage(DAY)
  await page.getByRole('radio', { name: '3:00 PM' }).check()
  await page.getByRole('radio', { name: /3:00 PM Yours/ }).waitFor()
  const endIn = (ms: number) =>
    write(site, (database) => {
      database.prepare(`update occupancies set expires_at = ? where kind = 'hold'`).run(Date.now() + ms)
    })
  endIn(100_000)
  await page.reload()
  await alive(page)
  await page.getByText(/2 minutes left for 3:00 PM E[SD]T\./).waitFor()
  await page.getByRole('button', { name: 'Hold 15 more minutes' }).click()
  await page.getByRole('radio', { name: /Yours for 1[45]:\d\d min/ }).waitFor()
  await page.getByRole('button', { name: 'Hold 15 more minutes' }).waitFor({ state: 'detached' })
  // The hold expires in the database, while the browser still counts down to the earlier end.
  endIn(100_000)
  await page.clock.install()
  await page.reload()
  await alive(page)
  await page.getByText(/2 minutes left for 3:00 PM E[SD]T\./).waitFor()
  endIn(-1)
  await page.clock.fastForward(101_000)
  await page.getByText(/3:00 PM E[SD]T is no longer on hold for you\./).waitFor()
  await page.getByRole('button', { name: 'Hold it again' }).click()
  await page.getByRole('radio', { name: /Yours for 1[45]:\d\d min/ }).waitFor()
  await page.context().close()
})

it('stays on the review step when the hold expires there, and books if the time is still free', async () => {
  const page = await openPage(DAY)
  await page.getByRole('radio', { name: '4:00 PM' }).check()
  await page.getByRole('radio', { name: /4:00 PM Yours/ }).waitFor()
  await press(page, /^(Continue to details|Details)/)
  await fillDetails(page, 'Nora Slow')
  write(site, (database) => {
    database.prepare(`update occupancies set expires_at = ? where kind = 'hold'`).run(Date.now() + 3_000)
  })
  await press(page, /^(Continue to review|Review)/)
  await heading(page, 'Review your booking').waitFor()
  await page.getByText(/4:00 PM E[SD]T is no longer on hold for you\./).waitFor()
  await page.getByRole('complementary').getByText('is on hold for you').waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await press(page, /^Request this session/)
  await page.waitForURL(/\/thank-you$/)
  await page.context().close()
})
