import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { yearOf } from '~/platform/time'
import { signedIn } from '../support/accounts'
import { alive, complaintsOfAxe, freshPage, isFocused, PHONE, visit } from '../support/browser'
import { browser, giveCookie, openPage, site, startVisitedSite } from '../support/visited-site'

/** What surrounds every public page: header, menu, footer, newsletter form, and navigation between pages. */

startVisitedSite()

const NAVIGATION = [
  'Home',
  'Gallery',
  'Services',
  'About',
  'Portfolio',
  'Pricing',
  'Blog',
  'Mikhenzo Products',
  'Contact',
]

describe('the header (R24)', () => {
  it('has the navigation in order, marks the current page, and shows the two letters of the logo', async () => {
    const page = await openPage('/pricing')
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    expect(await links.allTextContents()).toEqual(NAVIGATION)
    expect(await page.locator('.hdr .nav [aria-current=page]').allTextContents()).toEqual(['Pricing'])
    expect(await page.locator('.hdr__in > .logo path.l').filter({ visible: true }).count()).toBe(2)
    await page.context().close()
  })

  it('collapses into a menu on a phone: traps focus, closes on Escape and on choosing a link', async () => {
    const page = await openPage('/', { viewport: PHONE })
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBeLessThanOrEqual(1)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.waitFor()
    expect(await menu.getByRole('list').getByRole('link').locator('.t2').allTextContents()).toEqual(
      NAVIGATION,
    )
    expect(await complaintsOfAxe(page)).toEqual([])

    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(() => {
        const focused = document.activeElement
        return focused !== document.body && focused?.closest('dialog') === null
      })
      expect(outside).toBe(false)
    }
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await isFocused(page.getByRole('button', { name: 'Menu', exact: true }))

    await page.setViewportSize({ width: 1024, height: 768 })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    expect(await menu.evaluate((all) => all.scrollHeight - all.clientHeight)).toBe(0)
    await menu.getByRole('link', { name: 'Services' }).click()
    await page.waitForURL('**/services')
    await menu.waitFor({ state: 'hidden' })
    await page.context().close()
  })

  it.each([
    ['a visitor', '/', undefined],
    ['someone who books', '/book-session', undefined],
    ['a client', '/', 'client'],
    ['an owner', '/about', 'owner'],
  ] as const)('collapses only where its links no longer fit, for %s', async (_, path, role) => {
    const page = await freshPage(browser)
    if (role) await giveCookie(page, await signedIn(site, role))
    await visit(page, site.url + path)
    const header = page.getByRole('banner')
    const nav = header.getByRole('navigation', { name: 'Main' })
    for (let width = 1120; width <= 1300; width += 20) {
      await page.setViewportSize({ width, height: 800 })
      const [logo, list, actions] = await Promise.all(
        [
          header.locator('.hdr__in > .logo').first(),
          nav.locator('ul'),
          header.locator('.hdr__act').first(),
        ].map((each) => each.boundingBox()),
      )
      if (!logo || !list || !actions) throw new Error(`The header is incomplete at ${width} px.`)
      expect(list.x - (logo.x + logo.width), `before the links at ${width} px`).toBeGreaterThanOrEqual(20)
      expect(actions.x - (list.x + list.width), `after the links at ${width} px`).toBeGreaterThanOrEqual(20)
      expect(actions.x + actions.width, `the margin at ${width} px`).toBeLessThanOrEqual(width - logo.x + 1)
    }
    await page.setViewportSize({ width: 1119, height: 800 })
    expect(await nav.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
    await page.context().close()
  })

  it('collapses without script too', async () => {
    const page = await openPage('/', { viewport: PHONE, javaScriptEnabled: false })
    await page.locator('summary', { hasText: 'Menu' }).click()
    await page.locator('details.menu').getByRole('link', { name: 'Gallery' }).click()
    await page.waitForURL('**/gallery')
    await page.context().close()
  })
})

describe('Edit', () => {
  it.each([
    ['desktop', { width: 1440, height: 900 }],
    ['phone', PHONE],
  ])('opens the editor with a live preview, on a %s', async (_, viewport) => {
    const page = await freshPage(browser, { viewport })
    await giveCookie(page, await signedIn(site, 'owner'))
    await visit(page, `${site.url}/about`)
    if (viewport === PHONE) await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('link', { name: 'Edit this page' }).locator('visible=true').click()
    await page.waitForURL('**/studio/website/pages/about')
    // On a phone it's below the form, and loaded when one comes near it.
    await page.locator('iframe[name=preview]').scrollIntoViewIfNeeded()
    await page.frameLocator('iframe[name=preview]').locator('h1', { hasText: 'film' }).waitFor()
    await page.context().close()
  })
})

describe('the footer (R26)', () => {
  it('has everything the specification lists', async () => {
    const page = await openPage('/terms')
    const footer = page.locator('footer')
    expect(await footer.innerText()).toContain('Professional Photography Services in East Orange, NJ')
    const year = yearOf(Date.now(), 'America/New_York')
    expect(await footer.innerText()).toContain(`© ${year} DE Photography`)
    expect(await footer.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
      'Home',
      'Gallery',
      'Services',
      'About',
      'Contact',
      'Blog',
      'Mikhenzo Products',
    ])
    const hrefs = await footer
      .getByRole('link')
      .evaluateAll((links) => links.map((a) => (a as HTMLAnchorElement).href))
    for (const start of [
      'tel:+1',
      'mailto:',
      'https://www.instagram.com/',
      'https://www.youtube.com/',
      'https://mikhenzo',
    ])
      expect(hrefs.some((href) => href.startsWith(start))).toBe(true)
    expect(await footer.getByRole('link', { name: /^Video/ }).count()).toBe(1)
    // From its narrowest width with two columns on, the name stays on one line.
    for (const width of [390, 768, 1024, 1180, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const name = await footer.locator('.ftr__brand .t3').boundingBox()
      expect(name?.height, `at ${width} px`).toBeLessThan(50)
    }
    expect(await footer.getByRole('link', { name: 'Terms & Conditions' }).getAttribute('href')).toBe('/terms')
    expect(
      await footer
        .getByRole('link', { name: 'Do Not Sell or Share My Personal Information' })
        .getAttribute('href'),
    ).toBe('/terms#do-not-sell')
    await page.context().close()
  })
})

describe('the newsletter form', () => {
  const subscribe = (page: Page) => page.locator('footer').getByRole('button', { name: 'Subscribe' })
  const field = (page: Page) => page.locator('footer').getByLabel('Email address')

  it('doesn’t send an invalid address, and says so once the field was touched (R34)', async () => {
    const page = await openPage('/about')
    expect(await subscribe(page).isDisabled()).toBe(true)
    const complaint = page.getByText('Please enter a valid email address.')
    await field(page).fill('renee@example')
    expect(await complaint.count()).toBe(0)
    await field(page).blur()
    await complaint.waitFor()
    await expect.poll(() => field(page).getAttribute('aria-invalid')).toBe('true')
    expect(await complaintsOfAxe(page)).toEqual([])
    await field(page).fill('renee@example.photography')
    expect(await subscribe(page).isDisabled()).toBe(true)
    await field(page).fill('renee@example.com')
    await complaint.waitFor({ state: 'detached' })
    await expect.poll(() => subscribe(page).isEnabled()).toBe(true)
    await page.context().close()
  })

  it('explains the disabled button when it is pressed, or on Enter', async () => {
    const page = await openPage('/about')
    const complaint = page.getByText('Please enter a valid email address.', { exact: true })
    await subscribe(page).click({ force: true })
    await complaint.waitFor()
    await page.reload()
    await alive(page)
    await field(page).fill('renee@example.photography')
    await field(page).press('Enter')
    await complaint.waitFor()
    await page.getByText('The part after the last dot can have 2 to 6 letters here, like .com.').waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.context().close()
  })

  it('thanks, clears the field, and recognizes an address again (R36, R37)', async () => {
    const page = await openPage('/about')
    await field(page).fill('adaeze@example.com')
    await subscribe(page).click()
    await page.getByRole('status').filter({ hasText: 'Thank you for subscribing!' }).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('')
    await expect.poll(() => subscribe(page).isDisabled()).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/about')
    expect(await complaintsOfAxe(page)).toEqual([])

    await field(page).fill('Adaeze@Example.com')
    await subscribe(page).click()
    await page.getByRole('alert').filter({ hasText: 'Email is already subscribed' }).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('')

    // Pasted again with different capitalization.
    await field(page).fill('Adaeze@Example.com')
    await expect.poll(() => subscribe(page).isEnabled()).toBe(true)
    await page.context().close()
  })

  it('resets and announces an invalid address that is sent another way (R35)', async () => {
    const page = await openPage('/about')
    await field(page).fill('nobody')
    await page.locator('footer form').evaluate((form) => (form as HTMLFormElement).requestSubmit())
    await page.getByRole('alert').filter({ hasText: 'Please enter a valid email.' }).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('')
    await page.context().close()
  })

  it('explains what to do when the connection is lost (R38)', async () => {
    const page = await openPage('/about')
    await field(page).fill('priya@example.com')
    await page.context().setOffline(true)
    await subscribe(page).click()
    await page.getByRole('alert').filter({ hasText: 'offline' }).waitFor()
    expect(await page.locator('h1').isVisible()).toBe(true)
    await page.context().close()
  })

  it('keeps the page when no answer arrives (R38)', async () => {
    const page = await openPage('/about')
    await page.route('**/newsletter.data*', (route) => route.abort())
    await field(page).fill('priya@example.com')
    await subscribe(page).click()
    await page.getByRole('alert').filter({ hasText: 'Please try again' }).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('')
    expect(await page.locator('h1', { hasText: 'film' }).isVisible()).toBe(true)
    await page.context().close()
  })

  it('works without script (R35, R36)', async () => {
    const page = await openPage('/about', { javaScriptEnabled: false })
    expect(await subscribe(page).isEnabled()).toBe(true)
    await field(page).fill('nobody')
    await subscribe(page).click()
    await page.getByRole('alert').filter({ hasText: 'Please enter a valid email.' }).waitFor()
    // The page of the answer has its form above, and none in the footer.
    const main = page.locator('main')
    await main.getByLabel('Email address').fill('marcus@example.com')
    await main.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('status').filter({ hasText: 'Thank you for subscribing!' }).waitFor()
    await page.context().close()
  })
})

describe('navigation between pages (R28)', () => {
  const canonical = (page: Page) => page.locator('link[rel=canonical]').getAttribute('href')
  const top = (page: Page) => page.evaluate(() => scrollY)

  it('starts at the top, restores the position on Back, and updates the canonical link', async () => {
    const page = await openPage('/')
    await page.evaluate(() => scrollTo(0, 2_000))
    await page.locator('footer').getByRole('link', { name: 'About' }).hover()
    const left = await top(page)
    await page.locator('footer').getByRole('link', { name: 'About' }).click()
    await page.waitForURL('**/about')
    await page.locator('h1', { hasText: 'film' }).waitFor()
    await isFocused(page.locator('#main'))
    await expect.poll(() => top(page)).toBe(0)
    await expect.poll(() => canonical(page)).toMatch(/\/about$/)
    await expect.poll(() => page.title()).toContain('About')
    await page.evaluate(() => scrollTo(0, 900))
    await page.goBack()
    await page.locator('h1', { hasText: 'keep' }).waitFor()
    await expect.poll(() => top(page)).toBe(left)
    await expect.poll(() => canonical(page)).toMatch(/[^/]\/$/)
    await page.goForward()
    await expect.poll(() => top(page)).toBe(900)
    expect(await page.locator('link[rel=canonical]').count()).toBe(1)
    await page.context().close()
  })

  it.each([
    ['no-preference', true],
    ['reduce', false],
  ] as const)(
    'fades one page into the next, with the motion that the visitor prefers: %s',
    async (reducedMotion, moves) => {
      const page = await freshPage(browser, { reducedMotion })
      await page.addInitScript(() => {
        const start = document.startViewTransition.bind(document)
        document.startViewTransition = (update) => {
          const transition = start(update)
          const isOurs = ({ effect }: Animation) =>
            (effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition') === true
          transition.ready.then(() => {
            document.documentElement.dataset.moves = String(document.getAnimations().some(isOurs))
          })
          return transition
        }
      })
      await visit(page, site.url)
      await page.locator('footer').getByRole('link', { name: 'About' }).click()
      await page.waitForURL('**/about')
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.moves)).toBe(String(moves))
      await page.context().close()
    },
  )

  it.each([
    ['/about', '/about', 'About'],
    ['/gallery?category=weddings', '/gallery', 'Gallery'],
    ['/gallery', '/gallery', 'Gallery'],
  ])('scrolls to the top from %s to %s', async (from, to, name) => {
    const page = await openPage(from)
    await page.evaluate(() => scrollTo(0, 600))
    expect(await top(page)).toBe(600)
    const links = page.getByRole('navigation', { name: 'Main' })
    await links.getByRole('link', { name }).evaluate((link) => (link as HTMLElement).click())
    await expect.poll(() => top(page)).toBe(0)
    await expect.poll(() => canonical(page)).toBe(site.url.replace('127.0.0.1', 'localhost') + to)
    await page.context().close()
  })

  it.each(['#100%', '#%E0%A4%A', '#nowhere'])('works when a hash has no target: %s', async (hash) => {
    const page = await openPage(`/pricing${hash}`)
    await page.evaluate((to) => {
      history.pushState(null, '', `/about${to}`)
      dispatchEvent(new PopStateEvent('popstate'))
    }, hash)
    await page.locator('h1', { hasText: 'film' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Something went wrong on our end.' }).count()).toBe(0)
    await page.context().close()
  })

  it('scrolls to an anchor’s target', async () => {
    const page = await openPage('/about')
    await page.getByRole('link', { name: 'Do Not Sell or Share My Personal Information' }).click()
    await page.waitForURL('**/terms#do-not-sell')
    await page.locator('#do-not-sell').waitFor()
    const place = () => page.locator('#do-not-sell').evaluate((target) => target.getBoundingClientRect().top)
    await expect.poll(place).toBeLessThan(400)
    expect(await place()).toBeGreaterThanOrEqual(-1)
    await page.context().close()
  })

  it('keeps its position within one page', async () => {
    const page = await openPage('/gallery')
    await page.evaluate(() => scrollTo(0, 260))
    await page
      .locator('main a[href*="category=weddings"]')
      .first()
      .evaluate((link) => (link as HTMLElement).click())
    await page.waitForURL('**/gallery?category=weddings')
    await page.getByText('Showing 1–6 of 6').waitFor()
    expect(await top(page)).toBeGreaterThan(200)
    await expect.poll(() => canonical(page)).toMatch(/\/gallery\?category=weddings$/)
    await page.context().close()
  })

  it('shows a missing page in place, with header and footer (R20)', async () => {
    const page = await freshPage(browser)
    const answer = await page.goto(`${site.url}/blog/never-written`)
    await alive(page)
    expect(answer?.status()).toBe(404)
    expect(new URL(page.url()).pathname).toBe('/blog/never-written')
    expect(await page.locator('header nav a').count()).toBeGreaterThan(8)
    expect(await page.locator('footer form').count()).toBe(1)
    expect(await page.title()).not.toBe('')
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.context().close()
  })
})
