import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { signedIn } from '../support/accounts'
import { complaintsOfAxe, DESKTOP, freshPage, PHONE, visit } from '../support/browser'
import { mailTo } from '../support/forms'
import { startSite } from '../support/site'
import { openSmtpSink } from '../support/smtp-sink'
import { browser, openPage, site, startVisitedSite } from '../support/visited-site'

/** Accounts in the browser, with and without script. */

startVisitedSite({ env: { RATE_LIMIT_SCALE: '100' } })

const PASSWORD = 'a walk in the park'

async function linkFor(email: string, kind: string, count = 1): Promise<string> {
  const mail = await mailTo(site, email, count)
  return mail.flatMap(({ text }) => text?.match(new RegExp(`/${kind}/[\\w-]+`, 'g')) ?? []).at(-1) ?? ''
}

/** Registers and opens the confirmation link in the same browser, which is then signed in. */
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
  it('R16, R17, R18, R39: registers, uses the account and signs out', async () => {
    const email = `person-${javaScriptEnabled}@example.com`
    const page = await openPage('/', { javaScriptEnabled })
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

    await page.locator('#emails').getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.locator('#emails').getByRole('button', { name: 'Subscribe', exact: true }).waitFor()

    // The header keeps its state across pages without another request.
    await page.getByRole('link', { name: 'Pricing' }).first().click()
    await page.waitForURL(/\/pricing/)
    await page.getByRole('heading', { name: 'Hello, Renée.' }).waitFor({ state: 'detached' })
    expect(await headerLink(page).innerText()).toBe('My account')
    // The account menu has the sign-out button on every page.
    await headerLink(page).click()
    await page.getByRole('banner').getByRole('link', { name: 'My account' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You’re signed out.').waitFor()
    await expect.poll(() => headerLink(page).innerText()).toBe('Sign in')
    await page.goto(`${site.url}/profile`)
    expect(page.url()).toContain('/login?returnTo=%2Fprofile')
    await page.context().close()
  })

  it('R22, R23: returns to the requested page after signing in', async () => {
    const email = `back-${javaScriptEnabled}@example.com`
    const first = await openPage('/', { javaScriptEnabled })
    await enter(first, email)
    await first.context().close()
    const page = await openPage('/download', { javaScriptEnabled })
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

it('R17: resets a forgotten password with the keyboard', async () => {
  const email = 'keys@example.com'
  const sink = await openSmtpSink()
  const own = await startSite({ env: { SMTP_URL: sink.url } })
  onTestFinished(async () => {
    await own.stop()
    await sink.close()
  })
  await signedIn(own, 'client', { email })
  const page = await freshPage(browser)
  await visit(page, `${own.url}/forgot-password`)
  const form = page.getByRole('form', { name: 'Forgotten password' })
  await form.locator('button[type=submit]').click()
  await page.locator('main [role=alert]').first().waitFor()
  expect(await complaintsOfAxe(page)).toEqual([])
  await form.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your email.' }).waitFor()
  await expect.poll(() => sink.caught).toHaveLength(1)
  const link = /\/reset-password\/[\w-]+/.exec(sink.caught[0]?.mail.text ?? '')?.[0]
  await visit(page, `${own.url}${link}`)
  await page.locator('#field-password').focus()
  await page.keyboard.type('another walk in the park')
  await page.keyboard.press('Enter')
  await page.getByText('Password changed').waitFor()
  await fillLogin(page, email, 'another walk in the park')
  await page.waitForURL(/\/profile/)
  await page.context().close()
})

describe.each([PHONE, DESKTOP])('account pages at $width px', (viewport) => {
  // The desktop page has the same content in a different layout.
  const look = async (page: Page, path = '') => {
    if (viewport === PHONE || path === '/profile') expect(await complaintsOfAxe(page)).toEqual([])
  }

  it('R16, R17, R18: have no axe findings and don’t scroll sideways', async () => {
    const page = await openPage('/', { viewport })
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
    for (const path of ['/login', '/register']) {
      await visit(page, site.url + path)
      await page.locator('main form button[type=submit]').first().click()
      await page.locator('main [role=alert]').first().waitFor()
      await look(page)
    }
    for (const path of [
      '/forgot-password',
      '/login?step=code',
      '/login?step=recovery',
      '/reset-password/none',
    ]) {
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
