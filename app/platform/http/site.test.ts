import { describe, expect, it } from 'vitest'
import type { Config } from '~/platform/config.server'
import { form, html, ORIGIN, openSite } from '../../../test/support/open-site'
import { scope } from './scope.server'

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
    ['/assets/gone.js', 404, {}],
    ['/media/there.jpg', 200, {}],
    ['/media/gone.jpg', 404, {}],
    ['/healthz', 200, {}],
    ['/healthz?sender', 200, {}],
    ['/a%00b', 302, {}],
    ['/media/%ff', 404, {}],
    ['/gallery/photo/rings?category=%00', 400, {}],
    ['/', 405, { method: 'DELETE' }],
    ['/contact', 403, { ...form, headers: { ...form.headers, Origin: 'https://evil.example' } }],
    ['/contact', 413, { ...form, body: 'a'.repeat(70_000) }],
    [`/${'a'.repeat(5_000)}`, 414, {}],
    // The links of a long list.
    [`/__manifest?paths=${'a'.repeat(7_600)}`, 200, {}],
    [`/__manifest?paths=${'a'.repeat(8_000)}`, 414, {}],
  ])('%s (%i) has all security headers', async (path, status, init) => {
    const answer = await get(path, init)
    expect(answer.status).toBe(status)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const isPublicPage = answer.headers.get('cache-control') === 'public, no-cache'
    const about = ['referrer-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy']
    expect(about.map((name) => answer.headers.get(name))).toEqual(
      isPublicPage
        ? [null, null, null]
        : [
            'strict-origin-when-cross-origin',
            'same-origin',
            path.startsWith('/media/') ? 'cross-origin' : 'same-origin',
          ],
    )
    expect(answer.headers.get('permissions-policy')).toContain('geolocation=()')
    expect(answer.headers.get('server') ?? answer.headers.get('x-powered-by')).toBeNull()
    expect(await answer.text()).not.toContain('secret detail')
  })

  it('sends only the headers that a public page needs, and all others with one for a person', async () => {
    for (const [cacheControl, isPublic] of [
      ['public, no-cache', true],
      ['private, no-cache', false],
    ] as const) {
      const { get } = openSite(async () => html('<p>hi</p>', { headers: { 'Cache-Control': cacheControl } }))
      const { headers } = await get('/about')
      const names = ['cross-origin-opener-policy', 'cross-origin-resource-policy', 'referrer-policy']
      expect(names.map((name) => headers.has(name))).toEqual(names.map(() => !isPublic))
      expect(headers.get('permissions-policy')).toContain('geolocation=()')
    }
  })

  it('sends no referrer from addresses with a token, and logs them without it', async () => {
    const { get, lines } = openSite(async () => html())
    const answer = await get('/newsletter/unsubscribe/AbCdEfGh?x=sensitive')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(lines.join()).toContain('/newsletter/unsubscribe/[token]')
    expect(lines.join()).not.toMatch(/AbCdEfGh|sensitive/)
  })

  it('answers 507 when a page failed because the disk is full, and for no other failure', async () => {
    const { get } = openSite(async (request, context) => {
      if (new URL(request.url).pathname !== '/broken') context.get(scope).outage('disk-full')
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

  it('offers a page that can’t be read right now again, and no form, which would be empty', async () => {
    const { get } = openSite(async (_, context) => {
      context.get(scope).outage('database-away')
      return html('<p>oh</p>', { status: 500 })
    })
    const waysOf = async (answer: Response) =>
      [...(await answer.text()).matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to)
    expect(await waysOf(await get('/portfolio/snow?q=%22a&b'))).toEqual(['', '/'])
    expect(await waysOf(await get('/contact', form))).toEqual(['/'])
  })

  it('R17: sends Retry-After with every 429', async () => {
    const { get } = openSite(async (request, context) => {
      if (new URL(request.url).pathname === '/known') context.get(scope).retryAt(90_000)
      return html('<p>wait</p>', { status: 429 })
    })
    expect((await get('/known', form)).headers.get('retry-after')).toBe('90')
    expect((await get('/unknown', form)).headers.get('retry-after')).toBe('60')
  })

  it('requires HTTPS for subdomains only if the owner chose that', async () => {
    const policy = async (config: Partial<Config>) =>
      (await openSite(async () => html(), config).get('/')).headers.get('strict-transport-security')
    expect(await policy({})).toBe('max-age=63072000')
    expect(await policy({ hstsSubdomains: true })).toBe('max-age=63072000; includeSubDomains')
    expect(await policy({ siteUrl: 'http://localhost:3000', hstsSubdomains: true })).toBeNull()
  })

  it('names the allowed methods when another is used', async () => {
    expect((await get('/', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect((await get('/', { method: 'OPTIONS' })).status).toBe(204)
  })
})

describe('files of the build', () => {
  const { get } = openSite(async () => html())

  it('are a plain 404 when missing, not a page and not a redirect (R20)', async () => {
    for (const path of ['/assets/gone.js', '/assets/', '/media/gone.jpg']) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
    }
  })
})

describe('renders', () => {
  it('don’t affect /healthz, cached pages and files while they hang, and end', async () => {
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
    for (const path of ['/healthz', '/about', '/media/there.jpg'])
      expect((await get(path)).status, path).toBe(200)
    expect(events).toHaveLength(refused)

    // Another client is next when one ends, however many requests of the first one wait.
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
    const { get, pageCache } = openSite(async (request, context) =>
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
    expect(pageCache.size).toBe(0)
  })

  it('from another site is refused, except for one-click unsubscribing by mail programs', async () => {
    const { get, pages } = openSite(async () => html())
    const headers = { ...form.headers, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://mail.example' }
    expect((await get('/contact', { ...form, headers })).status).toBe(403)
    expect((await get('/contact.data', { ...form, headers })).status).toBe(403)
    expect(pages).not.toHaveBeenCalled()
    expect((await get('/newsletter/unsubscribe/token', { ...form, headers })).status).toBe(200)
  })
})
