import { beforeAll, expect, it } from 'vitest'
import { complaintsOfAxe, DESKTOP, PHONE, visit } from '../support/browser'
import { makeBooking } from '../support/factories'
import { inDatabaseOf } from '../support/site-database'
import { openAsOwner, site, startVisitedSite } from '../support/visited-site'

const DAY = 86_400_000

let asked: string
let past: string
startVisitedSite({ owner: true })
beforeAll(async () => {
  await inDatabaseOf(site, async (db) => {
    const now = Date.now()
    asked = (await makeBooking(db, { state: 'requested', name: 'Ann Lee', session_date: now + 20 * DAY })).id
    past = (await makeBooking(db, { name: 'Bo Ray', session_date: now - 3 * DAY })).id
  })
})

it('accepts a request, records a payment, and sets and undoes a status by keyboard', async () => {
  const page = await openAsOwner(`/studio/bookings/${asked}`)
  await page.keyboard.press('a')
  await page.getByText('Not sent: no mail server yet.').waitFor()
  await page.getByText('Record payment').click()
  await page.getByLabel('Method').selectOption('cash')
  await page.getByRole('button', { name: 'Save payment' }).click()
  await page.getByText('Received $75, $210 due.').waitFor()
  await page.getByLabel('Private note').fill('Twins.')
  await page.getByRole('link', { name: 'Photos', exact: true }).first().click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click()
  await page.waitForURL(/\/studio\/photos$/)
  await visit(page, `${site.url}/studio/bookings/${past}`)
  await page.getByRole('button', { name: 'Mark as completed' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Mark as completed' }).waitFor()
  await expect.poll(() => page.locator('.bkd__h .tag').textContent()).toBe('Confirmed')
  await page.context().close()
})

it.each([DESKTOP, PHONE])('booking pages are accessible at $width pixels', async (viewport) => {
  const page = await openAsOwner('/studio', viewport)
  for (const path of ['list?order=all', 'new', asked, `${asked}?reschedule=2026-12-05`, past]) {
    await visit(page, `${site.url}/studio/bookings/${path}`)
    // The phone page has the same content in a different layout.
    if (viewport === DESKTOP || path === asked)
      expect([path, await complaintsOfAxe(page)]).toEqual([path, []])
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect([path, tooWide]).toEqual([path, false])
  }
  await page.context().close()
})
