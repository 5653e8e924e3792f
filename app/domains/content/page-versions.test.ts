import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto } from '../../../test/support/factories'
import { putTestSettings } from '../../../test/support/settings'
import {
  comparePageVersions,
  listPageVersions,
  readPageVersion,
  restorePageVersion,
} from './page-versions.server'
import { listEditablePages, readPageText, savePage, savePageDraft } from './pages.server'
import { usedInContent, usesInContent } from './photo-uses.server'
import { insertPage, selectPage } from './store.server'

const page = 'thank-you' as const
const dorian = { uid: 'u1', name: 'Dorian Ellis' }
const ada = { uid: 'u2', name: 'Ada' }
const AT = Date.parse('2026-11-20T15:00:00Z')

async function studio(db: Db) {
  const clock = fixedClock(AT)
  await putTestSettings(db)
  const { slug } = await makePhoto(db)
  const body = {
    ...{ title: 'Thank *you*', lede: '', photo: slug, caption: 'A caption' },
    next: [{ when: 'Soon', text: 'We write.' }],
  }
  await insertPage(db, { slug: page, title: 'Thanks', description: 'Thanks.', body }, 1_000)
  const shownTitle = async () => (await selectPage(db, page))?.title
  /** Saves on top of the newest version. */
  const draft = async (change: Record<string, string>, author = dorian) => {
    const { values, version } = await readPageText({ db }, page)
    return await savePageDraft({ db, clock, author }, { page, sent: { ...values, ...change }, version })
  }
  const publish = async (change: Record<string, string>, author = dorian) => {
    const { values, version } = await readPageText({ db }, page)
    return await savePage({ db, clock, author }, { page, sent: { ...values, ...change }, version })
  }
  const listed = async () =>
    (await listPageVersions({ db }, page)).versions.map(({ number, author, published }) => [
      ...[number, author, published !== null],
    ])
  return { clock, photo: slug, shownTitle, draft, publish, listed }
}

describeOnBothEngines('versions of a page', (open) => {
  test('are drafts until one is published, and what the site showed stays the first', async () => {
    const { db } = await open()
    const { clock, shownTitle, draft, publish, listed } = await studio(db)
    expect(await listed()).toEqual([])
    expect(await draft({})).toMatchObject({ ok: true, version: '1.1' })
    expect(await listed()).toEqual([])
    expect(await draft({ title: 'T' })).toMatchObject({ ok: true, version: '2.1' })
    expect(await draft({ title: 'Two' })).toMatchObject({ ok: true, version: '2.2' })
    expect(await shownTitle()).toBe('Thanks')
    const hasDraft = async () => (await listEditablePages({ db }))[0]?.hasDraft
    expect(await hasDraft()).toBe(true)
    expect(await draft({ title: 'Thanks' })).toMatchObject({ ok: true, version: '2.3' })
    expect(await hasDraft()).toBe(false)
    expect(await draft({ title: 'Two' })).toMatchObject({ ok: true, version: '2.4' })
    expect(await draft({ title: 'Hers' }, ada)).toMatchObject({ ok: true, version: '3.1' })
    clock.advance(600_000)
    expect(await draft({ title: 'Later' }, ada)).toMatchObject({ ok: true, version: '4.1' })
    expect(await publish({ 'body.lede': 'Hello.' }, ada)).toEqual({ ok: true, changed: 2 })
    expect(await shownTitle()).toBe('Later')
    expect(await listed()).toEqual([
      ...[[4, 'Ada', true]],
      ...[[3, 'Ada', false]],
      ...[[2, 'Dorian Ellis', false]],
      ...[[1, '', true]],
    ])
    expect(await readPageText({ db }, page)).toMatchObject({ isDraft: false, version: '4.3' })
    expect(await publish({})).toEqual({ ok: true, changed: 0 })
    expect(await draft({ title: 'Five' }, ada)).toMatchObject({ version: '5.1' })
  })

  test('refuse a stale save, naming who has saved when, and keep both texts if it is saved after that', async () => {
    const { db } = await open()
    const { clock, draft, shownTitle, listed } = await studio(db)
    const opened = await readPageText({ db }, page)
    await draft({ title: 'Hers' }, ada)
    const mine = { page, sent: { ...opened.values, title: 'Mine' }, version: opened.version }
    const refused = { ok: false, reason: 'changed-since', version: '2.1', by: 'Ada' }
    for (const save of [savePage, savePageDraft])
      expect(await save({ db, clock, author: dorian }, mine)).toEqual({
        ...refused,
        saved: 'Nov 20, 2026, 10 AM EST',
      })
    expect(await shownTitle()).toBe('Thanks')
    const again = { ...mine, version: '2.1', isSeparate: true }
    expect(await savePage({ db, clock, author: dorian }, again)).toEqual({ ok: true, changed: 1 })
    expect(await listed()).toEqual([
      [3, 'Dorian Ellis', true],
      [2, 'Ada', false],
      [1, '', true],
    ])
  })

  test('refuse one of two simultaneous saves', async () => {
    const { db } = await open()
    const { clock } = await studio(db)
    const { values, version } = await readPageText({ db }, page)
    const saved = await Promise.all(
      [dorian, ada].map((author) =>
        savePageDraft({ db, clock, author }, { page, sent: { ...values, title: author.name }, version }),
      ),
    )
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('a refused publication stores nothing', async () => {
    const { db } = await open()
    const { publish, listed } = await studio(db)
    expect(await publish({ title: 'New', 'body.photo': 'gone' })).toMatchObject({ reason: 'refused' })
    expect(await publish({ title: '' })).toMatchObject({ reason: 'refused' })
    expect(await listed()).toEqual([])
  })

  test('are shown and compared in words, and restored as a draft', async () => {
    const { db } = await open()
    const { clock, photo, draft, publish, shownTitle } = await studio(db)
    const other = await makePhoto(db, { title: 'Another photo' })
    await publish({ 'body.next.0.text': 'We call you.', 'body.photo': other.slug })
    const shown = await readPageVersion({ db }, page, 1)
    expect(shown?.fields.find(({ name }) => name === 'body.next.0.text')).toEqual({
      ...{ name: 'body.next.0.text', label: 'What happens next 1, text', text: 'We write.', thumb: null },
    })
    const compared = await comparePageVersions({ db }, page, { from: 1, to: 2 })
    expect(compared?.changes.map(({ name, before, after }) => [name, before.text, after.text])).toEqual([
      ['body.photo', expect.any(String), 'Another photo'],
      ['body.next.0.text', 'We write.', 'We call you.'],
    ])
    const deps = { db, clock, author: ada }
    expect(await restorePageVersion(deps, page, 1)).toBe(true)
    const restored = await readPageText({ db }, page)
    expect(restored).toMatchObject({ version: '3.1', isDraft: true })
    expect(restored.values).toMatchObject({ 'body.photo': photo, 'body.next.0.text': 'We write.' })
    expect(restored.shown).toMatchObject({ 'body.photo': other.slug })
    for (const number of [0, 9]) {
      expect(await restorePageVersion(deps, page, number)).toBe(false)
      expect(await readPageVersion({ db }, page, number)).toBeUndefined()
    }
    await draft({ title: 'Third' })
    expect(await shownTitle()).toBe('Thanks')
  })

  test('a photo of the newest draft counts as used, one of an older version doesn’t', async () => {
    const { db } = await open()
    const { draft } = await studio(db)
    const other = await makePhoto(db)
    await draft({ 'body.photo': other.slug })
    expect(await usesInContent({ db }, other)).toEqual([
      { place: 'page', slug: page, title: 'Thanks', role: 'In a draft', visible: 'no' },
    ])
    expect((await usedInContent({ db })).slugs).toContain(other.slug)
    await draft({ 'body.photo': '' }, ada)
    expect(await usesInContent({ db }, other)).toEqual([])
  })
})
