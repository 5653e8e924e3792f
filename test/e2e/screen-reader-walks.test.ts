import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openForBooking } from '../support/booking'
import { freshPage, isFocused, PHONE, visit } from '../support/browser'
import { type DeliveredGallery, makeDeliveredGallery } from '../support/delivered-gallery'
import { type ScreenReader, screenReaderOf } from '../support/screen-reader'
import { browser, giveCookie, site, startVisitedSite } from '../support/visited-site'

/** A client's ways as a screen reader says them: each control in the order of the focus, and each message. */

startVisitedSite({ content: 'photos' })
beforeAll(() => openForBooking(site))

async function openWith(path: string, cookie?: string): Promise<{ page: Page; reader: ScreenReader }> {
  const page = await freshPage(browser, { viewport: PHONE })
  if (cookie) await giveCookie(page, cookie)
  const reader = await screenReaderOf(page)
  await visit(page, site.url + path)
  return { page, reader }
}

const saysOnce = (reader: ScreenReader, wanted: string) => expect.poll(reader.spoken).toBe(wanted)

/** Waits for a message, since those of fetched data come later. */
async function hears(reader: ScreenReader, wanted: string | RegExp): Promise<void> {
  const heard: string[] = []
  const all = async () => {
    heard.push(...(await reader.announced()))
    return heard
  }
  await expect.poll(all).toContainEqual(typeof wanted === 'string' ? wanted : expect.stringMatching(wanted))
}

it('books a session', async () => {
  const { page, reader } = await openWith('/book-session')
  expect(await reader.readTo(/^button “Date & time”/)).toEqual([
    'link “Skip to content”',
    'link “DE Photography, home”',
    'link “(973) 555-0142”',
    'button “Menu”',
    'radio “Portrait $285 $75 deposit”, checked, One or two people, studio or one outdoor place. 45 MIN , 12 PHOTOS , READY IN 10 DAYS',
    'radio “In the studio Ground floor, step-free.”, checked',
    'button “Date & time”',
  ])
  await page.keyboard.press('Enter')
  await saysOnce(reader, 'heading “Pick a day, then a time.”')
  const steps = await reader.readTo(/^radio/)
  // Late in a month, the first free time is in the next.
  const months = steps.filter((step) => step === 'link “Previous month”')
  const [day, firstTime] = steps.slice(-2)
  expect(steps.slice(0, -2)).toEqual([
    ...['link “Session, done”', 'link “Change”'],
    ...[...months, 'link “Next month”'],
  ])
  expect(day).toMatch(/^link “\w+day, \w+ \d+, \d+ open times?, selected”$/)
  const [, time] = /^radio “(\d+:00 [AP]M)”, not checked$/.exec(String(firstTime)) ?? []
  expect(time, String(firstTime)).toBeDefined()
  await page.keyboard.press('Space')
  await hears(reader, new RegExp(`^We’re holding ${time} E[SD]T for you until \\d+:\\d\\d [AP]M E[SD]T\\.$`))
  expect(await reader.readTo(/^button/)).toEqual(['link “Back”', 'button “Details”'])
  await page.keyboard.press('Enter')
  await saysOnce(reader, 'heading “Who is coming?”')
  const fields = [
    'textbox “Mobile phone (optional)”, Only for the day itself.',
    'textbox “Number of people”, required',
    'textbox “Anything we should know (optional)”',
    'checkbox “Also send me the newsletter. Unsubscribe anytime.”, not checked',
    'link “Back”',
    'button “Review”',
  ]
  expect(await reader.readTo(/^button/)).toEqual([
    'link “Session, done”',
    'link “Date & time, done”',
    'textbox “Your name”, required',
    'textbox “Email”, required',
    ...fields,
  ])
  await page.keyboard.press('Enter')
  await hears(reader, '2 things need fixing.Tell us your name.Enter your email address.')
  await isFocused(page.getByRole('alert').filter({ hasText: '2 things need fixing.' }))
  expect(await reader.readTo(/^textbox/)).toEqual([
    'link “Tell us your name.”',
    'link “Enter your email address.”',
    'textbox “Your name”, invalid, required, Tell us your name.',
  ])
  await page.keyboard.type('Key Board')
  expect(await reader.readTo(/^textbox/)).toEqual([
    'textbox “Email”, invalid, required, Enter your email address.',
  ])
  await page.keyboard.type('key@example.com')
  expect(await reader.readTo(/^button/)).toEqual(fields)
  await page.keyboard.press('Enter')
  await saysOnce(reader, 'heading “Review your booking”')
  expect(await reader.readTo(/^button/)).toEqual([
    ...['link “Session, done”', 'link “Date & time, done”', 'link “Details, done”'],
    ...['link “Change session”', 'link “Change when”', 'link “Change where”', 'link “Change who”'],
    'checkbox “I have read the Terms & Conditions.”, not checked',
    'link “Terms & Conditions”',
    'button “Request this session”',
  ])
  await page.keyboard.press('Enter')
  await saysOnce(
    reader,
    'checkbox “I have read the Terms & Conditions.”, invalid, not checked, Please read and accept the terms to continue.',
  )
  await page.keyboard.press('Space')
  await reader.readTo(/^button “Request this session”/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/thank-you$/)
  await saysOnce(reader, 'main “”')
  await page.context().close()
})

it('chooses favorites', async () => {
  const gallery = await makeDeliveredGallery(site, { pick_limit: 2, sizes: '["web"]' })
  const { page, reader } = await openWith(`/download/${gallery.id}`, gallery.cookie)
  const altOf = await altTexts(page)
  const photo = (number: number) => `hoto ${number}: ${altOf[number]}`
  expect(await reader.readTo(/^button/)).toEqual([
    ...['link “Skip to content”', 'link “DE Photography, home”', 'link “Sign in”'],
    ...['link “View photos”', 'link “Download”', 'link “Slideshow”'],
    `link “P${photo(1)}”`,
    `button “Favorite: p${photo(1)}”, not pressed`,
  ])
  await page.keyboard.press('Enter')
  await saysOnce(reader, `button “Favorite: p${photo(1)}”, pressed`)
  await hears(reader, '1 of 2 favorites')
  expect(await reader.readTo(/^link/)).toEqual([`link “P${photo(2)}”`])
  await page.keyboard.press('Enter')
  await expect.poll(reader.spoken).toContain(`dialog “Photo 2 of 5”, modal, P${photo(2)}`)
  await page.keyboard.press('f')
  await hears(reader, '2 of 2 favorites. Submit them, or remove one to pick another.')
  await page.keyboard.press('ArrowRight')
  await hears(reader, `P${photo(3)}`)
  await page.keyboard.press('f')
  await hears(reader, 'You’ve picked 2, the limit for this list. Remove one to add this photo.')
  expect(await reader.readTo(/^link “Comment”/)).toEqual([
    ...['link “Previous photo”', 'link “Next photo”', 'button “Slideshow”'],
    'link “Close, back to the gallery”',
    `button “Favorite: p${photo(3)}”, not pressed`,
    'link “Comment”',
  ])
  await page.keyboard.press('Escape')
  await saysOnce(reader, `link “P${photo(3)}”`)
  await reader.readTo(/^link “Review and submit”/)
  await page.keyboard.press('Enter')
  await saysOnce(reader, 'main “”')
  const chosen = [1, 2].flatMap((number) => [
    `link “P${photo(number)}”`,
    `link “Comment: P${photo(number)}”`,
    `button “Favorite: p${photo(number)}”, pressed`,
  ])
  expect(await reader.readTo(/^button “Submit/)).toEqual([
    'link “WHITFIELD & COLE”',
    ...chosen,
    'textbox “Note to your photographer (optional)”',
    'button “Submit 2 photos”',
  ])
  await page.keyboard.press('Enter')
  await isFocused(page.getByRole('status').filter({ hasText: 'We’ve got your favorites.' }))
  await page.context().close()
})

it('downloads everything', async () => {
  const gallery = await makeDeliveredGallery(site, { sizes: '["web"]' })
  await untilPrepared(gallery)
  const { page, reader } = await openWith(`/download/${gallery.id}`, gallery.cookie)
  await reader.readTo(/^link “Download”/)
  await page.keyboard.press('Enter')
  await saysOnce(reader, 'region “Download”')
  const said = await reader.readTo(/^button/)
  const size = /\d[\d.]* [KM]B/.exec(said.at(-1) ?? '')?.[0]
  expect(said).toEqual([
    'radio “All photos 5”, checked',
    `radio “Web ${size} 2048 px, for phones and sharing”, checked`,
    `button “Download ${size}”`,
  ])
  const [zip] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(zip.suggestedFilename()).toMatch(/\.zip$/)
  await hears(reader, 'Your download is starting. Your browser shows its progress.')
  await saysOnce(reader, `button “Download ${size}”`)
  await page.context().close()
})

/** The texts of the photos in the grid, by number. */
async function altTexts(page: Page): Promise<string[]> {
  const names = await page
    .locator('.jg a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
  return ['', ...names.map((name) => name.replace(/^Photo \d+: /, ''))]
}

async function untilPrepared({ id, cookie }: DeliveredGallery): Promise<void> {
  const archive = `${site.url}/download/${id}/archive/everything/web.zip`
  const status = async () => (await fetch(archive, { method: 'HEAD', headers: { Cookie: cookie } })).status
  await expect.poll(status, { timeout: 60_000 }).toBe(200)
}
