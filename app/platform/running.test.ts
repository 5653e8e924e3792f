import { expect, onTestFinished, test, vi } from 'vitest'
import { describeOnBothEngines } from '../../test/support/database'
import { beginRun } from './running.server'

describeOnBothEngines('what may not run at the same time', (open) => {
  const setUp = async () => {
    const { db } = await open()
    const clock = { at: 1_800_000_000_000, now: () => clock.at }
    const begin = async (what: 'site' | 'move') => {
      const run = await beginRun({ db, clock, log: { warn: vi.fn() } }, what, { beatMs: 20 })
      onTestFinished(() => run?.end())
      return run
    }
    return { db, clock, begin }
  }

  test('is refused while the other runs, whatever the clocks say', async () => {
    const { begin, clock } = await setUp()
    const [one, two] = [await begin('site'), await begin('site')]
    expect([one, two]).not.toContain(undefined)
    for (const hours of [0, 3, -5]) {
      clock.at += hours * 3_600_000
      expect(await begin('move')).toBeUndefined()
    }
    await one?.end()
    expect(await begin('move')).toBeUndefined()
    await two?.end()
    const move = await begin('move')
    expect(await move?.isDisturbed()).toBe(false)
    expect(await begin('site')).toBeUndefined()
    expect(await begin('move')).toBeUndefined()
    await move?.end()
    expect(await begin('site')).toBeDefined()
  })

  test('of two that begin at once, at most one runs', async () => {
    const { begin } = await setUp()
    const runs = await Promise.all([begin('site'), begin('move')])
    expect(runs.filter((run) => run !== undefined).length).toBeLessThan(2)
  })

  test('can run after the other has died, which is noticed if it comes back', async () => {
    const { begin, db } = await setUp()
    await db
      .insertInto('leases')
      .values({ name: 'running/site/dead', holder: 'dead', until: 2_900_000_000_000, is_wanted: 0 })
      .execute()
    const move = await begin('move')
    expect(await move?.isDisturbed()).toBe(false)
    await db
      .insertInto('leases')
      .values({ name: 'running/site/dead', holder: 'dead', until: 2_900_000_000_001, is_wanted: 0 })
      .execute()
    expect(await move?.isDisturbed()).toBe(true)
  })
})
