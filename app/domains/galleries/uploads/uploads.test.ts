import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { renditionKey } from '~/domains/photos/stored-files'
import { fixedClock } from '~/platform/clock'
import type { Engine } from '~/platform/db/database.server'
import { createImaging } from '~/platform/imaging/imaging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeGallery } from '../../../../test/support/factories'
import { scene } from '../../../../test/support/pictures'
import { slowSteps } from '../../../../test/support/query-plan'
import { MAKE_DOWNLOAD_FILES } from '../downloads/files.server'
import { clearUploads, listStrayUploads } from './cleanup.server'
import {
  beginUpload,
  bringFile,
  dismissRefused,
  endsUploadsOf,
  finishUpload,
  giveUpUpload,
  mayGiveUp,
  takeUpload,
  type UploadDeps,
  watchUploads,
} from './operations.server'
import { unfinishedQuery } from './store.server'

const DAY = 86_400_000
const author = { uid: 'assistant', name: 'Sam' }
const person = {
  ...{ kind: 'person' as const, name: 'Sam', email: 'sam@example.com', emailVerified: true },
  ...{ twoFactor: false, passkey: false, twoSteps: false, secondStep: 'met' as const },
  ...{ sessionId: 's', provedAt: 0 },
}
const imaging = createImaging()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-test-'))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

describeOnBothEngines('uploaded files', (open) => {
  let deps: UploadDeps & { author: typeof author }
  let galleryId: string
  let engine: Engine
  beforeEach(async () => {
    const { db, engine: on } = await open()
    engine = on
    const dataDir = await mkdtemp(join(folder, 'data-'))
    deps = {
      db,
      imaging,
      author,
      clock: fixedClock(Date.now()),
      log: pino({ level: 'silent' }),
      storage: folderStorage(join(dataDir, 'photos')),
      config: { dataDir },
    }
    galleryId = (await makeGallery(db, { kind: 'client' })).id
  })

  const photo = (hue: number) => scene(300, 200, hue).jpeg().toBuffer()
  const bring = async (content: Buffer, metadata: Record<string, string>) =>
    await bringFile(deps, { galleryId, metadata, content })
  const uploads = () => deps.db.selectFrom('uploads').selectAll().orderBy('position').execute()
  const takeAll = async (with_: UploadDeps = deps) => {
    for (const { id } of await uploads()) await takeUpload(with_, id)
  }
  const as = (role: 'owner' | 'assistant', uid: string) => ({ ...deps, actor: { ...person, role, uid } })
  const progress = () => watchUploads(as('owner', 'owner'), galleryId)
  const left = () => readdir(join(deps.config.dataDir, 'uploads'))
  const uploadFile = (id: string) => join(deps.config.dataDir, 'uploads', id)

  test('become photos of the gallery, with their set and name', async () => {
    await bring(await photo(1), { name: 'b.jpg', folder: 'Party', batch: 'x', order: '1' })
    await bring(await photo(2), { name: 'a.jpg', folder: 'Party', batch: 'x', order: '0' })
    expect(await progress()).toMatchObject({ total: 0, arrived: 2 })
    await takeAll()
    await takeAll()
    expect(await progress()).toMatchObject({
      total: 2,
      arrived: 0,
      developed: 0,
      refused: [],
      unfinished: [],
    })
    const items = await deps.db.selectFrom('gallery_items').selectAll().orderBy('position').execute()
    expect(items.map((item) => item.file_name)).toEqual(['a.jpg', 'b.jpg'])
    expect(new Set(items.map((item) => item.set_id)).size).toBe(1)
    expect(await left()).toEqual([])
    const entries = await deps.db.selectFrom('audit').select('action').execute()
    expect(entries).toEqual([{ action: 'photos-uploaded' }])
  })

  test('are visible as soon as they are in the gallery', async () => {
    await bring(await photo(1), { name: 'a.jpg' })
    await takeAll()
    const [item] = await deps.db.selectFrom('gallery_items').select('photo_id').execute()
    const renditions = await deps.db
      .selectFrom('renditions')
      .innerJoin('photos', 'photos.id', 'renditions.photo_id')
      .select(['photos.media_hash', 'photo_id', 'renditions.width'])
      .execute()
    expect(renditions).toMatchObject([{ photo_id: item?.photo_id, width: 300 }])
    for (const { media_hash, width } of renditions)
      expect(await deps.storage.exists(renditionKey(media_hash, width, 'jpg'))).toBe(true)
  })

  test('get download files if their gallery is published', async () => {
    const wanted = async () =>
      (
        await deps.db.selectFrom('jobs').select('payload').where('kind', '=', MAKE_DOWNLOAD_FILES).execute()
      ).map(({ payload }) => JSON.parse(payload).sizes)
    const put = (set: { published_at: number | null; sizes: string }) =>
      deps.db.updateTable('galleries').set(set).where('id', '=', galleryId).execute()
    await put({ published_at: null, sizes: '["web"]' })
    await bring(await photo(1), { name: 'a.jpg' })
    await takeAll()
    expect(await wanted()).toEqual([])
    await put({ published_at: 1, sizes: '["web"]' })
    await bring(await photo(2), { name: 'b.jpg' })
    await takeAll()
    expect(await wanted()).toEqual([['web']])
  })

  test('wait while the disk is full, and are imported when there is space', async () => {
    await bring(await photo(20), { name: 'a.jpg' })
    const full = async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
    await expect(takeAll({ ...deps, storage: { ...deps.storage, putFile: full } })).rejects.toThrow('ENOSPC')
    expect(await progress()).toMatchObject({ arrived: 1, total: 0, refused: [] })
    expect(await left()).toHaveLength(1)
    await takeAll()
    expect(await progress()).toMatchObject({ arrived: 0, total: 1 })
  })

  test('of a deleted gallery aren’t imported, and their files are kept', async () => {
    await bring(await photo(30), { name: 'a.jpg' })
    const [row] = await uploads()
    await deps.db.deleteFrom('galleries').where('id', '=', galleryId).execute()
    await takeUpload(deps, row?.id ?? '')
    expect(await deps.db.selectFrom('photos').select('id').execute()).toEqual([])
    expect(await left()).toEqual([row?.id])
    expect(await listStrayUploads(deps, Date.now() + DAY)).toMatchObject([{ id: row?.id }])
  })

  test('of which bytes are missing are not believed to be finished', async () => {
    const id = 'a'.repeat(32)
    await beginUpload(deps, { id, galleryId, bytes: 10, metadata: { name: 'a.jpg' } })
    await writeFile(uploadFile(id), 'short')
    await finishUpload(deps, id)
    await finishUpload(deps, 'b'.repeat(32))
    expect((await uploads()).map(({ state }) => state)).toEqual(['arriving'])
  })

  test('announced together are one batch, each with its position', async () => {
    const metadata = (order: number) => ({ name: `${order}.jpg`, batch: 'x', order: String(order) })
    const begun = await Promise.all(
      ['a', 'b', 'c'].map((letter, order) =>
        beginUpload(deps, { id: letter.repeat(32), galleryId, bytes: 4, metadata: metadata(order) }),
      ),
    )
    expect(begun).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect((await uploads()).map(({ file_name, position }) => [file_name, position])).toEqual([
      ['0.jpg', 1],
      ['1.jpg', 2],
      ['2.jpg', 3],
    ])
    expect(await deps.db.selectFrom('audit').select('action').execute()).toEqual([
      { action: 'photos-uploaded' },
    ])
  })

  test('complete ones aren’t canceled by a late request', async () => {
    await bring(await photo(40), { name: 'a.jpg' })
    const id = (await uploads())[0]?.id ?? ''
    await giveUpUpload(deps, { id, galleryId, by: null })
    expect((await uploads()).map(({ state }) => state)).toEqual(['arrived'])
    const other = { id: 'd'.repeat(32), galleryId, by: null }
    await beginUpload(deps, { ...other, bytes: 4, metadata: { name: 'b.jpg' } })
    await giveUpUpload(deps, { ...other, galleryId: 'another' })
    expect(await uploads()).toHaveLength(2)
    await giveUpUpload(deps, other)
    expect(await uploads()).toHaveLength(1)
    expect(await left()).toEqual([id])
  })

  test('an assistant ends their own uploads, the owner ends anyone’s', async () => {
    const begin = (id: string, uid: string) =>
      beginUpload(
        { ...deps, author: { uid, name: uid } },
        { id: id.repeat(32), galleryId, bytes: 4, metadata: { name: `${id}.jpg` } },
      )
    for (const [id, uid] of [
      ['a', 'sam'],
      ['b', 'owner'],
      ['c', 'owner'],
    ] as const)
      await begin(id, uid)
    await deps.db.updateTable('uploads').set({ state: 'refused' }).where('file_name', '=', 'c.jpg').execute()
    const sam = as('assistant', 'sam').actor
    const seen = async (who: ReturnType<typeof as>) => {
      const { unfinished = [], refused = [] } = (await watchUploads(who, galleryId)) ?? {}
      return [...unfinished, ...refused].map(({ name, mayEnd }) => [name, mayEnd])
    }
    expect(await seen(as('assistant', 'sam'))).toEqual([
      ['a.jpg', true],
      ['b.jpg', false],
      ['c.jpg', false],
    ])
    expect((await seen(as('owner', 'owner'))).every(([, mayEnd]) => mayEnd)).toBe(true)

    expect(await mayGiveUp(deps, { id: 'b'.repeat(32), author: sam })).toBe(false)
    await dismissRefused({ ...deps, author: sam }, galleryId)
    for (const id of ['a', 'b'])
      await giveUpUpload(deps, { id: id.repeat(32), galleryId, by: endsUploadsOf(sam) })
    expect((await uploads()).map(({ file_name }) => file_name).toSorted()).toEqual(['b.jpg', 'c.jpg'])
    const owner = as('owner', 'owner').actor
    await dismissRefused({ ...deps, author: owner }, galleryId)
    await giveUpUpload(deps, { id: 'b'.repeat(32), galleryId, by: endsUploadsOf(owner) })
    expect(await uploads()).toEqual([])
  })

  test('abandoned ones are canceled after a day, and complete ones are finished', async () => {
    const [idle, fresh, whole] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [
      string,
      string,
      string,
    ]
    for (const id of [idle, fresh, whole])
      await beginUpload(deps, { id, galleryId, bytes: 4, metadata: { name: `${id[0]}.jpg` } })
    for (const id of [idle, fresh]) await writeFile(uploadFile(id), 'x')
    await writeFile(uploadFile(whole), 'full')
    const stray = join(deps.config.dataDir, 'uploads', 'stray')
    await writeFile(stray, 'x')
    const now = Date.now() + 2 * DAY
    const later = { ...deps, clock: fixedClock(now) }
    await utimes(uploadFile(fresh), now / 1_000, now / 1_000)
    await clearUploads(later)
    const states = (await uploads()).map(({ id, state }) => [id, state]).toSorted()
    expect(states).toEqual([
      [fresh, 'arriving'],
      [whole, 'arrived'],
    ])
    expect((await left()).toSorted()).toEqual([fresh, whole, 'stray'].toSorted())
    expect(await listStrayUploads(later, now - DAY)).toMatchObject([{ id: 'stray', bytes: 1 }])
    const jobs = await deps.db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'take-upload')
      .execute()
    expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([{ upload: whole }])
  })

  test('are unpublished when the gallery has a refusal', async () => {
    const content = await photo(40)
    await bring(content, { name: 'a.jpg' })
    await takeAll()
    await deps.db.updateTable('photos').set({ published_at: 1 }).execute()
    galleryId = (await makeGallery(deps.db, { kind: 'client' })).id
    const bob = { id: 'c', gallery_id: galleryId, name: 'Bob', email: '', email_key: '', born_on: null }
    const said = { guardian: '', uses: '[]', basis: '', given_at: 0, recorded_by: '', withdrawn_at: null }
    await deps.db
      .insertInto('releases')
      .values({ ...bob, ...said, covers: 'gallery' })
      .execute()
    await bring(content, { name: 'a.jpg' })
    await takeAll()
    const photos = await deps.db.selectFrom('photos').select('published_at').execute()
    expect(photos).toEqual([{ published_at: null }])
    const entries = await deps.db.selectFrom('audit').select(['action', 'author_name']).execute()
    expect(entries).toContainEqual({ action: 'photos-unpublished', author_name: 'An upload' })
  })

  test('are listed by an index', async () => {
    expect(await slowSteps(deps.db, engine, unfinishedQuery(deps.db, galleryId))).toEqual([])
  })

  test('are limited per person, and need a gallery', async () => {
    const begin = (n: number, gallery = galleryId) =>
      beginUpload(deps, { id: String(n).padStart(32, '0'), galleryId: gallery, bytes: 1, metadata: {} })
    expect(await begin(0)).toEqual({ ok: true })
    const [row] = await uploads()
    if (!row) throw new Error('There is no upload.')
    const others = Array.from({ length: 99 }, (_, n) => ({ ...row, id: `other ${n}` }))
    await deps.db.insertInto('uploads').values(others).execute()
    expect(await begin(500)).toMatchObject({ ok: false, reason: 'too-many' })
    await deps.db.deleteFrom('uploads').where('id', '=', 'other 1').execute()
    expect(await begin(501, 'no-such-gallery')).toMatchObject({ ok: false, reason: 'no-gallery' })
  })
})
