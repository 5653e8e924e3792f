import fc from 'fast-check'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../../test/support/database'
import {
  makeGallery,
  makeGalleryItem,
  makePhoto,
  makeShare,
  putSetting,
} from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { slowSteps } from '../../../../test/support/query-plan'
import { putTestSettings, testSettings } from '../../../../test/support/settings'
import { insertDownloadPhotos } from '../downloads/receipts-store.server'
import { publishGallery } from '../editor/publishing.server'
import { withdrawGallery } from '../editor/settings.server'
import { expirationJobs } from '../jobs.server'
import { CHECK_EXPIRATIONS, dueReminder, expirationTime, reminderTime } from './model'
import {
  expirationSchema,
  expireGallery,
  extendGallery,
  listExpiring,
  readExpiration,
  readUrgentExpirations,
  reopenGallery,
} from './operations.server'
import { closedQuery, expiringQuery, pausedQuery } from './store.server'

const NEW_YORK = 'America/New_York'
const config = { siteUrl: 'https://studio.example.com', secret: 'a secret of tests' }
const LAST = '2026-06-30'
/** The instant of a summer wall time in New York. */
const at = (wall: string) => Temporal.PlainDateTime.from(wall).toZonedDateTime(NEW_YORK).epochMilliseconds

describe('the times of an end', () => {
  test('are in the studio’s zone, even when it changes in between', () => {
    // Clocks go back on November 1, and forward on March 8.
    for (const last of ['2026-11-04', '2026-03-10']) {
      const { from } = reminderTime(3, last, NEW_YORK)
      const wall = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(NEW_YORK)
      expect(wall.toPlainTime().toString()).toBe('09:00:00')
      const closing = Temporal.Instant.fromEpochMilliseconds(expirationTime(last, NEW_YORK))
      expect(closing.toZonedDateTimeISO(NEW_YORK).toPlainTime().toString()).toBe('00:00:00')
    }
    expect(expirationTime('2026-11-01', NEW_YORK) - expirationTime('2026-10-31', NEW_YORK)).toBe(
      25 * 3_600_000,
    )
    // In the Azores, clocks skip midnight on this date, so the day begins at 1 AM.
    const lisbonAzores = expirationTime('2026-03-28', 'Atlantic/Azores')
    expect(expirationTime('2026-03-29', 'Atlantic/Azores') - lisbonAzores).toBe(23 * 3_600_000)
  })

  test('no reminder is sent at night, too early, or after the end', () => {
    const zones = fc.constantFrom(NEW_YORK, 'Europe/London', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC')
    const days = fc.integer({ min: -25, max: 5 })
    const minutes = fc.integer({ min: 0, max: 24 * 60 })
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 800 }), days, minutes, (zone, ahead, off, minute) => {
        const last = Temporal.PlainDate.from('2026-01-01').add({ days: ahead })
        const now = last.add({ days: off }).toZonedDateTime(zone).add({ minutes: minute })
        const step = dueReminder(last.toString(), now.epochMilliseconds, zone)
        if (step === undefined) return
        expect(now.hour).toBeGreaterThanOrEqual(9)
        expect(now.hour).toBeLessThan(20)
        const left = now.toPlainDate().until(last).days
        expect(left).toBeLessThanOrEqual(step)
        expect(left).toBeGreaterThan(step === 14 ? 11 : 0)
      }),
    )
  })
})

describeOnBothEngines('the end of a gallery', (open, engine) => {
  let db: FreshDatabase['db']
  let clock: ReturnType<typeof fixedClock>
  const author = { uid: 'u', name: 'Dana' }
  beforeEach(async () => {
    db = (await open()).db
    await putTestSettings(db)
    clock = fixedClock(at('2026-06-01T12:00'))
  })

  const client = (given: Partial<Row<'galleries'>> = {}) =>
    makeGallery(db, { kind: 'client', title: 'Lee wedding', expires_on: LAST, ...given })
  const row = (gallery: { id: string }) =>
    db.selectFrom('galleries').selectAll().where('id', '=', gallery.id).executeTakeFirstOrThrow()
  const emails = async () =>
    (await queuedMail(db)).map(({ kind, to_address }) => `${kind} ${/<(.+)>/.exec(to_address)?.[1]}`)

  /** Runs the check twice in parallel, as when a worker is wrongly considered dead. */
  async function pass(wall: string) {
    clock.set(at(wall))
    const handler = expirationJobs({ db, clock, config })[CHECK_EXPIRATIONS]
    const log = pino({ level: 'silent' })
    const job = { id: 'job', attempt: 1, isLastAttempt: false, signal: new AbortController().signal, log }
    await Promise.all([1, 2].map(() => handler?.run({}, job)))
  }

  test('is sent 14 and 3 days before at nine, once per person, with their own link', async () => {
    const gallery = await client()
    await makeShare(db, { gallery_id: gallery.id, email: 'Ann@example.com' })
    await makeShare(db, { gallery_id: gallery.id, email: 'bob@example.com' })
    await pass('2026-06-16T08:59')
    expect(await emails()).toEqual([])
    await pass('2026-06-16T09:00')
    await pass('2026-06-16T15:00')
    const both = ['gallery-expires Ann@example.com', 'gallery-expires bob@example.com']
    expect(await emails()).toEqual(both)
    await pass('2026-06-25T12:00')
    expect(await emails()).toEqual(both)
    await pass('2026-06-27T09:00')
    expect(await emails()).toEqual([...both, ...both])
    const [first] = await queuedMail(db)
    expect(first?.subject).toBe('“Lee wedding” is open until Tuesday, June 30, 2026')
    expect(first?.text).toMatch(/https:\/\/studio\.example\.com\/g\/\S{20}/)
    expect((await readExpiration({ db, clock }, gallery.id))?.reminders).toHaveLength(4)
  })

  test('shows the cover, unless it needs a PIN', async () => {
    for (const pin of [null, 'sealed']) {
      const gallery = await client({ pin })
      const photo = await makePhoto(db)
      await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
      await makeShare(db, { gallery_id: gallery.id, name: pin === null ? 'Ann' : 'Bob' })
    }
    await pass('2026-06-16T12:00')
    const shown = (await queuedMail(db)).map(({ html }) => [
      /Hello (\w+)/.exec(html)?.[1],
      html.match(/<img[^>]* src="https:\/\/studio\.example\.com\/download\/[^"]*\/800\.jpg"/g)?.length ?? 0,
    ])
    expect(shown.toSorted()).toEqual([
      ['Ann', 1],
      ['Bob', 0],
    ])
  })

  test('is not sent to people without access', async () => {
    const gallery = await client()
    const share = { gallery_id: gallery.id }
    await makeShare(db, { ...share, revoked_at: 1 })
    await makeShare(db, { ...share, expires_at: at('2026-06-20T12:00') })
    await makeShare(db, { ...share, created_at: at('2026-06-16T09:30') })
    for (const other of [{ published_at: null }, { archived_at: 1 }, { expired_at: 1 }, { expires_on: null }])
      await makeShare(db, { gallery_id: (await client(other)).id })
    await pass('2026-06-16T12:00')
    expect(await emails()).toEqual([])
  })

  test('a changed date has its own reminders, and the old one none', async () => {
    const gallery = await client()
    await makeShare(db, { gallery_id: gallery.id, email: 'ann@example.com' })
    await pass('2026-06-16T09:00')
    await extendGallery({ db, clock, author }, { id: gallery.id, version: 1 }, { expiresOn: '2026-07-30' })
    await pass('2026-06-27T09:00')
    expect(await emails()).toHaveLength(1)
    await pass('2026-07-16T09:00')
    expect(await emails()).toHaveLength(2)
  })

  test('after downtime, no reminder is sent late at night, nor two at once', async () => {
    const gallery = await client()
    await makeShare(db, { gallery_id: gallery.id })
    await pass('2026-06-18T21:00')
    expect(await emails()).toEqual([])
    await pass('2026-06-28T23:30')
    expect(await emails()).toEqual([])
    await pass('2026-06-29T09:05')
    expect(await emails()).toHaveLength(1)
  })

  test('comes at midnight after the last day, in the studio’s current zone', async () => {
    const gallery = await client()
    await pass('2026-06-30T23:59:59')
    expect((await row(gallery)).expired_at).toBeNull()
    // The next check is due at the midnight at which the gallery expires.
    const next = await db.selectFrom('jobs').select('run_at').where('kind', '=', CHECK_EXPIRATIONS).execute()
    expect(next.map(({ run_at }) => run_at)).toContain(at('2026-07-01T00:00'))
    await putSetting(db, 'studio', { ...testSettings.studio, timeZone: 'America/Los_Angeles' })
    await pass('2026-07-01T00:00')
    expect((await row(gallery)).expired_at).toBeNull()
    await pass('2026-07-01T03:00')
    expect(await row(gallery)).toMatchObject({ expired_at: at('2026-07-01T03:00'), version: 1 })
    expect(await emails()).toEqual([])
  })

  const withPhotos = async (count: number) => {
    const gallery = await client({ sizes: '["web","original"]' })
    const share = await makeShare(db, { gallery_id: gallery.id, created_at: at('2026-06-29T12:00') })
    const items: Row<'gallery_items'>[] = []
    for (let n = 0; n < count; n++)
      items.push(await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: (await makePhoto(db)).id }))
    const fetched = async (what: Row<'downloads'>['what'], given: Partial<Row<'downloads'>> = {}) => {
      const row = {
        ...{ id: newId(), gallery_id: gallery.id, share_id: share.id, who: 'Ann', what, of_id: null },
        ...{ size: 'original' as const, etag: `"${newId()}"`, files: 1, bytes: 1, sent: '[[0,0]]' },
        ...{ started_at: clock.now(), updated_at: clock.now(), completed_at: clock.now() },
        ...given,
      }
      await db.insertInto('downloads').values(row).execute()
      const paused = what === 'photo' ? items.filter(({ id }) => id === row.of_id) : items
      const photoIds = paused.map(({ photo_id }) => photo_id ?? '')
      await insertDownloadPhotos(db as Tx, { galleryId: gallery.id, etag: row.etag }, photoIds)
    }
    return { gallery, items, fetched }
  }

  test('waits for the studio’s decision while originals weren’t downloaded, and asks once', async () => {
    const { gallery, items, fetched } = await withPhotos(2)
    await fetched('everything', { size: 'web' })
    await fetched('everything', { completed_at: null })
    await fetched('photo', { of_id: items[0]?.id ?? '' })
    await pass('2026-07-01T00:00')
    await pass('2026-07-01T09:00')
    expect(await row(gallery)).toMatchObject({ expired_at: null, expiry_paused_at: at('2026-07-01T00:00') })
    expect(await emails()).toEqual([`gallery-expiration-paused ${testSettings.studio.email}`])
    const [mail] = await queuedMail(db)
    expect(mail?.text).toContain('1 of 2 photos')
    expect(await readUrgentExpirations({ db, clock }, 8)).toMatchObject({ pausedCount: 1, soonCount: 0 })
    expect(await expireGallery({ db, clock, author }, { id: gallery.id, version: 1 })).toEqual({ ok: true })
    expect(await row(gallery)).toMatchObject({ expired_at: clock.now(), expiry_paused_at: null, version: 2 })
    expect(await db.selectFrom('audit').select('action').execute()).toEqual([{ action: 'gallery-closed' }])
  })

  test.each([
    ['everything at once', async (all: Awaited<ReturnType<typeof withPhotos>>) => all.fetched('everything')],
    [
      'one by one',
      async ({ items, fetched }: Awaited<ReturnType<typeof withPhotos>>) => {
        for (const { id } of items) await fetched('photo', { of_id: id })
      },
    ],
  ])('closes without asking when someone has downloaded %s', async (_, fetch) => {
    const all = await withPhotos(2)
    await fetch(all)
    await pass('2026-07-01T00:00')
    expect((await row(all.gallery)).expired_at).not.toBeNull()
    expect(await emails()).toEqual([])
  })

  test('stops waiting once its last day was changed elsewhere', async () => {
    const { gallery } = await withPhotos(1)
    await pass('2026-07-01T00:00')
    await db.updateTable('galleries').set({ expires_on: '2026-08-30' }).where('id', '=', gallery.id).execute()
    await pass('2026-07-01T00:05')
    expect((await row(gallery)).expiry_paused_at).toBeNull()
  })

  test('is undone for a month, or until another day', async () => {
    const gallery = await client({ expired_at: 5, expires_on: '2026-05-01' })
    const deps = { db, clock, author }
    expect((await listExpiring(deps)).closed).toMatchObject([{ id: gallery.id }])
    expect(await reopenGallery(deps, { id: gallery.id, version: 1 })).toEqual({ ok: true })
    expect(await row(gallery)).toMatchObject({ expired_at: null, expires_on: '2026-07-01', version: 2 })
    expect(await reopenGallery(deps, { id: gallery.id, version: 1 })).toEqual({
      ok: false,
      reason: 'changed-since',
    })
    const extend = (expiresOn: string) => extendGallery(deps, { id: gallery.id, version: 2 }, { expiresOn })
    for (const wrong of ['2026-05-31', '2026-02-30', '9999-01-01', 'x'])
      expect(await extend(wrong)).toMatchObject({ reason: 'refused' })
    expect(await extend('')).toEqual({ ok: true })
    expect((await row(gallery)).expires_on).toBeNull()
    expect(expirationSchema('2026-06-01').safeParse({ expiresOn: '2026-06-01' }).success).toBe(true)
    const draft = await client({ published_at: null })
    const seen = { id: draft.id, version: 1 }
    for (const refused of [await expireGallery(deps, seen), await reopenGallery(deps, seen)])
      expect(refused).toEqual({ ok: false, reason: 'not-open' })
    expect(await extendGallery(deps, seen, { expiresOn: '2026-09-30' })).toEqual({ ok: true })
    expect(await row(draft)).toMatchObject({ expires_on: '2026-09-30', published_at: null })
    const site = await makeGallery(db)
    expect(await expireGallery(deps, { id: site.id, version: 1 })).toEqual({ ok: false, reason: 'missing' })
  })

  test('ignores a draft, and is undone by publishing', async () => {
    const { gallery } = await withPhotos(1)
    await pass('2026-07-01T00:00')
    const deps = { db, clock, author }
    const seen = async () => ({ id: gallery.id, version: (await row(gallery)).version })
    expect(await withdrawGallery(deps, await seen())).toEqual({ ok: true })
    expect(await readUrgentExpirations(deps, 8)).toEqual({ paused: [], pausedCount: 0, soonCount: 0 })
    expect(await publishGallery(deps, await seen())).toEqual({ ok: true, count: 1 })
    expect(await row(gallery)).toMatchObject({ expires_on: '2026-07-31', expiry_paused_at: null })

    expect(await expireGallery(deps, await seen())).toEqual({ ok: true })
    expect(await withdrawGallery(deps, await seen())).toEqual({ ok: true })
    expect((await listExpiring(deps)).closed).toEqual([])
    expect(await publishGallery(deps, await seen())).toEqual({ ok: true, count: 1 })
    await pass('2026-07-02T09:00')
    expect(await row(gallery)).toMatchObject({ expires_on: '2026-07-31', expired_at: null })
    const entries = await db
      .selectFrom('audit')
      .select('changes')
      .where('action', '=', 'gallery-published')
      .orderBy('id')
      .execute()
    expect(entries.map(({ changes }) => JSON.parse(changes ?? '[]'))).toEqual([
      [{ field: 'Expiration date', from: 'June 30, 2026', to: 'July 31, 2026' }],
      [],
    ])
  })

  test('is found from indexes', async () => {
    for (const query of [
      expiringQuery(db, { until: LAST, limit: 9 }),
      pausedQuery(db, 9),
      closedQuery(db, 9),
    ])
      expect(await slowSteps(db, engine, query)).toEqual([])
  })
})
