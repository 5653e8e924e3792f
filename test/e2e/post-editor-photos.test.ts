import { expect, it } from 'vitest'
import { isFocused, PHONE } from '../support/browser'
import { inDatabaseOf } from '../support/site-database'
import { openNewPost, paste, text } from '../support/text-editor'
import { site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

it('writes on below a photo, never over it, and puts photos side by side across an empty line', async () => {
  const { page } = await openNewPost()
  const blocks = () =>
    text(page).evaluate((element) =>
      [...element.children].map((block) =>
        block.querySelector('img') ? `photos ${block.querySelectorAll('img').length}` : block.textContent,
      ),
    )
  const addPhoto = async () => {
    await page.keyboard.type('/photo')
    await page.locator('#insert-0', { hasText: /^Photo$/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.phc__list button').first().click()
    await isFocused(text(page))
  }
  await text(page).click()
  await addPhoto()
  await paste(page, '<p>Before the sun</p>')
  await expect.poll(blocks).toEqual(['photos 1', 'Before the sun'])
  await page.getByRole('button', { name: 'Side by side' }).click()
  await page.getByText('Add another photo above or below this one first.').waitFor()
  const focal = page.getByRole('link', { name: 'Focal point' })
  const [library] = await Promise.all([page.context().waitForEvent('page'), focal.click()])
  await library.getByLabel('From left (%)').waitFor()
  await library.close()
  await page.locator('.editor-photo img').click()
  await page.keyboard.type('It is ')
  await expect.poll(blocks).toEqual(['photos 1', 'It is ', 'Before the sun'])
  await page.keyboard.press('Enter')
  await addPhoto()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await addPhoto()
  await expect
    .poll(blocks)
    .toEqual([...['photos 1', 'It is ', 'photos 1', ''], ...['photos 1', 'Before the sun']])
  await page.getByRole('button', { name: 'Side by side' }).last().click()
  await expect.poll(blocks).toEqual(['photos 1', 'It is ', 'photos 2', 'Before the sun'])
  await page.context().close()
})

it('says of a photo that visitors don’t see it, and breaks a long address', async () => {
  const { page } = await openNewPost()
  await text(page).click()
  await page.keyboard.type(`https://example.com/${'a'.repeat(60)}\n`)
  await page.getByRole('button', { name: 'Photo', exact: true }).click()
  await page.locator('.phc__list button').first().click()
  const photo = page.locator('.editor-photo')
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

it('lets go of its error once something is written or pasted, and has it again if it’s sent empty again', async () => {
  const { page } = await openNewPost()
  await page.getByLabel('Title', { exact: true }).fill('A morning in the rain')
  const error = page.locator('#field-markdown-error')
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await error.waitFor()
    expect(await text(page).getAttribute('aria-describedby')).toBe('field-markdown-error')
    expect(await text(page).getAttribute('aria-invalid')).toBe('true')
  }
  await text(page).waitFor()
  await publish()
  const line = page.getByRole('link', { name: 'Write something before you publish.' })
  await line.click()
  await isFocused(text(page))
  await page.keyboard.type('I')
  await error.waitFor({ state: 'hidden' })
  expect(await line.isVisible()).toBe(false)
  await page.keyboard.press('Backspace')
  await publish()
  await paste(page, '<p>It rained.</p>')
  await error.waitFor({ state: 'hidden' })
  await page.context().close()
})
