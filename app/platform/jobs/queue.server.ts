import type { Clock } from '~/platform/clock'
import { type Db, lockFreeRows } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'

export interface NewJob {
  kind: string
  /** JSON. Contains ids of rows rather than their content. */
  payload: unknown
  /** Higher runs first; 0 by default. */
  priority?: number
  /** Earliest start, in milliseconds since 1970; now by default. */
  runAt?: number
  /** No second job with this key is added while one waits or runs. A failed one starts over. */
  uniqueKey?: string
}

export interface ClaimedJob {
  id: string
  kind: string
  payload: string
  /** 1 for the first claim. */
  attempt: number
  claimedBy: string
}

/** By how much the clocks of instances may differ at most, in milliseconds. */
const CLOCKS_MS = 300_000

/** Adds a job. In a transaction, the job exists only once it is committed. */
export async function enqueue({ db, clock }: { db: Db; clock: Clock }, job: NewJob): Promise<void> {
  await enqueueAll({ db, clock }, [job])
}

/** Adds many jobs in a few statements. */
export async function enqueueAll({ db, clock }: { db: Db; clock: Clock }, jobs: NewJob[]): Promise<void> {
  const now = clock.now()
  for (const some of inParts(jobs))
    await db
      .insertInto('jobs')
      .values(some.map((job) => newRow(job, now)))
      .onConflict((conflict) =>
        conflict
          .column('unique_key')
          .doUpdateSet((e) => ({
            payload: e.ref('excluded.payload'),
            priority: e.ref('excluded.priority'),
            run_at: e.ref('excluded.run_at'),
            attempts: 0,
            last_error: null,
            failed_at: null,
          }))
          .where('jobs.failed_at', 'is not', null),
      )
      .execute()
}

const newRow = (job: NewJob, now: number): Row<'jobs'> => ({
  id: newId(),
  kind: job.kind,
  payload: JSON.stringify(job.payload),
  priority: job.priority ?? 0,
  run_at: job.runAt ?? now,
  attempts: 0,
  claimed_by: null,
  claimed_until: null,
  last_error: null,
  failed_at: null,
  unique_key: job.uniqueKey ?? null,
  created_at: now,
})

/**
 * Claims the most urgent due job of these kinds for `leaseMs` milliseconds. No two workers get the same one.
 * @param running ids of jobs that this worker runs: after a clock was set, their claims may seem to have expired
 * @returns undefined: none is due
 */
export async function claimJob(
  db: Db,
  claim: { kinds: string[]; claimedBy: string; running?: string[]; now: number; leaseMs: number },
): Promise<ClaimedJob | undefined> {
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('failed_at', 'is', null)
    .where('kind', 'in', claim.kinds)
    .$if(claim.running !== undefined && claim.running.length > 0, (query) =>
      query.where('id', 'not in', claim.running ?? []),
    )
    .where((e) =>
      e.or([
        e('run_at', '<=', claim.now),
        // Due at once, but queued before a clock was set back.
        e.and([e('created_at', '>', claim.now + CLOCKS_MS), e('run_at', '<=', e.ref('created_at'))]),
      ]),
    )
    .where((e) =>
      e.or([
        e('claimed_until', 'is', null),
        e('claimed_until', '<=', claim.now),
        // Claimed before a clock was set back.
        e('claimed_until', '>', claim.now + claim.leaseMs + CLOCKS_MS),
      ]),
    )
    .orderBy('priority', 'desc')
    .orderBy('run_at')
    .orderBy('id')
    .limit(1)
  // Idle workers poll often. A read costs less than an update without a result, which takes SQLite's write
  // lock.
  if (!(await due.executeTakeFirst())) return undefined
  const row = await db
    .updateTable('jobs')
    .set((e) => ({
      claimed_by: claim.claimedBy,
      claimed_until: claim.now + claim.leaseMs,
      attempts: e('attempts', '+', 1),
    }))
    .where('id', '=', lockFreeRows(db, due))
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      kind: row.kind,
      payload: row.payload,
      attempt: row.attempts,
      claimedBy: claim.claimedBy,
    }
  )
}

/** Whether a job of this kind waits or runs. */
export async function isJobWaiting(db: Db, kind: string): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('failed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Number of jobs by state. `later`: not due yet. `failed`: for good. */
export async function countJobs(
  db: Db,
  now: number,
): Promise<Record<'due' | 'running' | 'later' | 'failed', number>> {
  const rows = await db
    .selectFrom('jobs')
    .select((e) => [
      e
        .case()
        .when('failed_at', 'is not', null)
        .then('failed' as const)
        .when('claimed_until', '>', now)
        .then('running' as const)
        .when('run_at', '>', now)
        .then('later' as const)
        .else('due' as const)
        .end()
        .as('state'),
      e.fn.countAll().as('count'),
    ])
    .groupBy('state')
    .execute()
  const counts = { due: 0, running: 0, later: 0, failed: 0 }
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
}

/** After every instant, so that a job isn't due until it is released. */
const HELD = 8_640_000_000_000_000

/** Jobs of these kinds that haven't finished. */
export async function countJobsOfKinds(
  db: Db,
  kinds: readonly string[],
): Promise<{ waiting: number; held: number; failed: number }> {
  const rows = await db
    .selectFrom('jobs')
    .select((e) => [
      e.fn.countAll<number>().as('count'),
      e
        .case()
        .when('failed_at', 'is not', null)
        .then('failed')
        .when('run_at', '=', HELD)
        .then('held')
        .else('waiting')
        .end()
        .as('state'),
    ])
    .where('kind', 'in', kinds)
    .groupBy('state')
    .execute()
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return { waiting: of('waiting'), held: of('held'), failed: of('failed') }
}

/** Holds jobs of these kinds that no worker has claimed, until they are released. */
export async function holdJobs(db: Db, kinds: readonly string[]): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: HELD })
    .where('kind', 'in', kinds)
    .where('claimed_by', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
}

export async function releaseJobs(db: Db, kinds: readonly string[], now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: now })
    .where('kind', 'in', kinds)
    .where('run_at', '=', HELD)
    .execute()
}

/** Extends a claim. @returns false if the job no longer belongs to this worker */
export async function extendClaim(db: Db, job: ClaimedJob, until: number): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ claimed_until: until })
    .where('id', '=', job.id)
    .where('claimed_by', '=', job.claimedBy)
    .where('attempts', '=', job.attempt)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes a finished job. */
export async function finishJob(db: Db, job: ClaimedJob): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('id', '=', job.id)
    .where('claimed_by', '=', job.claimedBy)
    .where('attempts', '=', job.attempt)
    .execute()
}

/** Requeues a job after a failed attempt. */
export async function retryJob(db: Db, job: ClaimedJob, error: string, runAt: number): Promise<void> {
  await release(db, job, { last_error: error, run_at: runAt })
}

/** Marks a job as failed. It stays in the table for inspection. */
export async function failJob(db: Db, job: ClaimedJob, error: string, now: number): Promise<void> {
  await release(db, job, { last_error: error, failed_at: now })
}

/** Requeues a job as if it had never been claimed. */
export async function returnJob(db: Db, job: ClaimedJob): Promise<void> {
  await release(db, job, { attempts: job.attempt - 1 })
}

async function release(db: Db, job: ClaimedJob, change: Partial<Row<'jobs'>>): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ claimed_by: null, claimed_until: null, ...change })
    .where('id', '=', job.id)
    .where('claimed_by', '=', job.claimedBy)
    .where('attempts', '=', job.attempt)
    .execute()
}
