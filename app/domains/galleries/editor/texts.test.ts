import { expect, test } from 'vitest'
import { isDocument } from '~/domains/texts/model'
import { documentOrMarkdown } from '~/domains/texts/texts.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeGallery, makeGalleryItem } from '../../../../test/support/factories'
import { putTestSettings } from '../../../../test/support/settings'
import { readItem } from './operations.server'
import {
  addText,
  compareTextVersions,
  listTextVersions,
  readTextVersion,
  restoreTextVersion,
  saveText,
  saveTextDraft,
} from './texts.server'

const dorian = { uid: 'u1', name: 'Dorian Ellis' }
const ada = { uid: 'u2', name: 'Ada' }

async function story(db: Db) {
  await putTestSettings(db)
  const gallery = await makeGallery(db, { kind: 'portfolio' })
  const { id: item } = await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: null, body: 'First.' })
  const clock = fixedClock('2026-11-20T15:00:00Z')
  const place = { gallery: gallery.id, item }
  const deps = (author = dorian) => ({ db, clock, author, config: { secret: 'a secret of this test' } })
  const opened = async () => {
    const text = (await readItem({ db, clock }, { ...place, zone: 'UTC' }))?.text
    if (!text) throw new Error('It is not a text.')
    const { markdown: body, version, isDraft } = text
    expect(text.text === '' || isDocument(text.text)).toBe(true)
    return { body, version, isDraft }
  }
  const shown = async () => (await db.selectFrom('gallery_items').select('body').executeTakeFirst())?.body
  return { place, deps, opened, shown }
}

describeOnBothEngines('a text of a story', (open) => {
  test('is a draft while someone types, and shown once it is saved', async () => {
    const { db } = await open()
    const { place, deps, opened, shown } = await story(db)
    expect(await opened()).toEqual({ body: 'First.', version: '1.1', isDraft: false })
    expect(await listTextVersions({ db }, place)).toEqual({ versions: [], next: null })
    const draft = { ...place, body: '', version: '1.1' }
    expect(await saveTextDraft(deps(), draft)).toMatchObject({ ok: true, version: '2.1' })
    expect([await opened(), await shown()]).toEqual([{ body: '', version: '2.1', isDraft: true }, 'First.'])
    expect(await saveText(deps(), { ...place, body: '', version: '2.1' })).toMatchObject({
      reason: 'refused',
    })
    expect(await saveText(deps(), { ...place, body: 'Second.', version: '2.1' })).toMatchObject({ ok: true })
    expect(await db.selectFrom('gallery_items').select('document').executeTakeFirst()).toEqual({
      document: documentOrMarkdown('Second.', { hasBlocks: true }),
    })
    const broken = { ...place, body: '{"version":1,"doc":{"type":"script"}}', version: '2.3' }
    for (const save of [saveText, saveTextDraft])
      expect(await save(deps(), broken)).toMatchObject({ reason: 'refused' })
    expect([await opened(), await shown()]).toEqual([
      { body: 'Second.', version: '2.3', isDraft: false },
      'Second.',
    ])
    const other = { ...place, item: 'nothing', body: 'x', version: null }
    for (const save of [saveText, saveTextDraft])
      expect(await save(deps(), other)).toEqual({ ok: false, reason: 'missing' })
  })

  test('that is new is a draft in its place, and nothing in the story until it is saved', async () => {
    const { db } = await open()
    const { place, deps } = await story(db)
    const added = await addText(deps(), { gallery: place.gallery, before: place.item })
    if (!added.ok) throw new Error('It was not added.')
    const text = { gallery: place.gallery, item: added.id }
    const bodies = async () => {
      const rows = await db.selectFrom('gallery_items').select(['id', 'body']).orderBy('position').execute()
      return rows.map(({ id, body }) => [id, body])
    }
    const draft = await saveTextDraft(deps(), { ...text, body: 'Before it.', version: '1.1' })
    expect(draft).toMatchObject({ ok: true, version: '2.1' })
    expect(await bodies()).toEqual([
      [added.id, ''],
      [place.item, 'First.'],
    ])
    expect((await listTextVersions({ db }, text))?.versions).toMatchObject([{ published: null }])
    expect(await saveText(deps(), { ...text, body: 'Before it.', version: '2.1' })).toMatchObject({
      ok: true,
    })
    expect((await bodies())[0]).toEqual([added.id, 'Before it.'])
    const nowhere = { gallery: place.gallery, before: 'nothing' }
    expect(await addText(deps(), nowhere)).toMatchObject({ ok: true })
    expect((await bodies()).at(-1)?.[1]).toBe('')
    expect(await addText(deps(), { gallery: 'nothing', before: null })).toMatchObject({ reason: 'missing' })
  })

  test('refuses a stale save, keeps both texts, and compares and restores them', async () => {
    const { db } = await open()
    const { place, deps, opened, shown } = await story(db)
    await saveTextDraft(deps(ada), { ...place, body: 'Hers.', version: '1.1' })
    const mine = { ...place, body: 'Mine.' }
    for (const save of [saveText, saveTextDraft])
      expect(await save(deps(), { ...mine, version: '1.1' })).toMatchObject({
        ...{ reason: 'changed-since', version: '2.1', by: 'Ada' },
      })
    expect(await saveText(deps(), { ...mine, version: '2.1', isSeparate: true })).toMatchObject({ ok: true })
    const listed = await listTextVersions({ db }, place)
    expect(listed?.versions.map(({ number, author, published }) => [number, author, published])).toEqual([
      [3, 'Dorian Ellis', 'Nov 20, 2026, 10 AM EST'],
      [2, 'Ada', null],
      [1, '', expect.any(String)],
    ])
    const compared = await compareTextVersions({ db }, place, { from: 1, to: 2 })
    expect(compared?.changes[0]?.pieces).toEqual([
      { kind: 'removed', text: 'First' },
      { kind: 'added', text: 'Hers' },
      { kind: 'same', text: '.' },
    ])
    expect(await restoreTextVersion(deps(), place, 2)).toBe(true)
    expect([await opened(), await shown()]).toEqual([
      { body: 'Hers.', version: '4.1', isDraft: true },
      'Mine.',
    ])
    expect(await restoreTextVersion(deps(), { ...place, gallery: 'another' }, 2)).toBe(false)
    expect(await restoreTextVersion(deps(), place, 9)).toBe(false)
    expect(await readTextVersion({ db }, place, 9)).toBeUndefined()
    expect(await compareTextVersions({ db }, place, { from: 1, to: 9 })).toBeUndefined()
  })
})
