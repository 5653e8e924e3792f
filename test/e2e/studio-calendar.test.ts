import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { dateOf, instantOf } from '~/platform/time'
import { complaintsOfAxe, DESKTOP, freshPage, PHONE, visit } from '../support/browser'
import { makeBooking, makeSessionType } from '../support/factories'
import { rows } from '../support/forms'
import { inDatabaseOf } from '../support/site-database'
import {
  browser,
  giveCookie,
  openAsOwner,
  ownerCookie,
  site,
  startVisitedSite,
} from '../support/visited-site'

/** A week in the demo studio's zone without a clock change nearby. */
const WEEK = '/studio/bookings?view=week&date=2027-06-16'
const at = (date: string, time: string) => instantOf(date, time, 'America/New_York')

let id: string
startVisitedSite({ owner: true })
beforeAll(() =>
  inDatabaseOf(site, async (db) => {
    const type = await makeSessionType(db, { title: 'Family', buffer_after_minutes: 0 })
    const starts = at('2027-06-16', '10:00')
    const given = { session_type_id: type.id, session_date: starts, session_end: starts + 3_600_000 }
    id = (await makeBooking(db, { ...given, name: 'Okafor', zone: 'America/New_York' })).id
    const other = at('2027-06-17', '14:00')
    await makeBooking(db, { ...given, name: 'Nguyen', session_date: other, session_end: other + 3_600_000 })
  }),
)

const family = (page: Page) => page.getByRole('link', { name: /^Family,? Okafor/ })
const begins = () => Number(rows(site, 'select session_date from bookings where id = ?', id)[0]?.session_date)

describe('the Studio’s calendar in the browser', () => {
  it('moves a booking by keyboard, and names the booking in the way', async () => {
    const page = await openAsOwner(WEEK)
    await family(page).focus()
    await page.keyboard.press('m')
    for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.getByText('Moving Family: Thursday, June 17, 10:30 AM EDT.', { exact: false }).waitFor()
    for (let n = 0; n < 16; n++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move this booking?' })
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog.getByText(/That time is taken by the session of Nguyen/).waitFor()
    expect(begins()).toBe(at('2027-06-16', '10:00'))
    await dialog.getByRole('button', { name: 'Don’t move' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await family(page).focus()
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Message to client (optional)').fill('A little earlier, if you can.')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('Moved to Wednesday, June 16, 9:45 AM EDT.').waitFor()
    expect(begins()).toBe(at('2027-06-16', '09:45'))
    await page.context().close()
  })

  it('moves a booking by pointer, and blocks time drawn on the grid', async () => {
    const page = await openAsOwner(WEEK)
    const box = await family(page).boundingBox()
    const friday = await page.locator('[data-column="2027-06-18"]').boundingBox()
    if (!box || !friday) throw new Error('nothing to drag')
    await page.mouse.move(box.x + 30, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(friday.x + 30, box.y + 40, { steps: 6 })
    await page.mouse.move(friday.x + 30, box.y + 10 + 75, { steps: 6 })
    await page.locator('.is-ghost').getByText('11:15 AM').waitFor()
    await page.mouse.up()
    const dialog = page.getByRole('dialog', { name: 'Move this booking?' })
    await dialog.getByText('Friday, June 18, 11:15 AM EDT').waitFor()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('Moved to Friday, June 18, 11:15 AM EDT.').waitFor()
    expect(begins()).toBe(at('2027-06-18', '11:15'))

    const tuesday = await page.locator('[data-column="2027-06-15"]').boundingBox()
    if (!tuesday) throw new Error('nothing to draw on')
    await page.mouse.move(tuesday.x + 40, tuesday.y + 52)
    await page.mouse.down()
    await page.mouse.move(tuesday.x + 40, tuesday.y + 148, { steps: 6 })
    await page.mouse.up()
    await page.getByRole('heading', { name: 'Block time' }).waitFor()
    await expect.poll(() => page.getByLabel('Start time').inputValue()).toBe('09:00')
    await expect.poll(() => page.getByLabel('End time').inputValue()).toBe('11:00')
    await page.getByLabel('Reason').fill('Editing')
    await page.getByRole('complementary').getByRole('button', { name: 'Block time' }).click()
    await page.getByRole('link', { name: /^Editing Tuesday, June 15, 9 – 11 AM/ }).click()
    await page.getByRole('button', { name: 'Remove block' }).click()
    await page.getByText('The time is open again.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: /^Editing/ }).waitFor()
    await page.context().close()
  })

  it('opens a booking beside the calendar, and navigates by keyboard', async () => {
    const page = await openAsOwner(WEEK)
    await family(page).click()
    await page.getByRole('heading', { name: 'Family', exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/studio/bookings/${id}`)
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/studio\/bookings\?/)
    await page.getByRole('heading', { name: 'Family', exact: true }).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { level: 1, name: 'June 21 – 27' }).waitFor()
    await page.keyboard.press('m')
    await page.getByRole('heading', { level: 1, name: 'June 2027' }).waitFor()
    await page.context().close()
  })

  it('opens on a phone with today in view, and shows sessions outside the usual hours', async () => {
    const today = dateOf(Date.now(), 'America/New_York')
    await inDatabaseOf(site, async (db) => {
      const type = await makeSessionType(db, { title: 'Sunrise', buffer_after_minutes: 0 })
      for (const [name, time] of [
        ['Early', '05:30'],
        ['Late', '22:45'],
      ] as const) {
        const starts = at(today, time)
        const given = { session_type_id: type.id, session_date: starts, session_end: starts + 3_600_000 }
        await makeBooking(db, { ...given, name, zone: 'America/New_York' })
      }
    })
    const inSight = (page: Page, selector: string) =>
      expect
        .poll(() =>
          page.locator(selector).evaluate((element) => {
            const box = element.getBoundingClientRect()
            return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.top < innerHeight
          }),
        )
        .toBe(true)
    const phone = await openAsOwner('/studio/bookings?view=week', PHONE)
    await inSight(phone, '.wv__h.is-today')
    await inSight(phone, '.wv__t span:nth-child(3)')
    await inSight(phone, 'a.ev-b:has-text("Early")')
    await phone.context().close()
    const wide = await openAsOwner('/studio/bookings?view=week')
    await inSight(wide, 'a.ev-b:has-text("Early")')
    await wide.getByRole('button', { name: '1 session later' }).click()
    await inSight(wide, 'a.ev-b:has-text("Late")')
    await wide.context().close()
  })

  it.each([DESKTOP, PHONE])('are accessible at $width pixels', async (viewport) => {
    const page = await openAsOwner(WEEK, viewport)
    for (const path of [
      '?view=week',
      '?view=day',
      '?view=month',
      '?view=list',
      `/${id}?view=week`,
      '/blocks/new',
    ]) {
      await visit(page, `${site.url}/studio/bookings${path}`)
      // The phone page has the same content in a different layout.
      if (viewport === DESKTOP || path === '?view=week')
        expect([path, await complaintsOfAxe(page)]).toEqual([path, []])
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect([path, tooWide]).toEqual([path, false])
    }
    await page.context().close()
  })

  it('on a touch screen, a long press moves a booking and a swipe scrolls the page', async () => {
    const page = await freshPage(browser, { viewport: PHONE, hasTouch: true, isMobile: true })
    await giveCookie(page, ownerCookie)
    await page.goto(`${site.url}/studio/bookings?view=day&date=2027-06-17`, { waitUntil: 'networkidle' })
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      })
    const booking = page.getByRole('link', { name: /Nguyen/ })
    const ghost = page.locator('.is-ghost')
    const middle = async () => {
      const box = await booking.boundingBox()
      if (!box) throw new Error('It is not shown.')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    const { x, y } = await middle()
    await touch('touchStart', x, y)
    let trembles = 0
    await expect
      .poll(async () => {
        await touch('touchMove', x, y + (trembles++ % 2))
        return await ghost.count()
      })
      .toBe(1)
    for (let by = 5; by <= 50; by += 5) await touch('touchMove', x, y - by)
    await expect.poll(() => ghost.textContent()).toContain('1 PM')
    await touch('touchEnd')
    await page.getByRole('dialog', { name: 'Move this booking?' }).waitFor()
    await page.keyboard.press('Escape')
    await ghost.waitFor({ state: 'detached' })
    const from = await middle()
    await touch('touchStart', from.x, from.y)
    for (let by = 10; by <= 120; by += 10) await touch('touchMove', from.x, from.y - by)
    await touch('touchEnd')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20)
    expect(await ghost.count()).toBe(0)
    await page.context().close()
  })
})
