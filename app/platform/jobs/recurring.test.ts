import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../test/support/database'
import { enqueueAtStart, enqueueNext, nextTurn } from './recurring.server'

const HOUR = 3_600_000
const DAY = 24 * HOUR

test('the next run is after an instant, and never at that instant', () => {
  const at = (iso: string, rhythm: Parameters<typeof nextTurn>[1]) =>
    new Date(nextTurn(Date.parse(iso), rhythm)).toISOString()
  expect(at('2026-11-20T15:00:00Z', { everyMs: HOUR })).toBe('2026-11-20T16:00:00.000Z')
  expect(at('2026-11-20T07:59:59Z', { everyMs: DAY, afterMs: 8 * HOUR })).toBe('2026-11-20T08:00:00.000Z')
  expect(at('2026-11-20T08:00:00Z', { everyMs: DAY, afterMs: 8 * HOUR })).toBe('2026-11-21T08:00:00.000Z')
  const everyMs = fc.integer({ min: 1, max: DAY })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), everyMs, fc.nat(DAY), (now, every, afterMs) => {
      const next = nextTurn(now, { everyMs: every, afterMs })
      expect(next).toBeGreaterThan(now)
      expect(next - now).toBeLessThanOrEqual(every)
      expect(Math.abs((next - afterMs) % every)).toBe(0)
    }),
  )
})

describeOnBothEngines('what is done again and again', (open) => {
  test('is queued once for each run and subject, however often it is requested', async () => {
    const { db } = await open()
    let now = 10 * HOUR
    const deps = { db, clock: { now: () => now } }
    const of = (id: string) => ({ kind: 'look', about: { id, payload: { id } } })
    for (const job of [{ kind: 'look' }, { kind: 'look' }, of('a'), of('a'), of('b')])
      await enqueueNext(deps, job, { everyMs: HOUR })
    await enqueueAtStart(deps, { kind: 'look' })
    await enqueueAtStart(deps, { kind: 'look' })
    now += HOUR
    await enqueueNext(deps, { kind: 'look' }, { everyMs: HOUR })
    const rows = await db.selectFrom('jobs').select(['run_at', 'payload']).orderBy('id').execute()
    expect(rows.map((row) => [row.run_at / HOUR, row.payload])).toEqual([
      [11, '{}'],
      [11, '{"id":"a"}'],
      [11, '{"id":"b"}'],
      [10, '{}'],
      [12, '{}'],
    ])
  })
})
