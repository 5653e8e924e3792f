import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createZstdCompress } from 'node:zlib'
import { readId } from '~/domains/files/installation.server'
import { originalKey } from '~/domains/photos/stored-files'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { type Migrations, readMigrations } from '~/platform/db/migrate.server'
import { sqliteFile } from '~/platform/db/sqlite.server'
import { secretsOf } from '~/platform/secret'
import { piecesOf } from '~/platform/storage/model'
import { isRefusal } from '~/platform/storage/refusal'
import type { Storage } from '~/platform/storage/storage.server'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { isDrawn } from '../import-files.server'
import { originalRows } from '../import-store.server'
import { filePath } from '../model'
import { copyDatabase, describeTables } from './database-copy.server'
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupFile,
  type BackupManifest,
  type From,
  readBackupManifest,
  writeManifest,
} from './manifest.server'
import {
  type BackupKind,
  backupName,
  begunPath,
  databasePath,
  manifestPath,
  storedPath,
  type UnusableTarget,
  verifiedPath,
} from './model'
import { hasBackedUp } from './store.server'
import { isWholeIn, measured, readsBack, storedSizes, storeEncrypted } from './stored-files.server'
import { listNames, openKey } from './target.server'
import { unpackDatabase } from './unpack.server'
import { databaseFaults } from './verify.server'

export interface BackupDeps {
  config: Pick<Config, 'secret' | 'databaseUrl' | 'dataDir' | 'backupDir' | 'backupS3' | 'siteUrl'>
  db: Db
  storage: Storage
  target: Storage
  clock: Clock
  /** Migrations to use instead of the product’s, for tests. */
  migrations?: Migrations
}

export interface BackupWork {
  kind: BackupKind
  /** Also in an empty target, though backups were made before. */
  beginsAnew?: boolean | undefined
  signal?: AbortSignal
  /** Called with the copy of the database. */
  onCopy?: (copy: Db) => Promise<void>
  /** Called after each file, with the number of files done and in all. */
  onFile?: (done: number, total: number) => void
}

export type BackedUp =
  | {
      ok: true
      name: string
      /** Files in the backup, and how many of them are new in the target. */
      files: number
      newFiles: number
      newBytes: number
      /** Names of photos whose originals the installation has lost, with no copy in the target. */
      missing: string[]
    }
  | { ok: false; reason: UnusableTarget }
  | Damaged

/** What was stored can’t be read back. */
interface Damaged {
  ok: false
  reason: 'damaged'
  sentence: string
}

/**
 * Makes a backup while the site runs. Files that the target has aren’t read. The backup counts once everything
 * that is new in it was read back from the target, and its tables were restored into a scratch database. Otherwise it has no manifest, or isn’t marked as verified.
 * @throws if the target can’t be written
 */
export async function createBackup(deps: BackupDeps, work: BackupWork): Promise<BackedUp> {
  const isFirst = work.beginsAnew === true || !(await hasBackedUp(deps.db))
  const key = await openKey(deps.target, deps.config, isFirst)
  if (typeof key === 'string') return { ok: false, reason: key }
  const folder = await mkdtemp(join(await temporaryFolder(), 'backup-'))
  try {
    const copy = await copyDatabase(deps.config, folder, deps.migrations)
    try {
      return await writeBackup(deps, work, { from: { target: deps.target, key }, copy, folder })
    } finally {
      await copy.destroy()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Prepared {
  from: From
  copy: Db
  folder: string
}

async function writeBackup(deps: BackupDeps, work: BackupWork, prepared: Prepared): Promise<BackedUp> {
  const { from, copy, folder } = prepared
  const { target } = from
  await work.onCopy?.(copy)
  const [migrations, tables] = [await readMigrations(copy), await describeTables(copy)]
  const same = work.kind === 'before-upgrade' ? await newestWith(from, { migrations, tables }) : undefined
  if (same)
    return { ok: true, name: same.name, files: same.files.length, newFiles: 0, newBytes: 0, missing: [] }
  const madeBy = await makerOf(deps)
  const { name, madeAt } = await takeName(target, { now: deps.clock.now(), kind: work.kind, madeBy })
  const database = await storeDatabase(from, name, folder)
  if (!database) return damaged('The copy of the database can’t be read back.')
  const stored = await storeFiles(deps, work, prepared)
  if (!stored.ok) return stored
  const { files, missing, newFiles, newBytes } = stored
  const manifest: BackupManifest = {
    ...{ format: BACKUP_FORMAT, version: BACKUP_VERSION, name, madeAt, madeBy, migrations },
    secrets: [...secretsOf(deps.config.secret)],
    ...{ database, tables, missing: missing.map(({ key }) => key), files },
  }
  await writeManifest(from, manifest, join(folder, 'manifest'))
  const read = await readBackupManifest(from, name)
  if (typeof read === 'string' || JSON.stringify(read) !== JSON.stringify(manifest)) {
    await target.delete(manifestPath(name)).catch(() => {})
    return damaged('The manifest can’t be read back.')
  }
  const [fault] = await databaseFaults(from, manifest, deps.migrations)
  if (fault !== undefined) {
    await target.delete(manifestPath(name)).catch(() => {})
    return damaged(fault)
  }
  // Pruning in another process may have deleted one that no backup named so far.
  const sizes = await storedSizes(target)
  const gone = files.find((file) => !isWholeIn(sizes, storedPath(file.sha256), file.bytes))
  if (gone) {
    await target.delete(manifestPath(name)).catch(() => {})
    return damaged(`The copy of ${gone.key} was deleted. The next backup stores it again.`)
  }
  await target.put(verifiedPath(name), Buffer.from(`${deps.clock.now()}\n`))
  const lost = missing.map((each) => each.name)
  return { ok: true, name, files: files.length, newFiles, newBytes, missing: lost }
}

/**
 * The newest backup, if it was verified and has these tables. An upgrade that fails is tried again at each restart,
 * and a backup for each would fill the disk.
 */
async function newestWith(
  from: From,
  { migrations, tables }: Pick<BackupManifest, 'migrations' | 'tables'>,
): Promise<BackupManifest | undefined> {
  const [name] = await listNames(from.target)
  if (name === undefined || !(await from.target.exists(verifiedPath(name)))) return undefined
  const manifest = await readBackupManifest(from, name)
  if (typeof manifest === 'string') return undefined
  const isSame =
    JSON.stringify([manifest.migrations, manifest.tables]) === JSON.stringify([migrations, tables])
  return isSame ? manifest : undefined
}

/**
 * A mark of the installation, SHA-256 in hexadecimal. A copy of an installation, such as one to try things, has its
 * id and its secret, but another address.
 */
export const makerOf = async ({
  storage,
  config,
}: {
  storage: Storage
  config: Pick<Config, 'siteUrl'>
}): Promise<string> =>
  createHash('sha256')
    .update(`${await readId(storage)} ${config.siteUrl}`)
    .digest('hex')

/** Names have seconds, and two instances may begin in the same one. */
async function takeName(
  target: Storage,
  { now, kind, madeBy }: { now: number; kind: BackupKind; madeBy: string },
): Promise<{ name: string; madeAt: number }> {
  for (let madeAt = now; ; madeAt += 1_000) {
    const name = backupName(madeAt, kind)
    const begun = Buffer.from(`${randomUUID()} ${madeBy}\n`)
    if (await target.putNew(begunPath(name), begun)) return { name, madeAt }
  }
}

const damaged = (sentence: string): Damaged => ({ ok: false, reason: 'damaged', sentence })

/** @returns its facts; undefined if it can’t be read back */
async function storeDatabase(
  from: From,
  name: string,
  folder: string,
): Promise<BackupManifest['database'] | undefined> {
  const plain = measured(createReadStream(sqliteFile(folder)))
  const packed = compressed(plain.pieces)
  // Its length is unknown before it was compressed, so it isn’t kept in memory.
  const content = { pieces: packed, bytes: Number.POSITIVE_INFINITY }
  await storeEncrypted(from, databasePath(name), content, join(folder, 'database'))
  const database = plain.result()
  const isIntact = await unpackDatabase(from, { name, database }, join(folder, 'read-back'))
  return isIntact ? database : undefined
}

async function* compressed(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* Readable.from(pieces).compose(createZstdCompress())
}

type StoredFiles =
  | { ok: true; files: BackupFile[]; missing: Lost[]; newFiles: number; newBytes: number }
  | Damaged

interface Lost {
  /** Storage key. */
  key: string
  /** Original name. */
  name: string
}

/** Enough to use a connection to an object store. */
const AT_ONCE = 4

async function storeFiles(
  deps: BackupDeps,
  work: BackupWork,
  { from, copy, folder }: Prepared,
): Promise<StoredFiles> {
  const { signal, onFile } = work
  const sizes = await storedSizes(from.target)
  const wanted = [...(await originalsIn(copy)), ...(await otherFiles(deps.storage))]
  const today = Math.floor(deps.clock.now() / DAY_MS)
  const files: BackupFile[] = []
  const missing: Lost[] = []
  let [done, newFiles, newBytes] = [0, 0, 0]
  let unreadable: string | undefined
  const queue = wanted.entries()
  const takeTurns = async () => {
    for (const [index, { name, ...file }] of queue) {
      signal?.throwIfAborted()
      if (unreadable !== undefined) return
      const path = storedPath(file.sha256)
      const isThere =
        isWholeIn(sizes, path, file.bytes) && (!isDue(file, today) || (await readsBack(from, path, file)))
      const draft = join(folder, `file-${index}`)
      const isReplaced = sizes.has(path)
      const outcome = isThere ? 'there' : await storeFile(deps, from, { ...file, isReplaced }, draft)
      if (outcome === 'unreadable') unreadable = file.key
      else if (outcome === 'lost') missing.push({ key: file.key, name })
      else files.push(file)
      if (outcome === 'stored') {
        newFiles += 1
        newBytes += file.bytes
      }
      onFile?.(++done, wanted.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
  if (unreadable !== undefined) return damaged(`The copy of ${unreadable} can’t be read back.`)
  files.sort((a, b) => (a.key < b.key ? -1 : 1))
  return { ok: true, files, missing, newFiles, newBytes }
}

const DAY_MS = 86_400_000
/** Stored files are read back once in this number of days. */
const READ_AGAIN_DAYS = 28

const isDue = ({ sha256 }: BackupFile, today: number): boolean =>
  Number.parseInt(sha256.slice(0, 4), 16) % READ_AGAIN_DAYS === today % READ_AGAIN_DAYS

type Wanted = BackupFile & { name: string }

async function originalsIn(copy: Db): Promise<Wanted[]> {
  // Several clients may have sent the same photo.
  const originals = new Map<string, Wanted>()
  for await (const row of originalRows(copy)) {
    const key = originalKey(row)
    if (!originals.has(key))
      originals.set(key, { key, bytes: row.bytes, sha256: row.sha256, name: row.original_name })
  }
  return [...originals.values()]
}

/** The logo, icons and watermarks. They are few and small. */
async function otherFiles(storage: Storage): Promise<Wanted[]> {
  const files: Wanted[] = []
  for await (const key of storage.list('')) {
    // A restore refuses anything else, such as a file that an operator put there.
    if (!isDrawn(filePath(key))) continue
    const content = await contentOf(storage, key)
    if (!content) continue
    const read = measured(content)
    for await (const _piece of read.pieces);
    files.push({ key, ...read.result(), name: key })
  }
  return files
}

/** `lost`: the installation’s own file is missing or damaged. `unreadable`: what was stored is damaged. */
async function storeFile(
  { storage }: BackupDeps,
  from: From,
  file: BackupFile & { isReplaced: boolean },
  draft: string,
): Promise<'stored' | 'lost' | 'unreadable'> {
  const { key, bytes, sha256, isReplaced } = file
  const path = storedPath(sha256)
  const pieces = await contentOf(storage, key)
  try {
    const content = { bytes, sha256, isReplaced }
    if (!pieces || !(await storeEncrypted(from, path, { ...content, pieces }, draft))) return 'lost'
  } catch (error) {
    // The damaged copy has to stay.
    if (isReplaced && isRefusal(error)) return 'unreadable'
    throw error
  }
  return (await readsBack(from, path, file)) ? 'stored' : 'unreadable'
}

/** A file’s content, which closes it at its end; undefined: not found. */
export async function contentOf(
  storage: Storage,
  key: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const size = await storage.size(key)
  const file = size === undefined ? undefined : await storage.openToRead(key)
  if (!file || size === undefined) return undefined
  return (async function* () {
    try {
      yield* piecesOf(file, { start: 0, end: size })
    } finally {
      await file.close()
    }
  })()
}
