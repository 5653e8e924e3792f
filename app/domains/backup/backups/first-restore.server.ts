import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readOwnerLink } from '~/domains/accounts/team.server'
import { type Config, ConfigError } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { DISK_FULL, isDiskFull } from '~/platform/disk-full'
import type { App } from '~/platform/http/scope.server'
import { sha256 } from '~/platform/ids.server'
import { archivedShapes } from './database-copy.server'
import { isUntouched } from './first-restore-store.server'
import { type FirstRestore, KIND_LABELS, type RestoreProgress, readName } from './model'
import { type Restored, restoreBackup } from './restore.server'
import { checkTarget, listNames, openTarget, openWithPassphrase, placeOf } from './target.server'

type Deps = Pick<App, 'db' | 'storage' | 'clock' | 'config' | 'log' | 'restart'>

/** Progress outlives the database that it replaces, and the restart at its end. */
const fileIn = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'restore.json')

const storedSchema = z.object({
  /** SHA-256 of the owner’s link that began it. */
  link: z.string(),
  state: z.enum(['running', 'failed', 'done']),
  step: z.enum(['checking', 'files', 'rows']),
  done: z.number(),
  total: z.number(),
  sentence: z.string(),
})

type Stored = z.infer<typeof storedSchema>

async function readStored(config: Deps['config'], token: string): Promise<Stored | undefined> {
  const text = await readFile(fileIn(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const stored = text === undefined ? undefined : storedSchema.safeParse(JSON.parse(text)).data
  return stored?.link === sha256(token) ? stored : undefined
}

async function store(config: Deps['config'], stored: Stored): Promise<void> {
  await mkdir(config.dataDir, { recursive: true })
  const draft = `${fileIn(config)}.new`
  await writeFile(draft, JSON.stringify(stored), { mode: 0o600 })
  await rename(draft, fileIn(config))
}

const running = new WeakSet<Db>()

const MOST_LISTED = 100

const isOwnerLink = async (deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<boolean> =>
  (await readOwnerLink(deps, token))?.role === 'owner'

const isEmpty = async (db: Db): Promise<boolean> => isUntouched(db, await archivedShapes(db))

/** Whether the owner’s link can restore a backup: it works, and the installation has nothing of anyone yet. */
export const canRestoreFirst = async (deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<boolean> =>
  (await isOwnerLink(deps, token)) && (await isEmpty(deps.db))

/** What the page of a link shows. @returns undefined: the link doesn’t work */
export async function readFirstRestore(deps: Deps, token: string): Promise<FirstRestore | undefined> {
  const { config, db } = deps
  const stored = await readStored(config, token)
  if (stored?.state === 'done')
    return { state: 'done', restarts: deps.restart !== undefined, sentence: stored.sentence }
  if (stored?.state === 'running' && running.has(db)) {
    const { step, done, total } = stored
    return { state: 'running', step, done, total }
  }
  if (!(await isOwnerLink(deps, token))) return undefined
  if (!(await isEmpty(db))) return { state: 'in-use' }
  const sentence =
    stored?.state === 'running'
      ? 'The server stopped in between, so nothing was restored.'
      : (stored?.sentence ?? '')
  const found = await listTarget(config)
  return { state: 'ready', place: placeOf(config), sentence, ...found }
}

async function listTarget(
  config: Deps['config'],
): Promise<{ backups: { name: string; label: string }[]; trouble: string }> {
  try {
    const target = await openTarget(config)
    await checkTarget(target, config)
    const names = (await listNames(target)).slice(0, MOST_LISTED)
    return { backups: names.map((name) => ({ name, label: labelOf(name) })), trouble: '' }
  } catch (error) {
    if (error instanceof ConfigError) return { backups: [], trouble: error.message }
    throw error
  }
}

function labelOf(name: string): string {
  const found = readName(name)
  if (!found) return name
  return `${new Date(found.at).toISOString().slice(0, 16).replace('T', ', ')} UTC, ${KIND_LABELS[found.kind].toLowerCase()}`
}

export type FirstRestoreBegun =
  | { ok: true }
  | { ok: false; reason: 'gone' | 'running' | 'no-backup' | 'wrong-passphrase' }
  | { ok: false; reason: 'away'; sentence: string }

/** Begins to restore a backup in the background. */
export async function beginFirstRestore(
  deps: Deps,
  { token, name, passphrase }: { token: string; name: string; passphrase: string },
): Promise<FirstRestoreBegun> {
  const { config, db } = deps
  if (!(await canRestoreFirst(deps, token))) return { ok: false, reason: 'gone' }
  if (running.has(db)) return { ok: false, reason: 'running' }
  running.add(db)
  let isBegun = false
  try {
    const target = await openTarget(config)
    await checkTarget(target, config)
    if (!(await listNames(target)).includes(name)) return { ok: false, reason: 'no-backup' }
    const key = await openWithPassphrase(target, passphrase)
    if (!key) return { ok: false, reason: 'wrong-passphrase' }
    const link = sha256(token)
    await store(config, { link, ...BEGINNING })
    isBegun = true
    void run(deps, link, (onFile) =>
      restoreBackup(
        { ...deps, target },
        {
          ...{ from: { target, key }, name, onFile, author: 'Owner’s link' },
          isUntouched: isEmpty,
        },
      ),
    ).finally(() => running.delete(db))
    return { ok: true }
  } catch (error) {
    if (error instanceof ConfigError) return { ok: false, reason: 'away', sentence: error.message }
    throw error
  } finally {
    if (!isBegun) running.delete(db)
  }
}

const BEGINNING: Omit<Stored, 'link'> = {
  state: 'running',
  step: 'checking',
  done: 0,
  total: 0,
  sentence: '',
}

/** How often progress is stored, in milliseconds. */
const PROGRESS_MS = 500
/** The page asks every two seconds, and sees the end before the site restarts. */
const RESTART_AFTER_MS = 5_000

async function run(
  { config, log, restart }: Deps,
  link: string,
  restore: (onFile: (done: number, total: number) => void) => Promise<Restored>,
): Promise<void> {
  let at = 0
  let storing = Promise.resolve()
  const note = (progress: RestoreProgress) => {
    storing = storing.then(() => store(config, { ...BEGINNING, ...progress, link })).catch(() => {})
  }
  const onFile = (done: number, total: number) => {
    if (done < total && performance.now() - at < PROGRESS_MS) return
    at = performance.now()
    note({ step: done === total ? 'rows' : 'files', done, total })
  }
  try {
    const restored = await restore(onFile)
    await storing
    await store(config, { ...BEGINNING, link, ...outcomeOf(restored) })
    if (!restored.ok) return
    log.info({ rows: restored.rows, files: restored.files }, 'a backup was restored, and the site restarts')
    await sleep(RESTART_AFTER_MS)
    restart?.()
  } catch (error) {
    log.error({ err: error }, 'a backup could not be restored')
    await storing
    const sentence = isDiskFull(error)
      ? DISK_FULL
      : 'The backup couldn’t be read, or the site couldn’t be written. The log says why.'
    await store(config, { ...BEGINNING, link, state: 'failed', sentence }).catch(() => {})
  }
}

function outcomeOf(restored: Restored): Pick<Stored, 'state' | 'sentence'> {
  if (!restored.ok) return { state: 'failed', sentence: restored.sentence }
  const { rows, files, missing, withdrawnReleases } = restored
  const count = (number: number) => number.toLocaleString('en-US')
  const sentences = [
    `${count(rows)} records and ${count(files)} files are back.`,
    ...(missing.length > 0
      ? [`Photos that were already lost before this backup: ${count(missing.length)}.`]
      : []),
    ...(withdrawnReleases > 0
      ? [`Releases to check, because they were withdrawn since: ${count(withdrawnReleases)}.`]
      : []),
  ]
  return { state: 'done', sentence: sentences.join(' ') }
}
