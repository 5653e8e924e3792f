import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { newId } from '~/platform/ids.server'
import { createImaging } from '~/platform/imaging/imaging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeGallery } from '../../../../test/support/factories'
import { scene } from '../../../../test/support/pictures'
import { bringFile, takeUpload, type UploadDeps } from './operations.server'
import { readWebsiteUploads, websiteGallery } from './website.server'

const author = { uid: 'owner', name: 'Ann Example' }
const imaging = createImaging()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'website-photos-test-'))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

describeOnBothEngines('photos uploaded for the website', (open) => {
  let deps: UploadDeps & { author: typeof author }
  beforeEach(async () => {
    const { db } = await open()
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const storage = folderStorage(join(dataDir, 'photos'))
    const clock = fixedClock(Date.now())
    deps = { db, imaging, author, clock, log: pino({ level: 'silent' }), storage, config: { dataDir } }
  })

  const photo = (hue: number) => scene(300, 200, hue).jpeg().toBuffer()
  const bring = async (galleryId: string, content: Buffer, metadata: Record<string, string>) => {
    await bringFile(deps, { galleryId, metadata, content })
    const rows = await deps.db.selectFrom('uploads').select('id').orderBy('created_at').execute()
    for (const { id } of rows) await takeUpload(deps, id)
    return await readWebsiteUploads(
      deps,
      rows.map(({ id }) => id),
    )
  }
  const photos = () =>
    deps.db.selectFrom('photos').select(['published_at', 'no_recognizable_people as none']).execute()

  test('share one draft gallery, also when several files begin at once', async () => {
    await makeGallery(deps.db, { slug: 'website-photos' })
    const ids = await Promise.all([1, 2, 3].map(() => websiteGallery(deps)))
    expect(new Set(ids).size).toBe(1)
    const made = await deps.db.selectFrom('galleries').selectAll().where('for_website', '=', 1).execute()
    expect(made).toMatchObject([
      { id: ids[0], title: 'Website photos', slug: 'website-photos-2', kind: 'public', published_at: null },
    ])
    const logged = await deps.db.selectFrom('audit').select(['action', 'subject']).execute()
    expect(logged).toEqual([{ action: 'gallery-added', subject: '“Website photos”' }])
  })

  test('become public without recognizable people, with a thumbnail', async () => {
    const [shown] = await bring(await websiteGallery(deps), await photo(1), { name: 'a.jpg', people: 'none' })
    expect(shown).toMatchObject({
      sentence: null,
      photo: { slug: 'a', thumb: expect.stringMatching(/jpg$/) },
    })
    expect(await photos()).toEqual([{ published_at: deps.clock.now(), none: 1 }])
    expect(await deps.db.selectFrom('releases').selectAll().execute()).toEqual([])
  })

  test('become public by a confirmation, which names who gave it and covers the site only', async () => {
    const gallery = await websiteGallery(deps)
    await bring(gallery, await photo(1), { name: 'a.jpg', people: 'agreed' })
    await bring(gallery, await photo(2), { name: 'b.jpg', people: 'agreed' })
    expect(await photos()).toEqual([
      { published_at: deps.clock.now(), none: 0 },
      { published_at: deps.clock.now(), none: 0 },
    ])
    const releases = await deps.db.selectFrom('releases').select(['basis', 'uses', 'covers']).execute()
    expect(releases).toEqual([
      {
        basis: 'Ann Example confirmed when uploading for the website that everyone agreed to be on it',
        uses: '["portfolio","blog"]',
        covers: 'photos',
      },
    ])
    const [entry] = await deps.db
      .selectFrom('audit')
      .select('changes')
      .where('action', '=', 'photos-uploaded')
      .execute()
    expect(entry?.changes).toContain('Everyone who can be recognized agreed to be on my website')
  })

  test.each(['none', 'agreed'])(
    'stay private if a recorded person refuses, even if confirmed as %s',
    async (people) => {
      const client = await makeGallery(deps.db, { kind: 'client' })
      const content = await photo(1)
      await bring(client.id, content, { name: 'a.jpg', people })
      await deps.db
        .insertInto('releases')
        .values({
          ...{ id: newId(), gallery_id: client.id, name: 'Maria', email: '', email_key: '', born_on: null },
          ...{ guardian: '', uses: '[]', basis: 'On paper', given_at: 1, recorded_by: '', covers: 'gallery' },
        })
        .execute()
      expect(await photos()).toEqual([{ published_at: null, none: 0 }])
      const [, shown] = await bring(await websiteGallery(deps), content, { name: 'again.jpg', people })
      expect(shown ?? (await readAll())[0]).toMatchObject({
        photo: null,
        sentence: 'It’s in your library, but stays private. No model release: Maria (not for portfolio).',
      })
      expect(await photos()).toEqual([{ published_at: null, none: 0 }])
    },
  )

  const readAll = async () => {
    const rows = await deps.db.selectFrom('uploads').select('id').where('people', 'is not', null).execute()
    return await readWebsiteUploads(
      deps,
      rows.map(({ id }) => id),
    )
  }

  test('stay private without an answer, and with an answer in any other gallery', async () => {
    const client = await makeGallery(deps.db, { kind: 'client' })
    await bring(client.id, await photo(1), { name: 'a.jpg', people: 'none' })
    await bring(await websiteGallery(deps), await photo(2), { name: 'b.jpg', people: 'maybe' })
    expect(await photos()).toEqual([
      { published_at: null, none: 0 },
      { published_at: null, none: 0 },
    ])
    expect(await readAll()).toEqual([])
  })

  test('say why a file is refused', async () => {
    const gallery = await websiteGallery(deps)
    const [shown] = await bring(gallery, Buffer.from('no pixels'), { name: 'a.jpg', people: 'none' })
    expect(shown).toMatchObject({ photo: null, sentence: expect.stringMatching(/\w/) })
  })
})
