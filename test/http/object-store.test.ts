import { createHash } from 'node:crypto'
import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectFiles } from '~/domains/files/collection.server'
import { fixedClock } from '~/platform/clock'
import { s3Storage } from '~/platform/storage/s3-storage.server'
import { signedIn } from '../support/accounts'
import { type DeliveredGallery, makeDeliveredGallery } from '../support/delivered-gallery'
import { prepareOn } from '../support/engine-site'
import { scene } from '../support/pictures'
import { runProgram } from '../support/program'
import { quickImaging } from '../support/quick-imaging'
import { failingOnce, type S3Server, startS3 } from '../support/s3-server'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'
import { uploader } from '../support/uploads'

const DAY_MS = 86_400_000
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')

describe.each(['sqlite', 'postgres'] as const)('a site on %s with its files in a bucket', (engine) => {
  let s3: S3Server
  let prepared: Awaited<ReturnType<typeof prepareOn>>
  let site: Site
  let gallery: DeliveredGallery
  const start = () => startSite({ dataDir: prepared.dataDir, env: { ...prepared.env, ...s3.env } })
  beforeAll(async () => {
    s3 = await startS3()
    prepared = await prepareOn(engine)
  })
  afterAll(async () => {
    await site?.stop()
    await prepared?.remove()
    await s3?.stop()
  })

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(site.url + path, { headers: { Cookie: gallery.cookie, ...headers } })
    return { response, body: Buffer.from(await response.arrayBuffer()) }
  }
  const archive = () => `/download/${gallery.id}/archive/everything/original.zip`

  it('doesn’t start with an empty bucket, and not with the folder once its files were moved', async () => {
    const env = { DATA_DIR: prepared.dataDir, ...prepared.env }
    const early = await runProgram(['serve'], { ...env, ...s3.env, PORT: '0' })
    expect(early.code).toBe(1)
    expect(early.err).toContain('belongs to an installation with another bucket or a folder: the bucket')
    const moved = await runProgram(['storage', 'move', '--to', 's3'], { ...env, ...s3.env })
    expect(moved).toMatchObject({ code: 0, err: '' })
    expect(moved.out).toMatch(/^\d+ files copied and verified \(.+\)$/m)
    expect(moved.out).toContain(
      `and the bucket ${s3.settings.bucket} at ${s3.settings.endpoint} belong together now.`,
    )
    const late = await runProgram(['serve'], { ...env, PORT: '0' })
    expect(late.code).toBe(1)
    expect(late.err).toContain(`were moved from the data folder ${prepared.dataDir} to the bucket`)
    await rm(join(prepared.dataDir, 'photos'), { recursive: true })
    site = await start()
    const back = await runProgram(['storage', 'move', '--to', 'folder'], { ...env, ...s3.env })
    expect(back).toMatchObject({ code: 1, out: '0 files copied and verified (0 bytes)\n' })
    expect(back.err).toContain('Stop every instance of the site')
  })

  it('takes an upload, makes its renditions, and sends them, in ranges too', async () => {
    gallery = await makeDeliveredGallery(site)
    const content = await scene(2_000, 1_400, 40).jpeg({ quality: 95 }).toBuffer()
    const cookie = await signedIn(site, 'owner')
    await uploader(site, gallery.id, cookie).send(content, { name: 'new.jpg', sha256: sha256(content) })
    const uploaded = () =>
      inDatabaseOf(site, (db) =>
        db
          .selectFrom('gallery_items as i')
          .innerJoin('photos as p', 'p.id', 'i.photo_id')
          .select(['i.id', 'p.state', 'p.media_hash'])
          .where('p.sha256', '=', sha256(content))
          .executeTakeFirst(),
      )
    await expect.poll(async () => (await uploaded())?.state).toBe('ready')
    const { id, media_hash } = (await uploaded()) ?? { id: '', media_hash: '' }
    const studio = await fetch(`${site.url}/media/${media_hash}/480.jpg`, { headers: { Cookie: cookie } })
    expect(studio.headers.get('content-type')).toBe('image/jpeg')
    expect((await studio.bytes()).length).toBe(Number(studio.headers.get('content-length')))
    expect((await get(`/media/${media_hash}/480.jpg`)).response.status).toBe(404)

    const file = `/download/${gallery.id}/file/${id}/original`
    await expect.poll(async () => (await get(file)).response.status).toBe(200)
    const whole = await get(file)
    expect(sha256(whole.body)).toBe(sha256(content))
    expect(whole.response.headers.get('content-type')).toBe('image/jpeg')
    expect(whole.response.headers.get('content-disposition')).toContain('filename="new.jpg"')
    const part = await get(file, { Range: 'bytes=1000-4999' })
    expect(part.response.status).toBe(206)
    expect(part.response.headers.get('content-range')).toBe(`bytes 1000-4999/${content.length}`)
    expect(part.body.equals(content.subarray(1_000, 5_000))).toBe(true)
    await expect(access(join(prepared.dataDir, 'photos'))).rejects.toThrow('ENOENT')
  })

  it('sends an archive that can be resumed, also after a restart and from a store with faults', async () => {
    await expect.poll(async () => (await get(archive())).response.status).toBe(200)
    const whole = await get(archive())
    expect(whole.response.headers.get('content-length')).toBe(String(whole.body.length))
    await site.stop()
    site = await start()
    s3.fault = failingOnce(['cut', 'slow', 'unavailable', undefined], ({ method }) => method === 'GET')
    const start1 = Math.floor(whole.body.length / 3)
    const etag = whole.response.headers.get('etag') ?? ''
    const rest = await get(archive(), { Range: `bytes=${start1}-`, 'If-Range': etag })
    s3.fault = undefined
    expect(rest.response.status).toBe(206)
    expect(rest.body.equals(whole.body.subarray(start1))).toBe(true)
  })

  it('moves what no row knows to quarantine, and restores what a row misses', async () => {
    const storage = s3Storage(s3.settings)
    const collect = (days: number) =>
      inDatabaseOf(site, (db) =>
        collectFiles({
          ...{ db, storage, clock: fixedClock(Date.now() + days * DAY_MS), imaging: quickImaging },
          log: pino({ level: 'silent' }),
          config: { siteUrl: site.url, dataDir: prepared.dataDir },
        }),
      )
    const [original] = await Array.fromAsync(storage.list('originals/'))
    const stray = `originals/ab/${'ab'.repeat(32)}.jpg`
    await storage.put(stray, Buffer.from('a stray'))
    // A listing that lags lacks it, and every other new file.
    s3.fault = ({ path }) => (path.includes('list-type') ? 'later' : undefined)
    expect(await collect(0)).toEqual({ removed: 0, quarantined: 0, lost: [] })
    s3.fault = undefined
    expect(await collect(2)).toEqual({ removed: 0, quarantined: 1, lost: [] })
    expect(await storage.exists(stray)).toBe(false)
    const quarantined = await Array.fromAsync(storage.list('quarantine/'))
    expect(quarantined).toEqual([expect.stringContaining(stray)])

    const data = (await storage.read(original ?? '')) ?? new Uint8Array()
    await storage.put(`quarantine/${new Date().toISOString().slice(0, 10)}/${original}`, data)
    await storage.delete(original ?? '')
    expect(await collect(4)).toMatchObject({ lost: [] })
    expect(sha256((await storage.read(original ?? '')) ?? new Uint8Array())).toBe(sha256(data))
  })

  it('answers photos, downloads and uploads with a sentence while the bucket doesn’t respond, and loses nothing', async () => {
    const content = await scene(900, 700, 80).jpeg().toBuffer()
    const upload = uploader(site, gallery.id, await signedIn(site, 'owner'))
    const metadata = { name: 'outage.jpg', sha256: sha256(content) }
    const begun = (await upload.create(content.length, metadata)).headers.get('location') ?? ''
    const half = Math.floor(content.length / 2)
    expect((await upload.patch(begun, 0, content.subarray(0, half))).status).toBe(204)
    const item = gallery.items[0]?.id
    const { media_hash, width } = await inDatabaseOf(site, (db) =>
      db
        .selectFrom('renditions as r')
        .innerJoin('photos as p', 'p.id', 'r.photo_id')
        .select(['p.media_hash', 'r.width'])
        .where('p.published_at', 'is not', null)
        .where('r.format', '=', 'jpg')
        .orderBy('p.media_hash', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect((await get('/readyz')).response.status).toBe(200)
    s3.fault = () => 'unavailable'
    await expect.poll(async () => (await get('/readyz')).response.status).toBe(503)
    const answers = await Promise.all([
      get(`/media/${media_hash}/${width}.jpg`).then(({ response, body }) => [
        response.status,
        body.toString(),
      ]),
      get(`/download/${gallery.id}/file/${item}/original`).then(({ response, body }) => [
        response.status,
        body.toString(),
      ]),
      get(archive()).then(({ response, body }) => [response.status, body.toString()]),
      upload.create(9, metadata).then(async (answer) => [answer.status, await answer.text()]),
      upload
        .patch(begun, half, content.subarray(half))
        .then(async (answer) => [answer.status, await answer.text()]),
    ])
    const page = await get('/')
    s3.fault = undefined
    const sentence = expect.stringContaining('The photo storage isn’t responding right now.')
    expect(answers).toEqual(Array.from({ length: 5 }, () => [503, sentence]))
    expect(page.response.status).toBe(200)
    expect(site.output()).toContain('the bucket isn’t responding')
    expect(
      await inDatabaseOf(site, (db) => db.selectFrom('download_faults').select('photo_id').execute()),
    ).toEqual([])
    await expect.poll(async () => (await get('/readyz')).response.status).toBe(200)

    const at = Number((await upload.head(begun)).headers.get('upload-offset'))
    expect(at).toBe(half)
    expect((await upload.patch(begun, at, content.subarray(at))).status).toBe(204)
    const imported = () =>
      inDatabaseOf(site, (db) =>
        db.selectFrom('photos').select('state').where('sha256', '=', sha256(content)).executeTakeFirst(),
      )
    await expect.poll(async () => (await imported())?.state).toBe('ready')
    const photo = await get(`/media/${media_hash}/${width}.jpg`)
    expect(photo.response.status).toBe(200)
  })
})

describe('a site with a CDN for public photos', () => {
  let site: Site
  const cdn = 'https://photos.example-cdn.com'
  beforeAll(async () => {
    site = await startSite({ content: 'photos', env: { MEDIA_URL: cdn } })
  })
  afterAll(() => site?.stop())

  const pictures = (html: string) => [
    ...html.matchAll(/(https?:\/\/[^/"\s]+)?\/media\/[0-9a-f]{20}\/\d+\.(avif|jpg)/g),
  ]

  it('loads the photos of public pages from it, and no others', async () => {
    const home = await fetch(`${site.url}/`)
    expect(home.headers.get('content-security-policy')).toContain(`img-src 'self' data: blob: ${cdn};`)
    const [head = '', body = ''] = (await home.text()).split('<body')
    expect(pictures(body).length).toBeGreaterThan(0)
    expect(pictures(body).filter(([, origin]) => origin === undefined)).toEqual([])
    const shared = /property="og:image" content="([^"]+)"/.exec(head)?.[1]
    expect(shared ?? '').not.toContain(cdn)

    const cookie = await signedIn(site, 'owner')
    const studio = await (await fetch(`${site.url}/studio/photos`, { headers: { Cookie: cookie } })).text()
    expect(pictures(studio).length).toBeGreaterThan(0)
    expect(pictures(studio).filter(([, origin]) => origin === cdn)).toEqual([])
  })

  it('has a shared cache ask again within an hour', async () => {
    const [, , path = ''] =
      /(https:\/\/[^/"\s]+)(\/media\/[0-9a-f]{20}\/\d+\.jpg)/.exec(
        await (await fetch(`${site.url}/`)).text(),
      ) ?? []
    for (let asked = 0; asked < 2; asked++) {
      const photo = await fetch(site.url + path)
      expect(photo.status).toBe(200)
      expect(photo.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=3600, immutable')
      expect(photo.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    }
  })
})
