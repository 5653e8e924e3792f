import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { VISITOR } from '~/platform/auth/actor'
import { sessionCookie } from '~/platform/auth/signed-cookies.server'
import { fixedClock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { finish, responseWith } from './finished.server'
import { type Listener, listen } from './listener.server'
import { createPageCache } from './page-cache.server'
import { countRequests } from './request-log.server'
import type { App } from './scope.server'
import { missingHeaders } from './security-headers.server'
import { createSite } from './site.server'
import { finishFile } from './static-files.server'

const SECRET = 's'.repeat(32)
const config = { siteUrl: 'https://photos.example.com', secret: SECRET, host: '127.0.0.1', port: 0 } as Config
const [SIGNED = ''] = sessionCookie('token', config).split(';')
const bytes = (text: string) => new TextEncoder().encode(text)
const page = Array.from(
  { length: 400 },
  (_, n) => `<p>Photo ${n * n} of ${n % 7} by the ${n % 11} window</p>`,
).join('')

const lines: string[] = []
const app = {
  config,
  clock: fixedClock(0),
  log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
} as unknown as App
const pageCache = createPageCache({ ...app, readVersion: async () => 1, pollMs: 3_600_000 })
const own = new Headers({ 'Content-Type': 'image/avif' })
const picture = finish({
  headers: [...own, ...missingHeaders(config, '/media/there.avif', own)],
  tag: 'abc',
  bodies: { identity: bytes('the bytes of a picture') },
  hasRanges: true,
})
const site = createSite({
  app,
  pages: async (request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/away') return Response.redirect('https://elsewhere.example/', 302)
    return new Response(pathname + search + page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  },
  actorOf: async () => VISITOR,
  files: new Map([
    [
      '/assets/a-1.js',
      finishFile(config, '/assets/a-1.js', {
        identity: bytes('plain'),
        br: bytes('brotli'),
        gzip: undefined,
      }),
    ],
    [
      '/favicon.svg',
      finishFile(config, '/favicon.svg', { identity: bytes('<svg/>'), br: undefined, gzip: undefined }),
    ],
    [
      '/robots.txt',
      finishFile(config, '/robots.txt', { identity: bytes('plain'), br: undefined, gzip: undefined }),
    ],
  ]),
  media: async (request, path) => {
    if (path !== '/media/there.avif') return new Response('none', { status: 404 })
    const kept = await pageCache.get(path, async () => ({
      page: picture,
      validUntil: Number.POSITIVE_INFINITY,
    }))
    return responseWith(kept as typeof picture, request)
  },
  health: { worker: { isHealthy: () => true } },
  pageCache,
})

/** The same site twice: with and without answers from memory. */
let fast: Listener
let general: Listener
beforeAll(async () => {
  fast = await listen(config, app.log, site)
  general = await listen(config, app.log, { ...site, fromMemory: () => false })
})
afterAll(async () => {
  pageCache.stop()
  await fast.close(0)
  await general.close(0)
})

/** Sends raw bytes, and reads until the connection is closed. */
async function send(listener: Listener, head: string): Promise<Buffer> {
  const socket = connect(listener.port, '127.0.0.1')
  const chunks: Uint8Array[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.write(`${head}\r\n\r\n`, 'latin1')
  await once(socket, 'close')
  return Buffer.concat(chunks)
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

function read(all: Buffer) {
  const answer = Buffer.from(all.subarray(all.indexOf(CONTINUE) === 0 ? CONTINUE.length : 0))
  const end = answer.indexOf('\r\n\r\n')
  const [status = '', ...fields] = answer.toString('latin1', 0, end).split('\r\n')
  const headers = new Headers(fields.map((field) => field.split(/: ?(.*)/s).slice(0, 2) as [string, string]))
  return { status: Number(status.split(' ')[1]), headers, body: answer.subarray(end + 4), size: end + 4 }
}

const HOST = 'Host: photos.example.com'
const ask = async (target: string, ...fields: string[]) =>
  read(await send(fast, [`GET ${target} HTTP/1.1`, HOST, 'Connection: close', ...fields].join('\r\n')))

/** The answers of both sites, without headers that differ between any two answers. */
async function bothWays(head: string) {
  const answers = await Promise.all([fast, general].map((listener) => send(listener, head)))
  return answers.map((answer) => {
    const { status, headers, body } = read(answer)
    for (const name of ['date', 'x-request-id']) headers.delete(name)
    return { status, headers: Object.fromEntries(headers), body: body.toString('latin1') }
  })
}

/** Waits until the pages have their final compression. */
async function settle(...targets: string[]) {
  for (const target of targets)
    await expect
      .poll(async () => (await ask(target, 'Accept-Encoding: br')).headers.get('etag'))
      .toMatch(/-br2"$/)
}

describe('an answer from memory', () => {
  const methods = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE']
  const targets = [
    '/',
    '/about',
    '/about?utm_source=x',
    '/about?a=%00',
    '/about#top',
    '/gallery?page=2',
    '/gallery?page=02',
    '/gallery?category=&page=1',
    '/terms',
    '/about.data',
    '/About',
    '/%61bout',
    '/about/',
    '/./about',
    '/x/../about',
    '/%2e%2e/about',
    '//about',
    '/about//',
    '/login',
    '/studio',
    '/studio/messages',
    '/away',
    '/404',
    '/newsletter/unsubscribe/AbCdEf',
    '/media/there.avif',
    '/media/there.avif?x',
    '/media/../about',
    '/media/gone.avif',
    '/favicon.svg',
    '/favicon.svg?x',
    '/favicon.ico',
    'http://photos.example.com/about',
    '*',
    'about',
    '/\\about',
    `/${'a'.repeat(5_000)}`,
    '/about?\xe9',
    '//[',
    'http://',
  ]
  const versions = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0']
  const hosts = [
    [HOST],
    [HOST],
    [HOST],
    [],
    [HOST, HOST],
    [HOST, 'hOsT: other.example'],
    ['Host: other.example'],
    ['Host:'],
  ]
  const fields = [
    'Accept-Encoding: br',
    'Accept-Encoding: gzip, br;q=0.1',
    'Accept-Encoding: br;q=0, *',
    'Accept-Encoding: identity',
    'If-None-Match: "other"',
    'If-None-Match: *',
    'If-None-Match: W/"abc"',
    'If-Modified-Since: Sun, 22 Nov 2026 00:00:00 GMT',
    'Range: bytes=4-8',
    'Range: bytes=-3',
    'Range: bytes=99-',
    'Range: bytes=0-1,3-4',
    'If-Range: "abc"',
    'If-Range: "other"',
    'Cookie: theme=dark',
    `Cookie: ${SIGNED}`,
    `Cookie: ${SIGNED.slice(0, -3)}`,
    'Cookie: __Host-studio_session=1',
    'Cookie: studio_device=x; theme="a"',
    'Sec-GPC: 1',
    'Accept-Language: de',
    'X-Forwarded-For: 203.0.113.7',
    'Content-Length: 0',
    'Expect: 100-continue',
    'Expect: something',
    `X-Long: ${'a'.repeat(9_000)}`,
    `X-Long: ${'a'.repeat(17_000)}`,
    'Purpose: prefetch',
  ]

  it('is what the whole site would answer, for every request', async () => {
    for (const target of targets) await send(fast, `GET ${target} HTTP/1.1\r\n${HOST}\r\nConnection: close`)
    await settle('/', '/about', '/gallery?page=2', '/terms', '/about.data', '/404')
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 4, arbitrary: fc.constantFrom('GET', 'HEAD') }, fc.constantFrom(...methods)),
        fc.constantFrom(...targets),
        fc.constantFrom(...versions),
        fc.constantFrom(...hosts),
        fc.subarray(fields, { maxLength: 3 }),
        async (method, target, version, host, more) => {
          const head = [`${method} ${target} ${version}`, ...host, ...more, 'Connection: close'].join('\r\n')
          const [quick, whole] = await bothWays(head)
          expect(quick).toEqual(whole)
        },
      ),
      { numRuns: 1_500 },
    )
  })

  it('keeps its connection open, unless the request asks to close it', async () => {
    const twice = await send(
      fast,
      `GET /about HTTP/1.1\r\n${HOST}\r\n\r\nGET /about HTTP/1.1\r\n${HOST}\r\nConnection: close`,
    )
    expect(twice.toString('latin1').match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
    expect(twice.toString('latin1').match(/^connection: .*$/gim)).toEqual(['Connection: close'])
    const old = await send(fast, `GET /about HTTP/1.0\r\n${HOST}`)
    expect(old.toString('latin1')).toMatch(/^HTTP\/1\.1 200 OK\r\n(.*\r\n)*connection: close\r\n/i)
  })
})

describe('a cached page', () => {
  it('is compressed again after it was sent, and known by both of its ETags', async () => {
    const first = await ask('/services', 'Accept-Encoding: br')
    const tag = first.headers.get('etag')
    await settle('/services')
    const later = await ask('/services', 'Accept-Encoding: br')
    expect(later.body.length).toBeLessThan(first.body.length)
    expect(later.headers.get('content-length')).toBe(String(later.body.length))
    expect(brotliDecompressSync(later.body)).toEqual(brotliDecompressSync(first.body))
    for (const each of [tag, later.headers.get('etag')]) {
      const unchanged = await ask('/services', 'Accept-Encoding: br', `If-None-Match: ${each}`)
      expect([unchanged.status, unchanged.headers.get('etag'), unchanged.body.length]).toEqual([304, each, 0])
      expect((await ask('/services', 'Accept-Encoding: gzip', `If-None-Match: ${each}`)).status).toBe(200)
    }
  })

  it('is counted in the log, one line for many requests, without their queries', async () => {
    const own = lines.map((line) => JSON.parse(line)).filter(({ path }) => path === '/services')
    expect(own.filter(({ times }) => times === undefined)).toHaveLength(1)
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const count = countRequests(app.log)
    for (let n = 0; n < 5; n++) count(200, '/counted')
    vi.runAllTimers()
    const counted = lines.map((line) => JSON.parse(line)).filter(({ path }) => path === '/counted')
    expect(counted).toMatchObject([{ status: 200, times: 5 }])
    expect(lines.join()).not.toMatch(/utm_source|AbCdEf|203\.0\.113/)
  })
})

describe('a file of the build', () => {
  it('is cacheable for a year, and sent in the encoding that the browser prefers', async () => {
    const br = await ask('/assets/a-1.js', 'Accept-Encoding: gzip, br')
    expect([br.status, br.body.toString()]).toEqual([200, 'brotli'])
    expect(Object.fromEntries(br.headers)).toEqual({
      'cache-control': 'public, max-age=31536000, immutable',
      connection: 'close',
      'content-encoding': 'br',
      'content-length': '6',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      date: br.headers.get('date'),
      etag: expect.stringMatching(/^"[\w-]{16}-br"$/),
      'strict-transport-security': 'max-age=63072000',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    expect((await ask('/assets/a-1.js', 'Accept-Encoding: br;q=0')).body.toString()).toBe('plain')
    const tag = `If-None-Match: ${br.headers.get('etag')}`
    const again = await ask('/assets/a-1.js', 'Accept-Encoding: br', tag)
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await ask('/assets/a-1.js', tag)).status).toBe(200)
    const head = read(await send(fast, `HEAD /assets/a-1.js?x=1 HTTP/1.1\r\n${HOST}\r\nConnection: close`))
    expect([head.status, head.headers.get('content-length'), head.body.length]).toEqual([200, '5', 0])
  })

  it.each([
    ['/assets/../robots.txt', 404],
    ['/x/../robots.txt', 302],
    ['//robots.txt', 302],
    ['/robots.txt?%00', 400],
    ['/robots.txt/', 200],
    ['/assets/gone.js', 404],
  ])('is not sent for %s', async (target, status) => {
    const answer = await ask(target)
    expect([answer.status, answer.body.toString()]).toEqual([status, expect.not.stringMatching(/^plain$/)])
  })

  it.each(['/assets/a-1.js', '/favicon.svg'])(
    'needs at most 350 bytes of headers, and HSTS: %s',
    async (path) => {
      await ask(path)
      const { size, headers } = await ask(path, 'Accept-Encoding: br')
      const hsts = `Strict-Transport-Security: ${headers.get('strict-transport-security')}\r\n`
      expect(headers.get('content-type')).toMatch(/javascript|svg/)
      expect(size - hsts.length).toBeLessThanOrEqual(350)
      expect(headers.get('content-security-policy')).toBe(path.endsWith('.svg') ? 'sandbox' : null)
    },
  )

  it('isn’t sent for a target that isn’t an address, which is refused', async () => {
    for (const target of ['//[', '///', 'http://', 'http://[', '//a:b/']) {
      const [quick, whole] = await bothWays(`GET ${target} HTTP/1.1\r\n${HOST}\r\nConnection: close`)
      expect(quick, target).toEqual(whole)
      expect([302, 400], target).toContain(quick?.status)
    }
  })

  it('isn’t sent to a request with no Host header or two', async () => {
    for (const hosts of ['', `${HOST}\r\n${HOST}\r\n`])
      expect(read(await send(fast, `GET /robots.txt HTTP/1.1\r\n${hosts}Connection: close`)).status).toBe(400)
  })
})

it('logs a proxy that isn’t configured once', async () => {
  for (const trustProxy of [undefined, 1]) {
    lines.length = 0
    const other = createSite({
      app: { ...app, config: { ...config, trustProxy } } as App,
      pages: async () => new Response(),
      actorOf: async () => VISITOR,
      files: new Map(),
      media: async () => new Response(),
      health: { worker: { isHealthy: () => true } },
      pageCache: undefined,
    })
    const listener = await listen(config, app.log, other)
    for (const from of ['', 'X-Forwarded-For: 203.0.113.7\r\n', 'X-Forwarded-For: 203.0.113.7\r\n'])
      await send(listener, `GET / HTTP/1.1\r\n${HOST}\r\n${from}Connection: close`)
    await listener.close(0)
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(trustProxy ? 0 : 1)
  }
})
