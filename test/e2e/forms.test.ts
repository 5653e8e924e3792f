import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { complaintsOfAxe, isFocused, PHONE } from '../support/browser'
import { rows } from '../support/forms'
import { openAsOwner, openPage, site, startVisitedSite } from '../support/visited-site'

/** The public forms in the browser, with and without script. */

startVisitedSite({ owner: true, env: { RATE_LIMIT_SCALE: '100' } })

/** axe runs apart from the page's scripts, but requires JavaScript. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await complaintsOfAxe(page)).toEqual([])
}

/** Waits the minimum time that a person needs, since forms sent sooner are dropped as spam. */
async function likeAPerson(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction((start) => performance.now() - start > 200, since)
}

describe.each([true, false])('with script: %s', (javaScriptEnabled) => {
  it('R5: a refused message shows the reasons, and is sent once fixed', async () => {
    const page = await openPage('/contact', { javaScriptEnabled })
    if (javaScriptEnabled) await likeAPerson(page)
    await page.getByLabel('Your name').fill('Renée Whitfield')
    await page.locator('#field-email').fill('renee@')
    await page.getByLabel('Message').fill('Is the second Saturday in May free?')
    await page.getByRole('button', { name: 'Send message' }).click()

    const summary = page.getByRole('alert').filter({ hasText: 'One thing needs fixing.' })
    await isFocused(summary)
    await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Renée Whitfield')
    await summary.getByRole('link').click()
    await isFocused(page.locator('#field-email'))

    await page.locator('#field-email').fill('renee@example.com')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.waitForURL(/\/thank-you\?for=message$/)
    await page.context().close()
  })

  it('R7, D1: sends a do-not-sell request', async () => {
    const page = await openPage('/terms#do-not-sell', { javaScriptEnabled })
    const form = page.locator('#do-not-sell')
    await form.getByLabel('Email address').fill('no')
    await form.getByRole('button', { name: 'Send request' }).click()
    await form.getByText('Enter a full email address').waitFor()
    await form.getByLabel('Email address').fill(`dns-${javaScriptEnabled}@example.com`)
    await form.getByRole('button', { name: 'Send request' }).click()
    await form.getByRole('status').getByText('We’ve received your request.').waitFor()
    await page.context().close()
  })

  it('unsubscribes from the newsletter by a button, not by opening the page', async () => {
    const email = `leaver-${javaScriptEnabled}@example.com`
    await fetch(`${site.url}/newsletter`, { method: 'POST', body: new URLSearchParams({ email }) })
    const token = rows(site, 'select unsubscribe_token as t from newsletter where email = ?', email)[0]?.t
    const page = await openPage(`/newsletter/unsubscribe/${token}`, { javaScriptEnabled })
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByText('won’t get our newsletter anymore').waitFor()
    await page.context().close()
  })
})

it('an error goes once its field is changed, and returns if it’s sent wrong again', async () => {
  const page = await openPage('/contact')
  const [name, email] = [page.getByLabel('Your name'), page.locator('#field-email')]
  const send = page.getByRole('button', { name: 'Send message' })
  const summary = page.locator('.note--stop')
  const errors = page.locator('main form .err:visible')
  const refused = () => isFocused(page.getByRole('alert').filter({ hasText: '2 things need fixing.' }))
  await page.getByLabel('Message').fill('Is the second Saturday in May free?')
  await email.fill('renee@')
  await likeAPerson(page)
  await send.click()
  await refused()
  expect(await errors.count()).toBe(2)
  await summary.getByRole('link').last().click()
  await isFocused(email)
  expect([await errors.count(), new URL(page.url()).hash]).toEqual([2, ''])

  // The code for that may still be loading.
  await expect
    .poll(async () => {
      await name.pressSequentially('e')
      return errors.count()
    })
    .toBe(1)
  expect(await name.getAttribute('aria-invalid')).toBeNull()
  expect(await summary.innerText()).toMatch(/^One thing needs fixing\.\n.*email.*$/)
  await email.fill('renee')
  await isFocused(email)
  expect([await errors.count(), await summary.isVisible()]).toEqual([0, false])

  // Only the email is wrong now.
  await send.click()
  await isFocused(page.getByRole('alert').filter({ hasText: 'One thing needs fixing.' }))
  expect(await errors.allInnerTexts()).toHaveLength(1)
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  expect(await name.getAttribute('aria-invalid')).toBeNull()
  await name.fill('')
  await send.click()
  await refused()
  expect(await errors.count()).toBe(2)
  await page.context().close()
})

it('an error of a group goes once one of its choices is made', async () => {
  const page = await openAsOwner('/studio/galleries/new')
  await page.getByLabel('Title').fill('Lee & Park')
  const group = page.getByRole('group', { name: 'Gallery type' })
  for (const each of await group.getByRole('radio').all())
    await each.evaluate((radio: HTMLInputElement) => {
      radio.checked = false
    })
  await page.locator('form.st-form button[type=submit]').click()
  const errors = page.locator('.note--stop:visible, .err:visible')
  await page.locator('.note--stop').getByRole('link').click()
  await isFocused(group)
  expect(await errors.count()).toBe(2)
  await expect
    .poll(async () => {
      for (const each of (await group.getByRole('radio').all()).slice(0, 2)) await each.check()
      return errors.count()
    })
    .toBe(0)
  await page.context().close()
})

it('a refused form stays when the code that hides errors can’t be loaded', async () => {
  const page = await openPage('/contact')
  await page.route(/corrected-fields/, (route) => route.abort())
  await page.getByLabel('Message').fill('Is the second Saturday in May free?')
  await likeAPerson(page)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('corrected-fields'))
  await page.getByRole('button', { name: 'Send message' }).click()
  await failed
  await page.locator('.note--stop').getByRole('link').first().click()
  await isFocused(page.getByLabel('Your name'))
  await page.getByLabel('Your name').fill('Renée Whitfield')
  expect(await page.locator('.note--stop, main form .err').count()).toBe(3)
  expect(await page.getByLabel('Message').inputValue()).toBe('Is the second Saturday in May free?')
  await page.context().close()
})

describe('accessibility', () => {
  it.each(['/contact', '/terms#do-not-sell'])(
    'has no axe findings on %s after a refused form',
    async (path) => {
      const page = await openPage(path, { viewport: PHONE })
      await page.locator('main form button[type=submit]').last().click()
      await page.locator('main [aria-invalid=true], main [role=alert]').first().waitFor()
      await expectAccessible(page)
      await page.context().close()
    },
  )

  it.each(['/services', '/pricing', '/portrait'])(
    'has no axe findings on %s with everything open',
    async (path) => {
      const page = await openPage(path, { viewport: PHONE })
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '')
      })
      await expectAccessible(page)
      await page.context().close()
    },
  )
})

it.each(['/services', '/pricing', '/portrait', '/terms', '/contact', '/book-session', '/newsletter'])(
  '%s is complete at 320 px',
  async (path) => {
    const page = await openPage(path, { viewport: { width: 320, height: 640 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.context().close()
  },
)

describe('when the connection is lost', () => {
  it('R5: keeps a message as typed, explains, and sends it when the connection is back', async () => {
    const page = await openPage('/contact')
    await likeAPerson(page)
    await page.getByLabel('Your name').fill('Renée Whitfield')
    await page.locator('#field-email').fill('lost@example.com')
    await page.getByLabel('What’s it about?').selectOption({ index: 2 })
    const subject = await page.getByLabel('What’s it about?').inputValue()
    await page.getByLabel('Message').fill('Is the second Saturday in May free?')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('alert').filter({ hasText: 'nothing was sent' }).waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('Renée Whitfield')
    expect(await page.getByLabel('What’s it about?').inputValue()).toBe(subject)
    expect(await page.getByLabel('Message').inputValue()).toBe('Is the second Saturday in May free?')

    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.waitForURL(/\/thank-you\?for=message$/)
    expect(rows(site, 'select subject from contact_messages where email = ?', 'lost@example.com')).toEqual([
      { subject },
    ])
    await page.context().close()
  })
})
