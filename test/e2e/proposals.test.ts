import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { complaintsOfAxe, DESKTOP, freshPage, isFocused, openBrowser, PHONE, visit } from '../support/browser'
import { mailedText } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink'

let site: Site
let sink: SmtpSink
beforeAll(async () => {
  sink = await openSmtpSink()
  site = await startSite({ env: { SMTP_URL: sink.url } })
})
afterAll(async () => {
  await site?.stop()
  await sink?.close()
})

/** Fails on rules of axe, and on a page that scrolls sideways. */
async function check(page: Page, name: string) {
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), name).toBe(
    true,
  )
  expect(await complaintsOfAxe(page), name).toEqual([])
}

it('is written in the Studio, and chosen, signed and paid for on a phone without script', async () => {
  const browser = await openBrowser()
  const owner = await freshPage(browser, { viewport: DESKTOP, reducedMotion: 'reduce' })
  const [name = '', value = ''] = (await signedIn(site, 'owner')).split(/=(.*)/s)
  await owner.context().addCookies([{ name, value, url: site.url }])
  await visit(owner, `${site.url}/studio/proposals/new`)
  await check(owner, 'new')
  await owner.getByRole('button', { name: 'Weddings' }).click()
  await owner.getByLabel('Client’s name').fill('Ann Lee')
  await owner.getByLabel('Client’s email').fill('ann@example.com')
  await owner.getByRole('button', { name: 'Add extra' }).click()
  await owner.locator('[name="options.0.title"]').fill('Album')
  await owner.locator('[name="options.0.priceCents"]').fill('400')
  await owner.locator('[name="options.0.most"]').fill('3')
  await owner.getByLabel('Session', { exact: true }).selectOption({ index: 1 })
  await owner.getByLabel('Location', { exact: true }).selectOption({ index: 1 })
  await owner.locator('[name="date"]').fill('2030-06-15')
  await owner.getByLabel('Start time').fill('14:30')
  await owner.getByLabel('Deposit as a percentage').fill('25')
  await owner.getByRole('button', { name: 'Save and preview' }).last().click()
  await owner.getByText('Check the preview below').waitFor()
  for (const viewport of [PHONE, DESKTOP]) {
    await owner.setViewportSize(viewport)
    await check(owner, `room-${viewport.width}`)
  }
  await owner.getByRole('button', { name: 'Send proposal' }).click()
  await owner.getByText('You’ll see here when').waitFor()

  const ann = await freshPage(browser, { viewport: PHONE, javaScriptEnabled: false })
  const link =
    /(\/proposal\/[\w-]+)/.exec(await mailedText(sink, 'ann@example.com', 'Your proposal'))?.[1] ?? ''
  await ann.goto(site.url + link)
  expect(new URL(ann.url()).pathname).toBe('/proposal')
  await ann.getByRole('radio').nth(1).check()
  await ann.getByLabel(/Album/).fill('7')
  await ann.getByRole('button', { name: 'Continue to sign' }).click()
  await ann.getByText('Enter a number from 0 to 3.').first().waitFor()
  await ann.getByLabel(/Album/).fill('2')
  await ann.getByRole('button', { name: 'Continue to sign' }).click()
  await ann.getByRole('heading', { name: 'Your choice' }).waitFor()
  await ann.getByText('Album × 2').first().waitFor()
  await ann.getByLabel(/I agree to sign/).check()
  await ann.getByLabel('Your full name').fill('Ann Lee')
  await ann.getByRole('button', { name: 'Email me a code' }).click()
  const code = /Code: (\d{8})/.exec(await mailedText(sink, 'ann@example.com', 'Your code'))?.[1] ?? ''
  await ann.getByLabel('Code', { exact: true }).fill(code)
  await ann.getByRole('button', { name: 'Sign contract' }).click()
  await ann.getByRole('heading', { level: 1, name: 'You’re booked.' }).waitFor()
  await ann.getByRole('heading', { name: 'Payments' }).waitFor()

  // The same pages with script: on the first one, the total follows the choice.
  const again = await freshPage(browser, { viewport: PHONE })
  await visit(again, site.url + link)
  await check(again, 'signed')
  await owner.reload()
  await owner.getByText('Signed for').waitFor()
  await check(owner, 'signed-room')
  await visit(owner, `${site.url}/studio/proposals`)
  await check(owner, 'list')
  await owner.getByRole('link', { name: 'Weddings' }).click()
  await owner.getByRole('button', { name: 'Duplicate' }).click()
  await owner.locator('[name="date"]').fill('2030-06-22')
  await owner.getByLabel('Last day to sign').fill('')
  await owner.getByRole('button', { name: 'Save and preview' }).last().click()
  await owner.getByText('Check the preview below').waitFor()
  await owner.getByRole('button', { name: 'Send proposal' }).click()
  await owner.getByText('You’ll see here when').waitFor()
  await expect
    .poll(async () => (await mailedText(sink, 'ann@example.com', 'Your proposal')).includes(link))
    .toBe(false)
  const second =
    /(\/proposal\/[\w-]+)/.exec(await mailedText(sink, 'ann@example.com', 'Your proposal'))?.[1] ?? ''
  await visit(again, site.url + second)
  await check(again, 'choose')
  const total = again.locator('.prp-total')
  const before = await total.textContent()
  await again.getByLabel(/Album/).fill('1')
  await expect.poll(() => total.textContent()).not.toBe(before)
  await again.getByRole('button', { name: 'Continue to sign' }).click()
  await again.getByRole('heading', { name: 'Your choice' }).waitFor()
  await isFocused(again.locator('#sign'))
  await check(again, 'sign')
  await owner.getByRole('button', { name: 'Withdraw proposal' }).click()
  await owner.getByText('Your client gets an email').waitFor()
  await again.reload()
  await again.getByRole('heading', { level: 1, name: 'This proposal is no longer open.' }).waitFor()
  await check(again, 'withdrawn')
})
