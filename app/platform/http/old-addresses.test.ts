import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { newAddressOf, redirectOldAddresses } from './old-addresses.server'

describe('addresses of earlier versions', () => {
  it.each([
    ['/studio/mail', '/studio/emails'],
    ['/studio/mail/01/preview', '/studio/emails/01/preview'],
    ['/studio/galleries/01/choices/02/names.txt', '/studio/galleries/01/favorites/02/names.txt'],
    ['/studio/pages/home', '/studio/website/pages/home'],
    ['/studio/pages/questions/03', '/studio/website/faqs/03'],
    ['/book-session/waiting-list/leave/abc', '/book-session/waitlist/leave/abc'],
    ['/studio/mail.data', '/studio/emails.data'],
  ])('%s is now %s', (old, now) => {
    expect(newAddressOf(old)).toBe(now)
    expect(newAddressOf(now)).toBeUndefined()
  })

  it.each([
    '/studio/mailbox',
    '/booking/move-in-day',
    '/studio/settings/studio',
    '//example.com/studio/mail',
  ])('%s never moved', (path) => expect(newAddressOf(path)).toBeUndefined())

  it('redirects pages and posts, and no other addresses', async () => {
    const site = new Hono().use(redirectOldAddresses()).all('*', (c) => c.text('page'))
    const posted = await site.request('/booking/move?ref=DE-1', { method: 'POST', body: 'slot=x' })
    expect([posted.status, posted.headers.get('Location')]).toEqual([308, '/booking/reschedule?ref=DE-1'])
    expect(await (await site.request('/booking/reschedule')).text()).toBe('page')
  })
})
