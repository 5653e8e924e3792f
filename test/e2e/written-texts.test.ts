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

it('sections of the terms keep what was typed when they move, and are published', async () => {
  const page = await openAsOwner('/studio/website/terms')
  const part = (title: string) =>
    page.getByRole('listitem').filter({ has: page.locator('summary', { hasText: title }) })
  const text = (title: string) => part(title).getByRole('textbox', { name: 'Text', exact: true })
  await page.locator('.editor-text').nth(12).waitFor({ state: 'attached' })
  for (const title of ['Weather', 'Arriving late']) {
    await page.locator('summary', { hasText: title }).click()
    await text(title).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type(`Typed of ${title}. `)
  }
  await page.getByRole('button', { name: 'Move “Arriving late” up' }).click()
  await expect.poll(() => text('Arriving late').getAttribute('id')).toBe('field-sections.3.body')
  await page.getByRole('button', { name: 'Remove “What this is”' }).click()
  await page.locator('summary', { hasText: 'What this is' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add section' }).click()
  await part('New section').getByRole('textbox', { name: 'Title' }).fill('Dogs')
  await part('New section').getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await part('New section').getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.type('- Are **welcome**')
  const ids = await page.locator('.editor-text').evaluateAll((texts) => texts.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  await page.getByRole('button', { name: 'Publish new version' }).click()
  await page.getByText('Version 2 is published.').waitFor()
  await page.goto(`${site.url}/terms`)
  const titles = await page.locator('.terms__body h2').allTextContents()
  expect(titles.slice(2, 4)).toEqual(['Arriving late', 'Weather'])
  const shown = (id: string) => page.locator(`#${id}`).innerText()
  expect(await shown('late')).toContain('Typed of Arriving late. A session ends')
  expect(await shown('weather')).toContain('Typed of Weather. Sessions outdoors')
  expect(await page.locator('#dogs li strong').innerText()).toBe('welcome')
  await page.context().close()
})

it('buttons of the terms that are pressed before the last one is answered wait for it', async () => {
  const page = await openAsOwner('/studio/website/terms')
  await page.locator('.editor-text').last().waitFor({ state: 'attached' })
  const titles = () => page.locator('.trm__part summary').allTextContents()
  const before = (await titles()).map((title) => title.replace(/^\d+ /, ''))
  const moved = before.at(-1)
  const sent: (string | null)[] = []
  await page.route(/\/studio\/website\/terms\.data/, async (route) => {
    if (route.request().method() === 'POST') {
      sent.push(new URLSearchParams(route.request().postData() ?? '').get('intent'))
      await page.waitForTimeout(400)
    }
    await route.continue()
  })
  const up = page.getByRole('button', { name: `Move “${moved}” up` })
  await up.click()
  await up.click()
  await expect.poll(async () => (await titles()).at(-3)).toContain(moved)
  await up.click()
  await page.getByRole('button', { name: 'Publish new version' }).click()
  await page.getByText(/^Version \d+ is published\.$/).waitFor()
  const at = before.length - 1
  expect(sent).toEqual([`up ${at}`, `up ${at - 1}`, `up ${at - 2}`, 'publish'])
  expect((await titles()).at(-4)).toContain(moved)
  await page.context().close()
})
