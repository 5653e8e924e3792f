import { expect, test, vi } from 'vitest'
import { describeOnBothEngines } from '../../test/support/database'
import { takeLease } from './leases.server'

const log = { warn: vi.fn() }
const START = 1_800_000_000_000
const HOUR_MS = 3_600_000

describeOnBothEngines('a lease', (open) => {
  const setUp = async () => {
    const { db } = await open()
    const clock = { at: START, now: () => clock.at }
    const take = (signal: AbortSignal, letGo = () => {}) =>
      takeLease({ db, clock, log }, 'upload 1', { signal, letGo })
    const wait = () => new AbortController()
    return { db, clock, take, wait }
  }

  test('is one request’s at a time, which is asked to end', async () => {
    const { take, wait } = await setUp()
    const asked = vi.fn()
    const first = await take(wait().signal, () => {
      asked()
      void first?.end()
    })
    expect(first).toBeDefined()
    const second = await take(wait().signal)
    expect(second).toBeDefined()
    expect(asked).toHaveBeenCalledOnce()
    // The former one ends only its own.
    await first?.end()
    const patience = wait()
    const third = take(patience.signal)
    patience.abort()
    expect(await third).toBeUndefined()
    await second?.end()
    expect(await take(wait().signal)).toBeDefined()
  })

  test.each([
    ['its process died', 7_000],
    ['the clock was set back', -HOUR_MS],
  ])('is free some seconds after %s', async (_, ms) => {
    const { clock, take, wait, db } = await setUp()
    await take(wait().signal)
    // What its process would have extended.
    const { until } = await db.selectFrom('leases').select('until').executeTakeFirstOrThrow()
    expect(until).toBe(START + 6_000)
    clock.at += ms
    expect(await take(wait().signal)).toBeDefined()
  })
})
