import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { complaintsOfAxe, DESKTOP, isFocused, PHONE } from '../support/browser'
import { rows } from '../support/forms'
import { openAsOwner, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

const openPhotos = (path: string, viewport = DESKTOP) => openAsOwner(`/studio/photos${path}`, viewport)

const focalOf = (slug: string) =>
  rows(site, 'select focal_x as x, focal_y as y from photos where slug = ?', slug)[0]

const valuesOf = (...fields: Locator[]) => Promise.all(fields.map((field) => field.inputValue()))

it('navigates the grid by keyboard, and moves the focal point by arrow keys and by pointer', async () => {
  const page = await openPhotos('')
  const second = page.locator('.plib a').nth(1)
  await page.keyboard.press('j')
  await isFocused(page.locator('.plib a').first())
  await page.keyboard.press('ArrowRight')
  await isFocused(second)
  const slug = (await second.getAttribute('href'))?.split('/').at(-1) ?? ''
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/studio/photos/${slug}`)

  const [left, top] = [page.getByLabel('From left (%)'), page.getByLabel('From top (%)')]
  await left.fill('40')
  await top.fill('99.5')
  const ring = page.getByRole('slider', { name: 'Focal point' })
  await ring.focus()
  for (const key of ['ArrowRight', 'Shift+ArrowLeft', 'ArrowDown', 'ArrowDown'])
    await page.keyboard.press(key)
  await expect.poll(() => valuesOf(left, top)).toEqual(['31', '100'])
  await expect.poll(() => ring.getAttribute('aria-valuetext')).toBe('31% from the left, 100% from the top')

  const frame = await page.locator('.foc').boundingBox()
  if (!frame) throw new Error('There is no photograph.')
  const at = (x: number, y: number) => [frame.x + frame.width * x, frame.y + frame.height * y] as const
  await page.mouse.move(...at(0.5, 0.5))
  await page.mouse.down()
  await page.mouse.move(...at(0.6, 0.4), { steps: 3 })
  await page.mouse.move(...at(0.75, 0.25), { steps: 3 })
  await page.mouse.up()
  const distance = async () => {
    const [x, y] = await valuesOf(left, top)
    return Math.max(Math.abs(Number(x) - 75), Math.abs(Number(y) - 25))
  }
  await expect.poll(distance).toBeLessThan(1)
  await left.fill('20')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved and published').waitFor()
  expect(focalOf(slug)?.x).toBe(0.2)
  expect(Math.abs(Number(focalOf(slug)?.y) - 0.25)).toBeLessThan(0.01)
  await page.context().close()
})

it.each([DESKTOP, PHONE])('are accessible at $width pixels', async (viewport) => {
  for (const path of ['', '/roses-by-the-window']) {
    const page = await openPhotos(path, viewport)
    // The phone page has the same content in a different layout.
    if (viewport === DESKTOP || path === '') expect([path, await complaintsOfAxe(page)]).toEqual([path, []])
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect([path, tooWide]).toEqual([path, false])
    await page.context().close()
  }
})
