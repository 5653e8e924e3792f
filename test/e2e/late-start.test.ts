import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { alive, DESKTOP, freshPage, isFocused, PHONE, shiftOf, watchShifts } from '../support/browser'
import { makeClientGallery, shareWith } from '../support/client-gallery'
import { rows } from '../support/forms'
import { browser, giveCookie, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ content: 'photos' })

/** Delays the scripts that hydrate pages until `release` is called. */
async function held(page: Page) {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await until
    await route.continue()
  })
  return { release: () => release() }
}

const isAlive = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-alive'))

describe('the scripts of a page', () => {
  it('load by themselves, after its pictures', async () => {
    const page = await freshPage(browser)
    const arrived: string[] = []
    page.on('request', (request) => arrived.push(new URL(request.url()).pathname))
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/media/**', async (route) => {
      await until
      await route.continue()
    })
    await page.goto(site.url, { waitUntil: 'domcontentloaded' })
    await expect.poll(() => arrived.some((path) => path.startsWith('/media/'))).toBe(true)
    const scripts = () => arrived.filter((path) => path.endsWith('.js'))
    expect(scripts()).toEqual([])
    release()
    await alive(page)
    expect(scripts().length).toBeGreaterThan(3)
    expect(new Set(scripts()).size).toBe(scripts().length)
    await page.context().close()
  })

  it('load after the first paint of the booking form, without waiting for its pictures', async () => {
    const page = await freshPage(browser)
    await page.route('**/media/**', () => {})
    await page.goto(`${site.url}/book-session`, { waitUntil: 'commit' })
    await alive(page)
    const pictures = await page.evaluate(
      () => [...document.images].filter(({ complete }) => !complete).length,
    )
    expect(pictures).toBeGreaterThan(0)
    const scriptsBeforePaint = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && !(startTime >= paint))
    })
    expect(scriptsBeforePaint).toEqual([])
    await page.context().close()
  })

  it('load at once in the Studio', async () => {
    const headers = { cookie: await signedIn(site, 'owner') }
    const html = await (await fetch(`${site.url}/studio`, { headers })).text()
    expect(html).toContain('<link rel="modulepreload"')
    expect(html).not.toContain('window.startModules=')
  })
})

describe('the first picture of a page', () => {
  it('is painted before fonts, stylesheets and pictures further down are requested', async () => {
    const page = await freshPage(browser, { viewport: PHONE })
    // Without the timer that requests the rest if the picture is late.
    await page.addInitScript(() => {
      const start = window.setTimeout
      window.setTimeout = ((run: () => void, delay = 0) =>
        delay < 100 ? start(run, delay) : 0) as typeof setTimeout
    })
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    const count = (pattern: RegExp) => requested.filter((path) => pattern.test(path)).length
    const { promise: until, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/media/**', async (route) => {
      await until
      await route.continue()
    })
    await page.goto(`${site.url}/gallery`, { waitUntil: 'domcontentloaded' })
    await page.evaluate(
      () => new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut))),
    )
    expect([count(/^\/media\//), count(/\.(woff2|css|js)$/)]).toEqual([2, 0])
    release()
    await expect
      .poll(() => [count(/^\/media\//) > 2, count(/\.woff2$/) > 2, count(/\.css$/) > 1].every(Boolean))
      .toBe(true)
    await page.context().close()
  })

  it('doesn’t hold the others back without script', async () => {
    const page = await freshPage(browser, { javaScriptEnabled: false })
    await page.goto(`${site.url}/gallery`)
    const shown = await page.locator('.jg img').evaluateAll((all) => all.map((each) => each.clientHeight > 0))
    expect(shown.length).toBeGreaterThan(10)
    expect(shown).not.toContain(false)
    await page.context().close()
  })
})

describe('the stylesheets of a page', () => {
  it('apply together, so that the first doesn’t override rules of the others', async () => {
    const page = await freshPage(browser, { viewport: PHONE })
    const { promise: until, resolve: release } = Promise.withResolvers<void>()
    let isFirst = true
    await page.route('**/assets/*.css', async (route) => {
      if (isFirst) isFirst = false
      else await until
      await route.continue()
    })
    await page.goto(`${site.url}/book-session`, { waitUntil: 'commit' })
    const applied = () =>
      page.evaluate(
        () => [...document.styleSheets].filter(({ href, media }) => href && media.length === 0).length,
      )
    const loaded = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.css')).length,
      )
    await expect.poll(loaded).toBe(1)
    expect(await applied()).toBe(0)
    release()
    await expect.poll(applied).toBeGreaterThan(1)
    await page.context().close()
  })
})

describe('before a page is hydrated', () => {
  it('an open menu stays open, and its links lead on', async () => {
    const page = await freshPage(browser, { viewport: PHONE })
    const { release } = await held(page)
    await page.goto(site.url)
    await page.locator('summary', { hasText: 'Menu' }).click()
    await page.locator('details.menu[open]').waitFor()
    release()
    await alive(page)
    await page.locator('dialog.mnu[open]').getByRole('link', { name: 'Pricing' }).click()
    await page.waitForURL('**/pricing')
    await page.context().close()
  })

  it('a press on the menu that ends after hydration opens it once', async () => {
    const page = await freshPage(browser, { viewport: PHONE })
    const { release } = await held(page)
    // Scripts that are still waiting for pictures would wait for the end of the press.
    const requested = page.waitForRequest('**/assets/entry.client-*.js')
    await page.goto(site.url)
    await requested
    await page.locator('summary', { hasText: 'Menu' }).hover()
    await page.mouse.down()
    release()
    await alive(page)
    await page.mouse.up()
    await page.locator('dialog.mnu[open]').waitFor()
    await page.context().close()
  })

  it('keeps what is typed, edited and chosen', async () => {
    const page = await freshPage(browser)
    const form = page.getByRole('form', { name: 'Contact us' })
    await page.goto(`${site.url}/contact?subject=Weddings`)
    const { release } = await held(page)
    await page.reload()
    await form.getByLabel('Name').fill('Ada Whitfield')
    await form.getByLabel('Message').fill('A first try')
    // Without an email address, the response contains the submitted form.
    await form.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('alert').waitFor()
    expect(await isAlive(page)).toBe(false)
    await form.getByLabel('Email').fill('ada@example.photography')
    await form.getByLabel('Message').fill('A second try')
    await form.getByLabel('What’s it about?').selectOption({ index: 0 })
    const subject = await form.getByLabel('What’s it about?').inputValue()
    await page.locator('footer').getByLabel('Email address').fill('news@example.com')
    release()
    await alive(page)
    expect(await form.getByLabel('Name').inputValue()).toBe('Ada Whitfield')
    expect(await form.getByLabel('Email').inputValue()).toBe('ada@example.photography')
    expect(await form.getByLabel('Message').inputValue()).toBe('A second try')
    expect(await form.getByLabel('What’s it about?').inputValue()).toBe(subject)
    await expect.poll(() => page.getByRole('button', { name: 'Subscribe' }).isEnabled()).toBe(true)
    await isFocused(page.locator('footer').getByLabel('Email address'))
    await page.context().close()
  })

  it('keeps the photo that is chosen for a page', async () => {
    const page = await freshPage(browser)
    await giveCookie(page, await signedIn(site, 'owner'))
    const { release } = await held(page)
    await page.goto(`${site.url}/studio/website/pages/about`)
    const photo = page.locator('.phf select').first()
    await photo.selectOption({ index: 2 })
    const chosen = await photo.inputValue()
    release()
    await page.getByRole('button', { name: 'Browse photos' }).first().waitFor()
    expect(await photo.inputValue()).toBe(chosen)
    await page.context().close()
  })

  it.each([
    ['before its scripts arrive', 'before'],
    ['at the moment in which they start', 'after'],
  ])('a message that is sent %s is kept', async (_, moment) => {
    const page = await freshPage(browser, { viewport: PHONE, hasTouch: true })
    const { release } = await held(page)
    let go = () => {}
    const answered = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route(/\/contact(\.data)?$/, async (route) => {
      if (route.request().method() === 'POST') await answered
      await route.continue()
    })
    await page.goto(`${site.url}/contact`)
    const form = page.getByRole('form', { name: 'Contact us' })
    const email = `${moment}@example.com`
    await form.getByLabel('Name').fill('Ada Whitfield')
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Message').fill('Sent early')
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    if (moment === 'before') {
      await form.getByRole('button', { name: 'Send message' }).tap({ noWaitAfter: true })
      await asked
      release()
      await page.waitForResponse('**/assets/entry.client-*.js')
    } else {
      await page.evaluate(() => {
        new MutationObserver((_, observer) => {
          observer.disconnect()
          document.querySelector<HTMLButtonElement>('form[aria-label="Contact us"] button')?.click()
        }).observe(document.documentElement, { attributeFilter: ['data-alive'] })
      })
      release()
      await asked
    }
    go()
    await page.waitForURL(/\/thank-you\?for=message$/)
    expect(rows(site, 'select message from contact_messages where email = ?', email)).toEqual([
      { message: 'Sent early' },
    ])
    await page.context().close()
  })

  it('a link that was followed arrives, though scripts load in the meantime', async () => {
    const page = await freshPage(browser)
    const { release } = await held(page)
    await page.goto(`${site.url}/gallery`)
    let go = () => {}
    const answered = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route(/\/gallery\?/, async (route) => {
      await answered
      await route.continue()
    })
    const filter = page.getByRole('navigation', { name: 'Categories' }).getByRole('link').nth(1)
    const address = (await filter.getAttribute('href')) ?? ''
    const asked = page.waitForRequest((request) => request.isNavigationRequest())
    await filter.click({ noWaitAfter: true })
    await asked
    release()
    go()
    await page.waitForURL(`**${address}`)
    await page.locator(`nav a[href="${address}"][aria-current=true]`).waitFor()
    await page.context().close()
  })

  it('a photo opens, and a shortcut on it works once', async () => {
    const page = await freshPage(browser)
    const { release } = await held(page)
    await page.goto(`${site.url}/gallery`)
    await page.locator('.jg a').first().click()
    await page.waitForURL('**/gallery/photo/**')
    const first = page.url()
    const next = await page.getByRole('link', { name: /^Next/ }).first().getAttribute('href')
    await page.keyboard.press('ArrowRight')
    release()
    await alive(page)
    await page.waitForURL(`**${next}`)
    expect(page.url()).not.toBe(first)
    await page.context().close()
  })

  it('a favorite counts once', async () => {
    const { gallery } = await makeClientGallery(site, { proofing: 1 }, 3)
    const { link } = await shareWith(site, gallery.id, { can_favorite: 1 })
    const page = await freshPage(browser)
    const { release } = await held(page)
    await page.goto(site.url + link)
    await page.getByRole('button', { name: /^Favorite: photo 2/ }).click()
    await page.getByRole('button', { name: /^Favorite: photo 2/, pressed: true }).waitFor()
    expect(await isAlive(page)).toBe(false)
    release()
    await alive(page)
    await page.reload()
    await alive(page)
    expect(await page.getByRole('button', { name: /^Favorite:/, pressed: true }).count()).toBe(1)
    await page.context().close()
  })
})

describe('a page that arrives in parts', () => {
  it.each([
    ['phone', '/404', '<details class="menu"', PHONE],
    ['phone', '/404', '<summary class="btn', PHONE],
    ['phone', '/', '<div class="hero__act"', PHONE],
    ['phone', '/', '<div class="hero__pic"', PHONE],
    ['phone', '/', '<p class="hero__cap', PHONE],
    ['phone', '/about', '<div class="abt__side"', PHONE],
    ['desktop', '/404', '<li><a href="/about"', DESKTOP],
    ['desktop', '/404', '<a class="btn" href="/book-session"', DESKTOP],
    ['desktop', '/', '<p class="lede', DESKTOP],
  ])('moves nothing on a %s, %s before %s', async (_, path, cut, viewport) => {
    const html = await (await fetch(site.url + path)).text()
    const at = html.indexOf(cut)
    expect(at).toBeGreaterThan(0)
    const server = createServer(async (incoming, outgoing) => {
      if (incoming.url !== path) return outgoing.writeHead(307, { location: site.url + incoming.url }).end()
      outgoing.writeHead(200, { 'content-type': 'text/html' })
      outgoing.write(html.slice(0, at))
      await sleep(1_000)
      outgoing.end(html.slice(at))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const page = await freshPage(browser, { viewport })
    await watchShifts(page)
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
    expect(await shiftOf(page)).toBe(0)
    await page.context().close()
    server.close()
    server.closeAllConnections()
  })
})
