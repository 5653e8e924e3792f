import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'

/** What may not run at the same time: the site, of which there may be several instances, and a move of its files. */
type Running = 'site' | 'move'

const EXCLUDED: Record<Running, Running[]> = { site: ['move'], move: ['site', 'move'] }

const BEAT_MS = 2_000
/** Beats that a process misses before it counts as dead. */
const SILENT_BEATS = 10
const LOOK_MS = 100

export interface Run {
  /** Whether something that excludes this one has begun to run. */
  isDisturbed(): Promise<boolean>
  end(): Promise<void>
}

/**
 * Says in the database that this process runs, from now on until its end, and then looks for others. So of two that
 * exclude each other and begin at once, at least one sees the other. Clocks don't matter: a process runs if its row
 * changes. Waits for that up to 20 s when there is one.
 * @returns undefined: one that excludes it is running
 */
export async function beginRun(
  { db, clock, log }: { db: Db; clock: Clock; log: Pick<Logger, 'warn'> },
  what: Running,
  { beatMs = BEAT_MS } = {},
): Promise<Run | undefined> {
  const name = `running/${what}/${newId()}`
  let beats = clock.now()
  const beat = async () => {
    const row = { holder: name, until: ++beats, is_wanted: 0 }
    await db
      .insertInto('leases')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  }
  await beat()
  // A beat must not write the row after it was deleted.
  let beating = Promise.resolve()
  const timer = setInterval(() => {
    beating = beating
      .then(beat)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the database can’t be told that this process runs'),
      )
  }, beatMs)
  timer.unref()
  const run: Run = {
    isDisturbed: async () => (await others(db, what, name)).size > 0,
    end: async () => {
      clearInterval(timer)
      await beating
      await db.deleteFrom('leases').where('name', '=', name).execute()
    },
  }
  if (await anyLives(db, what, name, beatMs * SILENT_BEATS)) {
    await run.end()
    return undefined
  }
  return run
}

/** Removes the rows of processes that have died. */
async function anyLives(db: Db, what: Running, own: string, silentMs: number): Promise<boolean> {
  const before = await others(db, what, own)
  const until = performance.now() + silentMs
  for (let left = before; left.size > 0; left = await others(db, what, own)) {
    if ([...left].some(([name, beats]) => before.get(name) !== beats)) return true
    if (performance.now() < until) {
      await sleep(LOOK_MS)
      continue
    }
    for (const [name, beats] of left)
      await db.deleteFrom('leases').where('name', '=', name).where('until', '=', beats).execute()
  }
  return false
}

/** Beats by name of those that must not run with it. */
async function others(db: Db, what: Running, own: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('leases')
    .select(['name', 'until'])
    .where('name', '!=', own)
    .where((e) => e.or(EXCLUDED[what].map((each) => e('name', 'like', `running/${each}/%`))))
    .execute()
  return new Map(rows.map(({ name, until }) => [name, until]))
}
