import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOfAxe, DESKTOP, freshPage, openBrowser, PHONE, visit } from '../support/browser'
import { mailTo } from '../support/forms'
import { type Site, startSite } from '../support/site'

/** Accounts as people meet them, with and without script. */

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100' } })
  browser = await openBrowser()
})
afterAll(() => site?.stop())

const PASSWORD = 'a walk in the park'

async function linkFor(email: string, kind: string, count = 1): Promise<string> {
  const mail = await mailTo(site, email, count)
  return mail.flatMap(({ text }) => text?.match(new RegExp(`/${kind}/[\\w-]+`, 'g')) ?? []).at(-1) ?? ''
}

async function open(path: string, options: Parameters<typeof freshPage>[1] = {}): Promise<Page> {
  const page = await freshPage(browser, options)
  await visit(page, site.url + path)
  return page
}

/** Registers and opens the link of the message in the same browser, which is then signed in. */
async function enter(page: Page, email: string): Promise<void> {
  await visit(page, `${site.url}/register`)
  const form = page.getByRole('form', { name: 'Create an account' })
  await form.getByLabel('Your name').fill('Renée Whitfield')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Create my account' }).click()
  await page.getByRole('heading', { name: 'Almost there.' }).waitFor()
  await visit(page, site.url + (await linkFor(email, 'verify-email')))
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await page.waitForURL(/\/profile/)
}

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const headerLink = (page: Page) => page.getByRole('banner').locator('.signin')

describe.each([true, false])('with script: %s', (javaScriptEnabled) => {
  it('R16, R17, R18, R39: an account is opened, used and left', async () => {
    const email = `person-${javaScriptEnabled}@example.com`
    const page = await open('/', { javaScriptEnabled })
    expect(await headerLink(page).innerText()).toBe('Sign in')
    await enter(page, email)
    await page.getByRole('heading', { level: 1, name: 'Hello, Renée.' }).waitFor()
    await expect.poll(() => headerLink(page).innerText()).toBe('My account')

    await page.getByRole('textbox', { name: 'Phone' }).fill('12')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'One thing needs fixing.' }).waitFor()
    await page.getByRole('textbox', { name: 'Phone' }).fill('(973) 555-0188')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Saved.').waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('(973) 555-0188')

    await page.locator('#letters').getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.locator('#letters').getByRole('button', { name: 'Subscribe', exact: true }).waitFor()

    // From page to page, the header knows without asking again.
    await page.getByRole('link', { name: 'Pricing' }).first().click()
    await page.waitForURL(/\/pricing/)
    await page.getByRole('heading', { name: 'Hello, Renée.' }).waitFor({ state: 'detached' })
    expect(await headerLink(page).innerText()).toBe('My account')
    // The account menu has the way out on every page.
    await headerLink(page).click()
    await page.getByRole('banner').getByRole('link', { name: 'My account' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You’re signed out.').waitFor()
    await expect.poll(() => headerLink(page).innerText()).toBe('Sign in')
    await page.goto(`${site.url}/profile`)
    expect(page.url()).toContain('/login?returnTo=%2Fprofile')
    await page.context().close()
  })

  it('R22, R23: signing in leads back to what was asked for', async () => {
    const email = `back-${javaScriptEnabled}@example.com`
    const first = await open('/', { javaScriptEnabled })
    await enter(first, email)
    await first.context().close()
    const page = await open('/download', { javaScriptEnabled })
    await fillLogin(page, email, 'not it at all')
    await page.getByRole('alert').getByText('That email and password don’t match.').waitFor()
    await expect.poll(() => page.locator('input[name=email]').first().inputValue()).toBe(email)
    await expect.poll(() => page.locator('input[name=password]').inputValue()).toBe('')
    await fillLogin(page, email, PASSWORD)
    await page.waitForURL(/\/profile#downloads$/)
    await page.getByRole('heading', { name: 'Galleries', exact: true }).waitFor()
    await page.context().close()
  })
})

it('R17: a forgotten password is set anew from the keyboard', async () => {
  const email = 'keys@example.com'
  const page = await open('/')
  await enter(page, email)
  await page.context().clearCookies()
  await visit(page, `${site.url}/forgot-password`)
  await page.getByRole('form', { name: 'Forgotten password' }).getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.getByText('This site can’t send email yet, so no link was sent.').waitFor()
  await visit(page, site.url + (await linkFor(email, 'reset-password', 2)))
  await page.locator('#field-password').focus()
  await page.keyboard.type('another walk in the park')
  await page.keyboard.press('Enter')
  await page.getByText('Password changed').waitFor()
  await fillLogin(page, email, 'another walk in the park')
  await page.waitForURL(/\/profile/)
  await page.context().close()
})

describe.each([PHONE, DESKTOP])('accessibility at $width', (viewport) => {
  // A desktop shows the same content in another frame.
  const look = async (page: Page, path = '') => {
    if (viewport === PHONE || path === '/profile') expect(await complaintsOfAxe(page)).toEqual([])
  }

  it('R16, R17, R18: finds nothing on any page of an account, and nothing scrolls sideways', async () => {
    const page = await open('/', { viewport })
    await enter(page, `axe-${viewport.width}@example.com`)
    for (const path of ['/profile', '/profile/two-factor']) {
      await visit(page, site.url + path)
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '')
      })
      await look(page, path)
    }
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByAltText('QR code for the authenticator app').waitFor()
    await look(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    )

    await page.context().clearCookies()
    for (const path of ['/login', '/register', '/forgot-password']) {
      await visit(page, site.url + path)
      await page.locator('main form button[type=submit]').first().click()
      await page.locator('main [role=alert]').first().waitFor()
      await look(page)
    }
    for (const path of ['/login?step=code', '/login?step=recovery', '/reset-password/none']) {
      await visit(page, site.url + path)
      await look(page)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/login', '/register', '/forgot-password', '/login?step=code']) {
      await page.goto(site.url + path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
    await page.context().close()
  })
})
