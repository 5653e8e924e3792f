import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieHeader, letProofsExpire, PASSWORD, signedIn } from '../support/accounts'
import { routeAddresses } from '../support/addresses'
import { makeAuthenticator } from '../support/authenticator'
import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { addPasskeyAt, confirmByPasskey, signInByPasskey } from '../support/site-passkeys'

const TEAM = '/studio/settings/team'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100' } })
})
afterAll(() => site?.stop())

const get = (path: string, Cookie = '') => fetch(site.url + path, { headers: { Cookie }, redirect: 'manual' })
const whereTo = (answer: Response) => [answer.status, answer.headers.get('location')]
const cookieOf = (answer: Response) =>
  cookieHeader(answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('studio_session=')))

const byPassword = async (email: string) =>
  cookieOf(await post(site, '/login', { email, password: PASSWORD }))

describe('a passkey of a client', () => {
  it('is added after a recent proof, signs in, is renamed and removed', async () => {
    const email = 'renee@example.com'
    const device = makeAuthenticator()
    let cookie = await signedIn(site, 'client', { email })
    await letProofsExpire(site)
    const page = await get('/profile/passkeys/new', cookie)
    expect(whereTo(page)).toEqual([302, '/profile/confirm?returnTo=%2Fprofile%2Fpasskeys%2Fnew'])
    const asked = await addPasskeyAt(site, device, cookie)
    expect(asked.status).toBe(403)
    expect(await asked.text()).toContain('name="proofPassword"')
    await post(site, '/profile/confirm', { proofBy: 'password', proofPassword: PASSWORD }, { Cookie: cookie })
    expect(await (await get('/profile/passkeys/new', cookie)).text()).toContain('Passkey name')
    expect((await addPasskeyAt(site, device, cookie, ' ')).status).toBe(422)
    expect(whereTo(await addPasskeyAt(site, device, cookie))).toEqual([
      303,
      '/profile?done=passkey-added#security',
    ])
    expect((await mailTo(site, email)).at(-1)?.subject).toBe('A passkey was added to your account')

    const entered = await signInByPasskey(site, device, { returnTo: '/profile?x=1' })
    expect(whereTo(entered)).toEqual([303, '/profile?x=1'])
    expect(whereTo(await signInByPasskey(site, device, { returnTo: '//elsewhere.example' }))).toEqual([
      303,
      '/profile',
    ])
    cookie = cookieOf(entered)
    const profile = await (await get('/profile', cookie)).text()
    expect(profile).toMatch(/My phone.*Added .* (EST|EDT|ET).*Last used .* (EST|EDT|ET)/s)
    const mine = await (await get('/profile/my-data', cookie)).json()
    expect(mine.passkeys).toEqual([
      { name: 'My phone', createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    ])

    const [{ id } = {}] = rows(site, 'select id from passkeys')
    const act = (intent: string, more = {}) =>
      post(site, '/profile', { intent, passkey: String(id), ...more }, { Cookie: cookie })
    expect((await act('rename-passkey', { name: '' })).status).toBe(422)
    expect(whereTo(await act('rename-passkey', { name: 'Blue key' }))[1]).toContain('passkey-renamed')
    await letProofsExpire(site)
    expect((await act('remove-passkey')).status).toBe(403)
    const proved = await confirmByPasskey(site, device, cookie, {
      intent: 'remove-passkey',
      passkey: String(id),
      proofReturnTo: '/profile',
    })
    expect(whereTo(proved)).toEqual([307, '/profile'])
    const removed = await act('remove-passkey')
    expect(whereTo(removed)[1]).toContain('passkey-removed')
    expect((await get('/profile', cookie)).status).toBe(302)
    expect((await get('/profile', cookieOf(removed))).status).toBe(200)
    const gone = await signInByPasskey(site, device)
    expect(gone.status).toBe(422)
    expect(await gone.text()).toContain('We don’t know this passkey')
    expect(rows(site, "select action from audit where action like 'passkey-%' order by seq")).toEqual([
      { action: 'passkey-added' },
      { action: 'passkey-removed' },
    ])
  })

  it('is offered by pages that don’t reveal whether an account has one', async () => {
    for (const [fields, status] of [
      [{ for: 'x' }, 422],
      [{}, 422],
      [{ for: 'add' }, 401],
      [{ for: 'confirm' }, 401],
    ] as const)
      expect((await post(site, '/passkey-challenge', fields)).status).toBe(status)
    const elsewhere = { Origin: 'https://elsewhere.example' }
    expect((await post(site, '/passkey-challenge', { for: 'sign-in' }, elsewhere)).status).toBe(403)
    expect((await get('/passkey-challenge')).status).toBe(302)
    const { options } = await (await post(site, '/passkey-challenge', { for: 'sign-in' })).json()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials).toBeUndefined()
  })
})

describe('the team’s second-factor rule', () => {
  const [ownersDevice, assistantsDevice] = [makeAuthenticator(), makeAuthenticator()]
  let owner: string
  let assistant: string

  it('is turned on by an owner with a second factor, after a recent proof', async () => {
    owner = await signedIn(site, 'owner', { email: 'olive@example.com' })
    assistant = await signedIn(site, 'assistant', { email: 'ada@example.com' })
    const rule = (required: string, Cookie = owner) =>
      post(site, TEAM, { intent: 'second-step', required }, { Cookie })
    expect((await rule('yes')).status).toBe(422)
    expect(await (await get(TEAM, owner)).text()).not.toContain('Require two-factor authentication')
    await addPasskeyAt(site, ownersDevice, owner)
    expect(await (await get(TEAM, owner)).text()).toContain('Require two-factor authentication')
    expect((await rule('perhaps')).status).toBe(422)
    expect((await rule('yes', assistant)).status).toBe(404)
    await letProofsExpire(site)
    expect((await rule('yes')).status).toBe(403)
    await confirmByPasskey(site, ownersDevice, owner)
    expect(whereTo(await rule('yes'))).toEqual([303, `${TEAM}?done=required`])
    expect((await get('/studio', owner)).status).toBe(200)
  })

  it('keeps members without one out of the Studio until they set one up', async () => {
    const paths = (await routeAddresses())
      .map(({ path }) => path.replace(/:\w+|\*/g, 'x'))
      .filter((path) => path.startsWith('/studio'))
    for (const path of paths) {
      const page = await get(path, assistant)
      expect([path, ...whereTo(page)]).toEqual([
        path,
        302,
        `/profile/second-step?${new URLSearchParams({ returnTo: path })}`,
      ])
      const sent = await post(site, path, { intent: 'save' }, { Cookie: assistant })
      expect([path, sent.status]).toEqual([path, 302])
    }
    const [{ gallery_id: id } = {}] = rows(site, 'select gallery_id from gallery_shares')
    expect((await get(`/download/${id}`, assistant)).status).toBe(404)
    expect((await get(`/download/${id}`, owner)).status).toBe(200)
    const upload = await fetch(`${site.url}/studio/galleries/${id}/uploads`, {
      method: 'POST',
      headers: { Cookie: assistant, 'Tus-Resumable': '1.0.0', 'Upload-Length': '3' },
    })
    expect(upload.status).toBe(404)

    const page = await (await get('/profile/second-step?returnTo=%2Fstudio%2Fmail', assistant)).text()
    expect(page).toContain('href="/profile/passkeys/new?returnTo=%2Fstudio%2Fmail"')
    expect(page).toContain('href="/profile/two-factor?returnTo=%2Fstudio%2Fmail"')
    expect((await get('/profile', assistant)).status).toBe(200)
    await confirmAgain(assistant)
    expect((await addPasskeyAt(site, assistantsDevice, assistant)).status).toBe(303)
    expect((await get('/studio', assistant)).status).toBe(200)
    expect(whereTo(await get('/profile/second-step', assistant))).toEqual([302, '/studio'])
    expect((await get('/profile/second-step', await signedIn(site, 'client'))).status).toBe(302)
  })

  const confirmAgain = (Cookie: string) =>
    post(site, '/profile/confirm', { proofBy: 'password', proofPassword: PASSWORD }, { Cookie })

  it('a password alone gives no access to someone with a passkey, and can’t add another second factor', async () => {
    const cookie = await byPassword('ada@example.com')
    const asked = '/profile/confirm?returnTo=%2Fstudio'
    expect(whereTo(await get('/studio', cookie))).toEqual([302, asked])
    const page = await (await get(asked, cookie)).text()
    expect(page).toContain('requires a second one from everyone on the team')
    expect(page).not.toMatch(/proofPassword|value="email"/)
    await confirmAgain(cookie)
    await post(site, '/profile/confirm', { proofBy: 'email' }, { Cookie: cookie })
    expect((await get('/studio', cookie)).status).toBe(302)
    for (const path of ['/profile/passkeys/new', '/profile/two-factor'])
      expect(whereTo(await get(path, cookie))[1]).toContain('/profile/confirm')
    expect((await addPasskeyAt(site, makeAuthenticator(), cookie)).status).toBe(403)
    const begin = await post(site, '/profile/two-factor', { password: PASSWORD }, { Cookie: cookie })
    expect(begin.status).toBe(403)
    expect(rows(site, 'select 1 from two_factors')).toEqual([])

    const other = await confirmByPasskey(site, ownersDevice, cookie, { proofReturnTo: '/studio' })
    expect(other.status).toBe(422)
    expect((await get('/studio', cookie)).status).toBe(302)
    const proved = await confirmByPasskey(site, assistantsDevice, cookie, { proofReturnTo: '/studio' })
    expect(whereTo(proved)).toEqual([303, '/studio'])
    expect((await get('/studio', cookie)).status).toBe(200)

    const entered = await signInByPasskey(site, assistantsDevice)
    expect(whereTo(entered)).toEqual([303, '/studio'])
    expect((await get('/studio', cookieOf(entered))).status).toBe(200)
  })

  it('an owner resets a lost one, after a recent proof', async () => {
    const email = 'lost@example.com'
    const member = await signedIn(site, 'assistant', { email })
    await addPasskeyAt(site, makeAuthenticator(), member)
    const [{ id } = {}] = rows(site, 'select id from users where email = ?', email)
    const mine = cookieOf(await signInByPasskey(site, ownersDevice))
    const reset = (Cookie: string) =>
      post(site, TEAM, { intent: 'reset-second-step', user: String(id) }, { Cookie })
    expect(await (await get(TEAM, mine)).text()).toContain('Reset two-factor authentication')
    expect((await reset(member)).status).toBe(404)
    await letProofsExpire(site)
    expect((await reset(mine)).status).toBe(403)
    await confirmByPasskey(site, ownersDevice, mine)
    expect(whereTo(await reset(mine))).toEqual([303, `${TEAM}?done=reset`])
    expect((await get('/profile', member)).status).toBe(302)
    expect(whereTo(await get('/studio', await byPassword(email)))[1]).toContain('/profile/second-step')
    expect((await reset(mine)).status).toBe(303)
  })

  it('keeps the last second factor, and can be turned off again', async () => {
    const cookie = cookieOf(await signInByPasskey(site, assistantsDevice))
    const [{ id } = {}] = rows(
      site,
      "select p.id from passkeys p join users u on u.id = p.user_id where u.email = 'ada@example.com'",
    )
    const remove = () =>
      post(site, '/profile', { intent: 'remove-passkey', passkey: String(id) }, { Cookie: cookie })
    const refused = await remove()
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('this is your only method')

    const mine = cookieOf(await signInByPasskey(site, ownersDevice))
    const off = await post(site, TEAM, { intent: 'second-step', required: 'no' }, { Cookie: mine })
    expect(whereTo(off)).toEqual([303, `${TEAM}?done=optional`])
    expect((await get('/studio', await byPassword('ada@example.com'))).status).toBe(200)
    expect((await remove()).status).toBe(303)
    const logged = rows(site, "select changes from audit where subject = 'Team' order by seq")
    expect(logged.map(({ changes }) => JSON.parse(String(changes))[0].to)).toEqual(['Required', 'Optional'])
  })
})
