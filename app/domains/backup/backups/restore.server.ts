import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkLog } from '~/domains/audit/chain.server'
import type { LogFault } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { joinInstallation } from '~/domains/files/installation.server'
import { originalKey } from '~/domains/photos/stored-files'
import { DamagedAge } from '~/platform/age.server'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { readMigrations } from '~/platform/db/migrate.server'
import { type Decrypt, inDecryptingThread } from '~/platform/decrypting.server'
import { recognizeFormat } from '~/platform/imaging/photo-format'
import { forgetSecret, resealEverything } from '~/platform/resealing.server'
import { secretsOf } from '~/platform/secret'
import type { ManyFiles, Storage } from '~/platform/storage/storage.server'
import { rewriteStoredSecrets } from '~/platform/stored-secret.server'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { TableError } from '../archived-tables'
import { catchUp, checkTexts } from '../import.server'
import { isDrawn, isOriginal, resumeWork } from '../import-files.server'
import { fillTable, findUsedTable, originalRows } from '../import-store.server'
import { ageOf } from '../manifest'
import { type BackedUp, type BackupDeps, createBackup } from './create.server'
import { archivedShapes, batchesOf, fingerprintOf } from './database-copy.server'
import { type BackupFile, type BackupManifest, type From, readBackupManifest } from './manifest.server'
import { storedPath, unusableSentence } from './model'
import {
  clearTables,
  countWithdrawn,
  endInvitations,
  keepWishes,
  putDerivedBack,
  selectWishes,
  setDerivedAside,
  stopSending,
} from './restore-store.server'
import { measured } from './stored-files.server'
import { adoptKey, changeTarget, findKey, placeOf } from './target.server'
import { loadIntoScratch, unpackDatabase } from './unpack.server'

export interface RestoreDeps extends Omit<BackupDeps, 'config'> {
  /** Migrated to this version. */
  db: Tx | Parameters<typeof transact>[0]
  config: BackupDeps['config'] & Pick<Config, 'isSecretKept' | 's3'>
}

export interface RestoreRequest {
  from: From
  name: string
  onFile?: (done: number, total: number) => void
  /** Who restores it, for the activity log. */
  author?: string
  /**
   * Restores only as long as this is true, over what the first start loaded, without a backup of that. Otherwise
   * it is refused.
   */
  isUntouched?: (tx: Tx) => Promise<boolean>
}

export type Restored =
  | {
      ok: true
      rows: number
      files: number
      /** Files that the storage didn’t have. */
      newFiles: number
      /** Name of the backup of what was there before; undefined: the installation was empty. */
      restorePoint: string | undefined
      /** Storage keys of originals that had been lost before the backup. */
      missing: string[]
      /** Releases that were withdrawn since the backup, and are in effect again. */
      withdrawnReleases: number
      /** SECRET differs from the backup’s, so links in emails from before don’t work. */
      isOtherSecret: boolean
      logFaults: LogFault[]
    }
  | { ok: false; sentence: string }

/**
 * Restores a backup into an empty installation, or in place of what is there, of which a backup is made first. The
 * files are stored first, then all rows are replaced in one transaction, which ends only if what it wrote is
 * healthy. When it is refused, nothing has changed.
 * @throws if the storage or the database can’t be written; rows are unchanged then
 */
export async function restoreBackup(deps: RestoreDeps, request: RestoreRequest): Promise<Restored> {
  const manifest = await readBackupManifest(request.from, request.name)
  if (typeof manifest === 'string') return refused(manifest)
  const age = ageOf(manifest, await readMigrations(deps.db))
  if (!age.ok) return refused(age.sentence)
  const folder = await mkdtemp(join(await temporaryFolder(), 'restore-'))
  try {
    return await restoreFrom(deps, request, { manifest, folder })
  } catch (error) {
    if (error instanceof TableError) return refused(error.message)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const refused = (sentence: string): Extract<Restored, { ok: false }> => ({ ok: false, sentence })

interface Source {
  manifest: BackupManifest
  folder: string
}

async function restoreFrom(deps: RestoreDeps, request: RestoreRequest, source: Source): Promise<Restored> {
  const { manifest, folder } = source
  const database = join(folder, 'database')
  if (!(await unpackDatabase(request.from, manifest, database)))
    return refused('Its database is missing or damaged.')
  const scratch = await loadIntoScratch(database, manifest, { folder, migrations: deps.migrations })
  try {
    await catchUp(scratch)
    const isOtherSecret = !secretsOf(deps.config.secret).includes(manifest.secrets[0] ?? '')
    // The file with the secret has one on each line.
    const canBeStored = deps.config.isSecretKept && !manifest.secrets.some((secret) => /\s/.test(secret))
    const keepsSecret = isOtherSecret && !canBeStored
    if (keepsSecret) await resealAs(deps.config.secret, manifest, scratch.db)
    const hasRows = await isInUse(deps.db)
    const isReplaced = hasRows && request.isUntouched === undefined
    const isSamePlace = request.from.target === deps.target
    // It was opened with the passphrase, and the restore point has to be in the same place.
    if (isReplaced && isSamePlace && !(await findKey(deps.target, deps.config)))
      await adoptKey(deps.target, deps.config, request.from.key)
    let replaced: string | undefined
    const onCopy = async (copy: Db) => {
      replaced = await fingerprintOf(copy)
    }
    const restorePoint = isReplaced ? await createBackup(deps, { kind: 'before-restore', onCopy }) : undefined
    if (restorePoint && !restorePoint.ok)
      return refused(
        `The backup of what is there now failed, so nothing was restored. ${whyNot(restorePoint, deps.config)}`,
      )
    const stored: string[] = []
    let isKept = false
    try {
      const wrong = await restoreFiles(deps, request, source, stored)
      if (wrong) return refused(wrong)
      // In place, both secrets are accepted from here on, so that ending in between locks no one out.
      if (canBeStored) rewriteStoredSecrets(deps.config.dataDir, manifest.secrets, { keepsOthers: hasRows })
      // If the database goes away, the rows may have been written. The collector finds files that no row names.
      isKept = true
      const written = await restoreRows(deps, {
        ...source,
        scratch: scratch.db,
        replaced,
        request,
      })
      isKept = written.ok
      if (!written.ok) return written
      // The ids of an empty database and of its storage, and those of a storage whose database is new.
      await joinInstallation(deps)
      // So that the site can use that place for its backups, unless it's read-only.
      if (keepsSecret) await adoptKey(request.from.target, deps.config, request.from.key).catch(() => {})
      return {
        ...written,
        ...{ files: manifest.files.length, newFiles: stored.length, missing: manifest.missing },
        ...{ restorePoint: restorePoint?.name, isOtherSecret: keepsSecret },
      }
    } finally {
      if (!isKept) for (const key of stored) await deps.storage.delete(key)
    }
  } finally {
    await scratch.db.destroy()
  }
}

function whyNot(failed: Extract<BackedUp, { ok: false }>, config: RestoreDeps['config']): string {
  if (failed.reason === 'damaged') return failed.sentence
  const fix =
    failed.reason === 'other-key'
      ? `${changeTarget(config)}.`
      : 'To start over in it, run: npm run cli -- backup create --new'
  return `${unusableSentence(failed.reason, placeOf(config))} ${fix}`
}

/** Whether an installation has any content. Its database may be of an older version. */
export const isInUse = async (db: RestoreDeps['db']): Promise<boolean> =>
  (await findUsedTable(db, await archivedShapes(db))) !== undefined

/** What the backup’s secrets sealed is sealed with SECRET, since that isn’t replaced. */
async function resealAs(
  secret: Config['secret'],
  { secrets }: BackupManifest,
  db: RestoreDeps['db'],
): Promise<void> {
  const [current, ...previous] = secretsOf(secret)
  await resealEverything({ db, config: { secret: [current ?? '', ...previous, ...secrets] } })
  await forgetSecret(db)
}

/** More than most small servers have cores, since a thread also waits for the disk. */
const THREADS = 4

/** Stores the files that the storage lacks. @param stored receives the keys that are new @returns a sentence if one is refused */
async function restoreFiles(
  deps: RestoreDeps,
  { from, onFile }: RestoreRequest,
  { manifest }: Pick<Source, 'manifest'>,
  stored: string[],
): Promise<string | undefined> {
  const queue = manifest.files.values()
  let done = 0
  let wrong: string | undefined
  const takeTurns = async (files: ManyFiles, decrypt: Decrypt) => {
    for (const file of queue) {
      if (wrong !== undefined) return
      if (!isAllowed(file)) wrong = `${file.key} isn’t a file this software uses.`
      else {
        const size = await deps.storage.size(file.key)
        if (size === undefined) stored.push(file.key)
        if (size !== file.bytes || !(await isContent(deps.storage, file)))
          if (!(await restoreFile({ files, decrypt, from }, file)))
            wrong = `The file ${file.key} is missing or damaged.`
      }
      onFile?.(++done, manifest.files.length)
    }
  }
  await deps.storage.storeMany(async (files) => {
    const turns = await Promise.allSettled(
      Array.from({ length: THREADS }, () =>
        inDecryptingThread(from.key.age, (decrypt) => takeTurns(files, decrypt)),
      ),
    )
    for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
  })
  return wrong
}

const isAllowed = ({ key, sha256 }: BackupFile): boolean =>
  isOriginal(`files/${key}`) ? key.includes(`/${sha256}.`) : isDrawn(`files/${key}`)

/** Of a file with the right length. An original’s name is its checksum. Other files are small, and compared. */
async function isContent(storage: Storage, file: BackupFile): Promise<boolean> {
  if (isOriginal(`files/${file.key}`)) return true
  const found = await storage.open(file.key)
  const read = measured(found?.stream() ?? (async function* () {})())
  for await (const _piece of read.pieces);
  return read.result().sha256 === file.sha256
}

interface Restoring {
  files: ManyFiles
  decrypt: Decrypt
  from: From
}

/** @returns false, and stores nothing, when it isn’t what the manifest says, or not a picture of its name’s type */
async function restoreFile({ files, decrypt, from }: Restoring, file: BackupFile): Promise<boolean> {
  try {
    await files.putWritten(file.key, async (to) => {
      const found = await from.target.withFile(storedPath(file.sha256), (path) =>
        decrypt({ from: path, to, atMost: file.bytes }),
      )
      if (!found) throw new DamagedAge('The file is missing.')
      if (found.bytes !== file.bytes || found.sha256 !== file.sha256)
        throw new DamagedAge('It’s another file.')
      if (!isOfItsType(file.key, found.head)) throw new DamagedAge('It’s a file of another type.')
      return found
    })
    return true
  } catch (error) {
    if (error instanceof DamagedAge) return false
    throw error
  }
}

function isOfItsType(key: string, head: Uint8Array): boolean {
  const found = recognizeFormat(head)
  if (!found.ok) return false
  const sha256 = /([0-9a-f]{64})\./.exec(key)?.[1]
  return sha256 === undefined || key === originalKey({ sha256, format: found.format })
}

interface Rows extends Source {
  scratch: RestoreDeps['db']
  /** Fingerprint of the restore point; undefined: the installation was empty. */
  replaced: string | undefined
  request: RestoreRequest
}

const IN_USE = 'This site isn’t empty anymore, for example because of a booking.'
const CHANGED =
  'The site changed while it was backed up, for example by a booking. Stop the site, then restore again.'

type Written =
  | { ok: true; rows: number; withdrawnReleases: number; logFaults: LogFault[] }
  | Extract<Restored, { ok: false }>

const restoreRows = (
  { db, clock }: RestoreDeps,
  { manifest, scratch, replaced, request }: Rows,
): Promise<Written> =>
  transact<Written>(db, async (tx, rollback) => {
    // What isn't in the restore point would be lost.
    if (replaced !== undefined && replaced !== (await fingerprintOf(tx))) return rollback(refused(CHANGED))
    if (request.isUntouched && !(await request.isUntouched(tx))) return rollback(refused(IN_USE))
    const wishes = replaced === undefined ? undefined : await selectWishes(tx)
    const withdrawnReleases = await countWithdrawn(tx, manifest.madeAt)
    await setDerivedAside(tx)
    await clearTables(tx)
    let rows = 0
    for (const shape of await archivedShapes(tx))
      rows += await fillTable(tx, shape, batchesOf(scratch, shape))
    await putDerivedBack(tx)
    await endInvitations(tx, clock.now())
    await stopSending(tx, clock.now())
    if (wishes) await keepWishes(tx, wishes)
    const wrong = (await photosFault(tx, manifest)) ?? (await checkTexts(tx))
    if (wrong) return rollback(refused(wrong))
    await resumeWork({ db: tx, clock })
    const { faults: logFaults } = await checkLog({ db: tx })
    const author = { uid: '', name: request.author ?? 'Command line' }
    await recordAction({ db: tx, clock, author }, { action: 'backup-restored', subject: manifest.name })
    return { ok: true, rows, withdrawnReleases, logFaults }
  })

/** Each photo has its file in the backup, unless it had been lost before. */
async function photosFault(tx: Tx, { files, missing }: BackupManifest): Promise<string | undefined> {
  const known = new Set([...files.map(({ key }) => key), ...missing])
  for await (const row of originalRows(tx))
    if (!known.has(originalKey(row)))
      return `The photo ${row.original_name.slice(0, 100)} has no file in the backup.`
  return undefined
}
