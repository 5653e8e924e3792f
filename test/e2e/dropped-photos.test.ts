import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { complaintsOfAxe } from '../support/browser'
import { rows } from '../support/forms'
import { scene } from '../support/pictures'
import { openNewPost } from '../support/text-editor'
import { site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

/** Photos as another program hands them over. */
async function transferOf(page: Page, ...names: string[]) {
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      data: (await scene(600, 400, name.charCodeAt(0)).jpeg().toBuffer()).toString('base64'),
    })),
  )
  return await page.evaluateHandle((given) => {
    const transfer = new DataTransfer()
    for (const { name, data } of given) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }))
    }
    return transfer
  }, files)
}

it('photos dropped into a text are uploaded, and are where they were dropped', async () => {
  const { page, id } = await openNewPost({ width: 820, height: 1180 })
  await page.getByLabel('Title', { exact: true }).fill('Dropped')
  const text = page.locator('.editor-text')
  await text.click()
  await page.keyboard.type('Before\nAfter')
  const { x, y, height } = (await text.getByText('Before').boundingBox()) ?? { x: 0, y: 0, height: 0 }
  const dataTransfer = await transferOf(page, 'door.jpg', 'window.jpg')
  await text.dispatchEvent('drop', { dataTransfer, clientX: x + 20, clientY: y + height / 2 })
  const chooser = page.getByRole('dialog', { name: 'Choose a photo' })
  await chooser.getByText('Answer this first').waitFor()
  expect(await complaintsOfAxe(page)).toEqual([])
  await chooser.getByLabel('No one in these photos can be recognized').check()
  await chooser.waitFor({ state: 'detached' })
  const blocks = () => {
    const [draft] = rows(site, 'select document from post_versions where post_id = ?', id)
    const { content } = JSON.parse(String(draft?.document)).doc
    return content.map(
      ({ attrs, content: inner }: Record<string, { photo: string }> & { content: { text: string }[] }) =>
        inner ? inner[0]?.text : attrs?.photo,
    )
  }
  await expect.poll(blocks, { timeout: 15_000 }).toEqual(['Before', 'door', 'window', 'After'])

  await text.getByText('After').click()
  const clipboardData = await transferOf(page, 'lamp.jpg')
  await text.evaluate((element, data) => {
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, clipboardData)
  await chooser.getByLabel('No one in these photos can be recognized').check()
  await chooser.waitFor({ state: 'detached' })
  await expect.poll(blocks, { timeout: 15_000 }).toEqual(['Before', 'door', 'window', 'After', 'lamp'])
  await page.context().close()
})
