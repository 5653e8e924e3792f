import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accountPages, cookieOf, PASSWORD, whereTo } from '../support/account-pages'
import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100' } })
})
afterAll(() => site?.stop())

const { get, linkFor, makeAccount, signIn, signedIn, act } = accountPages(() => site)

describe('an account', () => {
  it('R16, R17, R18, R39: is registered, confirmed, signed in to and out of, and the old cookie stops working at once', async () => {
    const email = 'renee@example.com'
    const asked = await post(site, '/register', { name: 'Renée Whitfield', email, password: PASSWORD })
    expect(whereTo(asked)).toEqual([303, '/register?next=mail#main'])
    expect(await (await get('/register?next=mail')).text()).toContain('This site can’t send email yet')

    const wrong = await post(site, '/login', { email, password: 'not it at all' })
    expect(await wrong.text()).toContain('Try again, or contact us.')
    const browser = cookieOf(asked)
    const early = await post(site, '/login', { email, password: PASSWORD }, { cookie: browser })
    expect(early.status).toBe(403)
    expect(cookieOf(early)).toBe(browser)
    expect(await early.text()).toContain('isn’t confirmed yet')

    const link = await linkFor(email, 'verify-email')
    const shown = await get(link, browser)
    expect([shown.status, shown.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    expect(await shown.text()).not.toContain('name="password"')
    expect(whereTo(await post(site, link, {}, { cookie: browser }))).toEqual([303, '/profile'])

    const entered = await signIn(email)
    expect(whereTo(entered)).toEqual([303, '/profile'])
    for (const line of entered.headers.getSetCookie())
      expect(line).toMatch(/^studio_(session|device)=.*; ?HttpOnly/i)
    expect(entered.headers.getSetCookie().join()).toMatch(/SameSite=Lax/i)
    const cookie = cookieOf(entered)

    const profile = await get('/profile', cookie)
    const page = await profile.text()
    expect([profile.status, profile.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(page).toContain('Renée')
    expect(page).toContain('id="downloads"')
    expect(whereTo(await get('/login', cookie))).toEqual([302, '/profile'])

    const others = `studio_requester=${'a'.repeat(32)}; studio_gallery_1f=x; theirs=stays`
    const left = await post(site, '/sign-out', {}, { cookie: `${cookie}; ${others}` })
    expect(whereTo(left)).toEqual([303, '/login?news=signed-out'])
    expect(left.headers.get('clear-site-data')).toBe('"cache"')
    const cleared = left.headers.getSetCookie()
    for (const line of cleared) expect(line).toMatch(/^\w+=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cleared.map((line) => line.split('=', 1)[0]).toSorted()).toEqual([
      'studio_device',
      'studio_gallery_1f',
      'studio_requester',
      'studio_session',
    ])
    expect(whereTo(await get('/profile', cookie))).toEqual([302, '/login?returnTo=%2Fprofile'])
    expect(site.output()).not.toContain(link.split('/')[2])
  })

  it('R18: is confirmed in another browser with its password only, with a note for people who didn’t register', async () => {
    const email = 'elsewhere@example.com'
    const asked = await post(site, '/register', { name: 'Ana', email, password: PASSWORD })
    const [line = ''] = asked.headers.getSetCookie()
    expect(line).toMatch(/^studio_requester=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400/)
    const link = await linkFor(email, 'verify-email')
    const page = await (await get(link, 'studio_requester=another-browser')).text()
    expect(page).toContain('name="password"')
    expect(page).toContain('No one can use it without you.')
    for (const fields of [{}, { password: 'not it at all' }]) {
      const refused = await post(site, link, fields)
      expect(refused.status).toBe(422)
      expect(await refused.text()).toContain('That isn’t the password of this account.')
    }
    expect((await signIn(email)).status).toBe(403)
    const confirmed = await post(site, await linkFor(email, 'verify-email', 2), { password: PASSWORD })
    expect(whereTo(confirmed)).toEqual([303, '/profile'])
    expect((await get('/profile', cookieOf(confirmed))).status).toBe(200)
  })

  it('R25: registered on the way to a download, leads there once confirmed', async () => {
    const email = 'downloader@example.com'
    const fields = { name: 'Ana', email, password: PASSWORD, returnTo: '/download' }
    const asked = await post(site, '/register', fields)
    expect(whereTo(asked)).toEqual([303, '/register?next=mail&returnTo=%2Fdownload#main'])
    const link = await linkFor(email, 'verify-email')
    const confirmed = await post(site, link, {}, { cookie: cookieOf(asked) })
    expect(whereTo(confirmed)).toEqual([303, '/download'])
    expect(whereTo(await get('/download', cookieOf(confirmed)))).toEqual([302, '/profile#downloads'])
  })

  it('R39: signing in again replaces this browser’s session, even another user’s', async () => {
    const [first, second] = ['first@example.com', 'second@example.com']
    const here = await signedIn(first)
    const elsewhere = cookieOf(await signIn(first))
    await makeAccount(second)
    const again = await post(site, '/login', { email: first, password: PASSWORD }, { cookie: here })
    const other = { email: second, password: PASSWORD }
    const changed = await post(site, '/login', other, { cookie: cookieOf(again) })
    const alive = async (cookie: string) => (await get('/profile', cookie)).status === 200
    expect(await Promise.all([here, cookieOf(again), cookieOf(changed), elsewhere].map(alive))).toEqual([
      false,
      false,
      true,
      true,
    ])
    await post(site, '/login', { email: second, password: 'not it at all' }, { cookie: cookieOf(changed) })
    expect(await alive(cookieOf(changed))).toBe(true)
  })

  it('R15, R22: shows none of its pages to signed-out visitors', async () => {
    for (const path of ['/download', '/profile', '/profile/two-factor', '/profile/my-data']) {
      const answer = await get(path)
      expect(whereTo(answer)).toEqual([302, `/login?${new URLSearchParams({ returnTo: path })}`])
      expect(await answer.text()).toBe('')
    }
    const asData = await get('/profile.data')
    expect(await asData.text()).not.toMatch(/newsletter|phone/)
    expect((await post(site, '/profile', { intent: 'details', name: 'x' })).status).toBe(302)
  })

  it('R23: redirects signed-in clients from /download to the section of the profile', async () => {
    const cookie = await signedIn('loader@example.com')
    expect(whereTo(await get('/download', cookie))).toEqual([302, '/profile#downloads'])
  })

  it('D5, R18: ignores a role and any other field that isn’t part of the form', async () => {
    const email = 'climber@example.com'
    const more = { role: 'owner', userId: '1', emailVerified: 'true', id: 'mine' }
    await post(site, '/register', { name: 'Climber', email, password: PASSWORD, ...more })
    expect((await signIn(email, more)).status).toBe(403)
    await post(site, await linkFor(email, 'verify-email', 2), { ...more, password: PASSWORD })
    const cookie = cookieOf(await signIn(email, more))
    await act(cookie, 'details', { name: 'Climber', phone: '', ...more, email: 'other@example.com' })
    const mine = await (await get('/profile/my-data', cookie)).json()
    expect(JSON.stringify(mine)).toContain(email)
    expect(JSON.stringify(mine)).not.toMatch(/"owner"|other@example\.com/)
  })

  it('R18: is created once by simultaneous registrations', async () => {
    const email = 'crowd@example.com'
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(site, '/register', { name: 'Crowd', email, password: PASSWORD })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
    await mailTo(site, email)
    expect(rows(site, 'select 1 from users where email = ?', email)).toHaveLength(1)
  })
})

describe('a refused form', () => {
  it('R18: keeps its values and shows reasons, but never repeats the password', async () => {
    const answer = await post(site, '/register', { name: 'Ana', email: 'ana@', password: 'short77' })
    const page = await answer.text()
    expect(answer.status).toBe(422)
    expect(page).toContain('2 things need fixing.')
    expect(page).toMatch(/name="name"[^>]*value="Ana"/)
    expect(page).toMatch(/name="email"[^>]*value="ana@"/)
    expect(page).not.toContain('short77')
    expect(
      (await post(site, '/register', { name: 'Ana', email: 'ana@example.com', password: 'password' })).status,
    ).toBe(422)
  })

  it('R17: requires the empty fields', async () => {
    const page = await (await post(site, '/login', { email: '', password: '' })).text()
    expect(page).toContain('Enter the email address of your account.')
    expect(page).toContain('Enter your password.')
  })

  it.each(['/login', '/register', '/forgot-password'])('R17: of %s accepts any value', async (path) => {
    for (const email of ['', 'a'.repeat(20_000), 'ana\u202e@example.com', 'a@b.example\nBcc: c@d.example'])
      expect((await post(site, path, { name: 'Ana', email, password: 'x', intent: '' })).status).toBe(422)
    const bytes = await fetch(site.url + path, {
      method: 'POST',
      body: 'email=%FF%FE&password=%00',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(bytes.status).toBe(400)
    const foreign = await post(site, path, { email: 'ana@example.com' }, { 'Sec-Fetch-Site': 'cross-site' })
    expect(foreign.status).toBe(403)
  })
})

describe('known and unknown addresses', () => {
  const shape = async (answer: Response) => [...whereTo(answer), await answer.text()]
  const without = (text: unknown, email: string) => String(text).replaceAll(email, 'EMAIL')

  it('R17, R18: get the same answer everywhere', async () => {
    const known = 'known@example.com'
    const unknown = 'unknown@example.com'
    await makeAccount(known)
    const tries: [path: string, fields: Record<string, string>][] = [
      ['/login', { password: 'not the password' }],
      ['/login', { intent: 'link' }],
      ['/forgot-password', {}],
      ['/register', { name: 'Ana', password: PASSWORD }],
    ]
    for (const [path, fields] of tries) {
      const one = await shape(await post(site, path, { ...fields, email: known }))
      const other = await shape(await post(site, path, { ...fields, email: unknown }))
      expect(one.map((part) => without(part, known))).toEqual(other.map((part) => without(part, unknown)))
    }
    const said = await mailTo(site, known, 4)
    expect(said.map(({ subject }) => subject)).toContain('You already have an account')
  })
})

describe('a forgotten password', () => {
  it('R17: is reset by a link that works once, and ends every session', async () => {
    const email = 'forgetful@example.com'
    const old = await signedIn(email)
    const headers = { Host: 'evil.example' }
    await post(site, '/forgot-password', { email }, headers)
    const link = await linkFor(email, 'reset-password', 2)
    const [mail] = (await mailTo(site, email, 2)).slice(-1)
    expect(mail?.text).not.toContain('evil.example')

    expect((await get(link)).status).toBe(200)
    expect((await post(site, link, { password: 'short' })).status).toBe(422)
    const chosen = 'another walk in the park'
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(site, link, { password: chosen })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410, 410, 410])
    expect((await get(link)).status).toBe(410)

    expect((await get('/profile', old)).status).toBe(302)
    expect((await signIn(email)).status).toBe(422)
    expect((await signIn(email, { password: chosen })).status).toBe(303)
  })

  it('R17: is not needed with a sign-in link, which works once too', async () => {
    const email = 'linked@example.com'
    await makeAccount(email)
    expect(whereTo(await post(site, '/login', { email, intent: 'link' }))).toEqual([
      303,
      '/login?news=link#main',
    ])
    const link = await linkFor(email, 'sign-in', 2)
    expect((await get(link)).status).toBe(200)
    const entered = await post(site, link, {})
    expect(whereTo(entered)).toEqual([303, '/profile'])
    expect((await get('/profile', cookieOf(entered))).status).toBe(200)
    expect((await post(site, link, {})).status).toBe(410)
  })

  it.each(['reset-password', 'verify-email', 'sign-in', 'confirm-email'])(
    'R17: has no link that was made up: /%s',
    async (kind) => {
      for (const token of ['x', 'a'.repeat(3_000), '%00', '..%2f..%2fetc']) {
        for (const answer of [
          await get(`/${kind}/${token}`),
          await post(site, `/${kind}/${token}`, { password: PASSWORD }),
        ]) {
          // R20: a badly encoded token makes the path unknown.
          if (answer.status === 302) expect(answer.headers.get('location')).toBe('/404')
          else expect([400, 404, 410, 422]).toContain(answer.status)
        }
      }
    },
  )
})

describe('the way back after signing in', () => {
  const email = 'returner@example.com'
  beforeAll(() => makeAccount(email))

  it('R22: leads to the requested page', async () => {
    expect(whereTo(await signIn(email, { returnTo: '/gallery?page=2' }))).toEqual([303, '/gallery?page=2'])
    const page = await (await get('/login?returnTo=%2Fprofile%2Ftwo-factor')).text()
    expect(page).toMatch(/name="returnTo" value="\/profile\/two-factor"/)
  })

  it.each([
    '//e',
    '/\\e',
    '/\t/e',
    '/%09/e',
    '/%2f/e',
    '/%252f/e',
    '/%5ce',
    '\\\\e',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://evil.example/',
    'https:evil.example',
    ' //e',
    '/./\\e',
    'e',
  ])('R22: never leads elsewhere: %j', async (returnTo) => {
    expect(whereTo(await signIn(email, { returnTo }))).toEqual([303, '/profile'])
    const page = await (await get(`/login?${new URLSearchParams({ returnTo })}`)).text()
    expect(page).not.toContain('name="returnTo"')
  })

  it('R22: is ignored if it is given twice', async () => {
    const body = new URLSearchParams([
      ['email', email],
      ['password', PASSWORD],
      ['returnTo', '/about'],
      ['returnTo', '//e'],
    ])
    const answer = await fetch(`${site.url}/login`, { method: 'POST', body, redirect: 'manual' })
    expect(whereTo(answer)).toEqual([303, '/profile'])
    expect(await (await get('/login?returnTo=/about&returnTo=//e')).text()).not.toContain('name="returnTo"')
  })
})

describe('the header', () => {
  it('R39: knows at once who is signed in, and visitors still get cached pages', async () => {
    const cookie = await signedIn('header@example.com')
    const visitor = await get('/about')
    expect(visitor.headers.get('cache-control')).toBe('public, no-cache')
    expect(await visitor.text()).not.toContain('My account')
    const mine = await get('/about', cookie)
    expect(mine.headers.get('cache-control')).toBe('private, no-cache')
    expect(mine.headers.get('vary')).toContain('Cookie')
    const page = await mine.text()
    expect(page).toContain('My account')
    expect(page).not.toContain('>Sign in<')
    expect(await (await get('/about')).text()).not.toContain('My account')
  })

  it('R32: treats an invalid cookie as signed out', async () => {
    const good = await signedIn('forger@example.com')
    const [name = '', value = ''] = (good.split('; ')[0] ?? '').split('=', 2)
    for (const bad of [
      '',
      'x',
      value.slice(0, -3),
      `${value}x`,
      value.toUpperCase(),
      'a'.repeat(6_000),
      '%00',
      '%',
    ]) {
      const answer = await get('/profile', `${name}=${bad}`)
      expect(whereTo(answer)).toEqual([302, '/login?returnTo=%2Fprofile'])
      expect((await get('/about', `${name}=${bad}`)).status).toBe(200)
    }
  })
})

describe('the owner’s link', () => {
  it('D5: makes exactly one owner, even when used several times, and leads to the Studio', async () => {
    const link = /\/owner\/[\w-]+/.exec(site.output())?.[0] ?? ''
    const shown = await get(link)
    expect([shown.status, shown.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    const weak = await post(site, link, { name: 'Ada', email: 'ada@example.com', password: 'password' })
    expect(weak.status).toBe(422)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        post(site, link, { name: 'Ada', email: `owner${n}@example.com`, password: PASSWORD, role: 'client' }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410, 410])
    expect(rows(site, "select 1 from users where role = 'owner'")).toHaveLength(1)
    const made = answers.find(({ status }) => status === 303)
    expect(made?.headers.get('location')).toBe('/studio/setup')
    const cookie = made ? cookieOf(made) : ''
    expect((await get('/studio', cookie)).status).toBe(200)
    expect(await (await get('/about', cookie)).text()).toContain('>Studio<')
    expect((await get('/profile', cookie)).status).toBe(200)
    const last = await act(cookie, 'delete', { password: PASSWORD })
    expect(last.status).toBe(409)
    expect(await last.text()).toContain('the only owner')
    expect((await get(link)).status).toBe(410)
  })
})

describe('limits', () => {
  it('R17: say when to try again after five wrong passwords, and don’t block a sign-in link', async () => {
    const strict = await startSite()
    onTestFinished(async () => {
      await strict.stop()
    })
    const email = 'guessed@example.com'
    const guess = () => post(strict, '/login', { email, password: 'not it at all' })
    for (let n = 0; n < 5; n += 1) expect((await guess()).status).toBe(422)
    const last = await guess()
    expect(last.status).toBe(429)
    expect(await last.text()).toMatch(/Try again after \d+(:\d+)? [AP]M Eastern Time/)
    expect((await post(strict, '/login', { email, intent: 'link' })).status).toBe(303)
  })
})
