import { beforeEach, expect, test } from 'vitest'
import { listAudit } from '~/domains/audit/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Row } from '~/platform/db/schema'
import { readSearch } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../../test/support/database'
import { makeGallery, makeGalleryItem, makePhoto, makeShare } from '../../../../test/support/factories'
import { slowSteps } from '../../../../test/support/query-plan'
import { putTestSettings } from '../../../../test/support/settings'
import {
  addSet,
  moveItems,
  moveSet,
  removeSet,
  renameSet,
  sortItems,
  unsortItems,
} from './arrangement.server'
import { describeItems, hideItems, removeItems, restoreItems } from './items.server'
import { listGalleries, readEditedGallery } from './operations.server'
import { publishGallery, showOnSite, unpublishInGallery } from './publishing.server'
import {
  archiveGallery,
  createGallery,
  makePin,
  readGallerySettings,
  removeGallery,
  restoreGallery,
  saveGallery,
} from './settings.server'
import { galleryQuery } from './store.server'
import { addText, saveText } from './texts.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

describeOnBothEngines('a gallery in the editor', (open, engine) => {
  let fresh: FreshDatabase
  let gallery: Row<'galleries'>
  beforeEach(async () => {
    fresh = await open()
    gallery = await makeGallery(fresh.db, { kind: 'client', published_at: null })
  })
  const deps = () => ({ db: fresh.db, clock, author, config: { secret: 'a secret of this test' } })

  /** Adds photos `a.jpg`, `b.jpg` …, in this order. */
  async function fill(names: string, given: Partial<Row<'photos'>> = {}): Promise<Record<string, string>> {
    const ids: Record<string, string> = {}
    for (const [position, name] of [...names].entries()) {
      const photo = await makePhoto(fresh.db, { published_at: null, alt: `What is on ${name}`, ...given })
      const item = await makeGalleryItem(fresh.db, {
        gallery_id: gallery.id,
        photo_id: photo.id,
        position,
        file_name: `${name}.jpg`,
      })
      ids[name] = item.id
    }
    return ids
  }
  const shown = async (set: string | null = null) => {
    const read = await readEditedGallery(deps(), { id: gallery.id, set, page: 1 })
    return read?.items.map(({ fileName, body }) => fileName[0] ?? body).join('')
  }
  const chosen = (...items: (string | undefined)[]) => ({
    gallery: gallery.id,
    items: items.flatMap((id) => id ?? []),
  })

  test('keeps the changes of two people who sort at once', async () => {
    const id = await fill('abcdefgh')
    await Promise.all([
      moveItems(deps(), chosen(id.h), { to: 'before', id: id.a ?? '' }),
      moveItems(deps(), chosen(id.b, id.c), { to: 'before', id: id.g ?? '' }),
      moveItems(deps(), chosen(id.a), { to: 'end', setId: null }),
      removeItems(deps(), chosen(id.e)),
    ])
    const order = (await shown()) ?? ''
    expect([...order].toSorted().join('')).toBe('abcdfgh')
    expect(order).toMatch(/bcg.*a$/)
    // Beside the place where `a` was when `h` moved: at the beginning, or at the end.
    expect(order).toMatch(/^h|ha$/)
    const positions = await fresh.db
      .selectFrom('gallery_items')
      .select('position')
      .where('removed_at', 'is', null)
      .execute()
    expect(new Set(positions.map(({ position }) => position)).size).toBe(7)
  })

  test('sorts by time and by name in natural order, and undoes it', async () => {
    const id = await fill('abcd')
    const name = async (item: string | undefined, file_name: string, captured_at: string | null) => {
      const row = await fresh.db
        .updateTable('gallery_items')
        .set({ file_name })
        .where('id', '=', item ?? '')
        .returning('photo_id')
        .executeTakeFirstOrThrow()
      await fresh.db
        .updateTable('photos')
        .set({ captured_at })
        .where('id', '=', row.photo_id ?? '')
        .execute()
    }
    await name(id.a, '10.jpg', '2026-06-13T10:00:00')
    await name(id.b, '9.jpg', null)
    await name(id.c, 'x.jpg', '2026-06-12T10:00:00')
    const files = async () =>
      (await readEditedGallery(deps(), { id: gallery.id, set: null, page: 1 }))?.items.map(
        (each) => each.fileName,
      )
    const before = await files()
    expect(await sortItems(deps(), gallery.id, 'name')).toMatchObject({ ok: true, undo: expect.any(String) })
    expect(await files()).toEqual(['9.jpg', '10.jpg', 'd.jpg', 'x.jpg'])
    await sortItems(deps(), gallery.id, 'time')
    expect(await files()).toEqual(['x.jpg', '10.jpg', '9.jpg', 'd.jpg'])
    await removeItems(deps(), chosen(id.d))
    await unsortItems(deps(), gallery.id)
    await unsortItems(deps(), gallery.id)
    expect(await files()).toEqual(before?.filter((each) => each !== 'd.jpg'))
    expect(await unsortItems(deps(), gallery.id)).toEqual({ ok: false, reason: 'nothing-chosen' })
  })

  test('keeps sets contiguous, renames and orders them, and deletes one without its photos', async () => {
    const id = await fill('abcdef')
    const made = [await addSet(deps(), gallery.id, ' Dinner '), await addSet(deps(), gallery.id, 'Party')]
    const [dinner = '', party = ''] = made.map((set) => (set.ok ? set.id : ''))
    for (const typed of ['dinner', '', '  ', 'a\u202eb', 'x'.repeat(81)])
      expect([typed, (await addSet(deps(), gallery.id, typed)).ok]).toEqual([typed, false])
    await moveItems(deps(), chosen(id.a, id.d), { to: 'end', setId: party })
    await moveItems(deps(), chosen(id.b), { to: 'end', setId: dinner })
    expect([await shown(), await shown(''), await shown(party)]).toEqual(['cefbad', 'cef', 'ad'])
    await moveSet(deps(), gallery.id, { set: party, by: -1 })
    expect(await shown()).toBe('cefadb')
    await moveItems(deps(), chosen(id.c), { to: 'before', id: id.d ?? '' })
    expect([await shown(), await shown(party)]).toEqual(['efacdb', 'acd'])
    expect((await renameSet(deps(), gallery.id, { set: party, typed: 'Dinner' })).ok).toBe(false)
    expect((await renameSet(deps(), gallery.id, { set: party, typed: 'Dancing' })).ok).toBe(true)
    await removeSet(deps(), gallery.id, party)
    await moveItems(deps(), chosen(id.b), { to: 'end', setId: dinner })
    expect(await moveItems(deps(), chosen(id.b), { to: 'end', setId: party })).toEqual({
      ok: false,
      reason: 'changed-since',
    })
    expect([await shown(), await shown('')]).toEqual(['efacdb', 'efacd'])
  })

  test('removes with a way back, and hides from all but the studio', async () => {
    const id = await fill('abc')
    await fresh.db.updateTable('galleries').set({ cover_photo_id: null }).execute()
    const removed = await removeItems(deps(), chosen(id.b, id.c, 'none'))
    expect([removed.ok && removed.count, await shown()]).toEqual([2, 'a'])
    const undo = removed.ok ? (removed.undo ?? '') : ''
    const other = await makeGallery(fresh.db, { kind: 'client' })
    expect(await restoreItems(deps(), { gallery: other.id, undo })).toEqual({ ok: false, reason: 'missing' })
    await restoreItems(deps(), { gallery: gallery.id, undo })
    expect(await shown()).toBe('abc')
    expect(await restoreItems(deps(), { gallery: gallery.id, undo })).toEqual({
      ok: false,
      reason: 'missing',
    })
    await hideItems(deps(), { ...chosen(), all: { set: null } }, true)
    const items = (await readEditedGallery(deps(), { id: gallery.id, set: null, page: 1 }))?.items
    expect(items?.map(({ isHidden }) => isHidden)).toEqual([true, true, true])
    expect(await hideItems(deps(), { ...chosen(id.a), gallery: other.id }, false)).toMatchObject({
      ok: false,
    })
  })

  test('publishes described photos on the site, all or none, and client galleries without descriptions', async () => {
    const id = await fill('ab', { no_recognizable_people: 1 })
    await fresh.db.updateTable('photos').set({ alt: 'IMG_0412' }).where('alt', '=', 'What is on b').execute()
    const publish = (version: number) => publishGallery(deps(), { id: gallery.id, version })
    expect(await publish(1)).toMatchObject({ ok: true })
    const isPublic = async () =>
      (await fresh.db.selectFrom('photos').select('published_at').orderBy('id').execute()).map(
        ({ published_at }) => published_at !== null,
      )
    expect(await isPublic()).toEqual([false, false])

    await fresh.db.updateTable('galleries').set({ kind: 'public', published_at: null }).execute()
    expect(await publish(2)).toMatchObject({ ok: false, reason: 'blocked', blocked: [{ itemId: id.b }] })
    expect(await isPublic()).toEqual([false, false])
    await describeItems(deps(), chosen(id.b), { title: '', alt: 'A cake with seven candles' })
    expect(await publish(1)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await isPublic()).toEqual([false, false])
    expect(await publish(2)).toEqual({ ok: true, count: 2 })
    expect(await isPublic()).toEqual([true, true])
    await unpublishInGallery(deps(), { gallery: gallery.id, items: [id.a ?? ''] })
    expect(await isPublic()).toEqual([false, true])
    expect(await showOnSite(deps(), { gallery: gallery.id, items: 'ready' })).toEqual({ ok: true, count: 1 })
    const empty = await makeGallery(fresh.db, { kind: 'portfolio', published_at: null })
    expect(await publishGallery(deps(), { id: empty.id, version: 1 })).toEqual({ ok: false, reason: 'empty' })
  })

  test('is published beside another gallery that shows the same photos', async () => {
    await fill('abc', { no_recognizable_people: 1 })
    const photos = await fresh.db.selectFrom('photos').select('id').execute()
    const ids = [gallery.id]
    for (let n = 0; n < 3; n++) {
      const more = await makeGallery(fresh.db, { kind: 'public' })
      ids.push(more.id)
      for (const photo of photos) await makeGalleryItem(fresh.db, { gallery_id: more.id, photo_id: photo.id })
    }
    await fresh.db.updateTable('galleries').set({ kind: 'public', published_at: null }).execute()
    const done = await Promise.all([
      ...ids.map((id) => publishGallery(deps(), { id, version: 1 })),
      ...ids.map((id) => showOnSite(deps(), { gallery: id, items: 'ready' })),
    ])
    expect(done.filter(({ ok }) => !ok)).toEqual([])
  })

  test('reports what photos added after publishing need, and publishes the others', async () => {
    const unpublished = async () =>
      (await readEditedGallery(deps(), { id: gallery.id, set: null, page: 1 }))?.unpublished
    await fresh.db.updateTable('galleries').set({ kind: 'public' }).execute()
    const id = await fill('abc', { no_recognizable_people: 1 })
    expect(await unpublished()).toBeNull()
    await fresh.db.updateTable('galleries').set({ published_at: 1 }).execute()
    await fresh.db.updateTable('photos').set({ alt: '' }).where('alt', '=', 'What is on b').execute()
    await fresh.db
      .updateTable('photos')
      .set({ no_recognizable_people: 0 })
      .where('alt', '=', 'What is on c')
      .execute()
    expect(await unpublished()).toMatchObject({
      count: 3,
      ready: 1,
      blocked: [
        { itemId: id.b, sentence: expect.stringContaining('alt text') },
        { itemId: id.c, sentence: expect.stringContaining('model release') },
      ],
    })
    const show = () => showOnSite(deps(), { gallery: gallery.id, items: 'ready' })
    expect(await show()).toEqual({ ok: true, count: 1 })
    expect(await unpublished()).toMatchObject({ count: 2, ready: 0 })
    expect(await show()).toMatchObject({ ok: false, reason: 'blocked' })
    await hideItems(deps(), chosen(id.b, id.c), true)
    expect(await unpublished()).toBeNull()
    expect(await show()).toEqual({ ok: true, count: 0 })
  })

  test('puts texts between the photos of an essay, and refuses the later of two changes', async () => {
    await putTestSettings(fresh.db)
    await fresh.db.updateTable('galleries').set({ kind: 'portfolio' }).execute()
    const id = await fill('ab')
    const made = await addText(deps(), { gallery: gallery.id, before: id.b ?? '' })
    const item = made.ok ? made.id : ''
    const text = { gallery: gallery.id, item, version: '1.1' }
    for (const body of [' \n ', 'x'.repeat(20_001)])
      expect(await saveText(deps(), { ...text, body })).toMatchObject({ reason: 'refused' })
    expect(await saveText(deps(), { ...text, body: 'T' })).toMatchObject({ ok: true })
    expect(await shown()).toBe('aTb')
    expect(await saveText(deps(), { ...text, body: 'U', version: '2.2' })).toMatchObject({ ok: true })
    expect(await saveText(deps(), { ...text, body: 'V' })).toMatchObject({
      ...{ ok: false, reason: 'changed-since', version: '3.2' },
    })
    await moveItems(deps(), chosen(item), { to: 'later' })
    expect(await shown()).toBe('abU')
  })

  test('gives a URL slug to one of two galleries that take it at the same moment', async () => {
    const pair = async () => {
      const made = await createGallery(deps(), { title: newId(), kind: 'client', category: '' })
      if (!made.ok) throw new Error('It was not made.')
      const settings = await readGallerySettings(deps(), made.id)
      if (!settings) throw new Error('It is not there.')
      return (slug: string) =>
        saveGallery(deps(), made.id, { sent: { ...settings.values, slug }, version: 1 })
    }
    for (let n = 0; n < 5; n++) {
      const [one, two] = [await pair(), await pair()]
      const saved = await Promise.all([one(`wanted-${n}`), two(`wanted-${n}`)])
      expect(saved.toSorted((a, b) => Number(b.ok) - Number(a.ok))).toEqual([
        { ok: true },
        { ok: false, reason: 'refused', errors: { slug: 'Another gallery already uses this URL slug.' } },
      ])
    }
    const made = await Promise.all(
      Array.from({ length: 4 }, () => createGallery(deps(), { title: 'Same', kind: 'client', category: '' })),
    )
    expect(made.map(({ ok }) => ok)).toEqual([true, true, true, true])
  })

  test('is created, found, changed, archived, restored and deleted by name', async () => {
    const made = await createGallery(deps(), { title: 'Zoë & Tom', kind: 'public', category: '' })
    const again = await createGallery(deps(), { title: 'Zoë & Tom', kind: 'client', category: '' })
    if (!made.ok || !again.ok) throw new Error('They are not made.')
    const slugs = await fresh.db
      .selectFrom('galleries')
      .select('slug')
      .where('title', '=', 'Zoë & Tom')
      .orderBy('id')
      .execute()
    expect(slugs).toEqual([{ slug: 'zoe-tom' }, { slug: 'zoe-tom-2' }])
    expect(await createGallery(deps(), { title: ' ', kind: 'x', category: '' })).toMatchObject({
      errors: { title: expect.any(String), kind: expect.any(String) },
    })
    const found = async (search: string, kind: 'client' | null = null) =>
      (await listGalleries(deps(), { kind, state: null, search, before: null })).galleries.map(({ id }) => id)
    expect(await found('zoe')).toEqual([again.id, made.id])
    expect(await found('zoe', 'client')).toEqual([again.id])

    const settings = await readGallerySettings(deps(), again.id)
    if (!settings) throw new Error('It is not there.')
    const save = (sent: object, version: number) =>
      saveGallery(deps(), again.id, { sent: { ...settings.values, ...sent }, version })
    expect(await save({ sizes: 'web\nhuge', pickLimit: '0', slug: 'A b' }, 1)).toMatchObject({
      reason: 'refused',
      errors: {
        sizes: expect.any(String),
        pickLimit: expect.any(String),
        slug: expect.any(String),
      },
    })
    expect(await save({ slug: 'zoe-tom' }, 1)).toMatchObject({
      reason: 'refused',
      errors: { slug: expect.any(String) },
    })
    expect(
      await save(
        {
          title: 'Zoë and Tom',
          sizes: 'original\nweb',
          proofing: 'yes',
          pickLimit: '30',
        },
        1,
      ),
    ).toEqual({ ok: true })
    expect(await save({ title: 'Late' }, 1)).toEqual({ ok: false, reason: 'changed-since' })
    expect((await readGallerySettings(deps(), again.id))?.values).toMatchObject({
      title: 'Zoë and Tom',
      sizes: 'web\noriginal',
      proofing: 'yes',
      pickLimit: '30',
    })
    expect(await makePin(deps(), { id: again.id, version: 2 })).toEqual({ ok: true })
    const pinned = await fresh.db
      .selectFrom('galleries')
      .selectAll()
      .where('id', '=', again.id)
      .executeTakeFirstOrThrow()
    expect([pinned.pin_version, pinned.pin === null]).toEqual([1, false])

    expect(await archiveGallery(deps(), { id: again.id, version: 3 })).toEqual({ ok: true })
    expect(await restoreGallery(deps(), { id: again.id, version: 4 })).toEqual({ ok: true })
    await makeShare(fresh.db, { gallery_id: again.id })
    const remove = (confirmed: string) => removeGallery(deps(), { id: again.id, version: 5, confirmed })
    expect(await remove('Zoë')).toEqual({ ok: false, reason: 'not-confirmed' })
    expect(await remove(' zoë and tom ')).toEqual({ ok: true })
    expect(await found('zoe')).toEqual([made.id])
    const { entries } = await listAudit({ db: fresh.db }, { before: null, zone: 'UTC' })
    expect(entries.map(({ action }) => action)).toEqual([
      'gallery-removed',
      'gallery-restored',
      'gallery-archived',
      'gallery-changed',
      'gallery-changed',
      'gallery-added',
      'gallery-added',
    ])
  })

  test.each([
    ['apart', 2],
    ['that were made at the same moment', 0],
  ])('takes the place on the site that it is given, among galleries %s', async (_, apart) => {
    await fresh.db.deleteFrom('galleries').execute()
    const ids: string[] = []
    for (const title of ['A', 'B', 'C'])
      ids.push((await makeGallery(fresh.db, { title, position: ids.length * apart })).id)
    const last = await readGallerySettings(deps(), ids[2] ?? '')
    if (!last) throw new Error('It is not there.')
    await saveGallery(deps(), last.id, { sent: { ...last.values, place: '1' }, version: 1 })
    const order = await fresh.db.selectFrom('galleries').select('title').orderBy('position').execute()
    expect(order.map(({ title }) => title).join('')).toBe('CAB')
  })

  test('is listed without scanning a table, for any filter', async () => {
    for (const kind of [null, 'client'] as const)
      for (const state of [null, 'draft', 'published', 'expired', 'archived'] as const)
        for (const words of ['', 'zoe tom']) {
          const search = await readSearch(fresh.db, 'gallery', words)
          const query = galleryQuery(fresh.db, { kind, state, search, before: '0199', limit: 41 })
          const steps = await slowSteps(fresh.db, engine, query.select('galleries.id'))
          const slow = words === '' ? steps : steps.filter((step) => !/Sort|TEMP B-TREE/.test(step))
          expect([kind, state, words, slow]).toEqual([kind, state, words, []])
        }
  })
})
