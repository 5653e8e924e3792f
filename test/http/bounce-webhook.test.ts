import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let owner: { Cookie: string }
beforeAll(async () => {
  site = await startSite({ env: { LOG_LEVEL: 'info' } })
  owner = { Cookie: await signedIn(site, 'owner') }
})
afterAll(() => site?.stop())

const report = (body: string, address: string) =>
  fetch(address, { method: 'POST', body, headers: { 'Content-Type': 'text/plain; charset=UTF-8' } })

it('takes reports of an email provider at a private address, which no log contains', async () => {
  await post(site, '/newsletter', { email: 'gone@example.com' })
  const made = await post(site, '/studio/newsletter/bounces', { intent: 'make-address', version: '0' }, owner)
  expect(made.headers.get('location')).toContain('done=made')
  const page = await (await fetch(`${site.url}/studio/newsletter/bounces`, { headers: owner })).text()
  const [address = '', token = ''] = /http[^"]*\/newsletter\/bounces\/([\w-]{40,})/.exec(page) ?? []
  const message = JSON.stringify({
    Type: 'Notification',
    Message: JSON.stringify({
      notificationType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'Gone@example.com' }] },
    }),
  })
  const suppressed = () => rows(site, 'select email_key, reason from newsletter_suppressions')
  expect((await report(message, address.slice(0, -1))).status).toBe(404)
  expect((await fetch(address)).status).toBe(404)
  expect((await report('{', address)).status).toBe(400)
  expect((await report('x'.repeat(300_000), address)).status).toBe(413)
  expect(suppressed()).toEqual([])
  expect((await report(message, address)).status).toBe(200)
  expect((await report(message, address)).status).toBe(200)
  expect(suppressed()).toEqual([{ email_key: 'gone@example.com', reason: 'bounced' }])
  expect(site.output()).toContain('/newsletter/bounces/[token]')
  expect(site.output()).not.toContain(token)
})
