import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { freshPage, PHONE, visit } from '../support/browser'
import { rows } from '../support/forms'
import { bookOn, openEveryDay } from '../support/manage-booking'
import { browser, site, startVisitedSite } from '../support/visited-site'

startVisitedSite()
beforeAll(async () => {
  await openEveryDay(site)
})

const stateOf = (id: string) => rows(site, 'select state, session_date from bookings where id = ?', id)[0]

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

const isInView = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect()
    return bottom <= innerHeight && document.elementFromPoint(left + 8, top + 8) === element
  })

/** Moves to a control by keyboard and presses it. */
async function press(page: Page, name: RegExp, key = 'Enter') {
  for (let steps = 0; steps < 150; steps += 1) {
    const focused = await page.evaluate(() => {
      const at = document.activeElement
      return at?.getAttribute('aria-label') ?? at?.closest('label')?.textContent ?? at?.textContent ?? ''
    })
    if (name.test(focused.trim())) return await page.keyboard.press(key)
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not lead to ${name}.`)
}

it.each([
  { way: 'with script', javaScriptEnabled: true },
  { way: 'without script', javaScriptEnabled: false },
])(
  'a client reschedules and cancels a session by keyboard on a phone, $way',
  async ({ javaScriptEnabled }) => {
    const { id, token, session_date } = await bookOn(site)
    const page = await freshPage(browser, { viewport: PHONE, javaScriptEnabled, promo: !javaScriptEnabled })
    const isWhole = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await visit(page, `${site.url}/booking/${token}`)
    expect(new URL(page.url()).pathname).toBe('/booking')
    await isWhole()

    await press(page, /^Reschedule/)
    await heading(page, 'Reschedule your session.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/booking/reschedule')
    await isWhole()
    await press(page, /^\d+:\d\d [AP]M/, 'Space')
    expect(await isInView(page.getByRole('button', { name: 'Reschedule' }))).toBe(true)
    await press(page, /^Reschedule/)
    await page.locator('main').getByRole('status').getByText('Your session is rescheduled.').waitFor()
    expect(stateOf(id)?.session_date).not.toBe(session_date)

    await press(page, /^Cancel session/)
    await heading(page, 'Cancel your session?').waitFor()
    expect(new URL(page.url()).pathname).toBe('/booking/cancel')
    await isWhole()
    await page.getByLabel('Note').fill('We are ill.')
    await press(page, /^Cancel session/)
    await heading(page, /canceled/).waitFor()
    expect(stateOf(id)?.state).toBe('canceled')
    await page.context().close()
  },
)
