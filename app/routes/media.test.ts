import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renditionKey } from '~/domains/photos/stored-files'
import { type Actor, type Role, VISITOR } from '~/platform/auth/actor'
import { byteRange } from '~/platform/http/headers'
import { sha256 } from '~/platform/ids.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import type { Storage } from '~/platform/storage/storage.server'
import { type FreshDatabase, freshDatabase } from '../../test/support/database'
import { makePhoto, makeRendition } from '../../test/support/factories'
import { serveMedia } from './media.server'

const MEDIA = sha256('media').slice(0, 20)
const BYTES = Buffer.from('the bytes of a picture')
const ADDRESS = `/media/${MEDIA}/480.avif`
const personOf = (role: Role): Actor => ({
  kind: 'person',
  uid: 'u',
  role,
  name: 'Ann',
  email: 'ann@example.com',
  emailVerified: true,
  twoFactor: false,
  sessionId: 's',
  passkey: false,
  twoSteps: false,
  secondStep: 'met',
  provedAt: 0,
})
let folder: string
let fresh: FreshDatabase
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-test-'))
  fresh = await freshDatabase('sqlite')
  storage = folderStorage(folder)
  const { id } = await makePhoto(fresh.db, { media_hash: MEDIA })
  for (const [width, format] of [
    [480, 'avif'],
    [480, 'jpg'],
    [800, 'jpg'],
  ] as const)
    await makeRendition(fresh.db, { photo_id: id, width, format, bytes: BYTES.length, sha256: sha256(BYTES) })
  for (const format of ['avif', 'jpg'] as const) await storage.put(renditionKey(MEDIA, 480, format), BYTES)
})
afterAll(async () => {
  await fresh.dispose()
  await rm(folder, { recursive: true, force: true })
})

let actor: Actor = VISITOR
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  serveMedia(
    {
      db: fresh.db,
      storage,
      actorOf: async () => actor,
      config: { siteUrl: 'http://localhost', hstsSubdomains: false, mediaUrl: undefined },
      pageCache: undefined,
    },
    new Request('http://localhost/', { method, headers }),
    path,
  )

describe('a media address', () => {
  test('serves the image, cached for a year', async () => {
    const response = await get(ADDRESS)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/avif',
      'content-length': String(BYTES.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${sha256(BYTES).slice(0, 32)}"`,
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES)
    expect((await get(`/media/${MEDIA}/480.jpg`)).headers.get('content-type')).toBe('image/jpeg')
  })

  test('serves a private photo to the Studio only', async () => {
    await fresh.db.updateTable('photos').set({ published_at: null }).execute()
    const statuses: number[] = []
    for (const role of ['visitor', 'client', 'assistant', 'owner'] as const) {
      actor = role === 'visitor' ? VISITOR : personOf(role)
      for (const method of ['GET', 'HEAD']) statuses.push((await get(ADDRESS, {}, method)).status)
      statuses.push((await get(ADDRESS, { Range: 'bytes=0-3' })).status)
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 200, 200, 206, 200, 200, 206])
    const cached = (await get(ADDRESS)).headers
    expect([cached.get('cache-control'), cached.get('vary')]).toEqual([
      'private, max-age=86400, immutable',
      'Cookie',
    ])
    actor = VISITOR
    expect((await get(ADDRESS)).status).toBe(404)
    await fresh.db.updateTable('photos').set({ published_at: 1 }).execute()
  })

  test('answers HEAD without a body, and a matching ETag with 304', async () => {
    const head = await get(ADDRESS, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '22', ''])
    const etag = head.headers.get('etag') ?? ''
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect((await get(ADDRESS, { 'If-None-Match': tags })).status).toBe(304)
    expect((await get(ADDRESS, { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('serves a range when the image is unchanged', async () => {
    const part = await get(ADDRESS, { Range: 'bytes=4-8' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 4-8/22',
      'bytes',
    ])
    expect((await get(ADDRESS, { Range: 'bytes=4-8', 'If-Range': '"other"' })).status).toBe(200)
    const outside = await get(ADDRESS, { Range: 'bytes=22-' })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */22'])
  })

  test.each([
    `/media/${MEDIA}/800.avif`,
    `/media/${MEDIA}/481.avif`,
    `/media/${MEDIA}/0480.avif`,
    `/media/${MEDIA}/480.png`,
    `/media/${MEDIA}/480.avif/`,
    `/media/${MEDIA.toUpperCase()}/480.avif`,
    `/media/${'0'.repeat(20)}/480.avif`,
    `/media/../${MEDIA}/480.avif`,
    '/media/..%2f..%2fsecret/480.avif',
    '/media/',
    '/media/%00/480.avif',
    `/media/${MEDIA}/99999999999999999999.avif`,
  ])('answers %s with a plain, uncached 404', async (path) => {
    const response = await get(path)
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(response.headers.get('content-type')).toContain('text/plain')
  })

  test('answers a missing file with a 404, not an error', async () => {
    expect((await get(`/media/${MEDIA}/800.jpg`)).status).toBe(404)
  })

  test('accepts no writes', async () => {
    const response = await get(ADDRESS, {}, 'POST')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('a range', () => {
  test.each([
    [null, undefined],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=10-500', { start: 10, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=20-10', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=a-b', undefined],
    ['bytes=-', undefined],
    ['lines=0-1', undefined],
  ])('%s of 100 bytes is %j', (header, range) => {
    expect(byteRange(header, 100)).toEqual(range)
  })
})
