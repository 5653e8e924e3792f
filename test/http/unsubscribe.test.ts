import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

async function subscriber(email: string) {
  await post(site, '/newsletter', { email })
  const [row] = rows(site, 'select unsubscribe_token from newsletter where email = ?', email)
  return {
    path: `/newsletter/unsubscribe/${row?.unsubscribe_token}`,
    isActive: () =>
      rows(site, 'select unsubscribed_at from newsletter where email = ?', email)[0]?.unsubscribed_at ===
      null,
  }
}

describe('unsubscribing', () => {
  it('shows a button, and changes nothing when the page is only opened', async () => {
    const { path, isActive } = await subscriber('reader@example.com')
    const answer = await fetch(site.url + path)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain('Unsubscribe</button>')
    expect(page).toContain('r•••@example.com')
    expect(page).not.toContain('reader@example.com')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(isActive()).toBe(true)
  })

  it('works with one click, without cookies and without a redirect (RFC 8058)', async () => {
    const { path, isActive } = await subscriber('once@example.com')
    for (let again = 0; again < 2; again += 1) {
      // A mail provider's server sends no cookies, and no Origin or another one.
      const headers = { Origin: 'https://mail.example.net', 'Sec-Fetch-Site': 'cross-site' }
      const answer = await post(site, path, { 'List-Unsubscribe': 'One-Click' }, headers)
      expect(answer.status).toBe(200)
      expect(isActive()).toBe(false)
    }
    expect(await (await fetch(site.url + path)).text()).toContain('won’t get our newsletter anymore')
  })

  it('lets a person subscribe again', async () => {
    const { path, isActive } = await subscriber('back@example.com')
    await post(site, path, {})
    expect(isActive()).toBe(false)
    expect((await post(site, '/newsletter', { email: 'back@example.com' })).status).toBe(200)
    expect(isActive()).toBe(true)
  })

  it('answers an unknown link with 404 in place', async () => {
    const path = '/newsletter/unsubscribe/0000000000000000000000'
    expect((await fetch(site.url + path, { redirect: 'manual' })).status).toBe(404)
    expect((await post(site, path, {})).status).toBe(404)
  })
})
