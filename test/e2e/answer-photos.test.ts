import { beforeAll, expect, it } from 'vitest'
import { alive, complaintsOfAxe, freshPage, PHONE, visit } from '../support/browser'
import { bookOn, openEveryDay } from '../support/manage-booking'
import { scene } from '../support/pictures'
import { inDatabaseOf } from '../support/site-database'
import { browser, openAsOwner, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })
beforeAll(async () => {
  await openEveryDay(site)
  const questions = [
    { id: 'q1', label: 'Anything else?', kind: 'text', required: false },
    { id: 'q2', label: 'What do you wear?', kind: 'photos', required: false },
  ]
  await inDatabaseOf(site, (db) =>
    db
      .updateTable('session_types')
      .set({ questionnaire: JSON.stringify(questions) })
      .where('slug', '=', 'portrait')
      .execute(),
  )
})

it.each([true, false])(
  'a client adds and removes photos on a phone, and the studio sees them (with script: %s)',
  async (javaScriptEnabled) => {
    const { id, token } = await bookOn(site)
    const page = await freshPage(browser, { viewport: PHONE, javaScriptEnabled })
    await visit(page, `${site.url}/booking/${token}`)
    await page.getByText('No photos yet').waitFor()
    await page.getByRole('link', { name: 'Change: What do you wear?' }).click()
    const chosen = page.getByLabel(/^What do you wear\?/)
    await chosen.waitFor()
    if (javaScriptEnabled) await alive(page)
    const jpeg = { mimeType: 'image/jpeg', buffer: await scene(600, 400).jpeg().toBuffer() }
    const page_ = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>') }
    await page.getByLabel('Anything else?').fill('We bring a dog')
    await chosen.setInputFiles([{ name: 'dress.jpg', ...jpeg }, page_])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('notes.jpg: This is a web page.').first().waitFor()
    const added = page.getByRole('list', { name: 'Photos you added: What do you wear?' })
    await added.getByText('dress.jpg').first().waitFor()
    expect(await page.getByLabel('Anything else?').inputValue()).toBe('We bring a dog')
    const picture = added.locator('img')
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((each: HTMLImageElement) => each.naturalWidth))
      .toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    if (javaScriptEnabled) expect(await complaintsOfAxe(page)).toEqual([])
    await chosen.setInputFiles([
      { name: 'shoes.jpg', ...jpeg, buffer: await scene(300, 300, 200).jpeg().toBuffer() },
    ])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 photos').waitFor()

    const studio = await openAsOwner(`/studio/bookings/${id}`)
    const shown = studio.getByRole('region', { name: 'Photos: What do you wear?' })
    await shown.getByRole('link', { name: 'Download dress.jpg' }).waitFor()
    const first = shown.locator('img').first()
    await first.scrollIntoViewIfNeeded()
    await expect.poll(() => first.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
    await studio.context().close()

    await page.getByRole('link', { name: 'Change: What do you wear?' }).click()
    await page.getByRole('checkbox', { name: 'Remove dress.jpg' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 photo', { exact: true }).waitFor()
    await page.context().close()
  },
)
