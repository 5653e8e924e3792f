import { expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { transact } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { localNetwork } from '../../../../test/support/local-network'
import { putTestSettings } from '../../../../test/support/settings'
import type { SessionRules } from '../availability/model'
import { selectCalendar } from '../availability/store.server'
import { EVERY_MS, SYNC_EXTERNAL_CALENDAR } from './model'
import {
  addExternalCalendar,
  listExternalCalendars,
  removeExternalCalendar,
  scheduleSync,
  syncExternalCalendar,
  syncInTurn,
} from './operations.server'

const config = { siteUrl: 'https://studio.example.com', secret: 'a secret of tests' }
const author = { uid: 'u', name: 'Owner' }
/** A session type without restrictions. */
const RULES: SessionRules = {
  sessionType: 'type',
  place: 'place',
  minutes: 60,
  minutesBefore: 0,
  minutesAfter: 0,
  minimumNoticeHours: 0,
  bookingWindowDays: 365,
  dailyLimit: null,
  starts: { kind: 'interval', minutes: 60 },
}

const NOW = Date.parse('2026-11-21T12:00:00Z')

const fileAt = (hour: number) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:a',
    `DTSTART:20261205T${hour}0000Z`,
    'DURATION:PT1H',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

describeOnBothEngines('external calendars', (open) => {
  async function subscribed() {
    const { db } = await open()
    await putTestSettings(db)
    const served = {
      status: 200,
      text: fileAt(15),
      headers: { ETag: '"1"' } as Record<string, string>,
      asked: 0,
    }
    const world = await localNetwork((request, response) => {
      served.asked += 1
      const isKnown = request.headers['if-none-match'] === served.headers.ETag
      response.writeHead(isKnown ? 304 : served.status, served.headers).end(isKnown ? '' : served.text)
    })
    onTestFinished(world.close)
    const clock = fixedClock(NOW)
    const deps = { db, clock, config, author }
    const url = world.at('/secret-path.ics').replace('https:', 'webcal:')
    const added = await addExternalCalendar(deps, { title: ' Family ', url })
    if (!added.ok) throw new Error(added.reason)
    const busy = async () => {
      const stretch = { resourceId: 'default', resourceNumber: 1, rules: RULES, zone: 'America/New_York' }
      const dates = { firstDate: '2026-12-05', lastDate: '2026-12-05', now: clock.now() }
      const calendar = await transact(db, (tx) => selectCalendar(tx, { ...stretch, ...dates }))
      return calendar.busy.map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 13))
    }
    const read = () => syncExternalCalendar(deps, added.id, world.network)
    return { db, clock, deps, served, world, id: added.id, busy, read }
  }

  test('their busy times are not offered; a change replaces them, a removal frees them', async () => {
    const { deps, served, id, busy, read } = await subscribed()
    expect(await busy()).toEqual([])
    expect(await read()).toEqual({ ok: true })
    expect(await busy()).toEqual(['2026-12-05T15'])
    served.text = fileAt(18)
    expect(await read()).toEqual({ ok: true })
    expect(await busy()).toEqual(['2026-12-05T15'])
    served.headers = { ETag: '"2"' }
    expect(await read()).toEqual({ ok: true })
    expect(await busy()).toEqual(['2026-12-05T18'])
    expect(await removeExternalCalendar(deps, id)).toBe(true)
    expect(await removeExternalCalendar(deps, id)).toBe(false)
    expect(await busy()).toEqual([])
    expect(await read()).toEqual({ ok: false, reason: 'missing' })
  })

  test('is read whole once a day even if it is the same', async () => {
    const { db, clock, served, busy, read } = await subscribed()
    await read()
    await db.deleteFrom('external_busy').execute()
    await read()
    expect([served.asked, await busy()]).toEqual([2, []])
    clock.advance(86_400_000)
    await read()
    expect(await busy()).toEqual(['2026-12-05T15'])
  })

  test('keeps the previous events when it can’t be read, and reports why', async () => {
    const { clock, db, deps, served, busy, read } = await subscribed()
    await read()
    clock.advance(EVERY_MS)
    served.headers = {}
    for (const [status, text, why] of [
      [500, '', /error \(500\)/],
      [403, '', /refused access/],
      [200, '<html>Log in</html>', /isn’t a calendar/],
    ] as const) {
      Object.assign(served, { status, text })
      expect(await read()).toMatchObject({
        ok: false,
        reason: 'failed',
        sentence: expect.stringMatching(why),
      })
      expect(await busy()).toEqual(['2026-12-05T15'])
      const [shown] = await listExternalCalendars({ db })
      expect(shown).toMatchObject({ fetchedAt: NOW, read: 'Nov 21, 2026, 7 AM EST' })
      expect(shown?.failure).toMatch(why)
    }
    Object.assign(served, { status: 200, text: fileAt(15) })
    await read()
    expect(await listExternalCalendars({ db })).toMatchObject([{ title: 'Family', failure: null }])
    await db.updateTable('external_calendars').set({ url: 'x' }).execute()
    expect(await read()).toMatchObject({ reason: 'failed', sentence: expect.stringMatching(/SECRET/) })
    expect(await syncExternalCalendar({ ...deps, config: { ...config, secret: 'other' } }, 'x')).toEqual({
      ok: false,
      reason: 'missing',
    })
  })

  test('the address lies sealed, and in no audit entry', async () => {
    const { db } = await subscribed()
    const stored = [
      await db.selectFrom('external_calendars').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
      await db.selectFrom('jobs').selectAll().execute(),
    ]
    expect(JSON.stringify(stored)).toContain('Family')
    expect(JSON.stringify(stored)).not.toMatch(/secret-path|calendar\.example/)
  })

  test('is read each quarter of an hour, by one job, until it is removed', async () => {
    const { db, clock, deps, world, id } = await subscribed()
    const due = async () =>
      (
        await db
          .selectFrom('jobs')
          .select('run_at')
          .where('kind', '=', SYNC_EXTERNAL_CALENDAR)
          .orderBy('run_at')
          .execute()
      ).map(({ run_at }) => (run_at - NOW) / EVERY_MS)
    await scheduleSync(deps)
    expect(await due()).toEqual([1])
    clock.advance(EVERY_MS)
    await syncInTurn(deps, id, world.network)
    await syncInTurn(deps, id, world.network)
    expect(await due()).toEqual([1, 2])
    await removeExternalCalendar(deps, id)
    clock.advance(EVERY_MS)
    await syncInTurn(deps, id, world.network)
    expect(await due()).toEqual([1, 2])
  })

  test('refuses an invalid URL, and an eleventh calendar', async () => {
    const { deps } = await subscribed()
    const add = (title: string, url: string) => addExternalCalendar(deps, { title, url })
    for (const url of [
      '',
      'calendar',
      'http://x.example/',
      'file:///x',
      'https://a:b@x.example/',
      'https://\u202ex',
      `https://x.example/${'x'.repeat(2000)}`,
    ])
      expect(await add('Work', url)).toMatchObject({ ok: false, errors: { url: expect.any(String) } })
    for (const title of ['', 'a\u0007b', 'x'.repeat(81)])
      expect(await add(title, 'https://x.example/')).toMatchObject({ errors: { title: expect.any(String) } })
    for (let count = 1; count < 10; count++) expect((await add('Work', 'https://x.example/')).ok).toBe(true)
    expect(await add('Work', 'https://x.example/')).toEqual({ ok: false, reason: 'too-many' })
  })
})
