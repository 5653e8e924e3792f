import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { downloadFileKey, originalKey } from '~/domains/photos/stored-files'
import { fixedClock } from '~/platform/clock'
import { sha256 } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto } from '../../../test/support/factories'
import { objectStore } from '../../../test/support/object-store'
import { quickImaging } from '../../../test/support/quick-imaging'
import { putTestSettings } from '../../../test/support/settings'
import { type CollectingDeps, collectFiles } from './collection.server'
import { answerStop, listStops } from './stopped-cleanups.server'

const DAY = 86_400_000
const author = { uid: 'u1', name: 'Dorian Ellis' }

describeOnBothEngines('a cleanup that would take too much', (open) => {
  let deps: CollectingDeps & { clock: ReturnType<typeof fixedClock> }
  beforeEach(async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-22T10:00:00Z')
    deps = {
      ...{ db, clock, imaging: quickImaging, log: pino({ level: 'silent' }) },
      storage: objectStore(() => clock.now()),
      config: { siteUrl: 'https://photos.example.com', dataDir: '/no/such/folder' },
    }
    await putTestSettings(db)
  })

  const photos = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => ({ sha256: sha256(`${n + from}`), format: 'jpeg' }))
  const put = async (keys: string[]) => {
    for (const key of keys) await deps.storage.put(key, Buffer.from('abc'))
  }
  const keys = (prefix = '') => Array.fromAsync(deps.storage.list(prefix))
  const emails = async () =>
    (await deps.db.selectFrom('outbox').select('subject').execute()).map(({ subject }) => subject)
  const later = (days: number) => {
    deps.clock.advance(days * DAY + 1)
    return collectFiles(deps)
  }

  test('takes nothing, emails the owner once, and runs when the owner allows it', async () => {
    const stray = photos(60).map(originalKey)
    await put(stray)
    expect((await later(1)).quarantined).toBe(0)
    expect((await later(1)).quarantined).toBe(0)
    expect(await keys()).toEqual(stray.toSorted())
    expect(await emails()).toEqual(['Cleanup stopped and needs your decision'])
    const [stop] = await listStops(deps)
    expect(stop).toMatchObject({ what: 'originals', found: 60, total: 60, isAnswered: false })

    const answer = { prefix: 'originals/', found: 60, isAllowed: true }
    expect(await answerStop({ ...deps, author }, { ...answer, found: 59 })).toMatchObject({ ok: false })
    expect(await answerStop({ ...deps, author }, answer)).toEqual({ ok: true })
    // A run in progress doesn't use up the answer.
    expect(await answerStop({ ...deps, author }, answer)).toEqual({ ok: true })
    const asked = await deps.db
      .selectFrom('jobs')
      .select('kind')
      .where('kind', '=', 'collect-files')
      .where('unique_key', 'is', null)
      .execute()
    expect(asked).toHaveLength(2)
    expect((await collectFiles(deps)).quarantined).toBe(60)
    expect(await keys('originals/')).toEqual([])
    expect(await listStops(deps)).toEqual([])
    expect(await emails()).toHaveLength(1)
  })

  test('stops again when it finds more than the owner allowed', async () => {
    await put(photos(60).map(originalKey))
    await later(1)
    await answerStop({ ...deps, author }, { prefix: 'originals/', found: 60, isAllowed: true })
    await put(photos(10, 60).map(originalKey))
    expect((await later(1)).quarantined).toBe(0)
    expect(await listStops(deps)).toMatchObject([{ found: 70, isAnswered: false }])
    expect(await emails()).toHaveLength(2)
  })

  test('resumes when the cause is fixed', async () => {
    const all = photos(60)
    await put(all.map(originalKey))
    await later(1)
    for (const photo of all.slice(0, 55)) await makePhoto(deps.db, { ...photo, bytes: 3 })
    await answerStop({ ...deps, author }, { prefix: 'originals/', found: 60, isAllowed: false })
    expect((await collectFiles(deps)).quarantined).toBe(5)
    expect(await listStops(deps)).toEqual([])
    expect(await keys('originals/')).toHaveLength(55)
  })

  test('stops above 5 % of many files, not at 5 %', async () => {
    const known = photos(1_140)
    for (const photo of known) {
      await makePhoto(deps.db, { ...photo, bytes: 3, media_hash: photo.sha256.slice(0, 20) })
      await deps.storage.put(originalKey(photo), Buffer.from('abc'))
    }
    await put(photos(60, 5_000).map(originalKey))
    expect((await later(1)).quarantined).toBe(60)
    await put(photos(61, 6_000).map(originalKey))
    expect((await later(2)).quarantined).toBe(0)
    expect(await listStops(deps)).toMatchObject([{ found: 61, total: 1_201 }])
  }, 90_000)

  test('counts download files separately', async () => {
    await put(
      photos(40).flatMap((photo) => [
        originalKey(photo),
        downloadFileKey(photo, { size: 'web', recipe: '1' }),
      ]),
    )
    await put(photos(20).map((photo) => downloadFileKey(photo, { size: 'print', recipe: '1' })))
    expect((await later(1)).quarantined).toBe(40)
    expect(await listStops(deps)).toMatchObject([{ what: 'download-files', found: 60 }])
    expect(await keys('download-files/')).toHaveLength(60)
    expect(await keys('quarantine/')).toHaveLength(40)
  })

  test('applies to the quarantine: files are deleted after 30 days, unless too many at once', async () => {
    const notes = 'quarantine/2026-01-01/notes.txt'
    await put([...photos(30).map(originalKey), notes])
    expect((await later(1)).quarantined).toBe(30)
    await later(29)
    expect(await keys('quarantine/')).toHaveLength(31)
    await later(2)
    expect(await keys('quarantine/')).toEqual([notes])

    for (const from of [100, 200, 300]) {
      await put(photos(30, from).map(originalKey))
      deps.clock.advance(3_600_000)
      await later(1)
    }
    await later(40)
    expect(await keys('quarantine/')).toHaveLength(91)
    expect(await listStops(deps)).toMatchObject([{ what: 'quarantine', found: 90 }])
    await answerStop({ ...deps, author }, { prefix: 'quarantine/', found: 90, isAllowed: true })
    await collectFiles(deps)
    expect(await keys('quarantine/')).toEqual([notes])
    expect(await listStops(deps)).toEqual([])
  })
})
