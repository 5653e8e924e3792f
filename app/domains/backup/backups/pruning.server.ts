import type { Clock } from '~/platform/clock'
import type { Storage } from '~/platform/storage/storage.server'
import { addDays, dateOf } from '~/platform/time'
import { type From, readBackupManifest } from './manifest.server'
import { BACKUPS, FILES, readName, storedPath, verifiedPath } from './model'
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

/**
 * Deletes backups that needn’t be kept and those that were never completed, then the files that no backup names. If a manifest can’t be read, no file is
 * deleted.
 */
export async function prune(from: From, { clock, zone }: { clock: Clock; zone: string }): Promise<Pruned> {
  const { target } = from
  const before = clock.now() - SETTLED_MS
  const names = await listNames(target)
  const backups: Kept[] = []
  for (const name of names)
    backups.push({ name, at: readName(name)?.at ?? 0, isVerified: await target.exists(verifiedPath(name)) })
  const kept = namesToKeep(backups, clock.now(), zone)
  const pruned: Pruned = { backups: 0, files: 0, isRefused: false }
  for (const { name } of backups) {
    if (kept.has(name)) continue
    if (!(await deleteBackup(target, name))) return { ...pruned, isRefused: true }
    pruned.backups += 1
  }
  for (const name of await listIncomplete(target, names)) {
    if ((readName(name)?.at ?? before) >= before) continue
    if (!(await deleteBackup(target, name))) return { ...pruned, isRefused: true }
  }
  const needed = new Set<string>()
  for (const name of kept) {
    const manifest = await readBackupManifest(from, name)
    if (typeof manifest === 'string') return pruned
    for (const { sha256 } of manifest.files) needed.add(storedPath(sha256))
  }
  for await (const path of target.list(FILES)) {
    if (needed.has(path)) continue
    try {
      if (await target.deleteOlder(path, before)) pruned.files += 1
    } catch {
      return { ...pruned, isRefused: true }
    }
  }
  return pruned
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

/** The manifest goes first, so that what is left never looks whole. */
async function deleteBackup(target: Storage, name: string): Promise<boolean> {
  const paths = await Array.fromAsync(target.list(`${BACKUPS}${name}/`))
  const last = (path: string) => !path.endsWith('/manifest.age')
  try {
    for (const path of paths.toSorted((a, b) => Number(last(a)) - Number(last(b)))) await target.delete(path)
    return true
  } catch {
    return false
  }
}
