import { describe, expect, it } from 'vitest'
import { complaintsOfAxe, DESKTOP, isFocused, PHONE, visit } from '../support/browser'
import { rows } from '../support/forms'
import { openAsOwner, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

const hoursOf = (title: string) =>
  JSON.parse(String(rows(site, 'select hours from schedules where title = ?', title)[0]?.hours ?? '[]'))

describe('opening hours in the browser', () => {
  it('are drawn with the pointer, changed by keyboard, and shown in the fields', async () => {
    const page = await openAsOwner('/studio/availability/hours/new')
    await page.getByLabel('Title').fill('Drawn')
    const grid = page.locator('.wk__grid')
    await grid.scrollIntoViewIfNeeded()
    const box = await grid.boundingBox()
    if (!box) throw new Error('There is no grid.')
    const to = (weekday: number, hour: number) =>
      page.mouse.move(box.x + (box.width * (weekday - 0.5)) / 7, box.y + (box.height * hour) / 24)
    // Tuesday from 9 AM to noon, then stretched to 1 PM, then moved to Thursday.
    await to(2, 9.1)
    await page.mouse.down()
    await to(2, 10.5)
    await to(2, 11.9)
    await page.mouse.up()
    await page.getByRole('button', { name: 'Tuesday, 9 AM to 12 PM' }).waitFor()
    await to(2, 11.9)
    await page.mouse.down()
    await to(2, 13)
    await page.mouse.up()
    await page.getByRole('button', { name: 'Tuesday, 9 AM to 1 PM' }).waitFor()
    await to(2, 11)
    await page.mouse.down()
    await to(3, 11.5)
    await to(4, 12)
    await page.mouse.up()
    const thursday = page.getByRole('button', { name: 'Thursday, 10 AM to 2 PM' })
    await thursday.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ArrowRight')
    const friday = page.getByRole('button', { name: 'Friday, 9:30 AM to 2 PM' })
    await isFocused(friday)
    await page.getByRole('button', { name: 'Add hours on Monday' }).press('Enter')
    await isFocused(page.getByRole('button', { name: /^Monday, / }))
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await page.getByText('Saved. Clients will see this right away.').waitFor()
    expect(hoursOf('Drawn')).toEqual([{ weekday: 5, opens: '09:30', closes: '14:00' }])
    await page.context().close()
  })

  it.each([DESKTOP, PHONE])('are accessible at $width pixels', async (viewport) => {
    const page = await openAsOwner('/studio/availability', viewport)
    const [schedule] = rows(site, 'select id from schedules')
    const [day] = rows(site, 'select id from mini_days')
    for (const path of [
      '/availability',
      `/availability/hours/${schedule?.id}`,
      '/availability/dates/new',
      '/session-types',
      '/session-types/prom-graduation',
      '/locations',
      '/locations/park',
      '/mini-days',
      `/mini-days/${day?.id}`,
      `/mini-days/${day?.id}/reschedule`,
    ]) {
      await visit(page, `${site.url}/studio${path}`)
      // The phone page has the same content in a different layout.
      if (viewport === DESKTOP || path === '/availability')
        expect([path, await complaintsOfAxe(page)]).toEqual([path, []])
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect([path, tooWide]).toEqual([path, false])
    }
    await page.context().close()
  })
})

it('nothing that is focused in the Studio is behind the bottom navigation of a phone (WCAG 2.4.11)', async () => {
  for (const path of ['/studio', '/studio/availability']) {
    const page = await openAsOwner(path, PHONE)
    const hidden: string[] = []
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const seen = await page.evaluate(() => {
        const [element, bar] = [document.activeElement, document.querySelector('.tabbar')]
        if (!element || element === document.body || !bar || bar.contains(element)) return ''
        const behind = element.getBoundingClientRect().bottom > bar.getBoundingClientRect().top
        return behind ? element.outerHTML.slice(0, 140) : ''
      })
      if (seen !== '') hidden.push(seen)
    }
    expect(hidden, path).toEqual([])
    await page.context().close()
  }
})
