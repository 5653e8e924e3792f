import { expect, it } from 'vitest'
import { freshPage, visit } from '../support/browser'
import { noRoomIn } from '../support/no-room'
import { browser, giveCookie, ownerCookie, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

it('a Studio form keeps what was typed while the disk is full, and saves it once there is room', async () => {
  const page = await freshPage(browser)
  await giveCookie(page, ownerCookie)
  await visit(page, `${site.url}/studio/galleries/new`)
  const title = page.getByLabel('Title')
  await title.fill('Whitfield & Cole')
  const makeRoom = await noRoomIn(site, 'audit')
  const submit = page.getByRole('button', { name: 'Create gallery' })
  await submit.click()
  await page.getByRole('alert').filter({ hasText: 'Your server is out of disk space' }).waitFor()
  expect(await title.inputValue()).toBe('Whitfield & Cole')
  await makeRoom()
  await submit.click()
  await page.waitForURL(/\/studio\/galleries\/[0-9a-f-]{36}/)
  await page.getByRole('heading', { name: 'Whitfield & Cole' }).waitFor()
  await page.context().close()
})
