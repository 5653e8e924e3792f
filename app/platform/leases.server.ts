import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'

interface Deps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** How long a lease is valid unless it is extended, in milliseconds. It ends by itself when its process dies. */
const LEASE_MS = 6_000
const EXTEND_MS = 1_500
/** By how much the clocks of instances may differ at most, in milliseconds. A lease that ends later is void. */
const CLOCKS_MS = 300_000
const RETRY_MS = 100

export interface Lease {
  end(): Promise<void>
}

/**
 * Waits for a name that one request at a time may have, among all instances. The one that has it is asked to end.
 * @param letGo called once when another request asks for the name, or when the lease is lost
 * @returns undefined: not free until `signal` was aborted
 */
export async function takeLease(
  deps: Deps,
  name: string,
  { signal, letGo }: { signal: AbortSignal; letGo: () => void },
): Promise<Lease | undefined> {
  const holder = newId()
  while (!(await take(deps, name, holder))) {
    await deps.db.updateTable('leases').set({ is_wanted: 1 }).where('name', '=', name).execute()
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return undefined
  }
  let isOver = false
  const over = () => {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    letGo()
  }
  const timer = setInterval(async () => {
    try {
      if ((await extend(deps, name, holder)) !== 'extended') over()
    } catch (error) {
      deps.log.warn({ err: error, lease: name }, 'a lease can’t be extended')
    }
  }, EXTEND_MS)
  timer.unref()
  return {
    end: async () => {
      isOver = true
      clearInterval(timer)
      await deps.db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
    },
  }
}

async function take({ db, clock }: Deps, name: string, holder: string): Promise<boolean> {
  const now = clock.now()
  const lease = { holder, until: now + LEASE_MS, is_wanted: 0 }
  const row = await db
    .insertInto('leases')
    .values({ name, ...lease })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(lease)
        // One that ends later than any can was taken before a clock was set back.
        .where((e) =>
          e.or([e('leases.until', '<=', now), e('leases.until', '>', now + LEASE_MS + CLOCKS_MS)]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

async function extend(
  { db, clock }: Deps,
  name: string,
  holder: string,
): Promise<'extended' | 'wanted' | 'lost'> {
  const row = await db
    .updateTable('leases')
    .set({ until: clock.now() + LEASE_MS })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .returning('is_wanted')
    .executeTakeFirst()
  if (!row) return 'lost'
  return row.is_wanted === 1 ? 'wanted' : 'extended'
}
