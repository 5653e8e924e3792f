import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { jobSeconds, jobsRun } from '~/platform/metrics.server'
import { HopelessJob, type JobHandlers } from './handlers'
import {
  type ClaimedJob,
  claimJob,
  extendClaim,
  failJob,
  finishJob,
  retryJob,
  returnJob,
} from './queue.server'

const MAX_ATTEMPTS = 10
/** A worker that hasn't polled for this long, in milliseconds, counts as stopped. */
const SILENT_MS = 15_000
/** Pause between polls after a database error, in milliseconds, which also limits log lines. */
const PAUSE_AFTER_ERROR_MS = 2_000
/** Interval in milliseconds at which a worker checks whether one with precedence is still busy. */
const BEHIND_POLL_MS = 50
/** How long a stopping worker waits for handlers that ignore their signal, in milliseconds. */
const STOP_IGNORED_MS = 2_000

export interface Worker {
  /** Polls now instead of waiting for the next poll. */
  wake(): void
  /** Whether jobs are running. */
  isBusy(): boolean
  /** Whether the table was read recently. */
  isHealthy(): boolean
  /** Takes no more jobs and waits for running ones. Unfinished ones are requeued after `drainMs` milliseconds. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  db: Db
  clock: Clock
  log: Logger
  handlers: JobHandlers
  /** Maximum number of simultaneous jobs; 2 by default. */
  concurrency?: number
  /**
   * A worker with urgent jobs. While it is busy, this one starts nothing for `patienceMs`, and then runs one
   * job at a time.
   */
  behind?: Pick<Worker, 'isBusy'>
  /** How long a busy urgent worker may delay this one, in milliseconds. */
  patienceMs?: number
  /**
   * How long a claim is valid without being extended, in milliseconds. A crashed worker's jobs restart after
   * it.
   */
  leaseMs?: number
  pollMs?: number
  drainMs?: number
}

/** Runs jobs of the kinds that it has handlers for, each at least once. Any number of workers may run. */
export function startWorker({
  db,
  clock,
  log,
  handlers,
  concurrency = 2,
  behind,
  patienceMs = 30_000,
  leaseMs = 60_000,
  pollMs = 250,
  drainMs = 10_000,
}: WorkerOptions): Worker {
  const claimedBy = newId()
  const kinds = Object.keys(handlers)
  const running = new Map<Promise<void>, { id: string; controller: AbortController }>()
  const nap = createPause()
  let stopping = false
  let delayedSince: number | undefined
  let lastPollAt = performance.now()
  const looping = loop()

  return {
    wake: nap.end,
    isBusy: () => running.size > 0,
    isHealthy: () => !stopping && performance.now() - lastPollAt < SILENT_MS,
    stop: async () => {
      stopping = true
      nap.end()
      await looping
      const cutOff = setTimeout(() => {
        for (const { controller } of running.values()) controller.abort()
      }, drainMs)
      await Promise.race([
        Promise.all(running.keys()),
        sleep(drainMs + STOP_IGNORED_MS, undefined, { ref: false }),
      ])
      clearTimeout(cutOff)
    },
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      let pause = pollMs
      try {
        while (!stopping && mayBegin()) {
          const ids = Array.from(running.values(), ({ id }) => id)
          const job = await claimJob(db, { kinds, claimedBy, running: ids, now: clock.now(), leaseMs })
          lastPollAt = performance.now()
          if (!job) break
          begin(job)
        }
        if (!mayBegin()) lastPollAt = performance.now()
        if (behind?.isBusy()) pause = Math.min(pause, BEHIND_POLL_MS)
      } catch (error) {
        pause = PAUSE_AFTER_ERROR_MS
        log.error({ err: error }, 'jobs cannot be read')
      }
      if (!stopping) await nap.take(pause)
    }
  }

  function mayBegin(): boolean {
    if (kinds.length === 0 || running.size >= concurrency) return false
    if (!behind?.isBusy()) {
      delayedSince = undefined
      return true
    }
    delayedSince ??= performance.now()
    return running.size === 0 && performance.now() - delayedSince >= patienceMs
  }

  function begin(job: ClaimedJob): void {
    const controller = new AbortController()
    const run = runJob(job, controller).finally(() => {
      running.delete(run)
      nap.end()
    })
    running.set(run, { id: job.id, controller })
  }

  async function runJob(job: ClaimedJob, controller: AbortController): Promise<void> {
    const handler = handlers[job.kind]
    if (!handler) return
    const maxAttempts = handler.maxAttempts ?? MAX_ATTEMPTS
    const jobLog = log.child({ job: job.id, kind: job.kind, attempt: job.attempt })
    const heartbeat = setInterval(() => void beat(job, controller), leaseMs / 3)
    const begun = performance.now()
    try {
      // Attempts are counted at their start, so that a job which kills its worker every time fails eventually.
      if (job.attempt > maxAttempts)
        throw new HopelessJob('The worker stopped each time before the job was done.')
      await handler.run(JSON.parse(job.payload), {
        id: job.id,
        attempt: job.attempt,
        isLastAttempt: job.attempt >= maxAttempts,
        signal: controller.signal,
        log: jobLog,
      })
      await finishJob(db, job)
      jobsRun.add({ kind: job.kind, outcome: 'done' })
    } catch (error) {
      await settleFailure(job, error, maxAttempts, controller.signal, jobLog)
    } finally {
      clearInterval(heartbeat)
      jobSeconds.add({ kind: job.kind }, (performance.now() - begun) / 1_000)
    }
  }

  async function beat(job: ClaimedJob, controller: AbortController): Promise<void> {
    try {
      if (!(await extendClaim(db, job, clock.now() + leaseMs))) controller.abort()
    } catch (error) {
      log.warn({ err: error, job: job.id }, 'a job’s claim cannot be extended')
    }
  }

  async function settleFailure(
    job: ClaimedJob,
    error: unknown,
    maxAttempts: number,
    signal: AbortSignal,
    jobLog: Logger,
  ) {
    try {
      if (signal.aborted) {
        jobsRun.add({ kind: job.kind, outcome: 'returned' })
        return await returnJob(db, job)
      }
      if (error instanceof HopelessJob || job.attempt >= maxAttempts) {
        jobsRun.add({ kind: job.kind, outcome: 'failed' })
        jobLog.error({ err: error }, 'a job has failed for good')
        return await failJob(db, job, messageOf(error), clock.now())
      }
      const delay = retryDelay(job.attempt, Math.random())
      jobsRun.add({ kind: job.kind, outcome: 'retried' })
      jobLog.warn({ err: error, delay }, 'a job has failed and will be tried again')
      await retryJob(db, job, messageOf(error), clock.now() + delay)
    } catch (second) {
      // The claim expires, and the job starts again.
      jobLog.error({ err: second }, 'the outcome of a job can’t be written')
    }
  }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 2_000)

/** An interruptible pause. If `end` is called before `take`, the pause is skipped. */
function createPause(): { take(ms: number): Promise<void>; end(): void } {
  let wakened = false
  let finish: (() => void) | undefined
  return {
    take: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => finish?.(), ms)
        finish = () => {
          clearTimeout(timer)
          finish = undefined
          wakened = false
          resolve()
        }
        if (wakened) finish()
      }),
    end: () => {
      wakened = true
      finish?.()
    },
  }
}

const FIRST_MS = 5_000
const LONGEST_MS = 3_600_000

/**
 * The wait after a failed attempt, in milliseconds: 5 s, doubled each time up to an hour, plus or minus 20%.
 * @param attempt number of the failed attempt, from 1
 * @param random 0 to 1; spreads the waits, so that jobs which failed together don't restart together
 */
export function retryDelay(attempt: number, random: number): number {
  const wait = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS)
  return Math.round(wait * (0.8 + 0.4 * random))
}
