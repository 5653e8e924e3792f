import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { letProofsExpire, PASSWORD, signedIn } from '../support/accounts'
import { complaintsOfAxe, freshPage, PHONE, visit } from '../support/browser'
import { rows } from '../support/forms'
import { browser, giveCookie, site, startVisitedSite } from '../support/visited-site'

/** Passkeys in the browser, with Chromium's virtual authenticator. */

let origin: string

startVisitedSite({ env: { RATE_LIMIT_SCALE: '100' } })
beforeAll(async () => {
  // Passkeys need a host name, not an IP address.
  origin = site.url.replace('127.0.0.1', 'localhost')
})

async function withDevice(page: Page): Promise<CDPSession> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return device
}

/** A page of a signed-in user, on a device that supports passkeys. */
async function open(role: 'owner' | 'assistant' | 'client', email: string, options = {}): Promise<Page> {
  const page = await freshPage(browser, options)
  await giveCookie(page, await signedIn(site, role, { email }), origin)
  await withDevice(page)
  return page
}

async function signOut(page: Page) {
  await page.context().clearCookies()
  await visit(page, `${origin}/login`)
}

const signInWithPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()

it.each([PHONE, undefined])(
  'a client adds a passkey, signs in with it, confirms with it and removes it',
  async (viewport) => {
    const email = `renee-${viewport?.width ?? 'desktop'}@example.com`
    const page = await open('client', email, viewport ? { viewport } : {})
    await visit(page, `${origin}/profile#security`)
    await page.locator('summary').filter({ hasText: 'Passkeys' }).click()
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    await page.getByRole('textbox', { name: 'Passkey name' }).waitFor()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Passkey name' }).inputValue())
      .toBe('Chrome on Linux')
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Passkey name' }).fill('My laptop')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByText('Your passkey is ready.').waitFor()

    // The device already has a passkey.
    await visit(page, `${origin}/profile/passkeys/new`)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByText('This device already has a passkey for your account.').waitFor()

    await signOut(page)
    expect(await complaintsOfAxe(page)).toEqual([])
    await signInWithPasskey(page)
    await page.waitForURL(/\/profile/)

    await letProofsExpire(site)
    await visit(page, `${origin}/profile`)
    await page.locator('summary').filter({ hasText: 'Passkeys' }).click()
    await page.getByText('My laptop', { exact: true }).first().waitFor()
    expect(await complaintsOfAxe(page, { include: '#security' })).toEqual([])
    await page.getByRole('button', { name: 'Remove My laptop' }).click()
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirm with passkey' }).click()
    await page.getByText('Passkey removed').waitFor()

    await signOut(page)
    await signInWithPasskey(page)
    await page.getByText('We don’t know this passkey').waitFor()
    await page.context().close()
  },
)

it('canceling shows a message, and the password still works', async () => {
  const page = await open('client', 'later@example.com')
  await signOut(page)
  // This device has no passkey.
  await signInWithPasskey(page)
  await page.getByText('No passkey was used.').waitFor()
  const form = page.getByRole('form', { name: 'Sign in', exact: true })
  await form.getByLabel('Email').fill('later@example.com')
  await form.getByLabel('Password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/profile/)
  await page.context().close()
})

it('is hidden where passkeys aren’t supported: without script, and on an IP address', async () => {
  for (const [url, options] of [
    [origin, { javaScriptEnabled: false }],
    [site.url, {}],
  ] as const) {
    const page = await freshPage(browser, options)
    await visit(page, `${url}/login`)
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Sign in', exact: true }).count()).toBe(1)
    await page.context().close()
  }
})

it('the team’s rule makes a member add a passkey, and asks for it afterwards', async () => {
  const owner = await open('owner', 'olive@example.com')
  await visit(owner, `${origin}/studio/settings/team`)
  await owner.getByRole('link', { name: 'your security settings' }).waitFor()
  await visit(owner, `${origin}/profile/passkeys/new`)
  await owner.getByRole('button', { name: 'Create passkey' }).click()
  await owner.getByText('Your passkey is ready.').waitFor()
  await visit(owner, `${origin}/studio/settings/team`)
  await owner.getByRole('button', { name: 'Require two-factor authentication' }).click()
  await owner.getByText('Everyone on the team now needs two-factor authentication.').waitFor()
  expect(await complaintsOfAxe(owner)).toEqual([])

  const member = await open('assistant', 'ada@example.com')
  await visit(member, `${origin}/studio/inbox`)
  await member.getByRole('heading', { name: 'Set up two-factor authentication.' }).waitFor()
  expect(await complaintsOfAxe(member)).toEqual([])
  await member.getByRole('link', { name: 'Add a passkey' }).click()
  await member.getByRole('button', { name: 'Create passkey' }).click()
  await member.waitForURL(/\/studio\/inbox/)

  await signOut(member)
  const form = member.getByRole('form', { name: 'Sign in', exact: true })
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await member.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
  expect(await member.getByLabel('Password').count()).toBe(0)
  await member.getByRole('button', { name: 'Confirm with passkey' }).click()
  await member.waitForURL(/\/studio$/)
  expect(rows(site, 'select 1 from passkeys')).toHaveLength(2)
  await Promise.all([owner.context().close(), member.context().close()])
})
