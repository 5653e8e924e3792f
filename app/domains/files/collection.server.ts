import { DOWNLOAD_FILES } from '~/domains/galleries/downloads/files.server'
import { listStrayUploads } from '~/domains/galleries/uploads/cleanup.server'
import { PROOF_FILES } from '~/domains/galleries/watermarks/operations.server'
import { hasContent, type PhotoDeps } from '~/domains/photos/operations.server'
import {
  noteLostOriginals,
  ORIGINAL_FILES,
  RENDITION_FILES,
  remakeRenditions,
} from '~/domains/photos/photo-files.server'
import { hashFile } from '~/platform/ids.server'
import { enqueueAtStart, enqueueNext } from '~/platform/jobs/recurring.server'
import { checkFolders, type FileKind, type KnownFile } from '~/platform/storage/file-kinds.server'
import { incomingFiles, type Where } from '~/platform/storage/incoming-files.server'
import { inventoryOf } from '~/platform/storage/model'
import type { Storage, StoredEntry } from '~/platform/storage/storage.server'
import { COLLECT_FILES, DAY_MS, quarantineKey, UPLOADS } from './model'
import { expireQuarantine, restoreLost } from './quarantine.server'
import { emailOriginalsLost, endStop, mayTake, type StoppingDeps } from './stopped-cleanups.server'
import { deleteDueFolders, type RunRow, selectDueFolders, selectRun, upsertRun } from './store.server'

const HOUR_MS = 3_600_000
/** In milliseconds. Files are written before their rows, so a younger file may still get its row. */
const YOUNG_MS = DAY_MS
/** Tolerance for differing clocks, in milliseconds. */
const CLOCKS_MS = 300_000
/** Interval of full comparisons in milliseconds, for a storage that lists changed folders. */
const FULL_EVERY_MS = 7 * DAY_MS

export type CollectingDeps = PhotoDeps & StrayUploadDeps

export interface Collected {
  /** Derived files without a row that were deleted. */
  removed: number
  /** Irreplaceable files without a row that were quarantined. */
  quarantined: number
  /** Names of photos whose original is newly found missing or damaged. */
  lost: string[]
}

/**
 * Makes files and rows consistent after a crash, a restored backup or manual changes on disk. Deletes derived
 * files without a row, and quarantines originals, download files and uploads, unless there are too many at
 * once. Queues missing renditions, and notifies the owner of missing originals. Runs hourly and at startup.
 */
export async function collectFiles(deps: CollectingDeps, signal?: AbortSignal): Promise<Collected> {
  await enqueueNext(deps, COLLECTING, { everyMs: HOUR_MS })
  const { db, clock, storage } = deps
  if (isFullDue(deps, await selectRun(db, ORIGINAL_FILES.prefix)))
    await storage.clearDrafts(clock.now() - YOUNG_MS)
  const collected: Collected = { removed: 0, quarantined: 0, lost: [] }
  for (const kind of FILE_KINDS) {
    const { removed, quarantined, lost } = await collectKind(deps, kind, signal)
    collected.removed += removed
    collected.quarantined += quarantined
    collected.lost.push(...lost)
  }
  collected.quarantined += await quarantineStrayUploads(deps, clock.now() - YOUNG_MS)
  await expireQuarantine(deps)
  const { removed, quarantined, lost } = collected
  if (removed + quarantined > 0)
    deps.log.warn({ removed, quarantined }, 'files without a row were deleted, or moved to quarantine')
  if (lost.length > 0) await emailOriginalsLost(deps, lost)
  return collected
}

async function collectKind(deps: CollectingDeps, kind: FileKind, signal?: AbortSignal): Promise<Collected> {
  const { db, clock } = deps
  const startedAt = clock.now()
  const run = await selectRun(db, kind.prefix)
  const isFull = isFullDue(deps, run)
  const due = await selectDueFolders(db, kind.prefix, startedAt)
  const folders = isFull ? [kind.prefix] : await foldersToCompare(deps, kind, run, due)
  const found = await compareFolders(deps, kind, folders, signal)
  // Files of a stopped kind aren't checked, since the next full run checks them all.
  const isStopped = run !== undefined && run.stopped_at !== null && !isFull
  const taken = isStopped ? 0 : await removeStrays(deps, kind, found.strays, { run, isFull })
  const lost = await replaceLost(deps, kind, found)
  await deleteDueFolders(db, due, startedAt)
  for (const [folder, at] of found.later) await checkFolders(db, [folder], at)
  await upsertRun(db, kind.prefix, { ran_at: startedAt, ...(isFull ? { full_at: startedAt } : {}) })
  return kind.count
    ? { removed: 0, quarantined: taken, lost }
    : { removed: found.removed, quarantined: 0, lost }
}

/** A storage that doesn't list changed folders is compared in full once a day. */
function isFullDue({ clock, storage }: CollectingDeps, run: RunRow | undefined): boolean {
  if (!run?.full_at || !run.ran_at || run.allowed !== null) return true
  const isOften = !storage.changedFolders || run.stopped_at !== null
  return clock.now() - run.full_at >= (isOften ? DAY_MS : FULL_EVERY_MS)
}

/** Folders that changed since the last run, or that are due for another check. */
async function foldersToCompare(
  { db, storage }: CollectingDeps,
  kind: FileKind,
  run: RunRow | undefined,
  due: readonly string[],
): Promise<Set<string>> {
  const folders = new Set(due)
  const since = (run?.ran_at ?? 0) - CLOCKS_MS
  for await (const changed of storage.changedFolders?.(kind.prefix, kind.depth, since) ?? []) {
    if (!changed.folders) folders.add(changed.prefix)
    else if (kind.folders) {
      // Deleted folders aren't listed as changed.
      const present = new Set(changed.folders)
      for (const folder of await kind.folders(db, changed.prefix))
        if (!present.has(folder)) folders.add(folder)
    }
  }
  return folders
}

interface Found {
  /** Files without a row, of a kind that is quarantined. */
  strays: StoredEntry[]
  /** Number of deleted files without a row, of a kind that can be regenerated. */
  removed: number
  /** Keys of lost files. */
  lost: string[]
  /** Folders to check again, and when. */
  later: Map<string, number>
}

async function compareFolders(
  { db, clock, storage }: CollectingDeps,
  kind: FileKind,
  folders: Iterable<string>,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const found: Found = { strays: [], removed: 0, lost: [], later: new Map() }
  const before = clock.now() - YOUNG_MS
  for (const folder of folders)
    for await (const { strays, lost } of compareFiles(inventoryOf(storage, folder), kind.known(db, folder))) {
      signal?.throwIfAborted()
      for (const file of strays) {
        if (file.modified >= before) found.later.set(folderOf(file.key), file.modified + YOUNG_MS + 1)
        else if (kind.count) found.strays.push(file)
        else if (await storage.deleteOlder(file.key, before)) found.removed += 1
      }
      if (kind.folders) found.lost.push(...lost.map(({ key }) => key))
    }
  return found
}

const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)

export interface Strays {
  kind: FileKind
  /** Those that `quarantineStrays` may take. */
  old: StoredEntry[]
  /** Number of those that may still get their row. */
  young: number
}

/** Irreplaceable files without a row. */
export async function findStrays({
  db,
  clock,
  storage,
}: Pick<CollectingDeps, 'db' | 'clock' | 'storage'>): Promise<Strays[]> {
  const before = clock.now() - YOUNG_MS
  const found: Strays[] = []
  for (const kind of FILE_KINDS.filter(({ count }) => count)) {
    const of: Strays = { kind, old: [], young: 0 }
    const { prefix } = kind
    for await (const { strays } of compareFiles(inventoryOf(storage, prefix), kind.known(db, prefix)))
      for (const file of strays)
        if (file.modified < before) of.old.push(file)
        else of.young += 1
    found.push(of)
  }
  return found
}

/** Quarantines them as `collectFiles` does: none if they are too many at once. @returns how many */
export const quarantineStrays = async (deps: QuarantiningDeps, { kind, old }: Strays): Promise<number> =>
  await removeStrays(deps, kind, old, { run: await selectRun(deps.db, kind.prefix), isFull: true })

type QuarantiningDeps = StoppingDeps & { storage: Storage }

/** @returns how many were quarantined */
async function removeStrays(
  deps: QuarantiningDeps,
  { prefix, count }: FileKind,
  strays: readonly StoredEntry[],
  { run, isFull }: { run: RunRow | undefined; isFull: boolean },
): Promise<number> {
  if (!count) return 0
  const { db, clock, storage } = deps
  const total = (await count(db)) + strays.length
  const wanted = { prefix, found: strays.length, total, allowed: run?.allowed ?? null }
  if (!(await mayTake(deps, wanted))) return 0
  const now = clock.now()
  let taken = 0
  for (const { key } of strays)
    if (await storage.moveOlder(key, quarantineKey(key, now), now - YOUNG_MS)) taken += 1
  if (isFull) await endStop(deps, prefix)
  return taken
}

/** @returns names of photos whose originals are newly found missing */
async function replaceLost(deps: CollectingDeps, { prefix }: FileKind, found: Found): Promise<string[]> {
  if (found.lost.length === 0) return []
  if (prefix === ORIGINAL_FILES.prefix)
    return await noteLostOriginals(deps, await restoreLost(deps, found.lost))
  const folders = new Set(found.lost.map(folderOf))
  for (const folder of await remakeRenditions(deps, [...folders]))
    found.later.set(folder, deps.clock.now() + HOUR_MS)
  return []
}

const COLLECTING = { kind: COLLECT_FILES, priority: -1 }

/** Queues the collection at startup. Each run queues the next one, an hour later. */
export const startCollecting = (deps: Pick<CollectingDeps, 'db' | 'clock'>): Promise<void> =>
  enqueueAtStart(deps, COLLECTING)

interface Stored {
  key: string
  size: number
}

export interface Difference<File extends Stored> {
  /** Stored files without a row. */
  strays: File[]
  /** Rows whose file is missing or has another length. */
  lost: KnownFile[]
}

const MOST = 1_000

/**
 * Compares stored files with the files that rows refer to, in one pass. Both are sorted by key and read in
 * batches, and differences are returned as they are found, so memory doesn't grow with the number of files.
 */
export async function* compareFiles<File extends Stored>(
  stored: AsyncIterable<File[]>,
  known: AsyncIterable<KnownFile[]>,
): AsyncGenerator<Difference<File>> {
  const rows = itemsOf(known)
  let row = await rows.next()
  let lost: KnownFile[] = []
  for await (const files of stored) {
    const strays: File[] = []
    for (const file of files) {
      for (; !row.done && row.value.key < file.key; row = await rows.next()) {
        lost.push(row.value)
        if (lost.length < MOST) continue
        yield { strays: [], lost }
        lost = []
      }
      if (row.done || row.value.key !== file.key) strays.push(file)
      else {
        if (row.value.size !== undefined && row.value.size !== file.size) lost.push(row.value)
        row = await rows.next()
      }
    }
    yield { strays, lost }
    lost = []
  }
  for (; !row.done; row = await rows.next()) {
    lost.push(row.value)
    if (lost.length < MOST) continue
    yield { strays: [], lost }
    lost = []
  }
  yield { strays: [], lost }
}

/** Single items of batches. */
export async function* itemsOf<Item>(portions: AsyncIterable<Item[]>): AsyncGenerator<Item, undefined> {
  for await (const items of portions) yield* items
}

export type StrayUploadDeps = StoppingDeps & {
  storage: Storage
  config: StoppingDeps['config'] & Where['config']
}

/**
 * Quarantines uploaded files without an upload, complete or not, since no row has their length. Deletes those
 * whose content is in the library.
 * @param before only files last written earlier, in milliseconds since 1970
 * @returns the number of quarantined files
 */
export async function quarantineStrayUploads(deps: StrayUploadDeps, before: number): Promise<number> {
  const { db, storage, clock } = deps
  const strays = await listStrayUploads(deps, before)
  const found = strays.length
  if (found > 0) {
    const total = ((await ORIGINAL_FILES.count?.(db)) ?? 0) + found
    const allowed = (await selectRun(db, UPLOADS))?.allowed ?? null
    if (!(await mayTake(deps, { prefix: UPLOADS, found, total, allowed }))) return 0
  }
  let taken = 0
  const files = incomingFiles(deps)
  for (const { id, bytes } of strays) {
    const outcome = bytes > 0 ? await files.withFile(id, quarantine) : 'empty'
    if (outcome === 'changed') continue
    if (outcome === 'taken') taken += 1
    await files.delete(id)
  }
  await endStop(deps, UPLOADS)
  return taken

  async function quarantine(path: string): Promise<'taken' | 'known' | 'changed'> {
    const sha256 = await hashFile(path)
    if (await hasContent(deps, sha256)) return 'known'
    const key = quarantineKey(`${UPLOADS}${sha256.slice(0, 2)}/${sha256}`, clock.now())
    return (await storage.putFile(key, path, sha256)) ? 'taken' : 'changed'
  }
}

/** Test files left by the health check of earlier versions. */
const PROBES: FileKind = { prefix: 'health/', depth: 0, known: async function* () {} }

/**
 * All files that the collection checks. Not the quarantine, and not logos and icons (`brand/`), which may lack
 * a row and can't be regenerated.
 */
export const FILE_KINDS: readonly FileKind[] = [
  ORIGINAL_FILES,
  RENDITION_FILES,
  DOWNLOAD_FILES,
  PROOF_FILES,
  PROBES,
]
