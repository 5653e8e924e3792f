import { randomUUID } from 'node:crypto'
import { areUploadsWaiting } from '~/domains/galleries/uploads/cleanup.server'
import { ORIGINAL_FILES } from '~/domains/photos/photo-files.server'
import { transact } from '~/platform/db/database.server'
import { hashFile } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { beginRun, type Run } from '~/platform/running.server'
import type { KnownFile } from '~/platform/storage/file-kinds.server'
import { inventoryOf } from '~/platform/storage/model'
import type { Storage } from '~/platform/storage/storage.server'
import { compareFiles, FILE_KINDS, itemsOf } from './collection.server'
import { ID_KEY, type InstallationDeps, MOVED_KEY, readId } from './installation.server'
import { markSigned, replaceInstallation, selectInstallation } from './store.server'

/** Storage key of the id of an installation whose files are being copied to a storage. */
const MOVING_KEY = 'moving'
const OWN_KEYS = [ID_KEY, MOVED_KEY, MOVING_KEY]

export interface Moving extends Pick<InstallationDeps, 'db' | 'clock'> {
  from: Storage
  to: Storage
  log: Pick<Logger, 'warn'>
  /** Name of `to` for people, for example “the bucket photos”. */
  place: string
  /** Called for each copied file. */
  onCopied(file: { key: string; bytes: number }): void
}

export type Moved =
  | {
      ok: true
      copied: number
      /** They were switched by an earlier run. */
      isOld: boolean
      /** Keys of files that are damaged in `from`: copied as they are if they can't be made again. */
      damaged: string[]
    }
  | { ok: false; reason: 'running' | 'other-source' | 'other-target' | 'uploads-waiting' }

/**
 * Copies every file of an installation to another storage, verifies the checksums, and makes that the storage that
 * belongs to the database. Copied files stay where they were. It can be stopped at any point, and continued by another
 * call, which copies what is missing. Once the files were moved, a call copies only what was written to the former
 * storage later, so that files deleted since then aren't brought back. Refused while the site or another move runs.
 */
export async function moveFiles(moving: Moving): Promise<Moved> {
  const run = await beginRun(moving, 'move')
  if (!run) return { ok: false, reason: 'running' }
  try {
    return await moveAlone(moving, run)
  } finally {
    await run.end()
  }
}

async function moveAlone(moving: Moving, run: Run): Promise<Moved> {
  const { db, clock, from, to, place } = moving
  const id = (await selectInstallation(db))?.id
  const isOld = id !== undefined && (await readId(to)) === id
  if (!isOld) {
    if (id === undefined || (await readId(from)) !== id) return { ok: false, reason: 'other-source' }
    if (await areUploadsWaiting(db)) return { ok: false, reason: 'uploads-waiting' }
    if (!(await mayReceive(to, id))) return { ok: false, reason: 'other-target' }
    await to.put(MOVING_KEY, Buffer.from(`${id}\n`))
  }
  const damaged = new Set<string>()
  const since = isOld ? await movedAt(from, id) : undefined
  let copied = 0
  // Commands may add files while others are copied.
  for (let some = -1; some !== 0; copied += some) some = await copyMissing(moving, damaged, since)
  if (await run.isDisturbed()) return { ok: false, reason: 'running' }
  const next = isOld ? id : randomUUID()
  if (!isOld) await to.put(ID_KEY, Buffer.from(`${next}\n`))
  // Before the switch: what is written to the former storage after it is newer than this note.
  await from.put(MOVED_KEY, Buffer.from(`${next}\n${place}\n`))
  if (!isOld) await transact(db, (tx) => replaceInstallation(tx, next))
  await markSigned(db, clock.now())
  for (const key of [MOVED_KEY, MOVING_KEY]) await to.delete(key)
  return { ok: true, copied, isOld, damaged: [...damaged] }
}

/** An empty storage, one to which this installation was being moved, or from which it was moved. */
async function mayReceive(to: Storage, id: string): Promise<boolean> {
  if ((await readId(to, MOVING_KEY)) === id || (await readId(to, MOVED_KEY)) === id) return true
  return (await to.inventory('')).files.length === 0
}

/** When the files of an installation were moved from a storage, in its time; infinite if they weren't. */
async function movedAt(from: Storage, id: string): Promise<number> {
  if ((await readId(from, MOVED_KEY)) !== id) return Number.POSITIVE_INFINITY
  const { files } = await from.inventory(MOVED_KEY)
  return files.find(({ key }) => key === MOVED_KEY)?.modified ?? Number.POSITIVE_INFINITY
}

/** Files copied at once. */
const AT_ONCE = 8

/**
 * @param since of missing files, copies those that were written then or later; undefined: all
 * @returns how many were copied
 */
async function copyMissing(moving: Moving, damaged: Set<string>, since: number | undefined): Promise<number> {
  const { db, from, to, onCopied } = moving
  const sumOf = sumsOf(allKnown(db))
  let copied = 0
  for await (const { strays, lost } of compareFiles(inventoryOf(from, ''), inventoryOf(to, ''))) {
    const keys = strays.filter(({ modified }) => modified >= (since ?? 0)).map(({ key }) => key)
    const isNew = new Set(keys)
    // Any other lost file is in `to` alone.
    for (const { key } of lost) if (await from.exists(key)) keys.push(key)
    const files: Copied[] = []
    for (const key of keys.filter((each) => !OWN_KEYS.includes(each)).toSorted(byCode)) {
      const sum = sumInName(key) ?? (await sumOf(key))
      // What differs in the new storage may be newer there, unless the checksum says otherwise.
      if (since === undefined || isNew.has(key) || sum !== undefined)
        files.push({ key, sum, isReplaced: since !== undefined && !isNew.has(key) })
    }
    const copyNext = async () => {
      for (let file = files.shift(); file; file = files.shift()) {
        const bytes = await copyFile(moving, file, damaged)
        if (bytes === undefined) continue
        copied += 1
        onCopied({ key: file.key, bytes })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, copyNext))
  }
  return copied
}

const byCode = (a: string, b: string): number => (a < b ? -1 : 1)

/** The checksum of an original, also in quarantine. */
const sumInName = (key: string): string | undefined =>
  /(?:^|\/)originals\/[0-9a-f]{2}\/([0-9a-f]{64})\./.exec(key)?.[1]

/** Files of all rows, by key. */
async function* allKnown(db: InstallationDeps['db']): AsyncGenerator<KnownFile[]> {
  for (const kind of FILE_KINDS.toSorted((a, b) => byCode(a.prefix, b.prefix)))
    yield* kind.known(db, kind.prefix)
}

/** @returns a function to be called with ascending keys, whose result is the checksum in the file's row */
function sumsOf(known: AsyncIterable<KnownFile[]>): (key: string) => Promise<string | undefined> {
  const rows = itemsOf(known)
  let row: ReturnType<typeof rows.next> | undefined
  return async (key) => {
    row ??= rows.next()
    let found = await row
    for (; !found.done && found.value.key < key; found = await row) row = rows.next()
    return found.done || found.value.key !== key ? undefined : found.value.sha256
  }
}

interface Copied {
  key: string
  sum: string | undefined
  /** The new storage has another one. */
  isReplaced: boolean
}

/** @returns its size in bytes; undefined when it isn't copied */
async function copyFile(
  { from, to }: Moving,
  { key, sum, isReplaced }: Copied,
  damaged: Set<string>,
): Promise<number | undefined> {
  return await from.withFile(key, async (path) => {
    const sha256 = await hashFile(path)
    if (sum !== undefined && sha256 !== sum) {
      damaged.add(key)
      if (isReplaced || canBeMade(key)) return undefined
    }
    if (!(await to.putFile(key, path, sha256))) throw new Error(`${key} changed while it was copied.`)
    return await to.size(key)
  })
}

const canBeMade = (key: string): boolean =>
  FILE_KINDS.some(({ prefix }) => key.startsWith(prefix) && prefix !== ORIGINAL_FILES.prefix)
