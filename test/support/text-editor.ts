import type { Page } from 'playwright-core'
import { DESKTOP } from './browser'
import { openAsOwner } from './visited-site'

/** The editor of a new post, as the owner opens it. */
export async function openNewPost(viewport = DESKTOP): Promise<{ page: Page; id: string }> {
  const page = await openAsOwner('/studio/website/posts', viewport)
  await page.getByRole('button', { name: 'New post' }).click()
  await page.waitForURL('**/studio/website/posts/*')
  return { page, id: page.url().split('/').at(-1) ?? '' }
}

/** The editor of a post, which replaces the field with Markdown. */
export const text = (page: Page) => page.locator('.editor-text')

/** Pastes HTML as a browser would. */
export const paste = (page: Page, html: string) =>
  text(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', given)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
