import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { readContentVersion } from '~/platform/db/content-version.server'
import { openDatabase } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { finishPage } from './compression.server'
import { answerWith, type Finished, finish, recompress } from './finished.server'
import { createPageCache, type PageCacheOptions, type Rendered } from './page-cache.server'

const log = { warn: vi.fn() }

function keep(options: Partial<PageCacheOptions> = {}) {
  const kept = createPageCache({
    clock: fixedClock(1_000),
    log,
    readVersion: async () => 1,
    pollMs: 3_600_000,
    ...options,
  })
  onTestFinished(() => kept.stop())
  return kept
}

const pageOf = (text: string, bytes = 100): Finished => ({
  ...finish({ headers: [], tag: text, bodies: { identity: new TextEncoder().encode(text) } }),
  bytes,
})

/** Renders "page 1", then "page 2" and so on. */
function counting(validUntil = Number.POSITIVE_INFINITY, bytes?: number) {
  let n = 0
  return vi.fn(async (): Promise<Rendered> => {
    n += 1
    return { page: pageOf(`page ${n}`, bytes), validUntil }
  })
}

const textOf = (page: Finished | Response) =>
  page instanceof Response ? 'a response' : new TextDecoder().decode(page.forms.identity.body)

describe('a cached page', () => {
  it('is rendered once for simultaneous and later requests', async () => {
    const kept = keep()
    const render = counting()
    const all = await Promise.all(Array.from({ length: 20 }, () => kept.get('/', render)))
    expect(new Set(all.map(textOf))).toEqual(new Set(['page 1']))
    expect(textOf(await kept.get('/', render))).toBe('page 1')
    expect(render).toHaveBeenCalledTimes(1)
  })

  it('takes the memory of its compressed bodies, and is sent plain also once it is compressed better', async () => {
    const text = `<h1>A long page</h1>${Array.from({ length: 3_000 }, (_, n) => `<p>${(n * n).toString(36)}</p>`).join('')}`
    const page = await finishPage(new Response(text, { headers: { 'Content-Type': 'text/html' } }))
    const { br } = page.forms
    const plain = () => answerWith(page, { method: 'GET', headers: {} })
    const gzip = () => answerWith(page, { method: 'GET', headers: { 'accept-encoding': 'gzip' } })
    const before = plain()
    const zipped = gzip()
    expect(gunzipSync(zipped.body ?? '').toString()).toBe(text)
    expect(gzip().body).toBe(zipped.body)
    const stored = (br?.body.byteLength ?? 0) + (zipped.body?.byteLength ?? 0) + 4_000
    expect(Math.abs(page.bytes / stored - 1)).toBeLessThan(0.1)
    expect(before.headers.join()).toContain(`Content-Length,${text.length}`)
    expect(textOf(page)).toBe(text)
    recompress(page, 'br', new Uint8Array(brotliCompressSync(text)))
    expect(page.forms.br?.body.byteLength).toBeLessThan(br?.body.byteLength ?? 0)
    expect(plain()).toEqual(before)
  })

  it('is rendered again when a time in it has passed', async () => {
    const clock = fixedClock(1_000)
    const kept = keep({ clock })
    const render = counting(2_000)
    await kept.get('/', render)
    clock.set(1_999)
    expect(textOf(await kept.get('/', render))).toBe('page 1')
    clock.set(2_000)
    expect(textOf(await kept.get('/', render))).toBe('page 2')
  })

  it('isn’t cached when it expired during rendering', async () => {
    const clock = fixedClock(1_000)
    const kept = keep({ clock })
    await kept.get('/', counting(1_000))
    expect(kept.size).toBe(0)
  })

  it('is dropped when the content has a new version', async () => {
    let version = 1
    const kept = keep({ readVersion: async () => version })
    const render = counting()
    await kept.get('/', render)
    version = 2
    await kept.check()
    expect([kept.size, kept.bytes]).toEqual([0, 0])
    expect(textOf(await kept.get('/', render))).toBe('page 2')
  })

  it('isn’t cached or shared with later requests when content changed during rendering', async () => {
    let version = 1
    const kept = keep({ readVersion: async () => version })
    const finish = Promise.withResolvers<Rendered>()
    const early = kept.get('/', () => finish.promise)
    await sleep(5)
    version = 2
    await kept.check()
    const late = kept.get('/', async () => ({ page: pageOf('new'), validUntil: Number.POSITIVE_INFINITY }))
    expect(textOf(await late)).toBe('new')
    finish.resolve({ page: pageOf('old'), validUntil: Number.POSITIVE_INFINITY })
    expect(textOf(await early)).toBe('old')
    expect(textOf(await kept.get('/', counting()))).toBe('new')
  })

  it('is dropped when memory is full, least recently used first', async () => {
    const kept = keep({ maxBytes: 350 })
    const render = counting(Number.POSITIVE_INFINITY, 100)
    for (const key of ['/a', '/b', '/c', '/a', '/d']) await kept.get(key, render)
    expect([kept.size, kept.bytes]).toEqual([3, 300])
    const calls = render.mock.calls.length
    await kept.get('/a', render)
    expect(render).toHaveBeenCalledTimes(calls)
    await kept.get('/b', render)
    expect(render).toHaveBeenCalledTimes(calls + 1)
    await kept.get('/huge', counting(Number.POSITIVE_INFINITY, 351))
    expect(kept.bytes).toBeLessThanOrEqual(350)
  })

  it('isn’t created from a response to one visitor: others get their own', async () => {
    const kept = keep()
    let n = 0
    const render = async () => {
      n += 1
      return new Response(`for visitor ${n}`)
    }
    const answers = await Promise.all([kept.get('/', render), kept.get('/', render)])
    const texts = await Promise.all(answers.map((answer) => (answer as Response).text()))
    expect(texts).toEqual(['for visitor 1', 'for visitor 2'])
    expect(kept.size).toBe(0)
  })

  it('isn’t created from a failure', async () => {
    const kept = keep()
    await expect(kept.get('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(textOf(await kept.get('/', counting()))).toBe('page 1')
  })

  it('outlives an outage of the database', async () => {
    let up = true
    const readVersion = async () => {
      if (!up) throw new Error('gone')
      return 1
    }
    const kept = keep({ readVersion })
    const render = counting()
    await kept.get('/', render)
    up = false
    await kept.check()
    await kept.check()
    expect(textOf(await kept.get('/', render))).toBe('page 1')
    expect(log.warn).toHaveBeenCalledTimes(1)
  })
})

describeOnBothEngines('the page cache', (open) => {
  it('is dropped soon after another process’s write', async () => {
    const { db, where } = await open()
    const other = openDatabase(where)
    onTestFinished(() => other.destroy())
    const kept = keep({ readVersion: () => readContentVersion(db), pollMs: 250 })
    await kept.get('/', counting())
    await sleep(300)
    expect(kept.size).toBe(1)
    await other
      .insertInto('faqs')
      .values({ id: 'f', topic: 'general', question: 'Why?', answer: 'So.', position: 1 })
      .execute()
    await expect.poll(() => kept.size).toBe(0)
  })
})
