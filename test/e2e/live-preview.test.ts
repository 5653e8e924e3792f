import { expect, it } from 'vitest'
import { rows } from '../support/forms'
import { openAsOwner, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

it('changes only what was typed in the preview, so that its pictures stay', async () => {
  const [post] = rows(site, "select id from posts where slug = 'wear-the-thing-you-always-wear'")
  const page = await openAsOwner(`/studio/website/posts/${post?.id}`)
  const preview = page.frameLocator('iframe[name=preview]')
  await preview.locator('main img').first().waitFor()
  const body = await preview.locator('body').elementHandle()
  const shown = await body?.evaluateHandle((each) => [...each.querySelectorAll('main img, header, footer')])
  expect(await shown?.evaluate((all) => all.length)).toBeGreaterThan(2)
  await page.locator('.editor-text p').last().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('Written beside its preview.\nAnd one more.')
  await preview.getByText('And one more.').waitFor()
  await page.keyboard.press('Control+z')
  await preview.getByText('And one more.').waitFor({ state: 'detached' })
  await page.getByLabel('Title', { exact: true }).fill('Another title')
  await preview.getByRole('heading', { level: 1, name: 'Another title' }).waitFor()
  expect(await shown?.evaluate((all) => all.every(({ isConnected }) => isConnected))).toBe(true)
  await page.context().close()
})

it('loads a preview that a busy site refused, without another word typed', async () => {
  const page = await openAsOwner('/studio/website/pages/about')
  const preview = page.frameLocator('iframe[name=preview]')
  await preview.getByRole('heading', { level: 1 }).waitFor()
  await page.route('**/preview', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('A room of *light.*')
  const refusal = page.getByText('We couldn’t load the preview. Your text is still here.')
  await refusal.waitFor()
  await preview.getByRole('heading', { level: 1, name: 'A room of light.' }).waitFor()
  await refusal.waitFor({ state: 'detached' })
  await page.context().close()
})

it('shows what was typed while the browser loaded the page, or another version of it, into the frame', async () => {
  const page = await openAsOwner('/studio/website/pages')
  const preview = page.frameLocator('iframe[name=preview]')
  /** Types while the frame’s document is held back. */
  const typeBefore = async (load: () => Promise<void>, words: string) => {
    let arrive = () => {}
    const held = new Promise<void>((done) => {
      arrive = done
    })
    await page.route('**/pages/thank-you/preview*', async (route) => {
      if (route.request().isNavigationRequest()) await held
      await route.continue()
    })
    await load()
    const answered = page.waitForResponse(
      (answer) => answer.url().includes('/preview') && answer.request().method() === 'POST',
    )
    await page.getByLabel('Heading', { exact: true }).fill(words)
    await (await answered).finished()
    arrive()
    await preview.getByRole('heading', { level: 1, name: words }).waitFor()
    await preview.locator('head link[rel=stylesheet]').first().waitFor({ state: 'attached' })
    await preview.getByRole('heading', { level: 1, name: words }).waitFor()
    await page.unrouteAll()
  }
  await typeBefore(() => page.getByRole('link', { name: 'Thank you' }).click(), 'It is all in hand')
  await page.getByRole('button', { name: 'Opened directly' }).click()
  await preview.getByRole('heading', { level: 1, name: 'Thank you.' }).waitFor()
  await typeBefore(() => page.getByRole('button', { name: 'After a message' }).click(), 'Back soon')
  await page.context().close()
})
