import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { bytesLabel } from '~/platform/bytes-label'
import { type Config, ConfigError } from '~/platform/config.server'
import { transact } from '~/platform/db/database.server'
import type { NewRow } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { enqueue, isJobWaiting } from '~/platform/jobs/queue.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import type { Logger } from '~/platform/logging.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { momentLabel } from '~/platform/time'
import { type BackedUp, type BackupDeps, type BackupWork, createBackup, makerOf } from './create.server'
import { backupFailed } from './emails.server'
import {
  type BackupKind,
  type BackupsShown,
  DAILY_BACKUP,
  KIND_LABELS,
  LATE_MS,
  MAKE_BACKUP,
  unusableSentence,
} from './model'
import { prune } from './pruning.server'
import {
  deleteRunsBefore,
  failOpenRuns,
  hasBackedUp,
  insertRun,
  selectLastVerified,
  selectRuns,
  updateRun,
} from './store.server'
import {
  checkTarget,
  createPassphrase,
  findKey,
  hasPassphrase,
  isEmptyTarget,
  openKey,
  openTarget,
  placeOf,
} from './target.server'

export interface RunDeps extends Omit<BackupDeps, 'target'> {
  log: Logger
}

const DAY_MS = 86_400_000
/** In the night of the Americas. */
const DAILY = { everyMs: DAY_MS, afterMs: 8 * 3_600_000 }

/** Queues the next daily backup. */
export const scheduleBackup = (deps: Pick<RunDeps, 'db' | 'clock'>): Promise<void> =>
  enqueueNext(deps, { kind: DAILY_BACKUP }, DAILY)

/** The daily backup, then deletes old ones if it succeeded. */
export async function runDaily(deps: RunDeps, signal: AbortSignal): Promise<void> {
  await scheduleBackup(deps)
  const isMade = await runBackup(deps, { kind: 'daily' }, signal)
  // The last verified one says that backups were made.
  const last = await selectLastVerified(deps.db)
  await deleteRunsBefore(deps.db, Math.min(deps.clock.now() - 366 * DAY_MS, last?.started_at ?? Infinity))
  if (!isMade) return
  // The backup was made. A job that fails would make another one.
  await pruneOld(deps).catch((error: unknown) =>
    deps.log.error({ err: error }, 'old backups were not deleted'),
  )
}

async function pruneOld(deps: RunDeps): Promise<void> {
  const { db, clock, config, log } = deps
  const target = await openTarget(config)
  const key = await findKey(target, config)
  if (!key) return
  const zone = await readZone(deps)
  const pruned = await prune({ target, key }, { clock, zone, maker: await makerOf(deps) })
  if (!pruned.isRefused) return
  log.info('the backup target refuses to delete, so old backups stay')
  const last = await selectLastVerified(db)
  if (last) await updateRun(db, last.id, { note: `${last.note} ${NOT_DELETED}`.trim() })
}

const NOT_DELETED = 'The backup storage doesn’t allow deleting, so old backups stay.'

/** Makes a backup and records what became of it. A daily one that fails is emailed to the owner. @returns whether it succeeded */
export async function runBackup(
  deps: RunDeps,
  { kind, beginsAnew }: Pick<BackupWork, 'kind' | 'beginsAnew'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock, log } = deps
  await failOpenRuns(db, clock.now(), 'The server stopped while it was made.')
  const id = newId()
  await insertRun(db, { id, kind, state: 'making', started_at: clock.now(), ended_at: null })
  const made = await attempt(deps, { id, kind, beginsAnew, signal })
  const ended_at = clock.now()
  if (made.ok) {
    await updateRun(db, id, { ...outcomeOf(made, deps.config), ended_at })
    return true
  }
  log.error({ kind, why: failureSentence(made, deps.config) }, 'a backup failed')
  await transact(db, async (tx) => {
    await updateRun(tx, id, { ...outcomeOf(made, deps.config), ended_at })
    const branding = emailBrandingOf((await readSettings({ db: tx })).studio, deps.config.siteUrl)
    if (kind === 'daily')
      await queueMail(
        { db: tx, clock, config: deps.config },
        backupFailed(branding, failureSentence(made, deps.config)),
      )
  })
  return false
}

type Attempt = BackedUp | { ok: false; reason: 'unwritable'; sentence: string }
type Failed = Extract<Attempt, { ok: false }>

/** What a run says of a backup in the end. */
function outcomeOf(made: Attempt, config: BackupDeps['config']): Partial<NewRow<'backup_runs'>> {
  if (!made.ok) return { state: 'failed', note: failureSentence(made, config) }
  const lost = made.missing.length
  const note =
    lost === 0 ? '' : `Without ${lost} ${lost === 1 ? 'photo' : 'photos'} whose files are lost or damaged.`
  return { state: 'verified', name: made.name, new_bytes: made.newBytes, note }
}

export const failureSentence = (failed: Failed, config: BackupDeps['config']): string =>
  'sentence' in failed ? failed.sentence : unusableSentence(failed.reason, placeOf(config))

/**
 * Records a backup that wasn’t made by a job, so that the Studio and Today count it.
 * @param startedAt milliseconds since 1970
 */
export const recordBackup = async (
  { db, clock, config }: Pick<BackupDeps, 'db' | 'clock' | 'config'>,
  { kind, startedAt, made }: { kind: BackupKind; startedAt: number; made: BackedUp },
): Promise<void> =>
  await insertRun(db, {
    ...{ id: newId(), kind, state: 'failed', started_at: startedAt, ended_at: clock.now() },
    ...outcomeOf(made, config),
  })

/** How often progress is stored, in milliseconds. */
const PROGRESS_MS = 1_000

async function attempt(
  deps: RunDeps,
  { id, ...work }: BackupWork & { id: string; signal: AbortSignal },
): Promise<Attempt> {
  let stored = 0
  const onFile = (done: number, total: number) => {
    if (performance.now() - stored < PROGRESS_MS) return
    stored = performance.now()
    updateRun(deps.db, id, { done, total }).catch(() => {})
  }
  try {
    const target = await openTarget(deps.config)
    await checkTarget(target, deps.config)
    return await createBackup({ ...deps, target }, { ...work, onFile })
  } catch (error) {
    if (work.signal.aborted) throw error
    deps.log.error({ err: error }, 'a backup could not be made')
    const { code } = error as NodeJS.ErrnoException
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    return {
      ok: false,
      reason: 'unwritable',
      sentence:
        error instanceof ConfigError
          ? error.message
          : isFull
            ? 'The disk is full.'
            : 'The backup couldn’t be written or read. The log says why.',
    }
  }
}

export type BackupRequested = { ok: true } | { ok: false; reason: 'in-the-making' }

/** Queues a backup, unless one is queued or running. @param beginsAnew also in an empty folder */
export async function requestBackup(
  { db, clock, author }: Pick<RunDeps, 'db' | 'clock'> & { author: Author },
  { beginsAnew }: { beginsAnew: boolean },
): Promise<BackupRequested> {
  return await transact(db, async (tx): Promise<BackupRequested> => {
    if (await isJobWaiting(tx, MAKE_BACKUP)) return { ok: false, reason: 'in-the-making' }
    await enqueue({ db: tx, clock }, { kind: MAKE_BACKUP, payload: { beginsAnew }, uniqueKey: MAKE_BACKUP })
    await recordAction({ db: tx, clock, author }, { action: 'backup-requested', subject: 'Everything' })
    return { ok: true }
  })
}

/** @returns the new recovery passphrase, or a sentence if the folder or bucket can’t be used */
export async function makePassphrase({
  db,
  clock,
  config,
  author,
}: Pick<RunDeps, 'db' | 'clock' | 'config'> & { author: Author }): Promise<
  { passphrase: string } | { refusal: string }
> {
  const target = await openTarget(config)
  await checkTarget(target, config)
  const key = await openKey(target, config, !(await hasBackedUp(db)))
  if (typeof key === 'string') return { refusal: unusableSentence(key, placeOf(config)) }
  const passphrase = await createPassphrase(target, key, clock.now())
  await transact(db, (tx) =>
    recordAction({ db: tx, clock, author }, { action: 'passphrase-created', subject: 'Backups' }),
  )
  return { passphrase }
}

const MOST_SHOWN = 40

/** The backups for the Studio, newest first. */
export async function listBackups({ db, config }: Pick<RunDeps, 'db' | 'config'>): Promise<BackupsShown> {
  const zone = await readZone({ db })
  const last = await selectLastVerified(db)
  const target = await targetState(config)
  const isWaiting = await isJobWaiting(db, MAKE_BACKUP)
  const runs = await selectRuns(db, MOST_SHOWN)
  return {
    ...{ place: placeOf(config), isBucket: config.backupS3 !== undefined, trouble: target.trouble },
    isEmptied: last !== undefined && target.isEmpty,
    isOnSameDisk: isSameDisk(config),
    hasPassphrase: target.hasPassphrase,
    lastVerified: last ? momentLabel(last.ended_at ?? last.started_at, zone) : undefined,
    isMaking: isWaiting || runs.some(({ state }) => state === 'making'),
    runs: runs.map((run) => ({
      id: run.id,
      label: KIND_LABELS[run.kind],
      began: momentLabel(run.started_at, zone),
      ...{ state: run.state, name: run.name, note: run.note, done: run.done, total: run.total },
      added: bytesLabel(run.new_bytes),
    })),
  }
}

/** How long a page waits for a bucket, in milliseconds. */
const WAIT_MS = 5_000

async function targetState(config: RunDeps['config']) {
  const unknown = { isEmpty: false, hasPassphrase: true }
  const asking = (async () => {
    const target = await openTarget(config)
    await checkTarget(target, config)
    return { isEmpty: await isEmptyTarget(target), hasPassphrase: await hasPassphrase(target), trouble: '' }
  })()
  const late = async () => {
    await sleep(WAIT_MS, undefined, { ref: false })
    return { ...unknown, trouble: `${placeOf(config)} doesn’t answer right now.` }
  }
  try {
    return await Promise.race([asking, late()])
  } catch (error) {
    if (error instanceof ConfigError) return { ...unknown, trouble: error.message }
    throw error
  }
}

function isSameDisk({
  backupDir,
  backupS3,
  dataDir,
}: Pick<Config, 'backupDir' | 'backupS3' | 'dataDir'>): boolean {
  if (backupS3) return false
  const device = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev
  return (device(backupDir) ?? device(dataDir)) === device(dataDir)
}

/**
 * When the last verified backup is older than 26 hours, or the last one failed.
 * @returns since when (milliseconds since 1970), and the last failure
 */
export async function readLateBackup({
  db,
  clock,
}: Pick<RunDeps, 'db' | 'clock'>): Promise<{ since: number; note: string } | undefined> {
  const last = await selectLastVerified(db)
  const [newest] = await selectRuns(db, 1)
  const since = last?.started_at ?? newest?.started_at
  if (since === undefined) return undefined
  const isLate = clock.now() - since > LATE_MS
  if (!isLate && newest?.state !== 'failed') return undefined
  return { since, note: newest?.state === 'failed' ? newest.note : '' }
}
