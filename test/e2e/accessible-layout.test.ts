import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { OPEN_DAY, openForBooking } from '../support/booking'
import { complaintsOfAxe, freshContext, PHONE, visit } from '../support/browser'
import { makeClientGallery, sealedPin, shareWith } from '../support/client-gallery'
import { makeContract, makeInvoice, makeProposal } from '../support/client-papers'
import { post, rows } from '../support/forms'
import { bookOn } from '../support/manage-booking'
import { PAGES } from '../support/public-pages'
import { browser, giveCookie, site, startVisitedSite } from '../support/visited-site'

startVisitedSite()

/** Pages beyond the public ones: booking steps, and what clients open with a link or an account. */
const client: Record<string, string> = {
  times: '/book-session?service=portrait&location=studio',
  product: '/mikhenzo-products/whitfield-album',
  'forgotten password': '/forgot-password',
  story: '/portfolio/whitfield-and-cole',
  search: '/search?q=wedding',
  verify: '/verify',
  tag: '/blog/tag/on-light',
  'former terms': '/terms/versions/1',
  unsubscribe: '/newsletter/unsubscribe',
  'expired link': '/sign-in/expired',
  waitlist: `/book-session/waitlist?service=portrait&location=studio&date=${OPEN_DAY}`,
}
const cookies: string[] = []
const paths = () => [...Object.values(PAGES), ...Object.values(client)]

beforeAll(async () => {
  openForBooking(site)
  const times = await (await fetch(site.url + client.times)).text()
  const slot = /name="slot"[^>]*value="([^"]+)"/.exec(times)?.[1] ?? ''
  client.details = `/book-session/details?service=portrait&location=studio&slot=${slot}`
  const booked = await bookOn(site)
  const invoice = await makeInvoice(site, booked.id)
  client.invoice = invoice.path
  const proposal = await makeProposal(site)
  cookies.push(invoice.cookie, proposal.cookie, await makeContract(site))
  client.contract = '/contract'
  await post(site, '/newsletter', { email: 'ann@example.com' })
  const [subscriber] = rows(site, 'select unsubscribe_token as token from newsletter')
  for (const page of ['unsubscribe', 'preferences'])
    client[`newsletter ${page}`] = `/newsletter/${page}/${subscriber?.token}`
  const choice = { intent: 'choose', version: proposal.version, package: '1', 'option.1': '2' }
  const chosen = await post(site, '/proposal', choice, { cookie: proposal.cookie })
  if (chosen.status !== 303) throw new Error(`The choice was answered with ${chosen.status}.`)
  client['proposal to sign'] = '/proposal'
  client['proposal to choose from'] = '/proposal?change=yes'
  const { gallery, items } = await makeClientGallery(site, { proofing: 1 }, 12)
  const share = await shareWith(site, gallery.id, { can_favorite: 1 })
  cookies.push(booked.cookie, share.cookie)
  const locked = await makeClientGallery(site, { pin: sealedPin(site, '314159') })
  cookies.push((await shareWith(site, locked.gallery.id)).cookie)
  client.pin = `/download/${locked.gallery.id}/pin`
  for (const page of ['', '/reschedule', '/cancel', '/details']) client[`booking${page}`] = `/booking${page}`
  client.gallery = `/download/${gallery.id}`
  client.favorites = `/download/${gallery.id}/favorites`
  client.comments = `/download/${gallery.id}/comments/${items[0]?.id}`
  client.photo = `/download/${gallery.id}/photo/${items[0]?.id}`
  const past = await makeClientGallery(site, {
    expires_on: '2026-06-30',
    expired_at: Date.UTC(2026, 6, 1, 4),
  })
  cookies.push((await shareWith(site, past.gallery.id)).cookie)
  client.expired = `/download/${past.gallery.id}`
})

const opened: BrowserContext[] = []
afterAll(() => Promise.all(opened.map((context) => context.close())))

async function openPage(options: Parameters<typeof freshContext>[1]): Promise<Page> {
  const context = await freshContext(browser, options)
  opened.push(context)
  const page = await context.newPage()
  for (const cookie of cookies) await giveCookie(page, cookie)
  return page
}

/** Visits every page with one browser window, and the account last, since the header differs from then on. */
async function onEveryPage(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  for (const path of paths()) {
    await visit(page, site.url + path)
    await look(path)
  }
  await giveCookie(page, await signedIn(site, 'client'))
  for (const path of ['', '/two-factor', '/confirm', '/passkeys/new']) {
    await visit(page, `${site.url}/profile${path}`)
    await look(`/profile${path}`)
  }
}

interface WatchedFocus {
  /** Whether the focus started over. */
  isRound: boolean
  startOver(): void
  /** @returns the elements of which no part was visible when they had the focus, and how many had it */
  covered(): Promise<{ covered: string[]; count: number }>
}

/** Looks at each focused element, without waiting for a frame. Those that seem covered are looked at again. */
function watchFocus() {
  const found = { suspects: new Set<Element>(), count: 0, first: undefined as EventTarget | null | undefined }
  const isShown = (target: Element): boolean => {
    const { left, top, width, height } = target.getBoundingClientRect()
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9]
    return parts.some((across) =>
      parts.some((down) => {
        const at = document.elementFromPoint(left + width * across, top + height * down)
        // A label shows the focus of its hidden field.
        return at !== null && (target.contains(at) || target.closest('label')?.contains(at) === true)
      }),
    )
  }
  const watched: WatchedFocus = {
    isRound: false,
    startOver() {
      Object.assign(found, { suspects: new Set(), count: 0, first: undefined })
      watched.isRound = false
    },
    async covered() {
      const covered: string[] = []
      for (const element of found.suspects) {
        if (!(element instanceof HTMLElement) || !element.isConnected) continue
        element.blur()
        element.focus()
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        if (document.activeElement === element && !isShown(element))
          covered.push(element.outerHTML.slice(0, 140))
      }
      return { covered, count: found.count }
    },
  }
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    if (found.first === target && found.count > 3) watched.isRound = true
    found.first ??= target
    found.count += 1
    if (!isShown(target)) found.suspects.add(target)
  })
  Object.assign(window, { watched })
}

/** Controls outside of sentences that are less than 44 px high, with the area that `.tap` adds. */
function smallTargets(): string[] {
  const isInSentence = (element: Element) =>
    element.matches('a') &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 2,
    )
  const heightOf = (element: Element): number => {
    const added = getComputedStyle(element, '::after')
    const isAdded = added.position === 'absolute' && added.content !== 'none'
    const label = element.closest('label')?.getBoundingClientRect().height ?? 0
    return Math.max(
      element.getBoundingClientRect().height,
      label,
      isAdded ? Number.parseFloat(added.height) || 0 : 0,
    )
  }
  return [
    ...document.querySelectorAll('a[href], button, summary, select, textarea, input:not([type=hidden])'),
  ].flatMap((element) => {
    const isShown =
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('.vh, .pot, .skip')
    return isShown && heightOf(element) < 43.5 && !isInSentence(element)
      ? [element.outerHTML.slice(0, 140)]
      : []
  })
}

/** What is wider than the window with text at 200 %, and whether the menu button is still there. */
function atDoubleSize() {
  const root = document.documentElement
  root.style.fontSize = '200%'
  const menu = document.querySelector('.hdr .menu')?.getBoundingClientRect()
  const isBeyond = (element: Element) => element.getBoundingClientRect().right > root.clientWidth + 1
  return {
    isWide: root.scrollWidth > root.clientWidth,
    hasMenu: menu ? menu.right <= root.clientWidth && menu.width >= 44 : !document.querySelector('.nav'),
    beyond: [...document.querySelectorAll('body *')]
      .filter((element) => isBeyond(element) && ![...element.children].some(isBeyond))
      .map((element) => element.outerHTML.slice(0, 120)),
  }
}

/** The width of the page once every text in it is twice as large, as with a browser’s text-only zoom. */
function widthWithDoubledTexts() {
  const texts = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
  )
  const sizes = texts.map((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  for (const [at, element] of texts.entries()) element.style.fontSize = `${(sizes[at] ?? 0) * 2}px`
  return document.documentElement.scrollWidth
}

/** Forms whose fields the browser would check itself, with messages that bars may cover. */
const checkedByTheBrowser = () =>
  [...document.forms].filter((form) => !form.noValidate && !form.checkValidity()).map((form) => form.action)

it.each([
  ['a phone', [320, 390]],
  ['a desk', [1440, 1920]],
])('nothing that is focused is ever covered, on any page on %s (WCAG 2.4.11)', async (_, widths) => {
  const page = await openPage({ viewport: { width: widths[0] as number, height: 700 } })
  await page.addInitScript(watchFocus)
  const watched = <T>(read: (watched: WatchedFocus) => T) =>
    page.evaluate(`(${read})(window.watched)`) as Promise<Awaited<T>>
  await onEveryPage(page, async (path) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 })
      await watched((each) => each.startOver())
      for (let step = 0; step < 150; step += 1) {
        await page.keyboard.press('Tab')
        if (step % 15 === 14 && (await watched(({ isRound }) => isRound))) break
      }
      const { covered, count } = await watched((each) => each.covered())
      expect(covered, `${path} at ${width} px`).toEqual([])
      expect(count, path).toBeGreaterThan(3)
    }
  })
})

describe('on a phone', () => {
  it('no page that a client opens has axe findings, before or after a form was refused', async () => {
    const page = await openPage({ viewport: PHONE })
    // test/e2e/every-page.test.ts looks at the public ones.
    for (const path of Object.values(client)) {
      await visit(page, site.url + path)
      expect([path, await complaintsOfAxe(page)]).toEqual([path, []])
    }
    await visit(page, `${site.url}/verify`)
    await page.getByLabel('Or its SHA-256').fill('a contract')
    await page.getByRole('button', { name: 'Check contract' }).click()
    await page.getByText('A SHA-256 has 64 characters').first().waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.getByLabel('Or its SHA-256').fill('a'.repeat(64))
    await page.getByRole('button', { name: 'Check contract' }).click()
    await page.getByText('That isn’t a contract that was signed').waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
  })

  it('every control is easy to touch, forms show our own messages, and text at 200 % fits', async () => {
    const page = await openPage({ viewport: PHONE, hasTouch: true, isMobile: true })
    await onEveryPage(page, async (path) => {
      expect(await page.evaluate(smallTargets), path).toEqual([])
      expect(await page.evaluate(checkedByTheBrowser), path).toEqual([])
      const { isWide, hasMenu, beyond } = await page.evaluate(atDoubleSize)
      expect(isWide ? beyond : [], path).toEqual([])
      expect(hasMenu, path).toBe(true)
    })
  })
})

it.each(['/services', '/terms', '/blog/grandmothers-first', '/blog/eight-photographs-of-one-jar'])(
  'long words of %s break instead of making it wider, once every text is twice as large',
  async (path) => {
    const page = await openPage({ viewport: PHONE })
    await page.goto(site.url + path)
    expect(await page.evaluate(widthWithDoubledTexts)).toBe(PHONE.width)
  },
)

it('buttons of a new client’s account stay in their boxes with text at 200 %', async () => {
  const page = await freshContext(browser, { viewport: PHONE }).then((context) => context.newPage())
  await giveCookie(page, await signedIn(site, 'client'))
  await visit(page, `${site.url}/profile`)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const outside = await page
    .locator('.empty > *')
    .evaluateAll((all) =>
      all
        .filter(
          (each) =>
            each.getBoundingClientRect().right > (each.parentElement?.getBoundingClientRect().right ?? 0),
        )
        .map(({ textContent }) => textContent),
    )
  expect(outside).toEqual([])
  expect(await page.locator('.empty .btn').count()).toBeGreaterThan(1)
  await page.context().close()
})

it('each link of the footer is in one line on the narrowest phones', async () => {
  const page = await openPage({ viewport: { width: 320, height: 640 } })
  await visit(page, `${site.url}/`)
  const broken = await page.locator('.ftr__cols a:not(.ftr__vid)').evaluateAll((links) =>
    links.flatMap((link) => {
      const words = document.createRange()
      words.selectNodeContents(link)
      const lines = new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom / 12)))
      return lines.size > 1 || link.getBoundingClientRect().height > 48 ? [link.textContent] : []
    }),
  )
  expect(broken).toEqual([])
})
