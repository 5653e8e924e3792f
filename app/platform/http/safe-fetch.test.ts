import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localNetwork } from '../../../test/support/local-network'
import { answersSafely, fetchFileSafely, fetchSafely, openInternet } from './safe-fetch.server'

let world: Awaited<ReturnType<typeof localNetwork>>
const bomb = gzipSync(Buffer.alloc(50_000_000))
beforeAll(async () => {
  world = await localNetwork((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const to = searchParams.get('to')
    if (to !== null) return response.writeHead(302, { Location: to }).end()
    switch (pathname) {
      case '/same':
        return request.headers['if-none-match'] === '"1"'
          ? response.writeHead(304).end()
          : response.writeHead(200, { ETag: '"1"' }).end('text')
      case '/zip':
        return response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('zipped'))
      case '/bomb':
        return response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)
      case '/not-zip':
        return response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no')
      case '/huge':
        return response.end(Buffer.alloc(5_000_001))
      case '/picture':
        return response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from([0, 255, 1]))
      case '/round':
        return response.writeHead(302, { Location: '/round' }).end()
      case '/slow':
        return response.writeHead(200).write('BEGIN')
      case '/cut':
        response.writeHead(200, { 'Content-Length': 100 }).write('BEGIN')
        return setTimeout(() => response.destroy(), 20)
      default:
        return response.writeHead(404).end()
    }
  })
})
afterAll(() => world.close())

const get = (address: string, etag: string | null = null, timeLimitMs = 3_000) =>
  fetchSafely({ ...world.network, timeLimitMs }, address, { etag, accept: 'text/calendar' })
const sentTo = (address: string) => get(world.at(`/?to=${encodeURIComponent(address)}`))

test('reads a text, compressed or not, and recognizes an unchanged one', async () => {
  expect(await get(world.at('/same'))).toEqual({ ok: true, text: 'text', etag: '"1"' })
  expect(await get(world.at('/same'), '"1"')).toEqual({ ok: true, text: null })
  expect(await get(world.at('/zip'))).toEqual({ ok: true, text: 'zipped', etag: null })
  expect(await sentTo(world.at('/same', 'other.example'))).toMatchObject({ text: 'text' })
  expect(world.lookedUp).toContain('other.example')
})

test('allows only https to public addresses, at every step', async () => {
  const refused = async (address: string, reason: string) => {
    expect([address, await get(address)]).toEqual([address, { ok: false, reason }])
    expect([address, await sentTo(address)]).toEqual([address, { ok: false, reason }])
  }
  await refused('http://calendar.example/', 'address')
  await refused('file:///etc/passwd', 'address')
  await refused('https://name:word@calendar.example/', 'address')
  await refused('https://inside.example/', 'private')
  await refused('https://10.0.0.1/', 'private')
  await refused('https://[::1]/', 'private')
  await refused('https://[::ffff:127.0.0.1]/', 'private')
  await refused('https://nowhere.example/', 'unknown-host')
  for (const address of ['https://2130706433/', 'https://0x7f.1/', 'https://127.0.0.1/', 'https://0/'])
    expect(await fetchSafely(openInternet, address, { etag: null, accept: '*/*' })).toEqual({
      ok: false,
      reason: 'private',
    })
})

test('refuses a host with one private address among public ones', async () => {
  const mixed = {
    ...world.network,
    resolve: async () => ['127.0.0.1', '10.0.0.1'].map((address) => ({ address, family: 4 })),
  }
  expect(await fetchSafely(mixed, world.at('/same'), { etag: null, accept: '*/*' })).toEqual({
    ok: false,
    reason: 'private',
  })
})

test('limits time, size and redirects', async () => {
  expect(await get(world.at('/huge'))).toEqual({ ok: false, reason: 'too-large' })
  expect(await get(world.at('/bomb'))).toEqual({ ok: false, reason: 'too-large' })
  expect(await get(world.at('/round'))).toEqual({ ok: false, reason: 'redirects' })
  expect(await get(world.at('/slow'), null, 200)).toEqual({ ok: false, reason: 'too-slow' })
  expect(await get(world.at('/not-zip'))).toEqual({ ok: false, reason: 'broken' })
  expect(await get(world.at('/cut'))).toEqual({ ok: false, reason: 'broken' })
  expect(await get(world.at('/gone'))).toEqual({ ok: false, reason: 'refused', status: 404 })
})

test('downloads a file over http or https, up to a size', async () => {
  const file = (address: string, mostBytes = 10) =>
    fetchFileSafely(world.network, address, { accept: 'image/*', mostBytes })
  const http = world.at('/picture').replace('https:', 'http:')
  const picture = { ok: true, bytes: Buffer.from([0, 255, 1]), type: 'image/png' }
  expect(await file(world.at('/picture'))).toEqual(picture)
  expect(await file(http)).toEqual(picture)
  expect(await file(world.at(`/?to=${encodeURIComponent(http)}`))).toEqual(picture)
  expect(await file(world.at('/picture'), 2)).toEqual({ ok: false, reason: 'too-large' })
  expect(await file(world.at('/bomb'), 1_000_000)).toEqual({ ok: false, reason: 'too-large' })
  expect(await file('http://inside.example/')).toEqual({ ok: false, reason: 'private' })
  expect(await file(world.at('/?to=http://10.0.0.1/'))).toEqual({ ok: false, reason: 'private' })
  expect(await file('ftp://calendar.example/')).toEqual({ ok: false, reason: 'address' })
  expect(await file(world.at('/none'))).toEqual({ ok: false, reason: 'refused', status: 404 })
})

test('knows whether a page answers, without its content', async () => {
  expect(await answersSafely(world.network, world.at('/same'))).toEqual({ ok: true })
  expect(await answersSafely(world.network, world.at('/slow'))).toEqual({ ok: true })
  expect(await answersSafely(world.network, world.at('/?to=/same'))).toEqual({ ok: true })
  expect(await answersSafely(world.network, world.at('/none'))).toMatchObject({ ok: false, status: 404 })
  expect(await answersSafely(world.network, world.at('/round'))).toEqual({ ok: false, reason: 'redirects' })
  expect(await answersSafely(world.network, 'http://inside.example/')).toMatchObject({ reason: 'private' })
})
