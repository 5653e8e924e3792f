import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { VISITOR } from '~/platform/auth/actor'
import { sessionCookie } from '~/platform/auth/signed-cookies.server'
import { fixedClock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { createPageCache, type PageCache } from './page-cache.server'
import type { PageHandler } from './pages.server'
import { type App, scope } from './scope.server'
import { createSite } from './site.server'

const ORIGIN = 'https://photos.example.com'
const SECRET = 's'.repeat(32)

/** What a signed-in browser sends. */
const signedBy = (secret: string) => {
  const [pair = ''] = sessionCookie('token', { siteUrl: ORIGIN, secret }).split(';')
  return pair
}

const opened: PageCache[] = []
afterAll(() => {
  for (const keep of opened) keep.stop()
})

/** The HTTP layer around pages of the test's own. */
function openSite(pages: PageHandler, config: Partial<Config> = {}) {
  const lines: string[] = []
  const app = {
    config: { siteUrl: ORIGIN, secret: SECRET, trustProxy: 1, ...config } as Config,
    clock: fixedClock(0),
    log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
  } as unknown as App
  const keep = createPageCache({ ...app, readVersion: async () => 1, pollMs: 3_600_000 })
  opened.push(keep)
  const handler = vi.fn(pages)
  const actorOf = vi.fn(async () => VISITOR)
  const site = createSite({
    app,
    pages: handler,
    actorOf,
    files: new Map([
      [
        '/assets/a-1.js',
        {
          type: 'text/javascript',
          cacheControl: 'public, max-age=31536000, immutable',
          forms: {
            identity: { bytes: new TextEncoder().encode('plain'), etag: '"1"' },
            br: { bytes: new TextEncoder().encode('brotli'), etag: '"1-br"' },
          },
        },
      ],
    ]),
    media: async (_, path) => new Response(path, { status: path === '/media/there.jpg' ? 200 : 404 }),
    health: { worker: { isHealthy: () => true } },
    keep,
  })
  const get = async (path: string, init: RequestInit = {}) => site.request(`${ORIGIN}${path}`, init)
  return { get, keep, pages: handler, actorOf, lines }
}

const html = (body = '<p>hello</p>', init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { 'Content-Type': 'text/html; charset=utf-8', ...init.headers } })

const form = { method: 'POST', body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }

describe('every answer', () => {
  const { get } = openSite(async (request) => {
    const path = new URL(request.url).pathname
    if (path === '/broken') throw new Error('secret detail')
    if (path === '/away') return Response.redirect(`${ORIGIN}/404`, 302)
    return html('<p>hello</p>', { status: path === '/missing' ? 404 : 200 })
  })

  it.each<[string, number, RequestInit]>([
    ['/', 200, {}],
    ['/', 200, { method: 'HEAD' }],
    ['/missing', 404, {}],
    ['/away', 302, {}],
    ['/broken', 500, {}],
    ['/assets/a-1.js', 200, {}],
    ['/assets/gone.js', 404, {}],
    ['/media/there.jpg', 200, {}],
    ['/media/gone.jpg', 404, {}],
    ['/healthz', 200, {}],
    ['/a%00b', 302, {}],
    ['/media/%ff', 404, {}],
    ['/gallery/photo/rings?category=%00', 400, {}],
    ['/', 405, { method: 'DELETE' }],
    ['/contact', 403, { ...form, headers: { ...form.headers, Origin: 'https://evil.example' } }],
    ['/contact', 413, { ...form, body: 'a'.repeat(70_000) }],
    [`/${'a'.repeat(5_000)}`, 414, {}],
  ])('%s (%i) has the headers that protect it', async (path, status, init) => {
    const answer = await get(path, init)
    expect(answer.status).toBe(status)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe(
      path.startsWith('/media/') ? 'cross-origin' : 'same-origin',
    )
    expect(answer.headers.get('permissions-policy')).toContain('geolocation=()')
    expect(answer.headers.get('server') ?? answer.headers.get('x-powered-by')).toBeNull()
    expect(await answer.text()).not.toContain('secret detail')
  })

  it('sends no referrer from addresses with a token, and logs them without it', async () => {
    const { get, lines } = openSite(async () => html())
    const answer = await get('/newsletter/unsubscribe/AbCdEfGh?x=sensitive')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(lines.join()).toContain('/newsletter/unsubscribe/[token]')
    expect(lines.join()).not.toMatch(/AbCdEfGh|sensitive/)
  })

  it('says that there is no room where a page failed at that, and of no other failure', async () => {
    const { get } = openSite(async (request, context) => {
      if (new URL(request.url).pathname !== '/broken') context.get(scope).diskIsFull()
      return html('<p>oh</p>', { status: 500 })
    })
    const page = await get('/contact', form)
    expect([page.status, await page.text()]).toEqual([
      507,
      expect.stringMatching(/<h1[^>]*>We couldn’t save that.*your text is still there/s),
    ])
    const toScript = await get('/contact.data', form)
    expect([toScript.status, await toScript.text()]).toEqual([
      507,
      expect.stringMatching(/^We couldn’t save that[^<]*\.$/),
    ])
    expect((await get('/broken', form)).status).toBe(500)
  })

  it('R17: says when to try again whenever something was tried too often', async () => {
    const { get } = openSite(async (request, context) => {
      if (new URL(request.url).pathname === '/known') context.get(scope).retryAt(90_000)
      return html('<p>wait</p>', { status: 429 })
    })
    expect((await get('/known', form)).headers.get('retry-after')).toBe('90')
    expect((await get('/unknown', form)).headers.get('retry-after')).toBe('60')
  })

  it('requires HTTPS for subdomains only where the owner wants that', async () => {
    const policy = async (config: Partial<Config>) =>
      (await openSite(async () => html(), config).get('/')).headers.get('strict-transport-security')
    expect(await policy({})).toBe('max-age=63072000')
    expect(await policy({ hstsSubdomains: true })).toBe('max-age=63072000; includeSubDomains')
    expect(await policy({ siteUrl: 'http://localhost:3000', hstsSubdomains: true })).toBeNull()
  })

  it('is logged once when a request seems to come through an unconfigured proxy', async () => {
    const warnings = async (config: Partial<Config>) => {
      const { get, lines } = openSite(async () => html(), config)
      await get('/')
      for (let n = 0; n < 3; n += 1) await get('/', { headers: { 'X-Forwarded-For': '203.0.113.7' } })
      return lines.filter((line) => line.includes('TRUST_PROXY')).length
    }
    expect(await warnings({ trustProxy: undefined })).toBe(1)
    expect(await warnings({ trustProxy: 1 })).toBe(0)
  })

  it('says what may be done where something else was tried', async () => {
    expect((await get('/', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect((await get('/', { method: 'OPTIONS' })).status).toBe(204)
  })
})

describe('files of the build', () => {
  const { get } = openSite(async () => html())

  it('are sent for a year, in the encoding that the browser prefers', async () => {
    const br = await get('/assets/a-1.js', { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(await br.text()).toBe('brotli')
    expect(br.headers.get('content-encoding')).toBe('br')
    expect(br.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(br.headers.get('vary')).toBe('Accept-Encoding')
    expect(await (await get('/assets/a-1.js', { headers: { 'Accept-Encoding': 'br;q=0' } })).text()).toBe(
      'plain',
    )
    const again = await get('/assets/a-1.js', {
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': '"1-br"' },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('that are not there are not a page, and not a redirect (R20)', async () => {
    for (const path of ['/assets/gone.js', '/assets/', '/media/gone.jpg']) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
    }
  })
})

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
      expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding, Cookie')
    }
    const same = await as('br', { 'If-None-Match': `"other", ${tags[0]}` })
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tags[0]])
    // A browser takes over the headers of a 304: another policy would stop the scripts of the page that it has.
    expect(same.headers.get('content-security-policy')).toBe('script x')
    expect((await as('gzip', { 'If-None-Match': tags[0] ?? '' })).status).toBe(200)
    const head = await get('/about', { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', tags[0]])
    expect(head.headers.get('content-length')).toBe(br.headers.get('content-length'))
    expect(pages).toHaveBeenCalledTimes(1)
  })

  it('ignores query parameters that it does not read', async () => {
    const { get, keep, pages } = openSite(async (request) => html(new URL(request.url).search))
    for (let n = 0; n < 50; n += 1) expect(await (await get(`/about?x${n}=${n}`)).text()).toBe('')
    expect([keep.size, pages.mock.calls.length]).toEqual([1, 1])
    expect(await (await get('/gallery?page=2&x=1')).text()).toBe('?page=2')
    expect(await (await get('/gallery.data?page=2.000')).text()).toBe('?page=2')
    expect(keep.size).toBe(3)
  })

  it('has one address: other ways to write it lead there', async () => {
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

  it('is rendered for each signed-in person, and never shared', async () => {
    const { get, keep } = openSite(async (request) => html(`<p>${request.headers.get('cookie')}</p>`))
    const cookie = `a=b; ${signedBy(SECRET)}`
    const mine = await get('/about', { headers: { Cookie: cookie } })
    expect(await mine.text()).toContain(cookie)
    expect(mine.headers.get('cache-control')).toBe('private, no-cache')
    expect(mine.headers.get('vary')).toContain('Cookie')
    expect(mine.headers.getSetCookie()).toEqual([])
    expect(keep.size).toBe(0)
    expect(await (await get('/about', { headers: { Cookie: 'theme=dark' } })).text()).toBe('<p>null</p>')
    expect(keep.size).toBe(1)
  })

  it.each([
    ['unsigned', '__Host-studio_session=1'],
    ['signed with another secret', signedBy('x'.repeat(32))],
    ['cut off', signedBy(SECRET).slice(0, -4)],
    ['about another session', signedBy(SECRET).replace('token', 'tokem')],
    ['too long', `${signedBy(SECRET)}; a=${'a'.repeat(9_000)}`],
  ])('is answered from memory, with the cookie taken back, when the session is %s', async (_, cookie) => {
    const { get, keep, pages, actorOf } = openSite(async () => html('<p>for everyone</p>'))
    await get('/about')
    for (let n = 0; n < 3; n += 1) {
      const answer = await get('/about', { headers: { Cookie: cookie } })
      expect([answer.status, await answer.text()]).toEqual([200, '<p>for everyone</p>'])
      expect(answer.headers.getSetCookie()).toEqual([
        '__Host-studio_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
      ])
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    }
    expect([keep.size, pages.mock.calls.length, actorOf.mock.calls.length]).toEqual([1, 1, 0])
    expect((await get('/about')).headers.getSetCookie()).toEqual([])
  })

  it('keeps a session that a page gives, whatever cookie came before', async () => {
    const { get } = openSite(async () =>
      html('', { headers: { 'Set-Cookie': '__Host-studio_session=new; Path=/' } }),
    )
    const answer = await get('/login', {
      ...form,
      headers: { ...form.headers, Cookie: '__Host-studio_session=1' },
    })
    expect(answer.headers.getSetCookie()).toEqual(['__Host-studio_session=new; Path=/'])
  })

  it('gives a session that a previous secret signed a cookie under the current one', async () => {
    const { get } = openSite(async (request) => html(`<p>${request.headers.get('cookie')}</p>`), {
      secret: ['n'.repeat(32), SECRET],
    })
    const answer = await get('/about', { headers: { Cookie: `a=b; ${signedBy(SECRET)}` } })
    const renewed = signedBy('n'.repeat(32))
    expect(await answer.text()).toBe(`<p>a=b; ${renewed}</p>`)
    expect(answer.headers.getSetCookie()).toEqual([
      `${renewed}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax; Secure`,
    ])
    const again = await get('/about', { headers: { Cookie: renewed } })
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
    const { get, keep, pages } = openSite(async () => answer())
    await get('/about')
    await get('/about')
    expect([keep.size, pages.mock.calls.length]).toEqual([0, 2])
  })

  it('is cached for /404', async () => {
    const { get, keep } = openSite(async () => html('<p>no</p>', { status: 404 }))
    expect((await get('/404')).status).toBe(404)
    expect((await get('/404')).status).toBe(404)
    expect(keep.size).toBe(1)
  })

  it('differs for browsers that send Global Privacy Control where it speaks of it', async () => {
    const { get } = openSite(async (_, context) => html(String(context.get(scope).gpc)))
    const terms = async (headers = {}) => (await get('/terms', { headers })).text()
    expect([await terms(), await terms({ 'Sec-GPC': '1' }), await terms()]).toEqual([
      'false',
      'true',
      'false',
    ])
    expect((await get('/terms')).headers.get('vary')).toContain('Sec-GPC')
    // Elsewhere the first visitor's browser decides nothing.
    expect(await (await get('/about', { headers: { 'Sec-GPC': '1' } })).text()).toBe('false')
  })

  it('is compressed for signed-in people, too', async () => {
    const { get } = openSite(async () => html(bigPage))
    const mine = await get('/', { headers: { Cookie: signedBy(SECRET), 'Accept-Encoding': 'br' } })
    expect(brotliDecompressSync(await mine.arrayBuffer()).toString()).toBe(bigPage)
  })
})

describe('renders', () => {
  it('hanging ones don’t affect /healthz, cached pages and files, and end', async () => {
    const stuck = Promise.withResolvers<void>()
    const { get, pages } = openSite(async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/contact')) await stuck.promise
      return html(`<p>${pathname}</p>`)
    })
    await get('/about')
    const from = (network: string) => ({ headers: { ...form.headers, 'X-Forwarded-For': network } })
    const events: string[] = []
    const waiting = Array.from({ length: 300 }, async () => {
      const answer = await get('/contact', { ...form, ...from('203.0.113.7') })
      events.push(String(answer.status))
      return answer
    })
    await expect.poll(() => events.length).toBeGreaterThan(0)
    expect(new Set(events)).toEqual(new Set(['503']))
    const refused = events.length
    expect(pages.mock.calls.length).toBeLessThan(20)
    for (const path of ['/healthz', '/about', '/assets/a-1.js', '/media/there.jpg'])
      expect((await get(path)).status, path).toBe(200)
    expect(events).toHaveLength(refused)

    // Someone else is next when one of them ends, whatever waits before.
    const other = get('/services', from('198.51.100.1'))
    stuck.resolve()
    expect((await other).status).toBe(200)
    expect(events.filter((status) => status === '200').length).toBeLessThan(100)
    const answers = await Promise.all(waiting)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300 - refused)
    const busy = answers.find(({ status }) => status === 503)
    expect(busy?.headers.get('retry-after')).toBe('5')
    expect(await busy?.text()).toContain('Please try again in a few seconds.')
  })
})

describe('a write', () => {
  it('reaches its page with its body, under our own address and without an origin', async () => {
    const { get, keep } = openSite(async (request, context) =>
      html(
        [
          request.url,
          request.headers.get('origin'),
          context.get(scope).clientAddress,
          await request.text(),
        ].join(),
      ),
    )
    const headers = { ...form.headers, Origin: ORIGIN, 'X-Forwarded-For': '203.0.113.7' }
    const answer = await get('/contact?index', { ...form, headers })
    expect(await answer.text()).toBe(`${ORIGIN}/contact?index,,203.0.113.7,a=1`)
    expect(keep.size).toBe(0)
  })

  it('of another site is refused, but for the unsubscription that mail programs send', async () => {
    const { get, pages } = openSite(async () => html())
    const headers = { ...form.headers, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://mail.example' }
    expect((await get('/contact', { ...form, headers })).status).toBe(403)
    expect((await get('/contact.data', { ...form, headers })).status).toBe(403)
    expect(pages).not.toHaveBeenCalled()
    expect((await get('/newsletter/unsubscribe/token', { ...form, headers })).status).toBe(200)
  })
})
