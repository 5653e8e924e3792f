import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { enqueue } from '~/platform/jobs/queue.server'
import type { Logger } from '~/platform/logging.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
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
  /** Key prefix of the files. */
  prefix: string
  /** Number of files that the run would take, and of all files. */
  found: number
  total: number
  /** Files that the owner allowed; null: not asked. */
  allowed: number | null
}

/**
 * Whether a run may take that many files. If not, it takes none, emails the owner the first time, and asks what
 * to do in the Studio.
 */
export async function mayTake(
  { db, clock, config, log }: StoppingDeps,
  { prefix, found, total, allowed }: Wanted,
): Promise<boolean> {
  if (found <= Math.max(mostAtOnce(total), allowed ?? 0)) return true
  await transact(db, async (tx) => {
    if (!(await stopRun(tx, prefix, { found, total, at: clock.now() }))) return
    log.error({ prefix, found, total }, 'a cleanup stopped: it would have taken too many files')
    await emailCleanupStopped({ db: tx, clock, config }, { what: kindOf(prefix), found, total })
  })
  return false
}

/** Clears the stop of a kind of files, after a run has checked all of them. */
export const endStop = ({ db }: { db: Db }, prefix: string): Promise<void> => clearStop(db, prefix)

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
    case 'download-files/':
      return 'download-files'
    case 'uploads/':
      return 'uploads'
    default:
      return 'quarantine'
  }
}

export type StopAnswered = { ok: true } | { ok: false; reason: 'changed-since' }

/**
 * The owner's answer to a stopped cleanup: take as many files as it found, or check again after fixing the
 * cause.
 */
export async function answerStop(
  { db, clock, author }: WriteDeps,
  { prefix, found, isAllowed }: { prefix: string; found: number; isAllowed: boolean },
): Promise<StopAnswered> {
  return await transact(db, async (tx): Promise<StopAnswered> => {
    const stop = (await listStops({ db: tx })).find((each) => each.prefix === prefix)
    if (!stop || !(await allowRun(tx, prefix, { found, allowed: isAllowed ? found : 0 })))
      return { ok: false, reason: 'changed-since' }
    // Without a unique key, so that a running job doesn't absorb this one.
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

/** Emails the owner that the originals of these photos are missing or damaged. */
export async function emailOriginalsLost(deps: Deps, names: string[]): Promise<void> {
  await queueMail(deps, originalsLost(await branding(deps), names))
}

/** Emails the owner that a cleanup stopped. */
export async function emailCleanupStopped(
  deps: Deps,
  stop: Pick<CleanupStop, 'what' | 'found' | 'total'>,
): Promise<void> {
  await queueMail(deps, cleanupStopped(await branding(deps), stop))
}

const branding = async ({ db, config }: Deps) =>
  emailBrandingOf((await readSettings({ db })).studio, config.siteUrl)
