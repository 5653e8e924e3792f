import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { fixedClock, systemClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { HopelessJob, type JobHandlers, jobHandler } from './handlers'
import { claimJob, enqueue, enqueueAll } from './queue.server'
import { retryDelay, startWorker, type WorkerOptions } from './worker.server'

const log = pino({ level: 'silent' })

function work(db: Db, handlers: JobHandlers, options: Partial<WorkerOptions> = {}) {
  const worker = startWorker({ db, clock: systemClock, log, handlers, pollMs: 20, ...options })
  onTestFinished(() => worker.stop())
  return worker
}

const HOUR_MS = 3_600_000

/** Generous, since other tests may slow down the machine. */
const soon = { timeout: 60_000, interval: 20 }
const jobs = (db: Db) => db.selectFrom('jobs').selectAll().execute()
const emptied = (db: Db) => vi.waitFor(async () => expect(await jobs(db)).toEqual([]), soon)

describeOnBothEngines('a job worker', (open, engine) => {
  test('four workers run each of 200 jobs exactly once', async () => {
    const { db } = await open()
    const runs = new Map<number, number>()
    const count = jobHandler(z.number(), async (n) => {
      runs.set(n, (runs.get(n) ?? 0) + 1)
    })
    await enqueueAll(
      { db, clock: systemClock },
      Array.from({ length: 200 }, (_, n) => ({ kind: 'count', payload: n })),
    )
    for (let n = 0; n < 4; n++) work(db, { count }, { concurrency: 3 })
    await emptied(db)
    expect([...runs.values()]).toEqual(Array(200).fill(1))
  })

  test('never run a job of a rolled back transaction', async () => {
    const { db } = await open()
    const ran: string[] = []
    const abandoned = db.transaction().execute(async (tx) => {
      await enqueue({ db: tx, clock: systemClock }, { kind: 'note', payload: 'abandoned' })
      throw new Error('changed my mind')
    })
    await expect(abandoned).rejects.toThrow('changed my mind')
    await enqueue({ db, clock: systemClock }, { kind: 'note', payload: 'kept' })
    work(db, { note: jobHandler(z.string(), async (what) => void ran.push(what)) })
    await emptied(db)
    expect(ran).toEqual(['kept'])
  })

  test('run a job of a dead worker again when its claim has expired, and not before', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    await enqueue({ db, clock }, { kind: 'note', payload: 'x' })
    const dead = { kinds: ['note'], claimedBy: 'a worker that dies', leaseMs: 60_000 }
    expect(await claimJob(db, { ...dead, now: clock.now() })).toMatchObject({ kind: 'note', attempt: 1 })

    const attempts: number[] = []
    const note = { run: async (_: unknown, job: { attempt: number }) => void attempts.push(job.attempt) }
    const worker = work(db, { note }, { clock })
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(attempts).toEqual([])
    clock.advance(60_000)
    worker.wake()
    await emptied(db)
    expect(attempts).toEqual([2])
  })

  test.each([
    ['an hour', 3_600_000],
    ['a day', 86_400_000],
  ])('run the job of a dead worker after the clock was set back or forward by %s', async (_, ms) => {
    const { db } = await open()
    const now = Date.parse('2026-11-20T12:00:00Z')
    const claim = (at: number) =>
      claimJob(db, { kinds: ['note'], claimedBy: 'a worker that dies', leaseMs: 60_000, now: at })
    await enqueue({ db, clock: fixedClock(now - 2 * ms) }, { kind: 'note', payload: 'x' })
    expect(await claim(now)).toMatchObject({ attempt: 1 })
    // Clocks of instances may differ by some seconds.
    for (const skew of [-30_000, 0, 30_000]) expect(await claim(now + skew)).toBeUndefined()
    expect(await claim(now - ms)).toMatchObject({ attempt: 2 })
    expect(await claim(now - ms)).toBeUndefined()
    expect(await claim(now + ms)).toMatchObject({ attempt: 3 })
  })

  test('keep a long job’s claim while it runs', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const done = Promise.withResolvers<void>()
    const run = vi.fn(() => done.promise)
    await enqueue({ db, clock }, { kind: 'slow', payload: null })
    for (let n = 0; n < 2; n++) work(db, { slow: { run } }, { clock, leaseMs: 150 })
    await vi.waitFor(() => expect(run).toHaveBeenCalled(), soon)
    for (let n = 0; n < 4; n++) {
      clock.advance(140)
      await vi.waitFor(async () => expect((await jobs(db))[0]?.claimed_until).toBe(clock.now() + 150), soon)
    }
    done.resolve()
    await emptied(db)
    expect(run).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['ahead by an hour', HOUR_MS],
    ['ahead by a day', 24 * HOUR_MS],
    ['back by an hour', -HOUR_MS],
    ['back by a day', -24 * HOUR_MS],
  ])('run each job once, and without delay, when the clock is set %s', async (_, change) => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const done = Promise.withResolvers<void>()
    const run = vi.fn(() => done.promise)
    const next = vi.fn(async () => {})
    await enqueue({ db, clock }, { kind: 'slow', payload: null })
    work(db, { slow: { run } }, { clock })
    await vi.waitFor(() => expect(run).toHaveBeenCalled(), soon)
    await enqueue({ db, clock }, { kind: 'next', payload: null })
    clock.advance(change)
    // This one runs after the first worker could have claimed its job again.
    await enqueue({ db, clock }, { kind: 'slow', payload: null })
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), soon)
    work(db, { next: { run: next } }, { clock })
    await vi.waitFor(() => expect(next).toHaveBeenCalledOnce(), soon)
    expect(run).toHaveBeenCalledTimes(2)
    done.resolve()
    await emptied(db)
    expect(run).toHaveBeenCalledTimes(2)
    expect(next).toHaveBeenCalledOnce()
  })

  test('retries a failed job, and marks it as failed after its last attempt, with the reason', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const attempts: [number, boolean][] = []
    const worker = work(
      db,
      {
        broken: {
          maxAttempts: 3,
          run: async (_, job) => {
            attempts.push([job.attempt, job.isLastAttempt])
            throw new Error('the disk is full')
          },
        },
      },
      { clock },
    )
    await enqueue({ db, clock }, { kind: 'broken', payload: null })
    for (const attempt of [1, 2, 3]) {
      await vi.waitFor(() => expect(attempts).toHaveLength(attempt), soon)
      const [row] = await vi.waitFor(async () => {
        const rows = await jobs(db)
        expect(rows[0]?.claimed_by).toBeNull()
        return rows
      }, soon)
      expect(row?.last_error).toBe('the disk is full')
      if (attempt === 3) expect(row?.failed_at).toBe(clock.now())
      else expect(row?.run_at).toBeGreaterThan(clock.now())
      clock.advance(3_600_000)
      worker.wake()
    }
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
  })

  test('fail a job that kills its worker every time', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    await enqueue({ db, clock }, { kind: 'deadly', payload: null })
    for (let n = 0; n < 2; n++) {
      await claimJob(db, { kinds: ['deadly'], claimedBy: `dead ${n}`, now: clock.now(), leaseMs: 1_000 })
      clock.advance(1_000)
    }
    const run = vi.fn(async () => {})
    work(db, { deadly: { maxAttempts: 2, run } }, { clock })
    await vi.waitFor(async () => expect((await jobs(db))[0]?.failed_at).toBe(clock.now()), soon)
    expect(run).not.toHaveBeenCalled()
  })

  test('marks a job as failed at once when retrying is useless, with the reason', async () => {
    const { db } = await open()
    await enqueue({ db, clock: systemClock }, { kind: 'hopeless', payload: null })
    const run = vi.fn(async () => {
      throw new HopelessJob('no such photograph')
    })
    work(db, { hopeless: { run } })
    await vi.waitFor(
      async () =>
        expect(await jobs(db)).toMatchObject([
          { last_error: 'no such photograph', failed_at: expect.any(Number) },
        ]),
      soon,
    )
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('run urgent jobs first, then the oldest, and none before its time', async () => {
    const { db } = await open()
    const clock = fixedClock(1_000_000)
    await enqueueAll({ db, clock }, [
      { kind: 'note', payload: 'later', runAt: 2_000_000 },
      { kind: 'note', payload: 'second', runAt: 900_000 },
      { kind: 'note', payload: 'third', runAt: 950_000 },
      { kind: 'note', payload: 'first', priority: 5 },
      { kind: 'other', payload: 'nobody’s', priority: 9 },
    ])
    const ran: string[] = []
    work(db, { note: jobHandler(z.string(), async (what) => void ran.push(what)) }, { clock, concurrency: 1 })
    await vi.waitFor(async () => expect(await jobs(db)).toHaveLength(2), soon)
    expect(ran).toEqual(['first', 'second', 'third'])
  })

  test('one with lower precedence waits while the other is busy, and resumes afterwards', async () => {
    const { db } = await open()
    const done: string[] = []
    const held = Promise.withResolvers<void>()
    const first = work(db, {
      first: jobHandler(z.string(), async (what) => {
        await held.promise
        done.push(what)
      }),
    })
    await enqueue({ db, clock: systemClock }, { kind: 'first', payload: 'first' })
    await vi.waitFor(() => expect(first.isBusy()).toBe(true), soon)
    const note = jobHandler(z.string(), async (what) => void done.push(what))
    const behind = work(db, { note }, { behind: first })
    await enqueue({ db, clock: systemClock }, { kind: 'note', payload: 'behind', priority: 9 })
    await sleep(200)
    expect(done).toEqual([])
    expect(behind.isHealthy()).toBe(true)
    held.resolve()
    await emptied(db)
    expect(done).toEqual(['first', 'behind'])
  })

  test('run one job at a time even if an urgent worker is always busy', async () => {
    const { db } = await open()
    let running = 0
    let most = 0
    const note = jobHandler(z.number(), async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(10)
      running -= 1
    })
    await enqueueAll(
      { db, clock: systemClock },
      Array.from({ length: 6 }, (_, n) => ({ kind: 'note', payload: n })),
    )
    work(db, { note }, { behind: { isBusy: () => true }, patienceMs: 100, concurrency: 3 })
    await emptied(db)
    expect(most).toBe(1)
  })

  test('keep one waiting job per key, and start it over if it has failed', async () => {
    const { db } = await open()
    const clock = fixedClock(1_000_000)
    const job = { kind: 'note', payload: 1, uniqueKey: 'note:1' }
    await enqueue({ db, clock }, job)
    await enqueue({ db, clock }, { ...job, payload: 2 })
    expect(await jobs(db)).toMatchObject([{ payload: '1' }])
    await db.updateTable('jobs').set({ failed_at: 1_000_000, attempts: 10, last_error: 'no' }).execute()
    await enqueue({ db, clock }, { ...job, payload: 3 })
    expect(await jobs(db)).toMatchObject([{ payload: '3', failed_at: null, attempts: 0, last_error: null }])
  })

  test('wait for running jobs when stopped', async () => {
    const { db } = await open()
    let done = false
    const begun = Promise.withResolvers<void>()
    const slow = {
      run: async () => {
        begun.resolve()
        await new Promise((resolve) => setTimeout(resolve, 200))
        done = true
      },
    }
    await enqueue({ db, clock: systemClock }, { kind: 'slow', payload: null })
    const worker = work(db, { slow })
    expect(worker.isHealthy()).toBe(true)
    await begun.promise
    await worker.stop()
    expect(done).toBe(true)
    expect(await jobs(db)).toEqual([])
    expect(worker.isHealthy()).toBe(false)
  })

  test('requeue a job that obeys the stop signal as if it had never been claimed', async () => {
    const { db } = await open()
    const begun = Promise.withResolvers<void>()
    const endless: JobHandlers[string] = {
      run: (_, { signal }) =>
        new Promise((_, reject) => {
          begun.resolve()
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    }
    await enqueue({ db, clock: systemClock }, { kind: 'endless', payload: null })
    const worker = work(db, { endless }, { drainMs: 50 })
    await begun.promise
    await worker.stop()
    expect(await jobs(db)).toMatchObject([
      { claimed_by: null, claimed_until: null, attempts: 0, failed_at: null },
    ])
  })

  if (engine === 'postgres')
    test('share the jobs over several connections', async () => {
      const { db, where } = await open()
      const { openDatabase } = await import('~/platform/db/database.server')
      const other = openDatabase(where)
      onTestFinished(() => other.destroy())
      await enqueueAll(
        { db, clock: systemClock },
        Array.from({ length: 60 }, (_, n) => ({ kind: 'count', payload: n })),
      )
      const runs: number[] = []
      const count = jobHandler(z.number(), async (n) => void runs.push(n))
      work(db, { count }, { concurrency: 5 })
      work(other, { count }, { concurrency: 5 })
      await emptied(db)
      expect(runs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n))
    })
})

const attempt = fc.integer({ min: 1, max: 60 })
const random = fc.double({ min: 0, max: 1, noNaN: true })

test('the wait grows, varies by at most a fifth, and never exceeds 72 minutes', () => {
  fc.assert(
    fc.property(attempt, random, (n, r) => {
      const middle = retryDelay(n, 0.5)
      const wait = retryDelay(n, r)
      expect(wait).toBeGreaterThanOrEqual(Math.floor(middle * 0.8))
      expect(wait).toBeLessThanOrEqual(Math.ceil(middle * 1.2))
      expect(wait).toBeLessThanOrEqual(72 * 60_000)
      expect(retryDelay(n + 1, r)).toBeGreaterThanOrEqual(wait)
    }),
  )
})

test('the first wait is about five seconds', () => {
  expect(retryDelay(1, 0.5)).toBe(5_000)
  expect(retryDelay(2, 0.5)).toBe(10_000)
})
