import { expect, it } from 'vitest'
import { PHONE } from '../support/browser'
import { inDatabaseOf } from '../support/site-database'
import { openNewPost, text } from '../support/text-editor'
import { site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

it('says of a photo that visitors don’t see it, and breaks a long address', async () => {
  const { page } = await openNewPost()
  await text(page).click()
  await page.keyboard.type(`https://example.com/${'a'.repeat(60)}\n`)
  await page.getByRole('button', { name: 'Photo', exact: true }).click()
  await page.locator('.phc__list button').first().click()
  const photo = page.locator('.ped-photo')
  await photo.locator('img').waitFor()
  await page.getByText(/^Draft saved /).waitFor()
  await inDatabaseOf(site, (db) => db.updateTable('photos').set({ published_at: null }).execute())
  await page.reload()
  await photo.getByText('Visitors don’t see this photo.').waitFor()
  expect(await photo.locator('img').isVisible()).toBe(false)
  await page.setViewportSize(PHONE)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.context().close()
})
