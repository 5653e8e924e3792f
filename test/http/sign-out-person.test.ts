import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

const ASSISTANT = 'assistant@example.com'
const CLIENT = 'client@example.com'
const OWNER = 'owner@example.com'

let site: Site
let owner: string
beforeAll(async () => {
  site = await startSite()
  owner = await signedIn(site, 'owner', { email: OWNER })
})
afterAll(() => site?.stop())

const userOf = (email: string) => String(rows(site, 'select id from users where email = ?', email)[0]?.id)
const get = (path: string, cookie = owner) =>
  fetch(site.url + path, { redirect: 'manual', headers: { Cookie: cookie } })
const pageOf = async (path: string) => (await get(path)).text()
/** Whether a browser with that cookie can still open its account page. */
const isIn = async (cookie: string, path: string) => (await get(path, cookie)).status === 200
const button = (name: string) => `Sign out everywhere<span class="vh">: ${name}`

describe('an owner signs a person out everywhere', () => {
  it('on the team page, on each of their devices', async () => {
    const phone = await signedIn(site, 'assistant', { email: ASSISTANT })
    expect(await isIn(phone, '/studio')).toBe(true)
    const before = await pageOf('/studio/settings/team')
    expect(before).toContain(`name="user" value="${userOf(ASSISTANT)}"`)
    // The page has no such button for oneself, since that is in the profile.
    expect(before).not.toMatch(new RegExp(`value="${userOf(OWNER)}"/?><button[^>]*value="sign-out"`))

    const fields = { intent: 'sign-out', user: userOf(ASSISTANT) }
    const done = await post(site, '/studio/settings/team', fields, { Cookie: owner })
    expect([done.status, done.headers.get('location')]).toEqual([
      303,
      '/studio/settings/team?done=signed-out',
    ])
    expect(await isIn(phone, '/studio')).toBe(false)
    expect(await isIn(owner, '/studio')).toBe(true)
    const after = await pageOf('/studio/settings/team?done=signed-out')
    expect(after).toContain('They’re signed out on all devices.')
    expect(after).not.toContain(button('Ann Lee'))
    expect(await pageOf('/studio/activity')).toContain('Signed out everywhere')
  })

  it('on the client’s page', async () => {
    const laptop = await signedIn(site, 'client', { email: CLIENT })
    await post(site, '/contact', { name: 'Ann Lee', email: CLIENT, message: 'Hello.' })
    const [{ person_id } = {}] = rows(
      site,
      'select person_id from person_addresses where email_key = ?',
      CLIENT,
    )
    const page = `/studio/clients/${person_id}`
    expect(await isIn(laptop, '/profile')).toBe(true)
    const fields = { intent: 'sign-out', account: userOf(CLIENT) }
    const done = await post(site, page, fields, { Cookie: owner })
    expect([done.status, done.headers.get('location')]).toEqual([303, `${page}?done=signed-out`])
    expect(await isIn(laptop, '/profile')).toBe(false)
  })

  it('is refused to everyone else', async () => {
    const assistant = await signedIn(site, 'assistant')
    const client = await signedIn(site, 'client')
    const fields = { intent: 'sign-out', user: userOf(OWNER), account: userOf(OWNER) }
    for (const cookie of [assistant, client, ''])
      for (const path of ['/studio/settings/team', '/studio/clients/anyone'])
        await post(site, path, fields, { Cookie: cookie })
    expect(await isIn(owner, '/studio')).toBe(true)
  })

  it('says so if the account no longer exists', async () => {
    const fields = { intent: 'sign-out', user: 'nobody' }
    const refused = await post(site, '/studio/settings/team', fields, { Cookie: owner })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('The team list has changed.')
  })
})
