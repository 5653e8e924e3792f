import type { Page } from 'playwright-core'

/** The editor of a post, which replaces the field with Markdown. */
export const text = (page: Page) => page.locator('.ped-text')

/** Pastes HTML as a browser would. */
export const paste = (page: Page, html: string) =>
  text(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', given)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
