import { expect, test } from 'vitest'
import { listAudit } from '~/domains/audit/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { indexTerms, readSearch } from '~/platform/db/search-terms.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto, makeRendition } from '../../../test/support/factories'
import { slowSteps } from '../../../test/support/query-plan'
import { findLibraryPhoto, listChoosablePhotos, listPhotos, retryPhoto, savePhoto } from './library.server'
import { libraryQuery, slugQuery } from './library-store.server'
import { MAKE_RENDITIONS } from './photo-jobs'
import { searchTexts } from './store.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }
const all = { show: null, search: '', before: null } as const
const fields = { title: 'Rings', alt: 'Two rings on a book', focalX: '25.5', focalY: '80' }

const slugsOf = async (db: Db, asked: Partial<Parameters<typeof listPhotos>[1]>) =>
  (await listPhotos({ db, clock }, { ...all, ...asked })).photos.map(({ photo }) => photo.slug)

describeOnBothEngines('the library', (open, engine) => {
  test('shows every photo, newest first, page after page', async () => {
    const { db } = await open()
    for (let n = 0; n < 125; n++) await makePhoto(db, { id: `id-${1000 + n}`, slug: `photo-${n}` })
    const seen: string[] = []
    let before: string | null = null
    do {
      const page = await listPhotos({ db, clock }, { ...all, before })
      seen.push(...page.photos.map(({ photo }) => photo.slug))
      before = page.next
    } while (before !== null)
    expect(seen).toEqual(Array.from({ length: 125 }, (_, n) => `photo-${124 - n}`))
  })

  test('shows each photo’s progress, and which ones need an alt text', async () => {
    const { db } = await open()
    const photo = await makePhoto(db, { id: 'a', state: 'processing', width: 1000, created_at: clock.now() })
    for (const format of ['avif', 'jpg'] as const) await makeRendition(db, { photo_id: photo.id, format })
    await makePhoto(db, {
      id: 'b',
      slug: 'late',
      state: 'processing',
      alt: '',
      created_at: clock.now() - 4_000_000,
    })
    await makePhoto(db, {
      id: 'c',
      slug: 'failed',
      state: 'failed',
      failure: 'Cut off.',
      title: 'A',
      alt: 'A',
    })
    expect((await listPhotos({ db, clock }, all)).photos).toMatchObject([
      { state: 'failed', failure: 'Cut off.', needsAlt: true, isLate: false },
      { state: 'processing', made: 0, needsAlt: true, isLate: true },
      { state: 'processing', made: 1, sizes: 4, needsAlt: false, isLate: false },
    ])
    expect(await slugsOf(db, { show: 'failed' })).toEqual(['failed'])
    expect(await slugsOf(db, { show: 'needs-alt' })).toEqual(['failed', 'late'])
    expect(await slugsOf(db, { show: 'had-gps' })).toEqual([])
  })

  test('is searched by the beginnings of words in title, file name, alt text, slug and camera', async () => {
    const { db } = await open()
    const add = async (given: Parameters<typeof makePhoto>[1]) => {
      const row = await makePhoto(db, given)
      await indexTerms(db, 'photo', row.id, searchTexts(row))
    }
    await add({
      id: 'a',
      slug: 'rings',
      title: 'Zoë’s rings',
      alt: 'Gold on paper',
      camera: 'Canon EOS R5',
      no_recognizable_people: 1,
    })
    await add({ id: 'b', slug: 'roses', original_name: 'DE_0613_0417.tif', had_gps: 1, alt: 'Gold leaves' })
    for (const [search, found] of [
      ['zoe ring', ['rings']],
      ['GOLD', ['roses', 'rings']],
      ['0417', ['roses']],
      ['canon r5', ['rings']],
      ['ros', ['roses']],
      ['ings', []],
      ['%', []],
    ] as const)
      expect([search, await slugsOf(db, { search })]).toEqual([search, found])
    expect(await slugsOf(db, { search: 'gold', show: 'had-gps' })).toEqual(['roses'])
    expect(await slugsOf(db, { search: 'gold', show: 'no-recognizable-people' })).toEqual(['rings'])
  })

  test('uses an index for every filter', async () => {
    const { db } = await open()
    for (const show of [null, 'needs-alt', 'failed', 'had-gps', 'no-recognizable-people'] as const)
      for (const before of [null, '0199'])
        for (const words of ['', 'rose wind']) {
          const search = await readSearch(db, 'photo', words)
          const query = libraryQuery(db, { show, search, before, limit: 61 }).select('photos.id')
          const steps = await slowSteps(db, engine, query)
          expect([show, before, words, words === '' ? steps : withoutSort(steps)]).toEqual([
            show,
            before,
            words,
            [],
          ])
        }
  })
})

/** A rare word has few results, which may be sorted. */
const withoutSort = (steps: string[]) => steps.filter((step) => !/Sort|TEMP B-TREE/.test(step))

describeOnBothEngines('a photo’s description', (open) => {
  test('is saved, and refused from an outdated form', async () => {
    const { db } = await open()
    const { slug } = await makePhoto(db, { slug: 'rings', title: 'Old', alt: 'Old words' })
    const deps = { db, clock, author }
    const save = (sent: typeof fields, version: number) =>
      savePhoto(deps, { slug, sent, version, isPublic: true })
    expect(await save(fields, 1)).toEqual({ ok: true, changed: 4 })
    expect(await save({ ...fields, title: 'Late' }, 1)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await save(fields, 2)).toEqual({ ok: true, changed: 0 })
    const found = await findLibraryPhoto({ db, clock }, slug, 'America/New_York')
    expect(found).toMatchObject({
      version: 2,
      photo: { title: 'Rings', alt: 'Two rings on a book', focal: { x: 0.255, y: 0.8 } },
    })
    expect(await slugsOf(db, { search: 'two rings' })).toEqual(['rings'])
    expect(await slugsOf(db, { search: 'old' })).toEqual([])
    const { entries } = await listAudit({ db }, { before: null, zone: 'UTC' })
    expect(entries).toMatchObject([
      {
        action: 'photo-changed',
        subject: '“Rings”',
        changes: [{ field: 'Title', from: 'Old', to: 'Rings' }, {}, {}, {}],
      },
    ])
  })

  test('refuses the second of two simultaneous saves', async () => {
    const { db } = await open()
    const { slug } = await makePhoto(db)
    const saved = await Promise.all(
      ['One', 'Two'].map((title) =>
        savePhoto({ db, clock, author }, { slug, sent: { ...fields, title }, version: 1, isPublic: true }),
      ),
    )
    expect(saved.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ title: 'a\u202eb' }, 'title'],
    [{ title: 'a\nb' }, 'title'],
    [{ alt: '' }, 'alt'],
    [{ alt: '   ' }, 'alt'],
    [{ alt: 'IMG_0412' }, 'alt'],
    [{ alt: 'x'.repeat(301) }, 'alt'],
    [{ alt: 'a\u0007b' }, 'alt'],
    [{ focalX: '101' }, 'focalX'],
    [{ focalY: 'NaN' }, 'focalY'],
    [{ focalY: '' }, 'focalY'],
  ])('refuses %j for a public photo', async (wrong, field) => {
    const { db } = await open()
    const { slug } = await makePhoto(db)
    const saved = await savePhoto(
      { db, clock, author },
      { slug, sent: { ...fields, ...wrong }, version: 1, isPublic: true },
    )
    expect(saved).toMatchObject({ ok: false, reason: 'refused', errors: { [field]: expect.any(String) } })
  })

  test('accepts an unpublished photo without alt text', async () => {
    const { db } = await open()
    const { slug } = await makePhoto(db)
    const sent = { ...fields, alt: '' }
    expect(await savePhoto({ db, clock, author }, { slug, sent, version: 1, isPublic: false })).toMatchObject(
      { ok: true },
    )
    expect(
      await savePhoto({ db, clock, author }, { slug: 'none', sent, version: 1, isPublic: false }),
    ).toEqual({
      ok: false,
      reason: 'missing',
    })
  })
})

describeOnBothEngines('retrying a photo', (open) => {
  test('queues its renditions once, and does nothing for a finished photo', async () => {
    const { db } = await open()
    const deps = { db, clock, author }
    const failed = await makePhoto(db, { state: 'failed', failure: 'Cut off.' })
    const ready = await makePhoto(db)
    for (const { slug } of [failed, failed, ready]) expect(await retryPhoto(deps, slug)).toEqual({ ok: true })
    const jobs = await db.selectFrom('jobs').select(['kind', 'payload']).execute()
    expect(jobs.map(({ kind, payload }) => [kind, JSON.parse(payload).photoId])).toEqual([
      [MAKE_RENDITIONS, failed.id],
      [MAKE_RENDITIONS, failed.id],
    ])
    const { entry } = { entry: await findLibraryPhoto({ db, clock }, failed.slug, 'UTC') }
    expect(entry).toMatchObject({ state: 'processing', failure: null })
    expect(await retryPhoto(deps, 'none')).toEqual({ ok: false, reason: 'missing' })
  })
})

describeOnBothEngines('the photos to choose from', (open, engine) => {
  test('are the newest or matching ones, and those that the form shows', async () => {
    const { db } = await open()
    for (const [id, title] of [
      ['1', 'Autumn Path'],
      ['2', '100% Silk'],
      ['3', 'Roses'],
    ] as const) {
      await makePhoto(db, { id, slug: `photo-${id}`, title, tone: '#123456' })
      await indexTerms(db, 'photo', id, [title])
    }
    for (const format of ['avif', 'jpg'] as const)
      await makeRendition(db, { photo_id: '3', format, width: 480 })
    const slugs = async (given: Parameters<typeof listChoosablePhotos>[1]) =>
      (await listChoosablePhotos({ db }, given)).map(({ slug }) => slug)
    expect(await slugs({ limit: 2 })).toEqual(['photo-3', 'photo-2'])
    expect(await slugs({ limit: 2, shown: ['photo-1', 'gone', 'photo-3'] })).toEqual([
      'photo-1',
      'photo-3',
      'photo-2',
    ])
    expect(await slugs({ search: 'autumn' })).toEqual(['photo-1'])
    expect(await slugs({ search: '100' })).toEqual(['photo-2'])
    expect(await slugs({ search: '%' })).toEqual([])
    const [newest] = await listChoosablePhotos({ db })
    expect(newest?.thumb).toMatch(/^\/media\/.+\/480\.avif$/)
  })

  test('are found through an index', async () => {
    const { db } = await open()
    expect(await slowSteps(db, engine, slugQuery(db, { search: null, limit: 60 }))).toEqual([])
  })
})
