import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Db, openDatabase } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { describeOnBothEngines, type FreshDatabase } from '../../../../test/support/database'
import { makeGallery, makeGalleryItem, makePhoto, makeShare } from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { slowSteps } from '../../../../test/support/query-plan'
import { putTestSettings } from '../../../../test/support/settings'
import type { GalleryAccess } from '../access/model'
import { enterByLink, enterByMailedLink, mailedTokenOf, shareTokenOf } from '../access/operations.server'
import { toHead, toShare } from '../access/store.server'
import { archiveGallery, makePin, withdrawGallery } from '../editor/settings.server'
import { expireGallery } from '../expiration/operations.server'
import { answerOnPhoto, commentOnPhoto, removeAnswer, withdrawComment } from './comments.server'
import { LISTS_MAX } from './model'
import { addList, favoritePhoto, readComments, readFavorites, removeList } from './operations.server'
import {
  completeList,
  countWaitingFavorites,
  limitList,
  listWaitingFavorites,
  readClientFavorites,
  reopenList,
} from './review.server'
import { waitingListsQuery } from './review-store.server'
import { submitList } from './submission.server'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const config = { siteUrl: 'https://studio.example', secret: 's'.repeat(32) }
const author = { uid: 'owner', name: 'Dana' }

describeOnBothEngines('choices in a gallery', (open) => {
  let fresh: FreshDatabase
  let deps: { db: Db; clock: { now(): number }; config: typeof config; author: typeof author }
  let gallery: Row<'galleries'>
  let items: string[]
  beforeEach(async () => {
    fresh = await open()
    deps = { db: fresh.db, clock: { now: () => NOW }, config, author }
    await putTestSettings(fresh.db)
    gallery = await makeGallery(fresh.db, { kind: 'client', proofing: 1, pick_limit: 3 })
    items = []
    for (let n = 0; n < 6; n++) items.push(await addItem())
  })

  async function addItem(given: Partial<Row<'gallery_items'>> = {}): Promise<string> {
    const photo = await makePhoto(fresh.db, { published_at: null })
    const item = await makeGalleryItem(fresh.db, {
      ...{ gallery_id: gallery.id, photo_id: photo.id, file_name: `IMG_${items.length}.CR3` },
      ...given,
    })
    return item.id
  }
  async function accessOf(given: Partial<Row<'gallery_shares'>> = {}): Promise<GalleryAccess> {
    const share = toShare(await makeShare(fresh.db, { gallery_id: gallery.id, ...given }))
    return { gallery: toHead(gallery), share, canFavorite: share.canFavorite, sizes: [] }
  }
  const favorite = (access: GalleryAccess, at: number, { list = '', isOn = true, db = fresh.db } = {}) =>
    favoritePhoto({ ...deps, db }, access, { itemId: items[at] ?? '', listId: list, isOn })
  const read = (access: GalleryAccess) => readFavorites(deps, access, { current: null, items })
  async function begin(access: GalleryAccess, count = 2) {
    for (let at = 0; at < count; at++) await favorite(access, at)
    const list = (await read(access))?.current
    if (!list) throw new Error('There is no list.')
    return list
  }

  test('belong to one client each, begin with the first favorite, and count repeated clicks once', async () => {
    const [ann, eve] = [await accessOf(), await accessOf()]
    expect(await read(ann)).toEqual({ lists: [], current: null, limit: 3, chosen: [] })
    const first = await favorite(ann, 1)
    expect(first).toMatchObject({ ok: true, list: { purpose: 'Favorites', count: 1, limit: 3 } })
    expect(await favorite(ann, 1)).toEqual(first)
    await favorite(ann, 2)
    await favorite(ann, 2, { isOn: false })
    expect((await read(ann))?.chosen).toEqual([items[1]])
    expect(await read(eve)).toMatchObject({ lists: [], chosen: [] })
    const list = first.ok ? first.list.id : ''
    expect(await favorite(eve, 3, { list })).toEqual({ ok: false, reason: 'missing' })
    expect(await submitList(deps, eve, { id: list, version: 1, note: '' })).toEqual({
      ok: false,
      reason: 'missing',
    })
    expect(await removeList(deps, eve, list)).toEqual({ ok: false, reason: 'missing' })
  })

  test('require permission, and are limited to the gallery’s visible photos', async () => {
    const looker = await accessOf({ can_favorite: 0 })
    expect([await favorite(looker, 0), await read(looker)]).toEqual([
      { ok: false, reason: 'not-allowed' },
      null,
    ])
    expect(await favorite({ ...looker, share: null }, 0)).toEqual({ ok: false, reason: 'not-allowed' })
    const ann = await accessOf()
    const elsewhere = await makeGalleryItem(fresh.db, {
      gallery_id: (await makeGallery(fresh.db, { kind: 'client' })).id,
      photo_id: (await makePhoto(fresh.db)).id,
    })
    items.push(await addItem({ hidden_at: NOW }), await addItem({ removed_at: NOW }), elsewhere.id, 'x')
    for (const at of [6, 7, 8, 9]) expect(await favorite(ann, at)).toEqual({ ok: false, reason: 'missing' })
  })

  test('never exceed the limit and lose nothing when two browsers of a client favorite at once', async () => {
    const ann = await accessOf()
    // On SQLite there is only one connection, so a second database in this process would wait forever.
    const other = fresh.engine === 'postgres' ? openDatabase(fresh.where) : fresh.db
    if (other !== fresh.db) onTestFinished(() => other.destroy())
    const answers = await Promise.all(
      items.map((_, at) => favorite(ann, at, { db: at % 2 ? other : fresh.db })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    expect(answers.filter((each) => !each.ok && each.reason === 'full')).toHaveLength(3)
    const choices = await read(ann)
    expect([choices?.lists.length, choices?.current?.count, choices?.chosen.length]).toEqual([1, 3, 3])
    expect(choices?.current?.version).toBe(4)
    const kept = items.indexOf(choices?.chosen[0] ?? '')
    const free = items.findIndex((id) => !choices?.chosen.includes(id))
    const list = choices?.current?.id ?? ''
    await favorite(ann, kept, { list, isOn: false })
    expect(await favorite(ann, free, { list })).toMatchObject({ ok: true, list: { count: 3 } })
  })

  test('have a list for each purpose, named by the client', async () => {
    const ann = await accessOf()
    await favorite(ann, 0)
    const album = await addList(deps, ann, '  Album for Großmutter ')
    if (!album.ok) throw new Error('The list is refused.')
    expect(await favorite(ann, 0, { list: album.id })).toMatchObject({ ok: true, list: { count: 1 } })
    for (const wrong of [
      '',
      ' \u200b ',
      'a\nb',
      'a\u202eb',
      'x'.repeat(61),
      'album FOR großmutter',
      'favorites',
    ])
      expect([wrong, (await addList(deps, ann, wrong)).ok]).toEqual([wrong, false])
    expect(await removeList(deps, ann, album.id)).toEqual({ ok: false, reason: 'not-empty' })
    await favorite(ann, 0, { list: album.id, isOn: false })
    expect(await removeList(deps, ann, album.id)).toEqual({ ok: true })
    const many = await Promise.all(Array.from({ length: 14 }, (_, n) => addList(deps, ann, `List ${n}`)))
    expect(many.filter(({ ok }) => ok)).toHaveLength(LISTS_MAX - 1)
  })

  test('are locked and emailed to both sides when submitted, once', async () => {
    const ann = await accessOf({ name: 'Ann Lee', email: 'ann@example.com' })
    const list = await begin(ann)
    const send = (version: number, note = 'The first is for my mother.') =>
      submitList(deps, ann, { id: list.id, version, note })
    expect(await send(list.version - 1)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await send(list.version, 'a\u202eb')).toMatchObject({ ok: false, reason: 'refused' })
    const both = await Promise.all([send(list.version), send(list.version)])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await favorite(ann, 4, { list: list.id })).toEqual({ ok: false, reason: 'locked' })
    expect(await favorite(ann, 0, { list: list.id, isOn: false })).toEqual({ ok: false, reason: 'locked' })
    expect((await read(ann))?.chosen).toHaveLength(2)

    const emails = await queuedMail(fresh.db)
    expect(emails.map(({ kind }) => kind)).toEqual(['favorites-submitted', 'favorites-confirmed'])
    for (const { text } of emails)
      for (const part of ['2 photos', 'IMG_0.CR3', 'IMG_1.CR3']) expect(text).toContain(part)
    expect(await listWaitingFavorites(deps, 8)).toMatchObject([{ who: 'Ann Lee', purpose: 'Favorites' }])
  })

  test('are emailed with what the client typed only if the address is proven, and in full to the studio', async () => {
    const ann = await accessOf({ name: 'Ann Lee', email: 'ann@example.com' })
    const typed = async () => {
      const added = await addList(deps, ann, `Canary list ${(await queuedMail(fresh.db)).length}`)
      const list = added.ok ? added.id : ''
      await favorite(ann, 0, { list })
      const version = (await readFavorites(deps, ann, { current: list, items }))?.current?.version ?? 0
      await submitList(deps, ann, { id: list, version, note: 'Canary note' })
      const seen = { galleryId: gallery.id, id: list, version: version + 1 }
      expect(await reopenList(deps, seen)).toEqual({ ok: true })
      return (await queuedMail(fresh.db)).slice(-3)
    }
    const unproven = await typed()
    expect(unproven.map(({ kind, text, html }) => [kind, /Canary/.test(text + html)])).toEqual([
      ['favorites-submitted', true],
      ['favorites-confirmed', false],
      ['favorites-reopened', false],
    ])
    const link = /\/g\/([\w-]{48})\/favorites\?list=/.exec(unproven[1]?.text ?? '')?.[1] ?? ''
    expect(await enterByMailedLink(deps, link)).toMatchObject({ galleryId: gallery.id })
    const proven = await typed()
    expect(proven.map(({ text }) => /Canary list/.test(text))).toEqual([true, true, true])
    expect(proven[1]?.text).toContain('Canary note')
  })

  test('open from the email about them until the client’s link is revoked, and by no other token', async () => {
    const ann = await accessOf({ name: 'Ann Lee', email: 'ann@example.com' })
    const share = ann.share
    if (!share) throw new Error('Nothing is shared.')
    const mailed = mailedTokenOf({ config }, share)
    expect(await enterByMailedLink(deps, mailed)).toEqual({
      galleryId: gallery.id,
      cookie: shareTokenOf({ config }, share),
    })
    // The link that the studio can pass on doesn't prove an address.
    expect(await enterByMailedLink(deps, shareTokenOf({ config }, share))).toBeUndefined()
    expect(await enterByLink(deps, mailed)).toBeUndefined()
    await fresh.db.updateTable('gallery_shares').set({ token_version: 2 }).execute()
    expect(await enterByMailedLink(deps, mailed)).toBeUndefined()
    const renewed = mailedTokenOf({ config }, { id: share.id, tokenVersion: 2 })
    expect(await enterByMailedLink(deps, renewed)).toMatchObject({ galleryId: gallery.id })
    await fresh.db.updateTable('gallery_shares').set({ revoked_at: NOW }).execute()
    expect(await enterByMailedLink(deps, renewed)).toBeUndefined()
  })

  test('can be reopened or completed by the studio, by version', async () => {
    const ann = await accessOf()
    const list = await begin(ann)
    await submitList(deps, ann, { id: list.id, version: list.version, note: '' })
    const seen = { galleryId: gallery.id, id: list.id, version: list.version }
    expect(await reopenList(deps, seen)).toEqual({ ok: false, reason: 'changed-since' })
    const now = { ...seen, version: list.version + 1 }
    expect(await reopenList(deps, { ...now, galleryId: 'other' })).toEqual({ ok: false, reason: 'missing' })
    expect(await reopenList(deps, now)).toEqual({ ok: true })
    expect(await favorite(ann, 2, { list: list.id })).toMatchObject({ ok: true })
    expect(await countWaitingFavorites(deps)).toBe(0)
    const again = (await read(ann))?.current
    await submitList(deps, ann, { id: list.id, version: again?.version ?? 0, note: '' })
    expect(await countWaitingFavorites(deps)).toBe(1)
    expect(await completeList(deps, { ...seen, version: (again?.version ?? 0) + 1 })).toEqual({ ok: true })
    expect(await countWaitingFavorites(deps)).toBe(0)
    const actions = await fresh.db.selectFrom('audit').select('action').orderBy('id').execute()
    expect(actions.map(({ action }) => action)).toEqual(['favorites-reopened', 'favorites-completed'])
    const kinds = (await queuedMail(fresh.db)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'favorites-reopened')).toHaveLength(1)
  })

  test('follow a limit that is set later, and can’t be submitted above it', async () => {
    const ann = await accessOf()
    const list = await begin(ann, 3)
    const seen = { galleryId: gallery.id, id: list.id, version: list.version }
    expect(await limitList(deps, seen, 'many')).toMatchObject({ ok: false, reason: 'refused' })
    expect(await limitList(deps, seen, '2')).toEqual({ ok: true })
    expect(await submitList(deps, ann, { ...seen, version: list.version + 1, note: '' })).toEqual({
      ok: false,
      reason: 'over-limit',
      limit: 2,
    })
    expect(await favorite(ann, 4, { list: list.id })).toMatchObject({ ok: false, reason: 'full' })
  })

  test('can be commented on, only between a client and the studio', async () => {
    const [ann, eve] = [await accessOf({ name: 'Ann' }), await accessOf({ name: 'Eve' })]
    const say = (who: GalleryAccess, typed: string, at = 0) =>
      commentOnPhoto(deps, who, { itemId: items[at] ?? '', typed })
    const body = '<script>alert(1)</script>\r\nMy eyes are closed.'
    expect([await say(ann, body), await say(ann, body)]).toEqual([{ ok: true }, { ok: true }])
    for (const wrong of ['', ' \n ', 'x'.repeat(1001), 'a\u0000b', 'a\u2066b'])
      expect(await say(ann, wrong)).toMatchObject({ ok: false, reason: 'refused' })
    expect(await say(ann, 'x'.repeat(1000), 1)).toEqual({ ok: true })
    const answer = { galleryId: gallery.id, itemId: items[0] ?? '', shareId: ann.share?.id ?? '' }
    expect(await answerOnPhoto(deps, { ...answer, typed: 'We have another.' })).toEqual({ ok: true })
    expect(await answerOnPhoto(deps, { ...answer, itemId: items[1] ?? '', typed: 'Gone.' })).toEqual({
      ok: true,
    })
    expect(await answerOnPhoto(deps, { ...answer, shareId: 'x', typed: 'Hm.' })).toMatchObject({ ok: false })

    const seen = await readComments(deps, ann, [items[0] ?? ''])
    expect(seen.map(({ author: by, body: words, isOwn }) => [by, words, isOwn])).toEqual([
      ['Ann', '<script>alert(1)</script>\nMy eyes are closed.', true],
      ['DE Photography', 'We have another.', false],
    ])
    expect(await readComments(deps, eve, items)).toEqual([])
    expect(await withdrawComment(deps, eve, seen[0]?.id ?? '')).toBe(false)
    expect(await withdrawComment(deps, ann, seen[1]?.id ?? '')).toBe(false)
    expect(await withdrawComment(deps, ann, seen[0]?.id ?? '')).toBe(true)
  })

  test('are commented on with an email to the other side, which follows later and covers all until then', async () => {
    const ann = await accessOf({ name: 'Ann', email: 'ann@example.com' })
    const say = (typed: string) => commentOnPhoto(deps, ann, { itemId: items[0] ?? '', typed })
    const answer = (typed: string, at = 0) =>
      answerOnPhoto(deps, {
        ...{ galleryId: gallery.id, itemId: items[at] ?? '', shareId: ann.share?.id ?? '' },
        typed,
      })
    const told = async () =>
      (await queuedMail(fresh.db)).map(({ kind, text }) => [kind, /\/favorites[^\s>]*/.exec(text)?.[0]])
    await say('My eyes are closed.')
    await say('And the flag is upside down.')
    const received = ['comment-received', '/favorites']
    expect(await told()).toEqual([received])
    await answer('We have another.')
    await answer('Gone.', 1)
    const answered = ['comment-answered', `/favorites?photo=${items[0]}`]
    expect(await told()).toEqual([received, answered])
    const due = await fresh.db.selectFrom('jobs').select('run_at').execute()
    expect(due.map(({ run_at }) => run_at - deps.clock.now())).toEqual([600_000, 600_000])
    await fresh.db.updateTable('outbox').set({ state: 'sent' }).execute()
    await say('Thank you.')
    await answer('You’re welcome.')
    expect(await told()).toEqual([received, answered, received, answered])
    for (const { id, isOwn } of await readComments(deps, ann, items))
      if (isOwn) await withdrawComment(deps, ann, id)
    const dropped = await fresh.db
      .selectFrom('outbox')
      .select('kind')
      .where('state', '=', 'not-sent')
      .execute()
    expect(dropped).toEqual([{ kind: 'comment-received' }])
  })

  test('are commented on without an email to the client if the studio deletes its comments or closes the gallery', async () => {
    const clock = { now: () => NOW + ago }
    let ago = 0
    const studio = { ...deps, clock }
    const ann = await accessOf({ name: 'Ann', email: 'ann@example.com' })
    const shareId = ann.share?.id ?? ''
    const answer = async (typed: string) => {
      await answerOnPhoto(studio, { galleryId: gallery.id, itemId: items[0] ?? '', shareId, typed })
      const own = await fresh.db.selectFrom('photo_comments').select('id').where('body', '=', typed).execute()
      return { galleryId: gallery.id, id: own[0]?.id ?? '' }
    }
    const states = async () =>
      (await fresh.db.selectFrom('outbox').select('state').orderBy('id').execute()).map(({ state }) => state)
    await answer('An old one.')
    await fresh.db.updateTable('outbox').set({ state: 'sent' }).execute()
    ago = 900_000
    const [one, two] = [await answer('We have another.'), await answer('Or this.')]
    expect(await removeAnswer(studio, one)).toEqual({ ok: true })
    expect(await states()).toEqual(['sent', 'queued'])
    expect(await removeAnswer(studio, two)).toEqual({ ok: true })
    expect(await states()).toEqual(['sent', 'not-sent'])

    const seen = async () =>
      await fresh.db.selectFrom('galleries').select(['id', 'version']).executeTakeFirstOrThrow()
    const closings = [withdrawGallery, archiveGallery, expireGallery]
    for (const close of closings) {
      await fresh.db.updateTable('galleries').set({ published_at: NOW, archived_at: null }).execute()
      await answer(`Here is another. ${close.name}`)
      expect((await states()).at(-1)).toBe('queued')
      await makePin(studio, await seen())
      expect((await states()).at(-1)).toBe('queued')
      expect(await close(studio, await seen())).toEqual({ ok: true })
      expect((await states()).at(-1)).toBe('not-sent')
    }
  })

  test('are shown to the studio in their current state, by client', async () => {
    const [ann, eve] = [await accessOf({ name: 'Ann' }), await accessOf({ name: 'Eve' })]
    await makeShare(fresh.db, { gallery_id: gallery.id, name: 'Zoe' })
    await begin(ann)
    await commentOnPhoto(deps, eve, { itemId: items[5] ?? '', typed: 'Whose dog is this?' })
    const choices = await readClientFavorites(deps, gallery.id)
    expect(choices?.people.map(({ name, lists, spoken }) => [name, lists.length, spoken.length])).toEqual([
      ['Ann', 1, 0],
      ['Eve', 0, 1],
    ])
    expect(choices?.idle).toEqual(['Zoe'])
    expect(choices?.people[0]?.lists[0]?.items.map(({ number, fileName }) => [number, fileName])).toEqual([
      [1, 'IMG_0.CR3'],
      [2, 'IMG_1.CR3'],
    ])
    expect(await readClientFavorites(deps, (await makeGallery(fresh.db)).id)).toBeUndefined()
  })

  test('that wait are found without reading every list', async () => {
    expect(await slowSteps(fresh.db, fresh.engine, waitingListsQuery(fresh.db, 8))).toEqual([])
  })
})
