import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { freshPage, openBrowser, visit } from '../support/browser'
import { noRoomIn } from '../support/no-room'
import { type Site, startSite } from '../support/site'

let site: Site
let browser: Browser
let cookie: string
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  cookie = await signedIn(site, 'owner')
})
afterAll(() => site?.stop())

it('a Studio form keeps what was typed while the disk is full, and saves it once there is room', async () => {
  const page = await freshPage(browser)
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await page.context().addCookies([{ name, value, url: site.url }])
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
