import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import type { Database } from '~/platform/db/schema'
import { OPEN_DAY, openForBooking } from '../support/booking'
import { complaintsOfAxe } from '../support/browser'
import { withoutTables } from '../support/engine-site'
import { openPage, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ env: { RATE_LIMIT_SCALE: '100000' } })

beforeEach(() => openForBooking(site))

interface Case {
  path: string
  /** The table that the form writes to. */
  table: keyof Database
  form: string
  fill: (page: Page) => Promise<unknown>
  button: RegExp
  sentence: string
  /** Labels of the fields that keep their values. */
  kept: string[]
}

const TYPED = 'typed.here@example.com'
const STORED = 'Everything you typed is still here.'

const CASES: Case[] = [
  {
    path: '/about',
    table: 'newsletter',
    form: 'footer form',
    fill: (page) => page.locator('footer').getByLabel('Email address').fill(TYPED),
    button: /Subscribe/,
    sentence: 'We couldn’t add you just now.',
    kept: [],
  },
  {
    path: '/contact',
    table: 'contact_messages',
    form: 'main form',
    fill: async (page) => {
      await page.getByLabel('Your name').fill(TYPED)
      await page.locator('main').getByLabel('Email').fill(TYPED)
      await page.getByLabel('Message').fill(TYPED)
    },
    button: /Send message/,
    sentence: STORED,
    kept: ['Your name', 'Email', 'Message'],
  },
  {
    path: '/terms',
    table: 'do_not_sell_requests',
    form: 'form.dns',
    fill: (page) => page.locator('form.dns').getByLabel('Email address').fill(TYPED),
    button: /Send request/,
    sentence: STORED,
    kept: ['Email address'],
  },
  {
    path: '/login',
    table: 'users',
    form: 'main form',
    fill: async (page) => {
      await page.locator('main').getByLabel('Email').fill(TYPED)
      await page.locator('main').getByLabel('Password').fill('three quiet herons')
    },
    button: /^Sign in/,
    sentence: 'We couldn’t sign you in just now.',
    kept: ['Email'],
  },
  {
    path: '/register',
    table: 'users',
    form: 'main form',
    fill: async (page) => {
      await page.getByLabel('Your name').fill(TYPED)
      await page.locator('main').getByLabel('Email').fill(TYPED)
      await page.locator('main').getByLabel('Password').fill('nine slow red trams')
    },
    button: /Create/,
    sentence: 'We couldn’t create your account just now.',
    kept: ['Your name', 'Email'],
  },
]

it.each(CASES.flatMap((each) => [true, false].map((javaScriptEnabled) => ({ ...each, javaScriptEnabled }))))(
  'R38, R39, D1: $path keeps what was typed when $table can’t be written, with script: $javaScriptEnabled',
  async ({ path, table, form, fill, button, sentence, kept, javaScriptEnabled }) => {
    const page = await openPage(path, { javaScriptEnabled })
    await fill(page)
    await withoutTables(site, [table], async () => {
      await page.locator(form).getByRole('button', { name: button }).first().click()
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
    })
    for (const label of kept) expect(await page.locator(form).getByLabel(label).inputValue()).toBe(TYPED)
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true)
    expect(await page.locator('footer').getByRole('link', { name: 'Terms & Conditions' }).isVisible()).toBe(
      true,
    )
    if (javaScriptEnabled) expect(await complaintsOfAxe(page, { tags: ['wcag2a', 'wcag2aa'] })).toEqual([])
    await page.context().close()
  },
)

it.each([true, false])(
  'R38: booking keeps what was typed when bookings can’t be written, with script: %s',
  async (script) => {
    const page = await openPage(`/book-session?service=portrait&location=studio&date=${OPEN_DAY}`, {
      javaScriptEnabled: script,
    })
    const press = (name: RegExp) => page.getByRole('button', { name }).locator('visible=true').first().click()
    await page.getByRole('radio', { name: '10:00 AM' }).check()
    await press(/^Continue to details/)
    await page.getByLabel('Your name').fill('Renée Whitfield')
    await page.locator('#field-email').fill(TYPED)
    await press(/^(Review|Continue to review)/)
    await page.getByRole('heading', { level: 1, name: 'Review your booking' }).waitFor()
    await page.getByRole('checkbox', { name: /I have read/ }).check()
    await withoutTables(site, ['bookings'], async () => {
      await press(/^Request this session/)
      await page.getByRole('alert').filter({ hasText: STORED }).waitFor()
    })
    expect(await page.getByLabel('Your name').inputValue()).toBe('Renée Whitfield')
    expect(await page.locator('#field-email').inputValue()).toBe(TYPED)
    expect(await page.getByRole('radio', { name: '10:00 AM' }).isChecked()).toBe(true)
    await press(/^Request this session/)
    await page.waitForURL(/\/thank-you$/)
    await page.context().close()
  },
)
