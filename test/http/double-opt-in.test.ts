import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

const EMAIL = 'reader@example.com'
const DAY = 86_400_000

let site: Site
let cookie: string
beforeAll(async () => {
  site = await startSite()
  cookie = await signedIn(site, 'owner')
})
afterAll(() => site?.stop())

const subjects = async (count: number) =>
  (await mailTo(site, EMAIL, count)).map(({ subject }) => subject?.split(' at ')[0])
const unconfirmedSince = () =>
  rows(site, 'select unconfirmed_since as since from newsletter where email = ?', EMAIL)[0]?.since

it('an address is subscribed by the button of its email, not by its link, and gets the emails that follow', async () => {
  const path = '/studio/settings/newsletter'
  const form = await (await fetch(site.url + path, { headers: { cookie } })).text()
  const version = /name="version" value="([^"]+)"/.exec(form)?.[1] ?? ''
  const settings = { heading: 'Emails', invitation: 'One a month.', confirmsEmail: 'yes', version }
  expect((await post(site, path, settings, { cookie })).status).toBe(303)
  const step = {
    subject: 'Three days in',
    text: 'Hello {first name}.',
    delayDays: '3',
    isOn: 'yes',
    intent: 'save',
  }
  const added = await post(site, '/studio/newsletter/welcome/new', step, { cookie })
  expect(added.status, await added.text()).toBe(303)

  await post(site, '/newsletter', { email: EMAIL })
  const [mail] = await mailTo(site, EMAIL)
  const link = /\/newsletter\/confirm\/[\w-]+/.exec(mail?.html ?? '')?.[0] ?? ''
  // As a mail server’s scanner does.
  for (const method of ['HEAD', 'GET']) expect((await fetch(site.url + link, { method })).status).toBe(200)
  expect(unconfirmedSince()).toEqual(expect.any(Number))
  const confirmed = await post(site, link, {})
  expect(confirmed.status).toBe(200)
  expect(await confirmed.text()).toMatch(/href="\/gallery"[^>]*>See the gallery/)
  expect(unconfirmedSince()).toBeNull()
  expect(await subjects(2)).toEqual([expect.stringMatching(/^Confirm/), 'You’re on the list'])
  expect((await post(site, link, {})).status).toBe(200)

  await inDatabaseOf(site, async (db) => {
    const at = Date.now() - 3 * DAY - 1_000
    await db
      .updateTable('newsletter_steps')
      .set({ since: at - 1 })
      .execute()
    await db.updateTable('newsletter').set({ request_date: at }).where('email', '=', EMAIL).execute()
    await db.updateTable('newsletter_consents').set({ at }).execute()
    await db.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'send-newsletter-sequence').execute()
  })
  // The second press of the button sent nothing.
  expect(await subjects(3)).toEqual([expect.any(String), 'You’re on the list', 'Three days in'])
})
