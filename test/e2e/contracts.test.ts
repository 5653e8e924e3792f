import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import {
  alive,
  complaintsOfAxe,
  DESKTOP,
  freshPage,
  isFocused,
  openBrowser,
  PHONE,
  TABLET,
  visit,
} from '../support/browser'
import { makeBooking } from '../support/factories'
import { mailedText } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'
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
async function check(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expect(await complaintsOfAxe(page)).toEqual([])
}

it('is written in the Studio, and signed on phones by a couple: drawn, and by keyboard', async () => {
  const browser = await openBrowser()
  const booking = await inDatabaseOf(site, (db) =>
    makeBooking(db, { name: 'Ann Lee', email: 'ann@example.com' }),
  )
  const owner = await freshPage(browser, { viewport: DESKTOP, reducedMotion: 'reduce' })
  const [name = '', value = ''] = (await signedIn(site, 'owner')).split(/=(.*)/s)
  await owner.context().addCookies([{ name, value, url: site.url }])
  await visit(owner, `${site.url}/studio/settings/contracts`)
  await owner.getByRole('link', { name: 'Start from our example' }).click()
  await owner.getByText('not legal advice').waitFor()
  await check(owner)
  await owner.getByRole('button', { name: 'Save' }).click()
  await owner.getByText('Added.').waitFor()
  await visit(owner, `${site.url}/studio/bookings/${booking.id}`)
  await owner.getByRole('link', { name: 'New contract' }).click()
  await owner.getByRole('button', { name: 'Session agreement' }).click()
  await owner.getByRole('heading', { level: 1, name: 'Session agreement' }).waitFor()
  await owner.getByLabel('Second client’s name').fill('Bo Lee')
  await owner.getByLabel('Second client’s email').fill('bo@example.com')
  await owner.getByLabel('Your name', { exact: true }).fill('Dorian Ellis')
  await owner.getByLabel('Your email').fill('studio@example.com')
  await owner.getByRole('button', { name: 'Save and preview' }).click()
  await owner.getByText('Check the preview below').waitFor()
  await owner.getByText('Ann Lee and Bo Lee (“you”)').waitFor()
  for (const viewport of [PHONE, TABLET, DESKTOP]) {
    await owner.setViewportSize(viewport)
    await check(owner)
  }
  await owner.getByRole('button', { name: 'Send to sign' }).click()
  await owner.getByText('We’ll tell you on this page').waitFor()
  await check(owner)

  const ann = await freshPage(browser, { viewport: PHONE, hasTouch: true })
  const linkOf = async (email: string) =>
    site.url + (/(\/contract\/[\w-]+)/.exec(await mailedText(sink, email, 'Please sign'))?.[1] ?? '')
  await visit(ann, await linkOf('ann@example.com'))
  expect(new URL(ann.url()).pathname).toBe('/contract')
  for (const viewport of [DESKTOP, TABLET, PHONE]) {
    await ann.setViewportSize(viewport)
    await check(ann)
  }
  const setSize = (size: string) =>
    ann.evaluate((given) => {
      document.documentElement.style.fontSize = given
    }, size)
  await setSize('200%')
  await check(ann)
  await setSize('')
  await ann.getByRole('button', { name: 'Email me a code' }).click()
  await ann.getByRole('link', { name: 'Write your initials here.' }).waitFor()
  await ann.getByLabel('Your initials').fill('AL')
  expect(await ann.getByRole('radio', { checked: true }).count()).toBe(0)
  await ann.getByLabel('Yes, I agree').check()
  await ann.getByLabel(/I agree to sign/).check()
  const noName = ann.getByText('Type your full name, or draw your signature.')
  expect(await noName.filter({ visible: true }).count()).toBe(2)
  const pad = ann.locator('.ctr-pad')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is no field to draw in.')
  // A dot isn't a signature. The pad looks refused, and the note leads to it.
  const edge = () => pad.evaluate((drawn) => getComputedStyle(drawn).borderTopColor)
  const calm = await edge()
  await ann.mouse.click(box.x + 20, box.y + 60)
  await ann.getByRole('button', { name: 'Email me a code' }).click()
  await ann.getByRole('link', { name: 'We couldn’t read that drawing.' }).click({ timeout: 9_000 })
  expect(await pad.evaluate((drawn) => drawn === document.activeElement)).toBe(true)
  await expect.poll(edge).not.toBe(calm)
  await ann.getByRole('button', { name: 'Clear drawing' }).click()
  await pad.scrollIntoViewIfNeeded()
  await ann.mouse.move(box.x + 20, box.y + 60)
  await ann.mouse.down()
  for (const [x, y] of [
    [80, 20],
    [120, 80],
    [200, 30],
    [260, 70],
  ] as const)
    await ann.mouse.move(box.x + x, box.y + y)
  await ann.mouse.up()
  // It corrects the name, which was missing.
  expect(await noName.filter({ visible: true }).count()).toBe(0)
  await ann.getByText('This drawing is your signature.').waitFor()
  await ann.getByRole('button', { name: 'Email me a code' }).click()
  await ann.getByText('We emailed a code to ann@example.com').waitFor()
  await check(ann)
  const codeOf = async (email: string) =>
    /Code: (\d{8})/.exec(await mailedText(sink, email, 'Your code'))?.[1] ?? ''
  await ann.getByLabel('Code', { exact: true }).fill(await codeOf('ann@example.com'))
  await ann.getByRole('button', { name: 'Sign contract' }).click()
  await ann.getByRole('heading', { level: 1, name: 'You’ve signed.' }).waitFor()
  await isFocused(ann.locator('#main'))
  await expect.poll(() => ann.evaluate(() => scrollY)).toBeLessThan(100)
  await check(ann)

  const bo = await freshPage(browser, { viewport: PHONE })
  await visit(bo, await linkOf('bo@example.com'))
  await bo.getByLabel('Your initials').focus()
  await bo.keyboard.type('BL')
  await bo.keyboard.press('Tab')
  await bo.keyboard.press('ArrowDown')
  await bo.keyboard.press('Tab')
  await bo.keyboard.press('Space')
  await bo.keyboard.press('Tab')
  await bo.keyboard.type('Bo Lee')
  await bo.keyboard.press('Enter')
  await bo.getByText('We emailed a code to bo@example.com').waitFor()
  await isFocused(bo.getByLabel('Code', { exact: true }))
  await bo.keyboard.type(await codeOf('bo@example.com'))
  await bo.keyboard.press('Enter')
  await bo.getByRole('heading', { level: 1, name: 'You’ve signed.' }).waitFor()

  await visit(owner, await linkOf('studio@example.com'))
  await owner.getByText('The clients’ initials go here.').waitFor()
  expect(await owner.getByRole('radio').count()).toBe(0)
  await owner.getByLabel(/I agree to sign/).check()
  await owner.getByLabel('Your full name').fill('Dorian Ellis')
  await owner.getByRole('button', { name: 'Email me a code' }).click()
  await owner.getByLabel('Code', { exact: true }).fill(await codeOf('studio@example.com'))
  await owner.getByRole('button', { name: 'Sign contract' }).click()
  await owner.getByRole('heading', { level: 1, name: 'Signed by everyone.' }).waitFor()
  await mailedText(sink, 'ann@example.com', 'Signed by everyone')
  await ann.reload()
  await alive(ann)
  const [download] = await Promise.all([
    ann.waitForEvent('download'),
    ann.getByRole('link', { name: 'Download signed PDF' }).click(),
  ])
  const stranger = await freshPage(browser, { viewport: PHONE })
  await visit(stranger, `${site.url}/verify`)
  await check(stranger)
  await stranger.getByLabel('PDF').setInputFiles(await download.path())
  await stranger.getByRole('button', { name: 'Check contract' }).click()
  await stranger.getByText('signed by Ann Lee, Bo Lee, and Dorian Ellis').waitFor()
  const widths = await stranger.locator('.note > p').evaluateAll((all) => all.map((p) => p.clientWidth))
  expect(Math.min(...widths)).toBeGreaterThan(200)
  await check(stranger)
  await visit(owner, `${site.url}/studio/contracts`)
  await owner.getByRole('link', { name: 'Session agreement' }).click()
  await owner.getByRole('link', { name: 'Download signed PDF' }).waitFor()
  await owner.getByText('Agreed. It covers every gallery that you share with ann@example.com.').waitFor()
  await owner.getByText('Declined. Photos of this client').waitFor()
  await check(owner)
})
