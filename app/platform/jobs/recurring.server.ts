import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { enqueue, type NewJob } from './queue.server'

interface Deps {
  db: Db
  clock: Clock
}

type Recurring = Pick<NewJob, 'kind' | 'priority'> & {
  /** The record that the job is for. Jobs of one kind for different records are independent. */
  about?: { id: string; payload: unknown }
}

interface Rhythm {
  /** Milliseconds. */
  everyMs: number
  /** Offset in milliseconds from multiples of `everyMs` since 1970 (UTC); 0 by default. */
  afterMs?: number
}

/** The next run after an instant. */
export const nextTurn = (now: number, { everyMs, afterMs = 0 }: Rhythm): number =>
  (Math.floor((now - afterMs) / everyMs) + 1) * everyMs + afterMs

/** Queues one job for an instant, also when requested repeatedly or by several instances. */
export const enqueueAt = (deps: Deps, { kind, about, ...job }: Recurring, runAt: number): Promise<void> =>
  enqueue(deps, {
    ...job,
    kind,
    payload: about?.payload ?? {},
    runAt,
    uniqueKey: about ? `${kind} ${about.id} ${runAt}` : `${kind} ${runAt}`,
  })

/** The same for the next run. A job calls it before its work, so that a failure doesn't end the chain. */
export const enqueueNext = (deps: Deps, job: Recurring, rhythm: Rhythm): Promise<void> =>
  enqueueAt(deps, job, nextTurn(deps.clock.now(), rhythm))

/** Queues a job at startup; one for several instances starting at once. */
export const enqueueAtStart = (deps: Deps, { kind, ...job }: Omit<Recurring, 'about'>): Promise<void> =>
  enqueue(deps, { ...job, kind, payload: {}, uniqueKey: `${kind} at the start` })
