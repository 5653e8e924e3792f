import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { complaintsOfAxe, DESKTOP, freshPage, isFocused, PHONE, visit } from '../support/browser'
import { post, rows } from '../support/forms'
import { scene } from '../support/pictures'
import { browser, openAsOwner, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })
beforeAll(async () => {
  await post(site, '/contact', { name: 'Ann Lee', email: 'ann@example.com', message: 'Are you free in May?' })
})

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

describe('the Studio in the browser', () => {
  it('navigates by keyboard: the palette, G and a letter, and the list of shortcuts', async () => {
    const page = await openAsOwner('/studio')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('activ')
    await page.keyboard.press('Enter')
    await h1(page, 'Activity').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/studio/activity')
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await h1(page, 'Inbox').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' })
    await h1(page, 'Inbox').waitFor()
    await page.context().close()
  })

  it('loads a page’s modules once a finger touches its link', async () => {
    const page = await openAsOwner('/studio/galleries/new')
    const isLoaded = () => page.locator('link[rel=modulepreload][href*="/assets/galleries-"]').count()
    expect(await isLoaded()).toBe(0)
    await page.locator('.topb__up').dispatchEvent('touchstart')
    await expect.poll(isLoaded).toBe(1)
    await page.context().close()
  })

  it('finds records by keyboard, and announces how many', async () => {
    const page = await openAsOwner('/studio/activity')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.pressSequentially('ann', { delay: 20 })
    const option = page.getByRole('group', { name: 'Inbox' }).getByRole('option', { name: /^Ann Lee/ })
    await option.waitFor()
    await page
      .getByRole('dialog')
      .getByRole('status')
      .getByText(/^\d+ results?$/)
      .waitFor()
    // From the first suggestion down to the message.
    const chosen = () => field.getAttribute('aria-activedescendant')
    for (let presses = 0; presses < 20; presses++) {
      if ((await option.getAttribute('aria-selected')) === 'true') break
      const before = await chosen()
      await page.keyboard.press('ArrowDown')
      await expect.poll(chosen).not.toBe(before)
    }
    await expect.poll(chosen).toBe(await option.getAttribute('id'))
    expect(await complaintsOfAxe(page, { include: '.cmdk' })).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/studio\/inbox\/messages\//)
    await page.getByRole('heading', { level: 1, name: 'Ann Lee' }).waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('zzzz')
    await page.getByText('No results.').waitFor()
    await page.context().close()
  })

  it('shows what was typed last, whatever is answered last, and says when a search fails', async () => {
    const page = await openAsOwner('/studio/activity')
    const asked = (words: string) => (url: URL) =>
      url.pathname === '/studio/search/results' && url.searchParams.get('words') === words
    const first = Promise.withResolvers<void>()
    const last = Promise.withResolvers<void>()
    await page.route(asked('an'), async (route) => {
      const answer = await route.fetch()
      first.resolve()
      await last.promise
      await route.fulfill({ response: answer }).catch(() => {})
    })
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search' })
    const status = page.getByRole('dialog').getByRole('status')
    await field.fill('an')
    await first.promise
    await field.fill('ann')
    await status.getByText(/^\d+ results?$/).waitFor()
    const count = await status.textContent()
    last.resolve()
    await page.route(asked('anna'), (route) => route.abort())
    await field.fill('anna')
    await status.getByText('We couldn’t search your records.').waitFor()
    await field.fill('ann')
    await status.getByText(count ?? '').waitFor()
    await page.context().close()
  })

  it('moves through lists with J and K, opens with O and replies with A, also after a click', async () => {
    await post(site, '/contact', { name: 'Ben Cole', email: 'ben@example.com', message: 'Hello?' })
    const page = await openAsOwner('/studio/activity')
    // The keys do nothing on a page without rows, and work again on the next page with some.
    await page.keyboard.press('j')
    await isFocused(page.locator('body'))
    await page
      .getByRole('link', { name: /^Inbox/ })
      .first()
      .click()
    await page.waitForURL(/\/studio\/inbox$/)
    await page.getByRole('link', { name: 'Ben Cole' }).waitFor()
    for (const [key, name] of [
      ['j', 'Ben Cole'],
      ['j', 'Ann Lee'],
      ['j', 'Ann Lee'],
      ['k', 'Ben Cole'],
    ] as const) {
      await page.keyboard.press(key)
      await isFocused(page.getByRole('link', { name, exact: true }))
    }
    await page.keyboard.press('o')
    await page.waitForURL(/\/studio\/inbox\/messages\//)
    await page.getByRole('heading', { level: 1, name: 'Ben Cole' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Ben Cole' }).waitFor()
    await page.getByRole('searchbox').fill('jkao')
    await page.getByRole('searchbox').press('Escape')
    await page.getByRole('link', { name: 'Ben Cole' }).focus()
    await page.keyboard.press('a')
    await page.getByText('Marked as answered.').waitFor()
    await isFocused(page.getByRole('link', { name: 'Ann Lee', exact: true }))
    await expect
      .poll(() => rows(site, `select name from contact_messages where answered_at is null`))
      .toEqual([{ name: 'Ann Lee' }])
    await page.context().close()
  })

  it('shows the title on a phone, whatever the parent’s name is', async () => {
    const [post] = rows(site, 'select id from posts order by length(title) desc')
    const page = await openAsOwner(`/studio/website/posts/${post?.id}/versions`, PHONE)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const title = h1(page, 'Versions')
      expect(await title.evaluate(cutOff)).toBeLessThan(0.02)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
    await page.context().close()
  })

  it('turns off single-letter shortcuts', async () => {
    const page = await openAsOwner('/studio')
    await page.keyboard.press('?')
    await page.getByRole('checkbox', { name: /^Use single-key/ }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('shortcuts')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/studio')
    await page.context().close()
  })

  it('marks a message as answered and offers to undo it', async () => {
    const page = await openAsOwner('/studio')
    await page.getByRole('link', { name: /^Open: Message, Ann Lee/ }).click()
    await page.getByRole('button', { name: 'Mark as answered' }).click()
    await page.getByText(/^Marked as answered by/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Mark as answered' }).waitFor()
    await expect
      .poll(() => rows(site, `select answered_at from contact_messages where name = 'Ann Lee'`))
      .toEqual([{ answered_at: null }])
    await page.context().close()
  })

  it('D3: changes the phone number in the public footer, and warns before unsaved changes are lost', async () => {
    const page = await openAsOwner('/studio/settings/studio')
    await page.getByLabel('Phone').fill('(973) 555-0177')
    await page.getByRole('link', { name: 'Photos', exact: true }).first().click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved and published.').waitFor()
    const visitor = await freshPage(browser)
    await expect
      .poll(async () => {
        await visitor.goto(`${site.url}/`)
        return visitor.locator('footer').textContent()
      })
      .toContain('(973) 555-0177')
    await visitor.context().close()
    await page.context().close()
  })

  it('lists photos to choose from once a field has the focus, and chooses one by keyboard', async () => {
    const page = await openAsOwner('/studio/website/pages')
    await page.getByRole('link', { name: 'About' }).click()
    const field = page.getByLabel('Portrait', { exact: true })
    const titles = field.locator('option')
    await expect.poll(() => titles.count()).toBe(1)
    await field.focus()
    await expect.poll(() => titles.count()).toBeGreaterThan(20)
    await page.keyboard.type('Autumn')
    await expect.poll(() => field.inputValue()).toMatch(/^autumn/)
    await page.getByText(/^Draft saved /).waitFor()
    await page.context().close()
  })

  it('edits a page beside its preview, by keyboard', async () => {
    const page = await openAsOwner('/studio/website/pages')
    await page.getByRole('link', { name: 'About' }).focus()
    await page.keyboard.press('Enter')
    const preview = page.frameLocator('iframe[name=preview]')
    await preview.getByRole('heading', { level: 1 }).waitFor()
    const entries = await page.evaluate(() => history.length)
    await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('A room of *light.*')
    await preview.getByRole('heading', { level: 1, name: 'A room of light.' }).waitFor()
    await page.getByRole('button', { name: 'Add number' }).focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('body.facts.4.label')
    await page.keyboard.type('Windows')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1')
    await preview.getByText('Windows').waitFor()
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.getByRole('button', { name: 'Browse photos' }).first().click()
    const chooser = page.getByRole('dialog', { name: 'Choose a photo' })
    await chooser.getByPlaceholder('Title').fill('autumn')
    await chooser.getByRole('button', { name: /Autumn/ }).click()
    await preview.getByRole('img', { name: /fog/i }).first().waitFor()
    await page.getByRole('button', { name: 'Browse photos' }).nth(1).click()
    await chooser.getByRole('button', { name: 'Upload photos' }).click()
    const files = [1, 2].map(async (hue) => ({
      ...{ name: `lena-${hue}.jpg`, mimeType: 'image/jpeg' },
      buffer: await scene(600, 400, hue).jpeg().toBuffer(),
    }))
    await chooser.getByLabel('Photos', { exact: true }).setInputFiles(await Promise.all(files))
    await chooser.getByText('Answer this first').waitFor()
    await chooser.getByLabel('No one in these photos can be recognized').check()
    await chooser.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('Portrait', { exact: true }).inputValue()).toBe('lena-1')
    await preview.getByRole('img', { name: 'Lena 1' }).first().waitFor()
    await page.getByText(/^Draft saved /).waitFor()
    await page.getByRole('button', { name: 'Publish' }).last().click()
    await page.getByText('Saved and published.').waitFor()
    await page.getByRole('link', { name: 'View on the site' }).click()
    await page.getByRole('heading', { level: 1, name: 'A room of light.' }).waitFor()
    await page.getByRole('link', { name: 'Edit this page' }).click()
    await page.waitForURL(/\/studio\/website\/pages\/about$/)
    await page.context().close()
  })

  it.each([DESKTOP, PHONE])('are accessible at $width pixels', async (viewport) => {
    const page = await openAsOwner('/studio', viewport)
    const mail = String(rows(site, 'select id from outbox')[0]?.id)
    for (const path of [
      '',
      '/inbox',
      `/emails/${mail}`,
      '/emails',
      '/website/pages',
      '/website/pages/about',
      '/settings/studio',
      '/settings/hours',
      '/activity',
      '/search?words=ann',
    ]) {
      await visit(page, `${site.url}/studio${path}`)
      // The phone page has the same content in a different layout.
      if (viewport === DESKTOP || path === '')
        expect([path, await complaintsOfAxe(page, { exclude: 'iframe' })]).toEqual([path, []])
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect([path, tooWide]).toEqual([path, false])
    }
    await page.context().close()
  })
})

/** Pixels by which a title is wider than its box. */
function cutOff(title: Element): number {
  const text = document.createRange()
  text.selectNodeContents(title)
  return text.getBoundingClientRect().right - title.getBoundingClientRect().right
}
