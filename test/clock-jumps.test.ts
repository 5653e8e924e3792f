import { expect, onTestFinished, test, vi } from 'vitest'
import { DAILY_BACKUP } from '~/domains/backup/backups/model'
import { listBackups, runDaily } from '~/domains/backup/backups/runs.server'
import { listNames } from '~/domains/backup/backups/target.server'
import { listPosts, readPost } from '~/domains/blog/operations.server'
import { findHold, holdStart } from '~/domains/booking/reservations/holds.server'
import { readActor } from '~/platform/auth/session.server'
import { fixedClock } from '~/platform/clock'
import { createLogger } from '~/platform/logging.server'
import { accountDeps, enter } from './support/accounts'
import { backupSite } from './support/backup-site'
import { describeOnBothEngines } from './support/database'
import { makePost } from './support/factories'
import { ask, offerOf, openStudio } from './support/open-studio'
import { putTestSettings } from './support/settings'

const HOUR_MS = 3_600_000
const START = Date.parse('2026-12-05T15:30:00Z')

/** Jobs and leases have such tests of their own. */
describeOnBothEngines('when the clock is set', (open) => {
  const everyJump = test.each([
    ['ahead by an hour', HOUR_MS],
    ['ahead by a day', 24 * HOUR_MS],
    ['back by an hour', -HOUR_MS],
    ['back by a day', -24 * HOUR_MS],
  ])

  everyJump('%s, a time that is on hold goes to one visitor, who has its booking', async (_, jump) => {
    const clock = fixedClock('2026-11-20T15:00:00Z')
    const deps = { ...(await openStudio((await open()).db)), clock }
    const held = { offer: await offerOf(deps), startsAt: START, visitor: 'first', network: '192.0.2.1' }
    expect(await holdStart(deps, held)).toMatchObject({ ok: true })
    clock.advance(jump)
    // Ahead, it has expired.
    expect((await findHold(deps, 'first')) === undefined).toBe(jump > 0)
    const visitors = ['second', 'first', 'third']
    const answers = await Promise.all(
      visitors.map((visitor) => ask(deps, START, { visitor, email: `${visitor}@example.com` })),
    )
    const winners = visitors.filter((_, index) => answers[index]?.ok)
    expect(winners).toHaveLength(1)
    if (jump < 0) expect(winners).toEqual(['first'])
    const stored = () => deps.db.selectFrom('bookings').select(['email', 'session_date']).execute()
    const booked = [{ email: `${winners[0]}@example.com`, session_date: START }]
    expect(await stored()).toEqual(booked)
    clock.advance(-jump)
    expect(await ask(deps, START, { visitor: 'fourth', email: 'fourth@example.com' })).toMatchObject({
      ok: false,
    })
    expect(await stored()).toEqual(booked)
  })

  everyJump('%s and again as it was, people stay signed in', async (_, jump) => {
    const deps = await accountDeps((await open()).db)
    const { request, actor } = await enter(deps)
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    for (const now of [deps.clock.now() + jump, deps.clock.now()]) {
      vi.setSystemTime(now)
      expect(await readActor(deps, request)).toMatchObject({ kind: 'person', uid: actor.uid })
    }
  })

  everyJump('%s and again as it was, a scheduled post is shown by the time that it says', async (_, jump) => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T15:00:00Z')
    await makePost(db, { slug: 'scheduled', published_at: clock.now() + HOUR_MS / 2 })
    await makePost(db, { slug: 'out', published_at: clock.now() - HOUR_MS / 2 })
    const shown = async () => {
      const slugs = (await listPosts({ db, clock })).posts.map(({ slug }) => slug)
      for (const slug of ['scheduled', 'out'])
        expect((await readPost({ db, clock }, slug)) !== undefined, slug).toBe(slugs.includes(slug))
      return slugs
    }
    const before = ['out']
    expect(await shown()).toEqual(before)
    clock.advance(jump)
    expect(await shown()).toEqual(jump > 0 ? ['scheduled', 'out'] : [])
    clock.advance(-jump)
    expect(await shown()).toEqual(before)
  })

  test('by an hour or a day, back or ahead, backups are made, verified and kept', async () => {
    const site = { ...(await backupSite(await open())), log: createLogger('silent') }
    await site.db.deleteFrom('backup_runs').execute()
    const changes = [0, HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -48 * HOUR_MS, 24 * HOUR_MS]
    for (const change of changes) {
      site.clock.advance(change + 60_000)
      await runDaily(site, new AbortController().signal)
      // The next one, by the clock as it is.
      const jobs = await site.db
        .selectFrom('jobs')
        .select('run_at')
        .where('kind', '=', DAILY_BACKUP)
        .where('run_at', '>', site.clock.now())
        .execute()
      const next = Math.min(...jobs.map(({ run_at }) => run_at))
      expect(next - site.clock.now()).toBeLessThanOrEqual(24 * HOUR_MS)
    }
    const { runs } = await listBackups(site)
    expect(runs.map(({ state }) => state)).toEqual(changes.map(() => 'verified'))
    const names = await listNames(site.target)
    expect(names.toSorted()).toEqual(runs.map(({ name }) => name).toSorted())
  })
})
