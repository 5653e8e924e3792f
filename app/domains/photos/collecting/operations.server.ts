import { type Db, transact } from '~/platform/db/database.server'
import { enqueueAll } from '~/platform/jobs/queue.server'
import { enqueueAtStart, enqueueNext } from '~/platform/jobs/recurring.server'
import { checkPhoto } from '../checking/operations.server'
import { selectCheck, selectRenditions } from '../checking/store.server'
import type { PhotoDeps } from '../operations.server'
import { COLLECT_FILES } from '../photo-jobs'
import { renditionJobs } from '../rendition-jobs'
import { type PhotoRow, type RenditionRow, setPhotoState } from '../store.server'
import { originalKey, renditionKey } from '../stored-files'
import { deleteRendition, selectContents, selectMedia, selectPhotosAfter } from './store.server'

const HOUR_MS = 3_600_000
/** A file is written before its row: nothing is an orphan that may still be waiting for it. */
const YOUNG_MS = 24 * HOUR_MS
const AT_ONCE = 500

/** Files that belong to rows: each is written before its row, and goes after it. */
export interface OwnedFiles {
  /** What their keys begin with. */
  prefix: string
  /** Those of these keys that a row knows. */
  ownedOf(db: Db, keys: string[]): Promise<string[]>
}

export interface CollectingDeps extends PhotoDeps {
  /** Of other domains that store files. */
  others?: readonly OwnedFiles[]
  /** Lets the owner know that originals of these names are gone or damaged. Each photograph is told once. */
  tellOwner?: (names: string[]) => Promise<void>
}

const ORIGINALS: OwnedFiles = {
  prefix: 'originals/',
  ownedOf: async (db, keys) => {
    const contents = keys.flatMap((key) => /\/([0-9a-f]{64})\.\w+$/.exec(key)?.[1] ?? [])
    return (await selectContents(db, contents)).map(originalKey)
  },
}

const RENDITIONS: OwnedFiles = {
  prefix: 'renditions/',
  ownedOf: async (db, keys) => {
    const media = keys.flatMap((key) => /\/([0-9a-f]{20})\/\d+\.\w+$/.exec(key)?.[1] ?? [])
    const rows = await selectMedia(db, [...new Set(media)])
    return rows.map((row) => renditionKey(row.media, row.width, row.format))
  },
}

/** What was written to see whether the storage works, by a program that ended before it was gone again. */
const PROBES: OwnedFiles = { prefix: 'health/', ownedOf: async () => [] }

/**
 * Brings files and rows together again that a crash, a backup or a hand on the disk has parted: removes files without
 * a row, makes lost renditions anew, and tells the owner of originals that are gone. Hourly, and at the start.
 * @returns how many files were removed, and which photographs have lost their original
 */
export async function collectFiles(deps: CollectingDeps): Promise<{ removed: number; lost: string[] }> {
  await enqueueNext(deps, COLLECTING, { everyMs: HOUR_MS })
  const before = deps.clock.now() - YOUNG_MS
  let removed = 0
  for (const kind of [ORIGINALS, RENDITIONS, PROBES, ...(deps.others ?? [])])
    removed += await removeOrphans(deps, kind, before)
  await deps.storage.clearDrafts(before)
  if (removed > 0) deps.log.warn({ removed }, 'files without a row were removed')
  const lost = await findLost(deps)
  if (lost.length > 0) await deps.tellOwner?.(lost)
  return { removed, lost }
}

async function removeOrphans(
  { db, storage }: CollectingDeps,
  { prefix, ownedOf }: OwnedFiles,
  before: number,
): Promise<number> {
  let removed = 0
  const look = async (keys: string[]) => {
    if (keys.length === 0) return
    const owned = new Set(await ownedOf(db, keys))
    for (const key of keys) if (!owned.has(key) && (await storage.deleteOlder(key, before))) removed += 1
  }
  let keys: string[] = []
  for await (const key of storage.list(prefix)) {
    keys.push(key)
    if (keys.length < AT_ONCE) continue
    await look(keys)
    keys = []
  }
  await look(keys)
  return removed
}

/** @returns names of the photographs whose original is found to be gone, and was not before */
async function findLost(deps: CollectingDeps): Promise<string[]> {
  const lost: string[] = []
  for (let after = ''; ; ) {
    const photos = await selectPhotosAfter(deps.db, after, AT_ONCE)
    for (const photo of photos) {
      if (!(await deps.storage.exists(originalKey(photo)))) {
        if (await isNews(deps, photo)) lost.push(photo.original_name)
      } else await makeLostRenditions(deps, photo)
      after = photo.id
    }
    if (photos.length < AT_ONCE) return lost
  }
}

/** Writes down what is true of a photograph’s files, where the Studio shows it. @returns whether that is news */
async function isNews(deps: CollectingDeps, { id }: PhotoRow): Promise<boolean> {
  const known = (await selectCheck(deps.db, id))?.points ?? '[]'
  await checkPhoto(deps, { photoId: id })
  const isFaulty = (JSON.parse(known) as { outcome?: string }[]).some(({ outcome }) => outcome === 'faulty')
  return !isFaulty
}

async function makeLostRenditions({ db, clock, storage }: CollectingDeps, photo: PhotoRow): Promise<void> {
  if (photo.state !== 'ready') return
  const lost: RenditionRow[] = []
  for (const row of await selectRenditions(db, photo.id))
    if (!(await storage.exists(renditionKey(photo.media_hash, row.width, row.format)))) lost.push(row)
  if (lost.length === 0) return
  await transact(db, async (tx) => {
    for (const row of lost) await deleteRendition(tx, row)
    await setPhotoState(tx, photo.id, 'processing')
    await enqueueAll({ db: tx, clock }, renditionJobs(photo))
  })
}

const COLLECTING = { kind: COLLECT_FILES, priority: -1 }

/** The program has started: once now, and every hour from then on. */
export const keepCollecting = (deps: Pick<CollectingDeps, 'db' | 'clock'>): Promise<void> =>
  enqueueAtStart(deps, COLLECTING)
