import { expect, it } from 'vitest'
import { rows } from '../support/forms'
import { openAsOwner, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

it('the text of a page is written beside its preview, with a session type, and published', async () => {
  const page = await openAsOwner('/studio/website/pages/about')
  const preview = page.frameLocator('iframe[name=preview]')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  const last = text.locator('p').last()
  const { width, height } = (await last.boundingBox()) ?? { width: 0, height: 0 }
  await last.click({ position: { x: width - 2, y: height - 6 } })
  await page.keyboard.press('Enter')
  await page.keyboard.type('We also photograph **cats**.')
  await preview.getByText('We also photograph cats.').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('/session')
  await page.getByRole('listbox', { name: 'Insert' }).getByText('Session type').waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Add session type' }).click()
  await dialog.waitFor({ state: 'detached' })
  await preview.getByRole('link', { name: 'Book this session' }).waitFor()
  await page.getByText(/^Draft saved /).waitFor()
  // A list of the form is another form, with the same text.
  await page.getByRole('button', { name: 'Add number' }).click()
  await page.locator('[name="body.facts.4.label"]').fill('Cats')
  await page.locator('[name="body.facts.4.figure"]').fill('2')
  await text.getByText('We also photograph').waitFor()
  await page.getByRole('button', { name: 'Publish' }).last().click()
  await page.getByText('Saved and published.').waitFor()
  await page.goto(`${site.url}/about`)
  await page.locator('strong', { hasText: 'cats' }).waitFor()
  await page.getByRole('link', { name: 'Book this session' }).waitFor()
  await page.context().close()
})

it('the text of a product stays in the editor when its form is refused', async () => {
  const page = await openAsOwner('/studio/website/products/new')
  await page.getByRole('textbox', { name: 'Category' }).fill('Frames')
  await page.getByRole('textbox', { name: 'Summary' }).fill('For prints.')
  await page
    .getByRole('textbox', { name: /^Price/ })
    .first()
    .fill('40')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await text.click()
  await page.keyboard.type('- Of walnut')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('“Title” is required.').first().waitFor()
  expect(await text.locator('li').innerText()).toBe('Of walnut')
  await page.getByRole('textbox', { name: 'Title' }).fill('Walnut tray')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect
    .poll(() => rows(site, `select body from products where slug = 'walnut-tray'`))
    .toEqual([{ body: '- Of walnut' }])
  await page.context().close()
})
