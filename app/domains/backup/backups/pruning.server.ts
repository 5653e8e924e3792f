import type { Clock } from '~/platform/clock'
import { isRefusal } from '~/platform/storage/refusal'
import type { Storage } from '~/platform/storage/storage.server'
import { addDays, dateOf } from '~/platform/time'
import { type From, readBackupManifest } from './manifest.server'
import { BACKUPS, begunPath, FILES, readName, storedPath, verifiedPath } from './model'
import { listNames } from './target.server'

const KEPT_DAYS = 14
const KEPT_MONTHS = 12
/** Verified backups that stay however old they are, so that a clock that is years ahead can't make all but one go. */
const KEPT_ALWAYS = 3

export interface Kept {
  name: string
  /** Milliseconds since 1970. */
  at: number
  isVerified: boolean
}

/**
 * The backups to keep: all of the last 14 days, the newest verified one of each of the last 12 months, and the last
 * three verified ones, however old. Days and months are those of the studio’s zone.
 */
export function namesToKeep(backups: readonly Kept[], now: number, zone: string): Set<string> {
  const today = dateOf(now, zone)
  const firstDay = addDays(today, 1 - KEPT_DAYS)
  const firstMonth = monthsBefore(today.slice(0, 7), KEPT_MONTHS - 1)
  const kept = new Set<string>()
  const months = new Set<string>()
  let verified = 0
  const newestFirst = backups.toSorted((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1))
  for (const { name, at, isVerified } of newestFirst) {
    const date = dateOf(at, zone)
    const month = date.slice(0, 7)
    if (date >= firstDay) kept.add(name)
    if (!isVerified) continue
    verified += 1
    if (verified <= KEPT_ALWAYS || (month >= firstMonth && !months.has(month))) kept.add(name)
    months.add(month)
  }
  return kept
}

function monthsBefore(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 - count
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

export interface Pruned {
  backups: number
  files: number
  /** The target refuses to delete, as an append-only bucket does. */
  isRefused: boolean
}

/** Files of the target that are younger may belong to a backup that is being made. */
const SETTLED_MS = 2 * 86_400_000

interface Pruning {
  clock: Clock
  zone: string
  /** Mark of this installation (`makerOf`). */
  maker: string
}

/**
 * Deletes backups of this installation that needn’t be kept, oldest first, and those of it that were never completed,
 * then the files that no backup names, and what killed backups left half written. A backup whose manifest can’t be read stays, and then no file is deleted.
 */
export async function prune(from: From, { clock, zone, maker }: Pruning): Promise<Pruned> {
  const { target } = from
  const before = clock.now() - SETTLED_MS
  const names = await listNames(target)
  const own: Kept[] = []
  for (const name of names)
    if ((await beginnerOf(target, name)) === maker)
      own.push({ name, at: readName(name)?.at ?? 0, isVerified: await target.exists(verifiedPath(name)) })
  const kept = namesToKeep(own, clock.now(), zone)
  const left = new Set(names)
  const pruned: Pruned = { backups: 0, files: 0, isRefused: false }
  for (const { name } of own.toReversed()) {
    if (kept.has(name) || !(await isMadeBy(from, name, maker))) continue
    if (!(await deleteBackup(target, name))) {
      pruned.isRefused = true
      break
    }
    pruned.backups += 1
    left.delete(name)
  }
  // Where the oldest can’t be deleted, nothing can.
  if (pruned.isRefused && pruned.backups === 0) return pruned
  for (const name of await listIncomplete(target, names)) {
    if ((readName(name)?.at ?? before) >= before || (await beginnerOf(target, name)) !== maker) continue
    if (!(await deleteBackup(target, name))) return { ...pruned, isRefused: true }
  }
  const needed = new Set<string>()
  for (const name of left) {
    const manifest = await readBackupManifest(from, name)
    if (typeof manifest === 'string') return pruned
    for (const { sha256 } of manifest.files) needed.add(storedPath(sha256))
  }
  for await (const path of target.list(FILES)) {
    if (needed.has(path)) continue
    try {
      if (await target.deleteOlder(path, before)) pruned.files += 1
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { ...pruned, isRefused: true }
    }
  }
  await target.clearDrafts(before)
  return pruned
}

async function isMadeBy(from: From, name: string, maker: string): Promise<boolean> {
  const manifest = await readBackupManifest(from, name)
  return typeof manifest !== 'string' && manifest.madeBy === maker
}

/** Names of backups that failed before they had a manifest. */
async function listIncomplete(target: Storage, complete: readonly string[]): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const path of target.list(BACKUPS)) {
    const name = path.split('/')[1] ?? ''
    if (readName(name) && !complete.includes(name)) names.add(name)
  }
  return names
}

/** Mark of the installation that began a backup, which only the manifest proves. */
async function beginnerOf(target: Storage, name: string): Promise<string | undefined> {
  const begun = await target.read(begunPath(name))
  return begun && Buffer.from(begun).toString('utf8').trim().split(' ')[1]
}

/** The manifest goes first, so that what is left never looks whole. */
async function deleteBackup(target: Storage, name: string): Promise<boolean> {
  const paths = await Array.fromAsync(target.list(`${BACKUPS}${name}/`))
  const last = (path: string) => !path.endsWith('/manifest.age')
  try {
    for (const path of paths.toSorted((a, b) => Number(last(a)) - Number(last(b)))) await target.delete(path)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}
