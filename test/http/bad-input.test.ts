import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../support/site'

let site: Site

beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '1000' } })
})
afterAll(() => site.stop())
// After any input, the same process must answer the next request, and must not have logged an error.
afterEach(async () => {
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  expect(() => process.kill(site.pid, 0)).not.toThrow()
  expect(site.output()).not.toContain('"level":50')
})

const FORM = 'application/x-www-form-urlencoded'

async function post(path: string, body: BodyInit, type = FORM) {
  const answer = await fetch(site.url + path, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { 'Content-Type': type },
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

/** Sends exactly these bytes. @returns everything received until the connection was closed */
function raw(request: string | Uint8Array, patience = 20_000): Promise<string> {
  const { port, hostname } = new URL(site.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.setTimeout(patience, () => socket.destroy())
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

const rawGet = (target: string | Buffer) =>
  raw(
    Buffer.concat([
      Buffer.from('GET '),
      Buffer.from(target),
      Buffer.from(' HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    ]),
  )

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const STACK = /\bat .+\.(js|ts|tsx):\d+|node_modules|node:internal/

function expectRefusal({ status, text }: { status: number; text: string }, allowed: number[]) {
  expect(allowed).toContain(status)
  expect(text).not.toMatch(STACK)
}

const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const CONTACT = {
  name: 'Ana María',
  email: 'ana@example.com',
  phone: '973 555 0123',
  subject: 'A question',
  message: 'Hello, do you photograph in winter?',
}
const BOOKING = {
  service: 'portrait',
  location: 'studio',
  slot: '2099-05-01T15:30:00Z',
  name: 'Ana María',
  email: 'ana@example.com',
  phone: '973 555 0123',
  partySize: '2',
  notes: '',
  terms: 'yes',
}
const FORMS: [path: string, fields: Record<string, string>][] = [
  ['/newsletter', { email: 'ana@example.com' }],
  ['/terms', { email: 'ana@example.com' }],
  ['/contact', CONTACT],
  ['/book-session', BOOKING],
  ['/login', { email: 'ana@example.com', password: 'not the password' }],
  ['/register', { name: 'Ana María', email: 'ana@example.com', password: 'a walk in the park' }],
  ['/forgot-password', { email: 'ana@example.com' }],
]

describe.each(FORMS)('the form of %s', (path, fields) => {
  const names = Object.keys(fields)

  it('refuses an empty body', async () => expectRefusal(await post(path, ''), [400, 422]))

  it('refuses over-long fields', async () => {
    for (const name of names)
      expectRefusal(await post(path, encode({ ...fields, [name]: 'a'.repeat(20_000) })), [400, 422])
  })

  it('refuses very long runs of spaces, quickly', async () => {
    for (const name of names) {
      const body = encode({ ...fields, [name]: `a${' '.repeat(60_000)}a` })
      // Backtracking is slow every time, a busy machine only sometimes.
      let quickest = Number.POSITIVE_INFINITY
      for (let attempt = 0; attempt < 5 && quickest > 2_000; attempt++) {
        const start = performance.now()
        expectRefusal(await post(path, body), [400, 422])
        quickest = Math.min(quickest, performance.now() - start)
      }
      expect(quickest).toBeLessThan(2_000)
    }
  })

  it('refuses bytes that are not UTF-8', async () => {
    for (const name of names) {
      const others = encode(Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name)))
      expectRefusal(await post(path, `${others}&${name}=%FF%FEab`), [400])
      expectRefusal(await post(path, `${others}&${name}=%ED%A0%80`), [400])
    }
    expectRefusal(await post(path, new Uint8Array([0xff, 0x3d, 0xff])), [400])
  })

  it('refuses NUL and other control characters', async () => {
    for (const name of names)
      for (const character of ['\0', '\x1b', '\x07', '\x7f'])
        expectRefusal(
          await post(path, encode({ ...fields, [name]: `${fields[name]}${character}` })),
          [400, 422],
        )
  })

  it('refuses line breaks and hidden direction marks in an address', async () => {
    for (const email of [
      'ana@example.com\r\nBcc: everyone@example.com',
      'ana@example.com\nBcc: everyone@example.com',
      'ana\u2028@example.com',
      'ana\u202e@example.com',
      'ana@example.com, bob@example.com',
      '"ana@example.com',
    ])
      expectRefusal(await post(path, encode({ ...fields, email })), [400, 422])
  })

  it('refuses a body that isn’t a form', async () => {
    for (const [body, type] of [
      ['{"email":"ana@example.com"}', 'application/json'],
      [encode(fields), 'text/plain'],
      ['<a/>', 'application/xml'],
      [encode(fields), 'application/x-www-form-urlencoded; charset=utf-16'],
      [encode(fields), 'nonsense'],
    ] as const)
      expectRefusal(await post(path, body, type), [415])
  })

  it('refuses a multipart form that is broken or contains a file', async () => {
    const type = 'multipart/form-data; boundary=x'
    const part =
      '--x\r\nContent-Disposition: form-data; name="email"; filename="a.exe"\r\n\r\nMZ\r\n--x--\r\n'
    expectRefusal(await post(path, part, type), [400, 415])
    expectRefusal(await post(path, '--x\r\nContent-Disposition: form-data; name="em', type), [400])
    expectRefusal(await post(path, encode(fields), type), [400])
    expectRefusal(await post(path, encode(fields), 'multipart/form-data'), [400])
  })

  it('refuses 10,000 fields', async () =>
    expectRefusal(await post(path, Array.from({ length: 10_000 }, (_, n) => `f=${n % 10}`).join('&')), [413]))

  it('refuses a body over the limit, and stops reading', async () => {
    expectRefusal(await post(path, `message=${'a'.repeat(300_000)}`), [413])
    const chunk = 'a'.repeat(0x4000)
    const endless =
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `4000\r\n${chunk}\r\n`.repeat(5)
    const answer = await raw(endless)
    expect(statusOf(answer)).toBe(413)
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it('refuses the same in requests by the browser’s script', async () => {
    const answer = await post(`${path}.data`, 'email=%FF')
    expectRefusal(answer, [400])
  })
})

describe('a person’s name', () => {
  it.each(['Ana\r\nBcc: everyone@example.com', 'Ana\u202eairam', 'Ana\u2066x', 'Ana\u2029x', ''])(
    'can’t be %j',
    async (name) => {
      expectRefusal(await post('/contact', encode({ ...CONTACT, name })), [400, 422])
      expectRefusal(await post('/book-session', encode({ ...BOOKING, name })), [400, 422])
    },
  )
})

describe('an address', () => {
  it.each([
    '/../../etc/passwd',
    '/assets/../../server/server.js',
    '/assets/%2e%2e/%2e%2e/server/server.js',
    '/assets/..%2f..%2fserver%2fserver.js',
    '/assets/..%5c..%5cserver%5cserver.js',
    '/assets\\..\\..\\server\\server.js',
    '/assets/%252e%252e%252fserver.js',
    '/assets/%c0%ae%c0%ae/server.js',
    '/assets/....//....//server.js',
    '/media/../studio.sqlite',
    '/media/%2e%2e/studio.sqlite',
    '/media/..%00/studio.sqlite',
    '/media//etc/passwd',
    '//etc/passwd',
    '/%00',
    '/gallery/photo/%ff',
    '/blog/%E0%A4%A',
    '/blog/%0d%0aSet-Cookie:a=b',
    '/.env',
    '/.git/config',
    '/data/studio.sqlite',
  ])('%s doesn’t redirect elsewhere', async (target) => {
    const answer = await rawGet(target)
    expect([302, 400, 404]).toContain(statusOf(answer))
    if (statusOf(answer) === 302) expect(answer).toMatch(/^location: \/404\r$/im)
    expect(answer).not.toMatch(STACK)
    expect(answer).not.toMatch(/root:.*:0:0|SQLite format|^set-cookie/im)
    expect(answer.toLowerCase()).toContain('content-security-policy')
  })

  it('with bytes that aren’t UTF-8 causes no server error', async () => {
    const answer = await rawGet(Buffer.from([0x2f, 0xff, 0xfe, 0x80]))
    expect([302, 400, 404]).toContain(statusOf(answer))
  })

  it('is refused when it is too long', async () => {
    expect(statusOf(await rawGet(`/${'a'.repeat(8_000)}`))).toBe(414)
    const answer = await rawGet(`/${'a'.repeat(40_000)}`)
    expect(statusOf(answer)).toBe(431)
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
  })

  it('with an odd query causes no server error', async () => {
    for (const query of [
      '?page=-1',
      '?page=1e99',
      '?page=%00',
      '?page=%ff',
      '?category=%2e%2e',
      '?page[]=1',
      '?%',
      '?=&&=',
    ]) {
      const answer = await fetch(`${site.url}/gallery${query}`, { redirect: 'manual' })
      expect([200, 302, 400, 404]).toContain(answer.status)
      expect(await answer.text()).not.toMatch(STACK)
    }
  })
})

describe('a request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', [400]],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n', [400]],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', [400]],
    [
      'a foreign address as its target',
      'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      [200, 400],
    ],
    [
      'two lengths',
      'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
      [400],
    ],
    [
      'a length and chunks',
      'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      [400],
    ],
    [
      'a length that is no number',
      'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: many\r\n\r\n',
      [400],
    ],
    [
      'an expectation',
      'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
      [200, 417],
    ],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', [405]],
    ['DELETE', 'DELETE /about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', [405]],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: localhost\r\n${`X-A: ${'a'.repeat(1_000)}\r\n`.repeat(40)}\r\n`,
      [431],
    ],
  ])('of %s is answered', async (_, request, allowed) => {
    const answer = await raw(request)
    expect(allowed).toContain(statusOf(answer))
    expect(answer).not.toMatch(STACK)
    expect(answer.toLowerCase()).toContain('content-security-policy')
  })

  it('aborted by one visitor doesn’t affect others', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        raw(
          `POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${FORM}\r\nContent-Length: 1000\r\n\r\nname=`,
          50,
        ),
      ),
    )
  })

  it('to a page without a form is refused in words for visitors', async () => {
    const answer = await post('/', 'intent=newsletter')
    expect(answer.status).toBe(405)
    const [seen = ''] = /<main[\s\S]*<\/main>/.exec(answer.text) ?? []
    expect(seen).toContain('Your browser sent something we can’t read.')
    expect(seen).not.toContain('Error:')
  })

  it('writing to a read-only address is refused', async () => {
    expectRefusal(await post('/about', 'a=1'), [405])
    expectRefusal(await post('/about.data', 'a=1'), [405])
    expectRefusal(await post('/sitemap.xml', 'a=1'), [405])
    expectRefusal(await post('/assets/x.js', 'a=1'), [302, 404, 405])
  })
})
