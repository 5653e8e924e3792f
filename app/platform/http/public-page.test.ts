import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { Actor, Person, Role } from '~/platform/auth/actor'
import { form, html, openSite, SECRET, signedBy } from '../../../test/support/open-site'
import { scope } from './scope.server'

const PERSON: Person = {
  ...{ kind: 'person', uid: 'someone', role: 'owner', name: 'A Name', email: 'a@example.com' },
  ...{ emailVerified: true, twoFactor: false, passkey: false, secondStep: 'met', twoSteps: false },
  ...{ sessionId: 's', provedAt: 0 },
}

describe('a public page', () => {
  const bigPage = `<p>${'photograph '.repeat(500)}</p>`

  it('is rendered once and sent in each encoding under its own strong tag', async () => {
    const { get, pages } = openSite(async () =>
      html(bigPage, { headers: { 'Content-Security-Policy': 'script x' } }),
    )
    const as = (encoding: string, more = {}) =>
      get('/about', { headers: { 'Accept-Encoding': encoding, ...more } })
    const [br, gzip, plain] = [await as('gzip, br'), await as('gzip'), await as('')]
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(bigPage)
    expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(bigPage)
    expect(await plain.text()).toBe(bigPage)
    const tags = [br, gzip, plain].map((answer) => answer.headers.get('etag'))
    expect(new Set(tags).size).toBe(3)
    expect(tags.join()).not.toContain('W/')
    for (const answer of [br, gzip, plain]) {
      expect(answer.headers.get('cache-control')).toBe('public, no-cache')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding, Cookie')
    }
    const same = await as('br', { 'If-None-Match': `"other", ${tags[0]}` })
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tags[0]])
    // Browsers replace stored headers by those of a 304: another policy would block the scripts of the stored
    // page.
    expect(same.headers.get('content-security-policy')).toBe('script x')
    expect((await as('gzip', { 'If-None-Match': tags[0] ?? '' })).status).toBe(200)
    const head = await get('/about', { method: 'HEAD', headers: { 'Accept-Encoding': 'gzip' } })
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', tags[1]])
    expect(head.headers.get('content-length')).toBe(gzip.headers.get('content-length'))
    expect(pages).toHaveBeenCalledTimes(1)
  })

  it('ignores query parameters that it does not read', async () => {
    const { get, pageCache, pages } = openSite(async (request) => html(new URL(request.url).search))
    for (let n = 0; n < 50; n += 1) expect(await (await get(`/about?x${n}=${n}`)).text()).toBe('')
    expect([pageCache.size, pages.mock.calls.length]).toEqual([1, 1])
    expect(await (await get('/gallery?page=2&x=1')).text()).toBe('?page=2')
    expect(await (await get('/gallery.data?page=2.000')).text()).toBe('?page=2')
    expect(pageCache.size).toBe(3)
  })

  it('redirects other spellings of its address', async () => {
    const { get, pages } = openSite(async () => html())
    for (const headers of [{}, { Cookie: signedBy(SECRET) }]) {
      const answer = await get('/gallery?page=1.000&utm_source=x', { headers })
      expect([answer.status, answer.headers.get('location')]).toEqual([301, '/gallery?utm_source=x'])
    }
    expect(pages).not.toHaveBeenCalled()
  })

  it('depends on its address only, not on the first visitor’s headers', async () => {
    const { get } = openSite(async (request) =>
      html([...request.headers.keys()].filter((name) => name !== 'host').join()),
    )
    expect(await (await get('/', { headers: { 'Accept-Language': 'de', 'User-Agent': 'x' } })).text()).toBe(
      '',
    )
  })

  it('is kept for signed-in people by their role, apart from the visitors’ page', async () => {
    const { get, pageCache, pages, actorOf } = openSite(async (request, context) => {
      const { actor } = context.get(scope)
      return html(
        `<p>${actor.kind === 'person' ? actor.role : 'visitor'} ${request.headers.get('cookie')}</p>`,
      )
    })
    const headers = { Cookie: `a=b; ${signedBy(SECRET)}` }
    const as = (uid: string, role: Role) => actorOf.mockResolvedValueOnce({ ...PERSON, uid, role })
    as('one', 'owner')
    const mine = await get('/about', { headers })
    expect(await mine.text()).toBe('<p>owner null</p>')
    expect(mine.headers.get('cache-control')).toBe('private, no-cache')
    expect(mine.headers.get('vary')).toContain('Cookie')
    expect(mine.headers.getSetCookie()).toEqual([])
    as('two', 'owner')
    expect(await (await get('/about', { headers })).text()).toBe('<p>owner null</p>')
    as('three', 'client')
    expect(await (await get('/about', { headers })).text()).toBe('<p>client null</p>')
    // The session has ended.
    expect(await (await get('/about', { headers })).text()).toBe('<p>visitor null</p>')
    const theirs = await get('/about', { headers: { Cookie: 'theme=dark' } })
    expect(await theirs.text()).toBe('<p>visitor null</p>')
    expect(theirs.headers.get('cache-control')).toContain('public')
    expect([pages.mock.calls.length, pageCache.size]).toEqual([4, 4])
  })

  it('can know nothing of a signed-in person but the role', async () => {
    const read = vi.fn((person: Actor) => (person.kind === 'person' ? person.name : ''))
    const { get, actorOf } = openSite(async (_, context) => html(read(context.get(scope).actor)))
    actorOf.mockResolvedValueOnce({ ...PERSON, name: 'Dorian Ellis' })
    const answer = await get('/about', { headers: { Cookie: signedBy(SECRET) } })
    expect(answer.status).toBe(500)
    expect(read.mock.results).toEqual([{ type: 'throw', value: expect.any(Error) }])
  })

  it('is rendered for a signed-in person whose session can’t be read', async () => {
    const { get, pageCache, actorOf } = openSite(async (_, context) =>
      html(String(context.get(scope).actorError)),
    )
    actorOf.mockRejectedValue(new Error('no database'))
    const answer = await get('/about', { headers: { Cookie: signedBy(SECRET) } })
    expect(await answer.text()).toContain('no database')
    expect(pageCache.size).toBe(0)
  })

  it.each([
    ['unsigned', '__Host-studio_session=1'],
    ['signed with another secret', signedBy('x'.repeat(32))],
    ['cut off', signedBy(SECRET).slice(0, -4)],
    ['about another session', signedBy(SECRET).replace('token', 'tokem')],
    ['too long', `${signedBy(SECRET)}; a=${'a'.repeat(9_000)}`],
  ])('is answered from the cache, and the cookie deleted, when the session is %s', async (_, cookie) => {
    const { get, pageCache, pages, actorOf } = openSite(async () => html('<p>for everyone</p>'))
    await get('/about')
    for (let n = 0; n < 3; n += 1) {
      const answer = await get('/about', { headers: { Cookie: cookie } })
      expect([answer.status, await answer.text()]).toEqual([200, '<p>for everyone</p>'])
      expect(answer.headers.getSetCookie()).toEqual([
        '__Host-studio_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
      ])
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    }
    expect([pageCache.size, pages.mock.calls.length, actorOf.mock.calls.length]).toEqual([1, 1, 0])
    expect((await get('/about')).headers.getSetCookie()).toEqual([])
  })

  it('keeps a session cookie that a page sets, whatever cookie came before', async () => {
    const { get } = openSite(async () =>
      html('', { headers: { 'Set-Cookie': '__Host-studio_session=new; Path=/' } }),
    )
    const answer = await get('/login', {
      ...form,
      headers: { ...form.headers, Cookie: '__Host-studio_session=1' },
    })
    expect(answer.headers.getSetCookie()).toEqual(['__Host-studio_session=new; Path=/'])
  })

  it('renews a session cookie that a previous secret signed', async () => {
    const { get } = openSite(async (request) => html(`<p>${request.headers.get('cookie')}</p>`), {
      secret: ['n'.repeat(32), SECRET],
    })
    const answer = await get('/profile', { headers: { Cookie: `a=b; ${signedBy(SECRET)}` } })
    const renewed = signedBy('n'.repeat(32))
    expect(await answer.text()).toBe(`<p>a=b; ${renewed}</p>`)
    expect(answer.headers.getSetCookie()).toEqual([
      `${renewed}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax; Secure`,
    ])
    const again = await get('/profile', { headers: { Cookie: renewed } })
    expect(again.headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['an error', () => html('<p>no</p>', { status: 500 })],
    ['a page that is not there', () => html('<p>no</p>', { status: 404 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: '/404' } })],
    ['what sets a cookie', () => html('<p>yes</p>', { headers: { 'Set-Cookie': 'a=b' } })],
    [
      'what its route keeps to itself',
      () => html('<p>yes</p>', { headers: { 'Cache-Control': 'no-store' } }),
    ],
  ])('is not cached when it is %s', async (_, answer) => {
    const { get, pageCache, pages } = openSite(async () => answer())
    await get('/about')
    await get('/about')
    expect([pageCache.size, pages.mock.calls.length]).toEqual([0, 2])
  })

  it('is cached for /404', async () => {
    const { get, pageCache } = openSite(async () => html('<p>no</p>', { status: 404 }))
    expect((await get('/404')).status).toBe(404)
    expect((await get('/404')).status).toBe(404)
    expect(pageCache.size).toBe(1)
  })

  it('differs for browsers that send Global Privacy Control if it mentions it', async () => {
    const { get } = openSite(async (_, context) => html(String(context.get(scope).gpc)))
    const terms = async (headers = {}) => (await get('/terms', { headers })).text()
    expect([await terms(), await terms({ 'Sec-GPC': '1' }), await terms()]).toEqual([
      'false',
      'true',
      'false',
    ])
    expect((await get('/terms')).headers.get('vary')).toContain('Sec-GPC')
    // The first visitor's browser doesn't affect other pages.
    expect(await (await get('/about', { headers: { 'Sec-GPC': '1' } })).text()).toBe('false')
  })

  it('is compressed for signed-in people, too', async () => {
    const { get } = openSite(async () => html(bigPage))
    const mine = await get('/', { headers: { Cookie: signedBy(SECRET), 'Accept-Encoding': 'br' } })
    expect(brotliDecompressSync(await mine.arrayBuffer()).toString()).toBe(bigPage)
  })
})
