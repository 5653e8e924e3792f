import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { write } from '../support/booking'
import { freshPage, PHONE, visit } from '../support/browser'
import { makeContract, makeProposal } from '../support/client-papers'
import { makeDeliveredGallery } from '../support/delivered-gallery'
import { post, rows } from '../support/forms'
import { bookOn, HOUR, openEveryDay } from '../support/manage-booking'
import { browser, giveCookie, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
beforeAll(async () => {
  await openEveryDay(site)
})

async function open(path: string, cookie: string): Promise<Page> {
  const page = await freshPage(browser, { viewport: PHONE, reducedMotion: 'reduce' })
  await giveCookie(page, cookie)
  await visit(page, site.url + path)
  return page
}

/** What another tab, another device or the studio does. */
const elsewhere = (sql: string, ...values: (string | number)[]) =>
  write(site, (database) => void database.prepare(sql).run(...values))

it('shows the new time of a session that was rescheduled in another tab, and accepts the next press', async () => {
  const { id, cookie, session_date } = await bookOn(site)
  const page = await open('/booking/reschedule', cookie)
  const moved = session_date + HOUR
  elsewhere(
    'update bookings set session_date = ?, session_end = session_end + ?, version = version + 1 where id = ?',
    ...[moved, HOUR, id],
  )
  const reschedule = async () => {
    await page.locator('label.slot').last().click()
    await page.getByRole('button', { name: 'Reschedule', exact: true }).click()
  }
  const former = page.locator('main').getByText(/\d{4}, .*Eastern Time$/)
  const shown = await former.innerText()
  await reschedule()
  await page.getByText('Your booking was just updated.').waitFor()
  await expect.poll(() => former.innerText()).not.toBe(shown)
  await reschedule()
  await page.getByText('Your session is rescheduled.').waitFor()
  expect(rows(site, 'select session_date from bookings where id = ?', id)[0]?.session_date).not.toBe(moved)
  await page.context().close()
})

it('cancels a session that was updated in another tab at the second press', async () => {
  const { id, cookie } = await bookOn(site)
  const page = await open('/booking/cancel', cookie)
  elsewhere('update bookings set version = version + 1 where id = ?', id)
  await page.getByLabel('Note').fill('We are ill.')
  await page.getByRole('button', { name: 'Cancel session' }).click()
  await page.getByText('Your booking was just updated.').waitFor()
  expect(await page.getByLabel('Note').inputValue()).toBe('We are ill.')
  await page.getByRole('button', { name: 'Cancel session' }).click()
  await page.getByRole('heading', { level: 1, name: /canceled/ }).waitFor()
  await page.context().close()
})

it('submits a list that changed on another device at the second press', async () => {
  const gallery = await makeDeliveredGallery(site, { sizes: '[]' })
  const favor = (nth: number) =>
    post(
      site,
      `/download/${gallery.id}/favorite`,
      { item: gallery.items[nth]?.id ?? '', list: '', on: 'yes', back: 'grid' },
      { cookie: gallery.cookie },
    )
  await favor(0)
  const page = await open(`/download/${gallery.id}/favorites`, gallery.cookie)
  await favor(1)
  await page.getByLabel('Note').fill('For the wall.')
  await page.getByRole('button', { name: /^Submit/ }).click()
  await page.getByText('This list just changed.').waitFor()
  await page.getByRole('button', { name: 'Submit 2 photos' }).click()
  await page.getByText(/^Submitted on/).waitFor()
  await page.context().close()
})

it.each(['contract', 'proposal'])('shows that a %s was withdrawn', async (what) => {
  const cookie = what === 'contract' ? await makeContract(site) : (await makeProposal(site)).cookie
  const page = await open(`/${what}`, cookie)
  elsewhere(`update ${what}_versions set ended_at = ?, ended_as = 'withdrawn'`, Date.now())
  if (what === 'proposal') await page.getByRole('button', { name: 'Continue to sign' }).click()
  else {
    await page.getByLabel('Your initials').fill('AL')
    await page.getByLabel('Your full name').fill('Ann Lee')
    await page.getByLabel(/I agree to sign/).check()
    await page.getByRole('button', { name: /code/ }).click()
  }
  await page.getByText('Here’s the latest').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /code|Continue/ }).count()).toBe(0)
  await page.context().close()
})
