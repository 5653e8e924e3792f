import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkOriginals } from '~/domains/backup/backups/repair.server'
import { originalsOf } from '~/domains/backup/export-store.server'
import { originalRows } from '~/domains/backup/import-store.server'
import { collectFiles } from '~/domains/files/collection.server'
import { quarantineKey } from '~/domains/files/model'
import { originalKey } from '~/domains/photos/stored-files'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { createImaging } from '~/platform/imaging/imaging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { s3Storage } from '~/platform/storage/s3-storage.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import { scene } from '../../../../test/support/pictures'
import { openRequired } from '../../../../test/support/required-booking'
import { type S3Server, startS3 } from '../../../../test/support/s3-server'
import { readBookingForStudio } from '../manage/operations.server'
import { deleteExpiredBookings } from '../retention.server'
import { saveClientDetails } from './changes.server'
import { exportBookings } from './operations.server'
import { type SentPhotos, saveClientPhotos } from './photos.server'

const imaging = createImaging({ size: 2 })
const DAY = 86_400_000
let folder: string
let s3: S3Server
const files: Record<string, string> = {}
beforeAll(async () => {
  s3 = await startS3()
  folder = await mkdtemp(join(tmpdir(), 'answers-'))
  const write = async (name: string, content: Buffer | string) => {
    files[name] = join(folder, name)
    await writeFile(files[name], content)
  }
  for (let n = 0; n < 12; n++)
    await write(
      `dress-${n}.jpg`,
      await scene(60, 40, n * 20)
        .jpeg()
        .toBuffer(),
    )
  await write('page.jpg', '<!doctype html><script>alert(1)</script>')
  await write('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const whole = await scene(600, 400).jpeg().toBuffer()
  await write('half.jpg', whole.subarray(0, whole.length / 2))
  await write('flyer.pdf', '%PDF-1.7')
})
afterAll(async () => {
  imaging.close()
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const QUESTIONS = [
  { id: 'q1', label: 'Who will be there?', kind: 'line', required: true },
  { id: 'q2', label: 'What do you wear?', kind: 'photos', required: true },
  { id: 'q3', label: 'Where?', kind: 'photos', required: false },
]

let store = 0

async function open(db: Db, storageOf = folderStorage) {
  const at = await openRequired(db, { template: null, deposit: false })
  await db
    .updateTable('session_types')
    .set({ questionnaire: JSON.stringify(QUESTIONS) })
    .execute()
  const root = join(folder, `store-${++store}`)
  const storage = storageOf(root)
  const deps = { ...at.deps, config: { ...at.deps.config, dataDir: root }, storage, imaging }
  const { id } = await at.book()
  const add = async (names: string[], more: Partial<SentPhotos> = {}, field = 'question.q2') =>
    await saveClientPhotos(deps, await at.read(id), {
      ...{ isMore: false, removed: [], ...more },
      files: names.map((name) => ({ field, name, path: files[name] ?? '', isTooLarge: false })),
    })
  const save = async (photosOf: string[] = []) => {
    const booking = await at.read(id)
    const fields: Record<string, string> = { 'question.q1': 'Ann', 'question.q2': 'forged', partySize: '2' }
    const get = (name: string) => fields[name] ?? ''
    return await saveClientDetails(deps, booking, { version: booking.version, get, photosOf })
  }
  const rows = () => db.selectFrom('client_photos').selectAll().orderBy('original_name').execute()
  return { ...at, deps, id, root, storage, add, save, rows }
}

describeOnBothEngines('photos as answers', (openDb) => {
  test('are stored with their files, counted in the answer, and confirm a booking that waits for them', async () => {
    const at = await open((await openDb()).db)
    const held = (await queuedMail(at.db)).find(({ kind }) => kind === 'booking-held')
    expect(held?.text).toContain('Answer our questions and add photos')
    expect(await at.save()).toMatchObject({
      ok: false,
      errors: { 'question.q2': expect.stringMatching(/./) },
    })
    expect((await at.read(at.id)).state).toBe('requested')
    const added = await at.add(['dress-0.jpg', 'dress-1.jpg', 'dress-0.jpg'])
    expect(added).toEqual({ ok: true, errors: {}, changed: ['What do you wear?'] })
    const rows = await at.rows()
    expect(rows.map(({ original_name }) => original_name)).toEqual(['dress-0.jpg', 'dress-1.jpg'])
    for (const row of rows) expect(await at.storage.size(originalKey(row))).toBe(Number(row.bytes))
    expect(await at.save()).toMatchObject({ ok: true })
    const booking = await at.read(at.id)
    expect([booking.state, booking.answers]).toEqual([
      'confirmed',
      [
        { question: 'Who will be there?', answer: 'Ann' },
        { question: 'What do you wear?', answer: '2 photos' },
      ],
    ])
    expect((await readBookingForStudio(at.deps, at.id))?.photos).toMatchObject([
      { question: 'What do you wear?', photos: [{ name: 'dress-0.jpg' }, { name: 'dress-1.jpg' }] },
    ])
    expect(await exportBookings(at.deps, 'ann@example.com')).toMatchObject([
      {
        photos: [
          {
            ...{ name: 'dress-0.jpg', question: 'What do you wear?' },
            file: `https://photos.example.com/profile/my-data/${at.id}/${rows[0]?.id}`,
          },
          {},
        ],
      },
    ])
    // The library has none of them.
    expect(await at.db.selectFrom('photos').select('id').execute()).toEqual([])
    const replaced = await at.add(['dress-2.jpg'], { removed: [String(rows[0]?.id)] })
    expect(replaced).toMatchObject({ changed: ['What do you wear?'] })
    const before = (await queuedMail(at.db)).length
    expect(await at.save(['What do you wear?'])).toMatchObject({ ok: true })
    expect((await queuedMail(at.db)).length).toBe(before + 1)
  })

  test('refuses what isn’t a photo with a sentence, and keeps the others', async () => {
    const at = await open((await openDb()).db)
    const outcome = await at.add(['page.jpg', 'dress-0.jpg', 'drawing.svg', 'half.jpg', 'flyer.pdf'])
    const said = outcome.ok ? outcome.errors['question.q2'] : ''
    for (const part of [
      'page.jpg: This is a web page.',
      'drawing.svg: This is an SVG drawing.',
      'half.jpg: This file is incomplete.',
      'flyer.pdf: This is a PDF document.',
      'The other photos were added.',
    ])
      expect(said).toContain(part)
    expect((await at.rows()).map(({ original_name }) => original_name)).toEqual(['dress-0.jpg'])
    expect(await Array.fromAsync(at.storage.list('originals/'))).toHaveLength(1)
    const large = await saveClientPhotos(at.deps, await at.read(at.id), {
      ...{ isMore: true, removed: [] },
      files: [{ field: 'question.q2', name: 'large.jpg', path: '', isTooLarge: true }],
    })
    const words = large.ok ? large.errors['question.q2'] : ''
    expect(words).toBe(
      'large.jpg: This photo is over the 20 MB limit. You can add up to 10 photos at a time.',
    )
    const other = await at.add(['dress-1.jpg'], {}, 'question.q1')
    expect(other).toEqual({ ok: true, errors: {}, changed: [] })
    expect(await at.rows()).toHaveLength(1)
  })

  test('keeps up to ten a question also under parallel requests, and one of a required question', async () => {
    const at = await open((await openDb()).db)
    const names = Array.from({ length: 12 }, (_, n) => `dress-${n}.jpg`)
    const all = await Promise.all(names.map((name) => at.add([name])))
    const refused = all.flatMap((each) => (each.ok ? Object.values(each.errors) : []))
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatch(/^An answer can have up to 10 photos\. Not added: dress-\d+\.jpg\.$/)
    const rows = await at.rows()
    expect(rows).toHaveLength(10)
    const emptied = await at.add([], { removed: rows.map(({ id }) => id) })
    expect(emptied).toMatchObject({ errors: { 'question.q2': expect.stringContaining('none was removed') } })
    expect(await at.rows()).toHaveLength(10)
    const stranger = await at.book({ slot: '2026-12-08T16:00:00Z', email: 'eve@example.com' })
    await saveClientPhotos(at.deps, await at.read(stranger.id), {
      ...{ files: [], isMore: false, removed: rows.map(({ id }) => id) },
    })
    expect(await at.rows()).toHaveLength(10)
  })

  test('stay through cleanups, backups and checks until they are removed, and then spend 30 days in quarantine', async () => {
    const at = await open((await openDb()).db)
    await at.add(['dress-0.jpg', 'dress-1.jpg'])
    await at.add(['dress-1.jpg'], {}, 'question.q3')
    const [first, second] = await at.rows()
    if (!first || !second) throw new Error('There are no photos.')
    const keys = [first, second].map(originalKey)
    for (const key of keys) await utimes(join(at.root, key), new Date(0), new Date(0))
    const now = Date.now()
    const collecting = { ...at.deps, clock: fixedClock(now) }
    expect(await collectFiles(collecting)).toMatchObject({ removed: 0, quarantined: 0, lost: [] })
    expect(await checkOriginals(at.deps)).toEqual({ total: 2, broken: [] })
    const exported = await Array.fromAsync(originalsOf(at.db))
    expect(exported.map(originalKey).toSorted()).toEqual(keys.toSorted())
    expect(await Array.fromAsync(originalRows(at.db))).toHaveLength(3)
    // One answer less has it; the other still does.
    await at.add([], { removed: [second.id] })
    collecting.clock = fixedClock(now + 1)
    await collectFiles(collecting)
    expect(await at.storage.exists(originalKey(second))).toBe(true)
    await deleteExpiredBookings(collecting, Date.parse('2027-01-01'), 10)
    expect(await at.rows()).toEqual([])
    collecting.clock = fixedClock(now + 2)
    expect(await collectFiles(collecting)).toMatchObject({ quarantined: 2 })
    for (const key of keys) {
      expect(await at.storage.exists(key)).toBe(false)
      expect(await at.storage.exists(quarantineKey(key, now))).toBe(true)
    }
  })

  test('are in a bucket, too, and a lost one is named by the check', async () => {
    const at = await open((await openDb()).db, () =>
      s3Storage({ ...s3.settings, prefix: `answers-${store}/` }),
    )
    await at.add(['dress-0.jpg'])
    const [row] = await at.rows()
    if (!row) throw new Error('There is no photo.')
    expect(await at.storage.size(originalKey(row))).toBe(Number(row.bytes))
    await at.storage.delete(originalKey(row))
    const { broken } = await checkOriginals(at.deps)
    expect(broken).toMatchObject([{ key: originalKey(row), problem: 'missing' }])
  })

  test('can’t be changed after the session began', async () => {
    const at = await open((await openDb()).db)
    const late = { ...at.deps, clock: fixedClock(Date.parse('2026-12-05T15:30:00Z') + DAY) }
    await saveClientPhotos(late, await at.read(at.id), {
      ...{ isMore: false, removed: [] },
      files: [{ field: 'question.q2', name: 'a.jpg', path: files['dress-0.jpg'] ?? '', isTooLarge: false }],
    })
    expect(await at.rows()).toEqual([])
  })
})
