import { randomUUID } from 'node:crypto'
import { ORIGINAL_FILES } from '~/domains/photos/photo-files.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, databaseExists, transact } from '~/platform/db/database.server'
import type { Stop } from '~/platform/domain.server'
import type { Logger } from '~/platform/logging.server'
import { beginRun } from '~/platform/running.server'
import { inventoryOf } from '~/platform/storage/model'
import type { Storage } from '~/platform/storage/storage.server'
import { compareFiles } from './collection.server'
import { judgeSides, type Mismatch, mismatchSentence, type Sides } from './installation'
import {
  insertInstallation,
  markSigned,
  replaceInstallation,
  selectChecksums,
  selectInstallation,
  selectTables,
} from './store.server'

export interface InstallationDeps {
  db: Db
  storage: Storage
  clock: Clock
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>
}

/** The database and the storage don't belong together. The message is for the operator. */
export class InstallationMismatch extends Error {
  override name = 'InstallationMismatch'

  constructor(mismatch: Mismatch, config: InstallationDeps['config'], movedTo?: string) {
    super(mismatchSentence(mismatch, config, movedTo))
  }
}

/** Storage key of the installation's id. */
export const ID_KEY = 'installation'
/** Storage key of the id that the installation got when its files were moved to another storage, and that storage's name. */
export const MOVED_KEY = 'moved'

/**
 * Checks that database and storage belong together. Call it before migrating, so that a foreign database
 * isn't changed and a missing one isn't created.
 * @throws InstallationMismatch
 */
export async function recognizeInstallation(deps: InstallationDeps): Promise<void> {
  const mismatch = judgeSides(await readSides(deps))
  if (mismatch === undefined || (await areSigned(deps))) return
  throw new InstallationMismatch(mismatch, deps.config, await readDestination(deps))
}

/** Where the database's photos were moved from this storage. */
async function readDestination({ db, storage, config }: InstallationDeps): Promise<string | undefined> {
  const [moved, to] = await readLines(storage, MOVED_KEY)
  if (moved === undefined || !databaseExists(config) || !(await selectTables(db)).has('installation'))
    return undefined
  if ((await selectInstallation(db))?.id !== moved) return undefined
  return to
}

async function readSides({ db, storage, config }: InstallationDeps): Promise<Sides> {
  // The database is read last: another instance starting for the first time writes it first.
  const stored = await readId(storage)
  const tables = databaseExists(config) ? await selectTables(db) : new Set<string>()
  const installation = tables.has('installation') ? await selectInstallation(db) : undefined
  const database = { id: installation?.id ?? null, isSigned: (installation?.signed_at ?? null) !== null }
  if (database.id !== null && stored !== null)
    return { database: { ...database, photos: 0 }, storage: { id: stored, originals: 0 }, shared: 0 }
  const { photos, originals, shared } = await comparePhotos(storage, tables.has('photos') ? db : undefined)
  return { database: { ...database, photos }, storage: { id: stored, originals }, shared }
}

export async function readId(storage: Storage, key = ID_KEY): Promise<string | null> {
  return (await readLines(storage, key))[0] ?? null
}

async function readLines(storage: Storage, key: string): Promise<string[]> {
  const found = await storage.read(key)
  return found ? Buffer.from(found).toString('utf8').trim().split('\n') : []
}

const AT_ONCE = 1_000

/**
 * Compares up to a thousand originals with the photos of the same checksums. Checksums are random, so this is a
 * random sample.
 */
async function comparePhotos(storage: Storage, db: Db | undefined) {
  const { files, next } = await storage.inventory(ORIGINAL_FILES.prefix)
  const stored = files.flatMap(({ key }) => /\/([0-9a-f]{64})\./.exec(key)?.[1] ?? [])
  const until = next === undefined ? undefined : stored.at(-1)
  const listed = db ? await selectChecksums(db, { until, limit: AT_ONCE }) : []
  const end = listed.length === AT_ONCE ? listed.at(-1) : undefined
  const originals = stored.filter((sha256) => end === undefined || sha256 <= end)
  const known = new Set(listed)
  const shared = originals.filter((sha256) => known.has(sha256)).length
  return { photos: listed.length, originals: originals.length, shared }
}

/** Whether another instance has written both ids in the meantime. */
async function areSigned({ db, storage, config }: InstallationDeps): Promise<boolean> {
  if (!databaseExists(config) || !(await selectTables(db)).has('installation')) return false
  const id = (await selectInstallation(db))?.id
  return id !== undefined && id === (await readId(storage))
}

/**
 * Gives database and storage the same id at the first start, even if several instances start at once.
 * @throws InstallationMismatch if another database was first
 */
export async function signInstallation({ db, storage, clock, config }: InstallationDeps): Promise<void> {
  const before = await selectInstallation(db)
  if (before && before.signed_at !== null) return
  const id = before?.id ?? (await insertInstallation(db, randomUUID()))
  await storage.putNew(ID_KEY, Buffer.from(`${id}\n`))
  if ((await readId(storage)) !== id) throw new InstallationMismatch('different', config)
  await markSigned(db, clock.now())
}

/** The files are being copied to another storage. The message is for the operator. */
class FilesAreMoving extends Error {
  override name = 'FilesAreMoving'
}

/**
 * Keeps files from being moved as long as the site runs.
 * @throws FilesAreMoving, or InstallationMismatch if they were moved since the start began
 */
export async function startOnStorage(
  deps: InstallationDeps & { log: Pick<Logger, 'warn'> },
  onStop: (stop: Stop) => void,
): Promise<void> {
  const run = await beginRun(deps, 'site')
  if (!run)
    throw new FilesAreMoving(
      'The photos are being moved by “storage move”. Start the site once that has finished.',
    )
  onStop(run.end)
  await recognizeInstallation(deps)
}

export interface Joined {
  /** They already belonged together, so nothing changed. */
  isOld: boolean
  /** Photos whose originals exist. */
  matching: number
  /** Originals without a photo. */
  strays: number
  /** Photos without an original. */
  missing: number
}

/** Joins a database and a storage at the operator's request. Both get a new id. */
export async function joinInstallation(deps: InstallationDeps): Promise<Joined> {
  const { db, storage, clock } = deps
  const isOld = await areSigned(deps)
  if (!isOld) {
    const id = randomUUID()
    await transact(db, (tx) => replaceInstallation(tx, id))
    await storage.put(ID_KEY, Buffer.from(`${id}\n`))
    await markSigned(db, clock.now())
  }
  return { isOld, ...(await countDifferences(deps)) }
}

async function countDifferences({ db, storage }: InstallationDeps) {
  const { prefix, count } = ORIGINAL_FILES
  let [strays, missing] = [0, 0]
  for await (const found of compareFiles(inventoryOf(storage, prefix), ORIGINAL_FILES.known(db, prefix))) {
    strays += found.strays.length
    missing += found.lost.length
  }
  return { strays, missing, matching: ((await count?.(db)) ?? 0) - missing }
}
