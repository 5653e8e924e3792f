import { afterAll, beforeAll, expect, it } from 'vitest'
import { complaintsOfAxe } from '../support/browser'
import { post } from '../support/forms'
import { scene } from '../support/pictures'
import { inDatabaseOf } from '../support/site-database'
import { openSmtpSink } from '../support/smtp-sink'
import { openAsOwner, openPage, site, startVisitedSite } from '../support/visited-site'

const sink = await openSmtpSink()
afterAll(() => sink.close())
startVisitedSite({ owner: true, env: { SMTP_URL: sink.url } })
beforeAll(async () => {
  // A newsletter needs a postal address.
  await inDatabaseOf(site, async (db) => {
    const stored = db.selectFrom('settings').select('value').where('key', '=', 'studio')
    const studio = JSON.parse((await stored.executeTakeFirstOrThrow()).value)
    studio.address.street = '41 Example Street'
    const value = JSON.stringify(studio)
    await db.updateTable('settings').set({ value }).where('key', '=', 'studio').execute()
  })
  for (const email of ['ann@example.com', 'ben@example.com']) await post(site, '/newsletter', { email })
})

const PHONE = { width: 390, height: 844 }

it('a newsletter is written, tested, checked, sent and read, on a phone', async () => {
  const page = await openAsOwner('/studio/newsletter', PHONE)
  await page.getByRole('button', { name: 'New newsletter' }).click()
  await page.waitForURL(/\/studio\/newsletter\/[^/]+$/)
  // The list that is still shown has a field “Search subjects”.
  await page.getByLabel('Subject', { exact: true }).fill('First light')
  const text = page.locator('.editor-text')
  await text.click()
  await page.keyboard.type('Hello {first name}, the light is back.')
  await page.getByText(/^Draft saved /).waitFor()
  await page.getByLabel('Show it on the site once it’s sent, linked in the email').check()

  await page.getByRole('button', { name: 'Email me a test' }).click()
  await page.getByText(/^The mail server accepted the test to /).waitFor()
  const [test] = sink.caught.slice(-1)
  expect(test?.mail.subject).toBe('[Test] First light')
  expect(test?.mail.text).toContain('Hello Ann, the light is back.')

  // What is written after a test continues the same draft.
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Come and see.')
  await page.getByText(/^Draft saved /).waitFor()
  await page.getByRole('button', { name: 'Review and send' }).click()
  await page.getByRole('heading', { level: 1, name: 'Review' }).waitFor()
  await page.getByText('Fix this').waitFor({ state: 'detached' })
  expect(await complaintsOfAxe(page)).toEqual([])
  await page.getByLabel('Send on').fill('2030-01-09')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByRole('link', { name: 'First light' }).click()
  await page.getByRole('button', { name: 'Review and send' }).click()
  await page.getByText('It will be sent Jan 9, 2030, 9 AM EST.').waitFor()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('region', { name: 'Progress' }).getByText('2 recipients').waitFor()
  await expect
    .poll(() => sink.caught.filter(({ mail }) => mail.subject === 'First light').length)
    .toBeGreaterThanOrEqual(2)
  await page.getByRole('link', { name: '2, see the list: Sent' }).click()
  await page.getByText('ann@example.com').waitFor()
  const list = page.getByRole('heading', { name: 'Sent', exact: true })
  await expect.poll(async () => (await list.boundingBox())?.y).toBeLessThan(200)
  expect(await complaintsOfAxe(page)).toEqual([])

  const [mail] = sink.caught.filter(({ recipients }) => recipients.includes('ann@example.com')).slice(-1)
  const archive = /\/newsletter\/archive\/[\w-]+/.exec(mail?.mail.html ?? '')?.[0] ?? ''
  const reader = await openPage(archive, { javaScriptEnabled: false })
  await reader.getByText('Hello there, the light is back.').waitFor()
  await page.getByRole('button', { name: 'Hide from the site' }).click()
  await page.getByRole('button', { name: 'Show on the site' }).waitFor()
  expect((await fetch(site.url + archive)).status).toBe(404)
  await reader.context().close()
  await page.context().close()
})

it('the composer says which fields don’t exist, and shows a post by its title', async () => {
  const page = await openAsOwner('/studio/newsletter', PHONE)
  await page.getByRole('button', { name: 'New newsletter' }).click()
  await page.waitForURL(/\/studio\/newsletter\/[^/]+$/)
  const subject = page.getByLabel('Subject', { exact: true })
  const text = page.locator('.editor-text')
  await text.waitFor()
  await subject.fill('Snow in {city}')
  const problem = page.getByText('{city} isn’t a field')
  await problem.waitFor()
  await page.reload()
  await problem.waitFor()
  await text.waitFor()
  await subject.fill('Snow, {first name}')
  await problem.waitFor({ state: 'detached' })

  await text.click()
  await page.keyboard.type('/post')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Post' })
  const title = await dialog.locator('option').first().textContent()
  await dialog.getByRole('button', { name: 'Add post' }).click()
  const block = text.getByText(`Post: ${title}`, { exact: true })
  await block.waitFor()
  const stored = () =>
    inDatabaseOf(site, (db) =>
      db
        .selectFrom('newsletter_campaigns')
        .select('id')
        .where('document', 'like', '%"postTeaser"%')
        .execute(),
    )
  await expect.poll(stored).toHaveLength(1)
  await page.reload()
  await block.waitFor()
  await page.context().close()
})

it('a photo that was just uploaded appears in the preview once it is ready, and a button comes below it', async () => {
  const page = await openAsOwner('/studio/newsletter')
  await page.getByRole('button', { name: 'New newsletter' }).click()
  await page.waitForURL(/\/studio\/newsletter\/[^/]+$/)
  await page.locator('.editor-text').click()
  await page.getByRole('button', { name: 'Photo', exact: true }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose a photo' })
  await chooser.getByRole('button', { name: 'Upload photos' }).click()
  const file = {
    name: 'bread.jpg',
    mimeType: 'image/jpeg',
    buffer: await scene(1600, 1200).jpeg().toBuffer(),
  }
  await chooser.getByLabel('Photos', { exact: true }).setInputFiles(file)
  await chooser.getByLabel('No one in these photos can be recognized').check()
  await chooser.waitFor({ state: 'detached' })
  await page.frameLocator('iframe').getByRole('img', { name: 'Bread' }).waitFor()
  // The photo is still selected.
  await page.getByRole('button', { name: 'Button', exact: true }).click()
  await page.getByLabel('Button text').waitFor()
  expect(await page.locator('.editor-photo').count()).toBe(1)
  await page.context().close()
})

it('the composer says why there is no editor, without JavaScript and when its code is missing', async () => {
  const page = await openAsOwner('/studio/newsletter')
  await page.route(/\/text-editor-[\w-]+\.js$/, (route) => route.abort())
  await page.getByRole('button', { name: 'New newsletter' }).click()
  await page.getByRole('alert').filter({ hasText: 'We couldn’t load the editor.' }).waitFor()
  expect(await page.getByText('Loading the editor…').count()).toBe(0)
  const html = await page.context().request.get(page.url())
  expect(await html.text()).toMatch(/<noscript><p>To write the text, turn on JavaScript/)
  await page.context().close()
})
