import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { isFocused, PHONE } from '../support/browser'
import { post, rows } from '../support/forms'
import { openPage, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })

const email = (page: Page) => page.locator('main').getByLabel('Email', { exact: true })

const FORMS: [path: string, button: string, answer: string, fill: (page: Page) => Promise<void>][] = [
  ['/forgot-password', 'Email me a link', 'Check your email.', (page) => email(page).fill('ann@example.com')],
  [
    '/login',
    'Email me a sign-in link',
    'If you have an account, we’ve emailed you a sign-in link.',
    (page) => email(page).fill('ann@example.com'),
  ],
  [
    '/register',
    'Create my account',
    'Check your email.',
    async (page) => {
      await page.getByLabel('Your name').fill('Ann Lee')
      await email(page).fill('ann@example.com')
      await page.getByLabel('Password').fill('three quiet herons')
    },
  ],
  [
    '/newsletter/unsubscribe',
    'Email me a link',
    'Check your email',
    (page) => email(page).fill('ann@example.com'),
  ],
]

it.each(FORMS)(
  'the focus moves to what %s answers, since the form is gone',
  async (path, button, answer, fill) => {
    const page = await openPage(path, { viewport: PHONE })
    await fill(page)
    await page.getByRole('button', { name: button, exact: true }).press('Enter')
    await page.getByText(answer).waitFor()
    await isFocused(page.locator('#main'))
    await page.context().close()
  },
)

it('the focus moves to the answer of an unsubscribe link, which still names its newsletter', async () => {
  await post(site, '/newsletter', { email: 'bo@example.com' })
  const [row] = rows(site, 'select unsubscribe_token from newsletter')
  const page = await openPage(`/newsletter/unsubscribe/${row?.unsubscribe_token}?newsletter=n1`, {
    viewport: PHONE,
  })
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'You’re unsubscribed.' }).waitFor()
  await isFocused(page.locator('#main'))
  expect(new URL(page.url()).search).toBe('?newsletter=n1')
  await page.context().close()
})
