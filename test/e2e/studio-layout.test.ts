import { expect, it } from 'vitest'
import { openForBooking } from '../support/booking'
import { DESKTOP, PHONE, visit } from '../support/browser'
import { bookOn, SOON } from '../support/manage-booking'
import { openAsOwner, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

it.each([PHONE, DESKTOP])(
  'the month that clients see is as tall as its days, at $width',
  async (viewport) => {
    const page = await openAsOwner('/studio/availability', viewport)
    const month = page.locator('.clients-see')
    const [shown, needed, gap] = await month.evaluate((box) => {
      const [list, before] = [box.querySelector('ol'), box.querySelector('ol')?.previousElementSibling]
      const above = (before?.checkVisibility() ? before : box.firstElementChild)?.getBoundingClientRect()
        .bottom
      return [box.clientHeight, box.scrollHeight, (list?.getBoundingClientRect().top ?? 0) - (above ?? 0)]
    })
    expect(needed).toBeLessThanOrEqual(shown ?? 0)
    expect(gap).toBeLessThan(24)
    await page.context().close()
  },
)

it.each([PHONE, DESKTOP])(
  'lists and their empty states begin at the margin of the page, at $width',
  async (viewport) => {
    const page = await openAsOwner('/studio/payments/totals', viewport)
    const [gallery] = await page.evaluate(async () => {
      const html = await (await fetch('/studio/galleries?kind=client')).text()
      return [...html.matchAll(/\/studio\/galleries\/([0-9a-f-]{36})/g)].map(([, id]) => id)
    })
    for (const path of [
      '/payments/totals',
      '/payments/reminders',
      '/settings/templates',
      '/settings/contracts',
      '/settings/team',
      `/galleries/${gallery}/favorites`,
      `/galleries/${gallery}/watermark`,
    ]) {
      await visit(page, `${site.url}/studio${path}`)
      const edges = await page.evaluate(() => {
        const left = (element: Element) => Math.round(element.getBoundingClientRect().left)
        const shown = [...document.querySelectorAll('main :is(.empty, .st-tbl, .dch__who, .wm .field)')]
        const margin = innerWidth < 1024 ? 14 : 20
        return shown
          .filter((element) => element.checkVisibility())
          .map((element) => left(element) - left(document.querySelector('main') as Element) - margin)
      })
      expect([path, Math.min(...edges)]).toEqual([path, 0])
    }
    await page.context().close()
  },
)

it('a long name ends within its booking in the day view of a phone', async () => {
  openForBooking(site)
  const name = 'Maximiliane Wolkenstein-Rodenegg of Hohenzollern-Sigmaringen'
  await bookOn(site, { name, session_date: SOON })
  const date = new Date(SOON).toISOString().slice(0, 10)
  const page = await openAsOwner(`/studio/bookings?view=day&date=${date}`, PHONE)
  const entry = page.locator('.ev-b', { hasText: name })
  await entry.waitFor()
  const isCut = await entry.evaluate((box) => box.scrollWidth > box.clientWidth)
  expect(isCut).toBe(false)
  await page.context().close()
})

it('text of twice the size cuts no title and makes no page wider than a phone (WCAG 1.4.4)', async () => {
  const page = await openAsOwner('/studio', PHONE)
  for (const path of ['', '/bookings/list', '/galleries', '/session-types', '/payments', '/website/posts']) {
    await visit(page, `${site.url}/studio${path}`)
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    const isCut = await page.locator('main h1').evaluate((title) => title.scrollWidth > title.clientWidth)
    expect([path, isTooWide, isCut]).toEqual([path, false, false])
  }
  await page.context().close()
})
