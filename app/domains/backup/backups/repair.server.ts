import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { recordAction } from '~/domains/audit/operations.server'
import { DAY_MS, quarantineKey } from '~/domains/files/model'
import { restoreLost } from '~/domains/files/quarantine.server'
import { ORIGINAL_FILES, recheckOriginals } from '~/domains/photos/photo-files.server'
import { DamagedAge } from '~/platform/age.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { Storage } from '~/platform/storage/storage.server'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { contentOf } from './create.server'
import type { BackupFile, From } from './manifest.server'
import { storedPath } from './model'
import { measured, readEncrypted, writeFile } from './stored-files.server'

interface Deps {
  db: Db
  storage: Storage
  clock: Clock
}

export interface BrokenOriginal extends BackupFile {
  /** `unreadable`: the disk failed to read it. */
  problem: 'missing' | 'damaged' | 'unreadable'
}

type OnFile = (done: number, total: number) => void

/** Reads every original, and compares it with the checksum of its row. */
export async function checkOriginals(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  onFile: OnFile = () => {},
): Promise<{ total: number; broken: BrokenOriginal[] }> {
  const total = (await ORIGINAL_FILES.count?.(db)) ?? 0
  const broken: BrokenOriginal[] = []
  let done = 0
  for await (const files of ORIGINAL_FILES.known(db, ORIGINAL_FILES.prefix))
    for (const { key, size: bytes = 0, sha256 = '' } of files) {
      const problem = await problemOf(storage, key, sha256)
      if (problem && (await hasRow(db, sha256))) broken.push({ key, bytes, sha256, problem })
      onFile(++done, Math.max(done, total))
    }
  return { total: done, broken }
}

async function problemOf(
  storage: Storage,
  key: string,
  sha256: string,
): Promise<BrokenOriginal['problem'] | undefined> {
  try {
    const found = await checksumOf(storage, key)
    if (found === undefined) return 'missing'
    return found === sha256 ? undefined : 'damaged'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EIO') return 'unreadable'
    throw error
  }
}

/** SHA-256 in hexadecimal; undefined: not found. */
async function checksumOf(storage: Storage, key: string): Promise<string | undefined> {
  const content = await contentOf(storage, key)
  if (!content) return undefined
  const read = measured(content)
  for await (const _piece of read.pieces);
  return read.result().sha256
}

/** The photo may have been deleted since the rows were read. */
async function hasRow(db: Db, sha256: string): Promise<boolean> {
  for await (const rows of ORIGINAL_FILES.known(db, `${ORIGINAL_FILES.prefix}${sha256}/`))
    if (rows.length > 0) return true
  return false
}

export interface Repaired {
  /** Originals that are whole again. */
  repaired: number
  /** Damaged files that were copied into quarantine. */
  setAside: number
  left: (BrokenOriginal & { why: 'no-copy' | 'copy-damaged' | 'unreadable' })[]
}

/**
 * Restores missing originals from quarantine, and the others from the backups, which all share one copy of a file.
 * A file without a usable copy stays as it is.
 * @throws if the storage can’t be written
 */
export async function repairOriginals(
  deps: Deps,
  from: From,
  broken: readonly BrokenOriginal[],
  onFile: OnFile = () => {},
): Promise<Repaired> {
  const missing = broken.filter(({ problem }) => problem === 'missing').map(({ key }) => key)
  const lost = new Set(missing.length > 0 ? await restoreLost(deps, missing) : [])
  const repaired: string[] = []
  const left: Repaired['left'] = []
  let setAside = 0
  const folder = await mkdtemp(join(await temporaryFolder(), 'repair-'))
  try {
    for (const [index, file] of broken.entries()) {
      const isBack = file.problem === 'missing' && !lost.has(file.key)
      const outcome = isBack ? 'restored' : await repairOriginal(deps, from, file, join(folder, 'original'))
      if (outcome === 'restored' || outcome === 'replaced') repaired.push(file.key)
      else left.push({ ...file, why: outcome })
      if (outcome === 'replaced') setAside += 1
      onFile(index + 1, broken.length)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    if (repaired.length > 0) await recordRepair(deps, repaired)
  }
  return { repaired: repaired.length, setAside, left }
}

async function repairOriginal(
  { storage, clock }: Deps,
  from: From,
  { key, sha256, problem }: BrokenOriginal,
  draft: string,
): Promise<'restored' | 'replaced' | Repaired['left'][number]['why']> {
  if (problem === 'unreadable') return 'unreadable'
  const path = storedPath(sha256)
  if (!(await from.target.exists(path))) return 'no-copy'
  try {
    const copy = measured(readEncrypted(from, path))
    await writeFile(draft, copy.pieces).catch(refuseDamaged)
    if (copy.result().sha256 !== sha256) return 'copy-damaged'
    const isReplaced = await setAside(storage, key, clock.now())
    const isStored = await storage.putFile(key, draft, sha256)
    if (!isStored || (await checksumOf(storage, key)) !== sha256)
      throw new Error(`${key} can’t be read back after it was restored. Check the disk.`)
    return isReplaced ? 'replaced' : 'restored'
  } finally {
    await rm(draft, { force: true })
  }
}

function refuseDamaged(error: unknown): void {
  if (!(error instanceof DamagedAge)) throw error
}

/**
 * Copies a damaged original into quarantine, on the first day from now that has no other file of its name. It
 * isn’t moved, so that its name is never without a file.
 * @returns false when there is none
 */
async function setAside(storage: Storage, key: string, now: number): Promise<boolean> {
  const found = await checksumOf(storage, key)
  if (found === undefined) return false
  for (let at = now; ; at += DAY_MS) {
    const place = quarantineKey(key, at)
    const there = await checksumOf(storage, place)
    if (there === found) return true
    if (there !== undefined) continue
    if (await storage.withFile(key, (file) => storage.putFile(place, file, found))) return true
    throw new Error(`${key} changed while it was copied into quarantine.`)
  }
}

async function recordRepair(deps: Deps, keys: readonly string[]): Promise<void> {
  await recheckOriginals(deps, keys)
  const author = { uid: '', name: 'Command line' }
  const subject = keys.length === 1 ? '1 original' : `${keys.length} originals`
  await recordAction({ ...deps, author }, { action: 'originals-repaired', subject })
}
