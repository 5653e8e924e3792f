import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountPages, cookieOf, PASSWORD, whereTo } from '../support/account-pages'
import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100' } })
})
afterAll(() => site?.stop())

const { get, linkFor, signIn, signedIn, act } = accountPages(() => site)

describe('the profile', () => {
  it('R16: saves name and phone, and refuses invalid ones', async () => {
    const cookie = await signedIn('details@example.com')
    const refused = await act(cookie, 'details', { name: '', phone: '12' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('2 things need fixing.')
    const saved = await act(cookie, 'details', { name: 'Zuri Cole', phone: '(973) 555-0188' })
    expect(whereTo(saved)).toEqual([303, '/profile?done=details#details'])
    const page = await (await get('/profile?done=details', cookie)).text()
    expect(page).toContain('Saved.')
    expect(page).toContain('value="(973) 555-0188"')
  })

  it.each([
    ['details', 'details', 'Saved.'],
    ['newsletter-on', 'emails', 'You’re subscribed.'],
    ['password', 'security', 'Password changed.'],
    ['email', 'security', 'This site can’t send email yet.'],
  ])('says after %s what happened in the section to which the page scrolls', async (done, section, words) => {
    const cookie = await signedIn(`${done}-news@example.com`)
    const page = await (await get(`/profile?done=${done}`, cookie)).text()
    const shown = page.slice(page.indexOf(`<section class="acct" id="${section}"`)).split('</section>')[0]
    expect(shown).toMatch(new RegExp(`role="status".*${words}`, 's'))
  })

  it('R16: subscribes to and unsubscribes from the newsletter with one click', async () => {
    const email = 'letters@example.com'
    const cookie = await signedIn(email)
    expect((await act(cookie, 'emails', { newsletter: 'yes' })).status).toBe(303)
    expect(await (await get('/profile', cookie)).text()).toContain('Unsubscribe')
    expect((await act(cookie, 'emails', { newsletter: 'no' })).status).toBe(303)
    expect(await (await get('/profile', cookie)).text()).toContain('You’re not subscribed.')
  })

  it('R32: lists sessions and ends one, or all others', async () => {
    const email = 'devices@example.com'
    const here = await signedIn(email)
    const [there, elsewhere] = [cookieOf(await signIn(email)), cookieOf(await signIn(email))]
    const page = await (await get('/profile', here)).text()
    const listed = [...page.matchAll(/name="session" value="([^"]+)"/g)].map(([, id]) => id ?? '')
    expect(listed).toHaveLength(2)
    expect(whereTo(await act(here, 'end-session', { session: listed[0] ?? '' }))).toEqual([
      303,
      '/profile?done=session-ended#security',
    ])
    const alive = async () =>
      (await Promise.all([here, there, elsewhere].map((cookie) => get('/profile', cookie)))).filter(
        ({ status }) => status === 200,
      ).length
    expect(await alive()).toBe(2)

    const stranger = await signedIn('stranger@example.com')
    await act(stranger, 'end-session', { session: listed[1] ?? '' })
    expect(await alive()).toBe(2)

    await act(here, 'end-others')
    expect(await alive()).toBe(1)
    expect((await get('/profile', here)).status).toBe(200)
  })

  it('R16: changes the password, and ends the other sessions', async () => {
    const email = 'changer@example.com'
    const here = await signedIn(email)
    const there = cookieOf(await signIn(email))
    const wrong = await act(here, 'password', {
      current: 'not it at all',
      password: 'a new walk in the park',
    })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).not.toContain('a new walk in the park')
    const changed = await act(here, 'password', { current: PASSWORD, password: 'a new walk in the park' })
    expect(whereTo(changed)).toEqual([303, '/profile?done=password#security'])
    expect((await get('/profile', there)).status).toBe(302)
    expect((await get('/profile', cookieOf(changed) || here)).status).toBe(200)
    expect((await signIn(email)).status).toBe(422)
  })

  it('R16: changes the address once it is confirmed, and notifies the old one', async () => {
    const cookie = await signedIn('mover@example.com')
    const asked = await act(cookie, 'email', { email: 'moved@example.com', password: PASSWORD })
    expect(whereTo(asked)).toEqual([303, '/profile?done=email#security'])
    const link = await linkFor('moved@example.com', 'confirm-email')
    expect((await signIn('moved@example.com')).status).toBe(422)
    expect((await post(site, link, {})).status).toBe(422)
    expect(await (await get(link)).text()).toContain('Nothing changes without you.')
    expect(await (await get(link, cookieOf(asked))).text()).not.toContain('name="password"')
    const confirmed = await post(site, link, {}, { cookie: cookieOf(asked) })
    expect(whereTo(confirmed)).toEqual([303, '/login?news=email'])
    expect((await signIn('moved@example.com')).status).toBe(303)
    const emails = await mailTo(site, 'mover@example.com', 2)
    expect(emails.map(({ subject }) => subject)).toContain('Your email address has changed')
  })

  it('R16: exports everything about a person as one file, without secrets', async () => {
    const email = 'curious@example.com'
    const cookie = await signedIn(email)
    const answer = await get('/profile/my-data', cookie)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.json"$/)
    const text = await answer.text()
    expect(JSON.parse(text)).toBeTypeOf('object')
    expect(text).toContain(email)
    expect(text).not.toMatch(/argon2|"password"|"token"/i)
    expect(text).not.toContain(decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0])
  })

  it('R16: deletes the account with the right password, and lists beforehand what is kept', async () => {
    const email = 'leaver@example.com'
    const cookie = await signedIn(email)
    expect(await (await get('/profile', cookie)).text()).toContain('What we keep')
    expect((await act(cookie, 'delete', { password: 'not it at all' })).status).toBe(422)
    const gone = await act(cookie, 'delete', { password: PASSWORD })
    expect(whereTo(gone)).toEqual([303, '/login?news=deleted'])
    expect((await get('/profile', cookie)).status).toBe(302)
    expect((await signIn(email)).status).toBe(422)
    expect(rows(site, 'select 1 from users where email = ?', email)).toHaveLength(0)
  })
})

describe('the second factor', () => {
  it('R17: accepts a code from the app or a recovery code, once', async () => {
    const email = 'careful@example.com'
    const cookie = await signedIn(email)
    expect((await post(site, '/profile/two-factor', { password: 'not it' }, { cookie })).status).toBe(422)
    const begun = await (await post(site, '/profile/two-factor', { password: PASSWORD }, { cookie })).text()
    const hidden = (name: string) =>
      [...begun.matchAll(new RegExp(`name="${name}" value="([^"]+)"`, 'g'))].map(([, value]) =>
        (value ?? '').replaceAll('&amp;', '&'),
      )
    const [uri = '', secret = ''] = [hidden('uri')[0], hidden('secret')[0]]
    const recovery = hidden('recovery')
    expect(begun).toContain('src="data:image/svg+xml')
    expect(recovery.length).toBeGreaterThan(5)

    const wrong = await post(
      site,
      '/profile/two-factor',
      { intent: 'confirm', uri, secret, code: '000000' },
      { cookie },
    )
    expect(wrong.status).toBe(422)
    const key = new URL(uri).searchParams.get('secret') ?? ''
    const on = await post(
      site,
      '/profile/two-factor',
      { intent: 'confirm', uri, secret, code: totp(key, -1) },
      { cookie },
    )
    expect(whereTo(on)).toEqual([303, '/profile?done=two-factor#security'])

    const half = await signIn(email, { returnTo: '/about' })
    expect(whereTo(half)).toEqual([303, '/login?step=code&returnTo=%2Fabout'])
    const step = cookieOf(half)
    expect((await get('/profile', step)).status).toBe(302)
    const page = await (await get('/login?step=code', step)).text()
    expect(page).toContain('autoComplete="one-time-code"')
    expect((await post(site, '/login', { intent: 'code', code: '000000' }, { cookie: step })).status).toBe(
      422,
    )
    const entered = await post(
      site,
      '/login',
      { intent: 'code', code: totp(key), returnTo: '/about' },
      { cookie: step },
    )
    expect(whereTo(entered)).toEqual([303, '/about'])
    expect((await get('/profile', cookieOf(entered))).status).toBe(200)

    const enter = async (code: string) =>
      post(site, '/login', { intent: 'recovery', code }, { cookie: cookieOf(await signIn(email)) })
    expect((await enter(recovery[0] ?? '')).status).toBe(303)
    expect((await enter(recovery[0] ?? '')).status).toBe(422)
  })
})

/** A TOTP code (RFC 6238) as authenticator apps generate it, `ahead` steps from now. */
function totp(base32: string, ahead = 0): string {
  const bits = [...base32.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const hash = createHmac('sha1', key).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
