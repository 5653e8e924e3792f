import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { request as rawRequest } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import yauzl from 'yauzl'
import { signedIn } from '../support/accounts'
import { cookieOf, type DeliveredGallery, makeDeliveredGallery } from '../support/delivered-gallery'
import { makeShare } from '../support/factories'
import { mailTo, rows, STUDIO } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

let site: Site
let gallery: DeliveredGallery
beforeAll(async () => {
  site = await startSite()
  gallery = await makeDeliveredGallery(site)
  for (const size of ['web', 'print', 'original']) await ready(gallery, size)
})
afterAll(() => site?.stop())

type Headers = Record<string, string>

const archive = ({ id }: { id: string }, what = 'everything', size = 'web') =>
  `/download/${id}/archive/${what}/${size}.zip`
const file = (item = 0, size = 'web') => `/download/${gallery.id}/file/${gallery.items[item]?.id}/${size}`
const get = (path: string, headers: Headers = {}, method = 'GET') =>
  fetch(site.url + path, { method, headers, redirect: 'manual' })
const fetched = async (path: string, headers: Headers = {}) => {
  const response = await get(path, { Cookie: gallery.cookie, ...headers })
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')

/** Polls until the files are ready, like a waiting client. */
const ready = (given: DeliveredGallery, size: string) =>
  vi.waitFor(
    async () => {
      const { status } = await get(archive(given, 'everything', size), { Cookie: given.cookie }, 'HEAD')
      if (status !== 200) throw new Error(`${size} answers ${status}`)
    },
    { timeout: 120_000, interval: 200 },
  )

async function unpacked(zip: Buffer): Promise<Map<string, Buffer>> {
  const opened = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(zip, {
    lazyEntries: false,
  })
  const openStream = promisify<yauzl.Entry, NodeJS.ReadableStream>(opened.openReadStream.bind(opened))
  const entries: yauzl.Entry[] = []
  await new Promise((resolve, reject) =>
    opened
      .on('entry', (entry: yauzl.Entry) => entries.push(entry))
      .on('end', resolve)
      .on('error', reject),
  )
  const found = new Map<string, Buffer>()
  for (const entry of entries) found.set(entry.fileName, await buffer(await openStream(entry)))
  return found
}

/** Reads the first `bytes` of a body and aborts. */
function breakOff(path: string, bytes: number, headers: Headers): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const taken: Buffer[] = []
    const asked = rawRequest(
      site.url + path,
      { headers: { Cookie: gallery.cookie, ...headers } },
      (response) => {
        response.on('data', (chunk: Buffer) => {
          taken.push(chunk)
          if (taken.reduce((sum, { length }) => sum + length, 0) < bytes) return
          asked.destroy()
          resolve(Buffer.concat(taken).subarray(0, bytes))
        })
        response.on('end', () => resolve(Buffer.concat(taken)))
        response.on('error', () => {})
      },
    )
    asked.on('error', reject).end()
  })
}

describe('an archive', () => {
  it('contains every photo under a safe name, with correct checksums', async () => {
    const { response, body } = await fetched(archive(gallery))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(body.length))
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Whitfield & Cole - Web.zip"; filename*=UTF-8''Whitfield%20%26%20Cole%20-%20Web.zip`,
    )
    const files = await unpacked(body)
    expect([...files.keys()].slice(0, 4)).toEqual([
      'Party/IMG_1.jpg',
      'Party/img_1 (2).jpg',
      'Zoë.jpg',
      'IMG_1.jpg',
    ])
    const sums = files.get('SHA256SUMS.txt')?.toString() ?? ''
    files.delete('SHA256SUMS.txt')
    expect(sums).toBe([...files].map(([name, content]) => `${sha256(content)}  ${name}\n`).join(''))
    expect(files.size).toBe(5)
  })

  it('of a set contains that set, and originals are unchanged', async () => {
    const { body } = await fetched(archive(gallery, `set-${gallery.set}`, 'original'))
    const files = await unpacked(body)
    const originals = rows(
      site,
      'select sha256 from photos p join gallery_items i on i.photo_id = p.id where i.set_id = ? order by i.position',
      gallery.set,
    )
    const [first, second] = [...files.values()].map(sha256)
    expect([first, second]).toEqual(originals.map((row) => row.sha256))
  })

  it('aborted at any point and resumed is identical, and is recorded once', async () => {
    const path = archive(gallery, 'everything', 'print')
    const whole = (await fetched(path)).body
    const etag = (await get(path, { Cookie: gallery.cookie }, 'HEAD')).headers.get('etag') ?? ''
    const before = rows(site, 'select id from downloads').length
    const proven = () =>
      rows(site, 'select completed_at from downloads order by id')
        .slice(before)
        .map((row) => row.completed_at !== null)
    for (const [n, share] of [0.11, 0.5, 0.97].entries()) {
      const first = await breakOff(path, Math.floor(whole.length * share), {})
      const { response, body } = await fetched(path, { Range: `bytes=${first.length}-`, 'If-Range': etag })
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe(
        `bytes ${first.length}-${whole.length - 1}/${whole.length}`,
      )
      expect(sha256(Buffer.concat([first, body]))).toBe(sha256(whole))
      // One after the other: with two running downloads, it would be unclear which one is resumed.
      await expect.poll(proven).toEqual(Array.from({ length: n + 1 }, () => true))
    }
  })

  it('is sent from the start when its content has changed', async () => {
    const path = archive(gallery)
    const { response } = await fetched(path, { Range: 'bytes=10-', 'If-Range': '"another"' })
    expect(response.status).toBe(200)
    const outside = await get(path, { Cookie: gallery.cookie, Range: 'bytes=99999999999-' })
    expect([outside.status, outside.headers.get('content-range')?.slice(0, 8)]).toEqual([416, 'bytes */'])
  })

  it('answers any range request with that range', async () => {
    const path = archive(gallery)
    const whole = (await fetched(path)).body
    for (const [start, end] of [
      [0, 0],
      [29, 31],
      [60, 200_000],
      [whole.length - 400, whole.length - 1],
    ] as const) {
      const { response, body } = await fetched(path, { Range: `bytes=${start}-${end}` })
      expect(response.status).toBe(206)
      expect(body.equals(whole.subarray(start, end + 1))).toBe(true)
    }
    const tail = await fetched(path, { Range: 'bytes=-22' })
    expect(tail.body.equals(whole.subarray(-22))).toBe(true)
  })

  it('answers HEAD with its length, and records no download', async () => {
    const before = rows(site, 'select id from downloads').length
    const head = await get(archive(gallery), { Cookie: gallery.cookie }, 'HEAD')
    expect(head.status).toBe(200)
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100_000)
    expect(await head.text()).toBe('')
    expect(rows(site, 'select id from downloads')).toHaveLength(before)
  })

  it('leaves no file open for a client who is gone before its first byte, or asks for its head', async () => {
    const path = archive(gallery, 'everything', 'original')
    const init = { headers: { Cookie: gallery.cookie } }
    for (let ms = 1; ms < 60; ms += 2)
      await fetch(site.url + path, { ...init, signal: AbortSignal.timeout(ms) })
        .then((response) => response.arrayBuffer())
        .catch(() => {})
    await fetch(site.url + path, { ...init, method: 'HEAD' })
    await expect.poll(() => openFiles(site).filter((name) => name.includes('/originals/'))).toEqual([])
  })
})

/** The files that a site has open, as far as the system tells. */
function openFiles({ pid }: Site): string[] {
  const folder = `/proc/${pid}/fd`
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    try {
      return readlinkSync(join(folder, name))
    } catch {
      return []
    }
  })
}

describe('a single photo', () => {
  it('is available in each size, smaller or original', async () => {
    const web = await fetched(file(2))
    expect(web.response.headers.get('content-type')).toBe('image/jpeg')
    expect(web.response.headers.get('content-disposition')).toContain("filename*=UTF-8''Zo%C3%AB.jpg")
    const original = await fetched(file(2, 'original'))
    const [row] = rows(
      site,
      'select p.sha256 from photos p join gallery_items i on i.photo_id = p.id where i.id = ?',
      gallery.items[2]?.id ?? '',
    )
    expect(sha256(original.body)).toBe(row?.sha256)
    expect(web.body.includes(Buffer.from('GPSL'))).toBe(false)
  })
})

describe('permissions', () => {
  it('depend on the person, the gallery, the size and the set', async () => {
    const other = await makeDeliveredGallery(site, { photos: 1 })
    const small = await inDatabaseOf(site, (db) =>
      makeShare(db, { gallery_id: gallery.id, sizes: '["web"]' }),
    )
    const revoked = await inDatabaseOf(site, (db) => makeShare(db, { gallery_id: gallery.id, revoked_at: 1 }))
    const webOnly = { Cookie: cookieOf(site, small) }
    const part = { Range: 'bytes=0-99' }
    const status = async (path: string, headers: Headers) => (await get(path, headers)).status

    for (const path of [archive(gallery), file()]) {
      expect(await status(path, webOnly)).toBe(200)
      expect(await status(path, { ...webOnly, ...part })).toBe(206)
      const login = await get(path, {})
      expect([login.status, login.headers.get('location')]).toEqual([
        302,
        `/login?returnTo=${encodeURIComponent(path)}`,
      ])
      for (const cookie of ['', other.cookie, cookieOf(site, revoked)])
        expect(await status(path, { Cookie: cookie, ...part })).toBe(401)
      expect(await status(path, { Cookie: await signedIn(site, 'client') })).toBe(404)
      expect(await status(path, { Cookie: await signedIn(site, 'assistant') })).toBe(200)
    }
    for (const path of [
      archive(gallery, 'everything', 'original'),
      file(0, 'original'),
      archive(gallery, 'everything', 'print'),
    ])
      for (const headers of [webOnly, { ...webOnly, ...part }]) expect(await status(path, headers)).toBe(404)
    expect(await status(`/download/${gallery.id}/file/${other.items[0]?.id}/web`, webOnly)).toBe(404)
    expect(await status(archive(gallery, `set-${other.set}`), webOnly)).toBe(404)
    for (const odd of ['set-1', 'list-', '%F0%9F%93%B7', `set-${'0'.repeat(36)}`])
      expect(await status(`/download/${gallery.id}/archive/${odd}/web.zip`, webOnly)).toBe(404)
    for (const odd of ['web', 'huge.zip', 'web.zip.exe'])
      expect(await status(`/download/${gallery.id}/archive/everything/${odd}`, webOnly)).toBe(404)
  })

  it('R23: the studio has them in every gallery, and its downloads aren’t recorded as a client’s', async () => {
    const draft = await makeDeliveredGallery(site, { published_at: null, photos: 1 })
    const recorded = () => rows(site, 'select id from downloads where gallery_id = ?', draft.id)
    for (const role of ['owner', 'assistant'] as const) {
      const answer = await get(archive(draft, 'everything', 'original'), {
        Cookie: await signedIn(site, role),
      })
      expect(answer.status).toBe(200)
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
    }
    expect(recorded()).toEqual([])
    expect((await get(archive(draft), { Cookie: draft.cookie, Range: 'bytes=0-9' })).status).not.toBe(200)
  })

  it('require the PIN, and end with the gallery', async () => {
    const locked = await makeDeliveredGallery(site, { pin: '123456', pin_version: 1, photos: 1 })
    const closed = await makeDeliveredGallery(site, { expired_at: 1, photos: 1 })
    const draft = await makeDeliveredGallery(site, { published_at: null, photos: 1 })
    const asked = async (given: DeliveredGallery) =>
      (await get(archive(given), { Cookie: given.cookie, Range: 'bytes=0-9' })).status
    expect([await asked(locked), await asked(closed), await asked(draft)]).toEqual([403, 404, 401])
  })

  it('for a favorites list are limited to its client', async () => {
    const list = '0192f0c1-0000-7000-8000-000000000001'
    const mine = await inDatabaseOf(site, async (db) => {
      const other = await makeShare(db, { gallery_id: gallery.id })
      await db
        .insertInto('favorite_lists')
        .values({
          id: list,
          gallery_id: gallery.id,
          share_id: gallery.share.id,
          purpose: 'Album',
          pick_limit: null,
          submitted_at: null,
          created_at: 1,
        })
        .execute()
      await db
        .insertInto('favorites')
        .values({ list_id: list, item_id: gallery.items[3]?.id ?? '', created_at: 1 })
        .execute()
      return other
    })
    const { body } = await fetched(archive(gallery, `list-${list}`))
    expect([...(await unpacked(body)).keys()]).toEqual(['IMG_1.jpg', 'SHA256SUMS.txt'])
    expect((await get(archive(gallery, `list-${list}`), { Cookie: cookieOf(site, mine) })).status).toBe(404)
  })
})

describe('the download form', () => {
  it('leads to the archive, or says what is missing', async () => {
    const chosen = await get(`/download/${gallery.id}/archive?what=everything&size=web`)
    expect([chosen.status, chosen.headers.get('location')]).toEqual([302, archive(gallery)])
    expect((await get(`/download/${gallery.id}/archive?what=x&size=web`)).status).toBe(422)
    expect((await get(`/download/${gallery.id}/archive`)).status).toBe(422)
  })
})

describe('a stored file that is lost', () => {
  const delivery = (item: number, size: string) => {
    const [row] = rows(
      site,
      'select p.sha256 from photos p join gallery_items i on i.photo_id = p.id where i.id = ?',
      gallery.items[item]?.id ?? '',
    )
    const sum = String(row?.sha256)
    const folder = join(site.dataDir, 'photos/download-files', sum.slice(0, 2), sum)
    if (size !== 'original') return join(folder, `${size}.jpg`)
    const originals = join(site.dataDir, 'photos/originals', sum.slice(0, 2))
    return join(originals, readdirSync(originals).find((name) => name.startsWith(sum)) ?? '')
  }

  it('is detected before the first byte, reported to the studio once, and made again', async () => {
    renameSync(delivery(1, 'web'), `${delivery(1, 'web')}-gone`)
    const { response, body } = await fetched(archive(gallery))
    expect(response.status).toBe(503)
    expect(body.toString()).toContain('We’ve been notified')
    const emails = await mailTo(site, STUDIO)
    expect(emails.map(({ subject }) => subject)).toEqual(['A photo in Whitfield & Cole can’t be downloaded'])
    expect(emails[0]?.text).toContain('missing from storage')
    await ready(gallery, 'web')
    expect(rows(site, 'select * from download_faults')).toEqual([])
  })

  it('aborts the connection when its bytes have changed, also far into an archive', async () => {
    const path = delivery(4, 'print')
    const bytes = readFileSync(path)
    bytes[bytes.length - 1000] = (bytes[bytes.length - 1000] ?? 0) ^ 1
    writeFileSync(path, bytes)
    await expect(fetched(archive(gallery, 'everything', 'print'))).rejects.toThrow()
    // The newest download, since an earlier one may still be writing its record.
    expect(rows(site, 'select size, completed_at from downloads order by id desc limit 1')).toEqual([
      { size: 'print', completed_at: null },
    ])
    await ready(gallery, 'print')
    expect((await fetched(archive(gallery, 'everything', 'print'))).response.status).toBe(200)
  })

  it('is reported as missing until it is restored, if it is an original', async () => {
    const path = delivery(0, 'original')
    const size = statSync(path).size
    const whole = readFileSync(path)
    truncateSync(path, size - 1)
    expect((await fetched(file(0, 'original'))).response.status).toBe(503)
    await expect.poll(() => rows(site, 'select size from download_faults').length).toBe(1)
    expect((await fetched(archive(gallery, 'everything', 'original'))).body.toString()).toContain('4 of 5')
    writeFileSync(path, whole)
  })
})
