import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { enqueue } from '~/platform/jobs/queue.server'
import type { Logger } from '~/platform/logging.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { cleanupStopped, originalsLost } from './emails.server'
import { type CleanupStop, COLLECT_FILES, mostAtOnce, stopSentence } from './model'
import { allowRun, clearStop, selectStops, stopRun } from './store.server'

export interface StoppingDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
  log: Logger
}

interface Wanted {
  /** What the keys of the files begin with. */
  prefix: string
  /** Files that the run wants to take, of so many. */
  found: number
  total: number
  /** Files that the owner allowed; null: no one was asked. */
  allowed: number | null
}

/**
 * Whether a run may take so many files at once. If not, it has to leave all of them: the owner is told by email the
 * first time, and the Studio asks what to do.
 */
export async function mayTake(
  { db, clock, config, log }: StoppingDeps,
  { prefix, found, total, allowed }: Wanted,
): Promise<boolean> {
  if (found <= Math.max(mostAtOnce(total), allowed ?? 0)) return true
  await transact(db, async (tx) => {
    if (!(await stopRun(tx, prefix, { found, total, at: clock.now() }))) return
    log.error({ prefix, found, total }, 'a cleanup stopped: it would have taken too many files')
    await sayCleanupStopped({ db: tx, clock, config }, { what: kindOf(prefix), found, total })
  })
  return false
}

/** A run has seen all files of a kind and was not stopped. */
export const forgetStop = ({ db }: { db: Db }, prefix: string): Promise<void> => clearStop(db, prefix)

export async function listStops({ db }: { db: Db }): Promise<CleanupStop[]> {
  return (await selectStops(db)).map(({ prefix, stopped_at, found, total, allowed }) => ({
    ...{ prefix, found, total },
    what: kindOf(prefix),
    at: stopped_at ?? 0,
    isAnswered: allowed !== null,
  }))
}

function kindOf(prefix: string): CleanupStop['what'] {
  switch (prefix) {
    case 'originals/':
      return 'originals'
    case 'deliveries/':
      return 'deliveries'
    case 'uploads/':
      return 'uploads'
    default:
      return 'quarantine'
  }
}

export type StopAnswered = { ok: true } | { ok: false; reason: 'changed-meanwhile' }

/**
 * The owner's answer to a stopped cleanup: let it take as many files as it found, or have it look again, since what was
 * wrong has been fixed.
 */
export async function answerStop(
  { db, clock, author }: { db: Db; clock: Clock; author: Author },
  { prefix, found, isAllowed }: { prefix: string; found: number; isAllowed: boolean },
): Promise<StopAnswered> {
  return await transact(db, async (tx): Promise<StopAnswered> => {
    const stop = (await listStops({ db: tx })).find((each) => each.prefix === prefix)
    if (!stop || !(await allowRun(tx, prefix, { found, allowed: isAllowed ? found : 0 })))
      return { ok: false, reason: 'changed-meanwhile' }
    // Without a key: an earlier answer may still be at work, and mustn't swallow this one.
    await enqueue({ db: tx, clock }, { kind: COLLECT_FILES, payload: {} })
    const action = isAllowed ? ('cleanup-allowed' as const) : ('cleanup-repeated' as const)
    await recordAction({ db: tx, clock, author }, { action, subject: stopSentence(stop) })
    return { ok: true }
  })
}

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
}

/** Emails the studio that originals of photos with these names are missing or damaged. */
export async function sayOriginalsLost(deps: Deps, names: string[]): Promise<void> {
  await queueMail(deps, originalsLost(await letterhead(deps), names))
}

/** Emails the studio that a cleanup took nothing because it would have taken too much. */
export async function sayCleanupStopped(
  deps: Deps,
  stop: Pick<CleanupStop, 'what' | 'found' | 'total'>,
): Promise<void> {
  await queueMail(deps, cleanupStopped(await letterhead(deps), stop))
}

const letterhead = async ({ db, config }: Deps) =>
  letterheadOf((await readSettings({ db })).studio, config.siteUrl)
