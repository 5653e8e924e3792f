import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { ZodError } from 'zod'
import { checkLog } from '~/domains/audit/chain.server'
import type { LogFault } from '~/domains/audit/model'
import { type PageSlug, pageSchemas } from '~/domains/content/model'
import { readPage, readSettings } from '~/domains/content/operations.server'
import { originalKey } from '~/domains/photos/stored-files'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, openDatabase, type Tx, transact } from '~/platform/db/database.server'
import { type Migrations, migrate, migrateAs, readMigrations } from '~/platform/db/migrate.server'
import type { TableShape } from '~/platform/db/tables'
import type { Imaging } from '~/platform/imaging/imaging.server'
import { forgetSecret } from '~/platform/resealing.server'
import { markOf } from '~/platform/sealing.server'
import { secretsOf } from '~/platform/secret'
import type { Storage } from '~/platform/storage/storage.server'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { DamagedZip, openZip, type ZipReader } from '~/platform/zip/zip-reader.server'
import { readTable, TableError, type TableRow } from './archived-tables'
import { archivedShapes, batchesOf } from './backups/database-copy.server'
import {
  type ImportedFiles,
  importFiles,
  isIntact,
  isOriginal,
  resumeWork,
  unpack,
} from './import-files.server'
import { dropTwoFactors, fillTable, findUsedTable, isWhole, originalRows } from './import-store.server'
import { ageOf, checkFiles, checkTables, readManifest } from './manifest'
import { archivedName, filePath, MANIFEST, type Manifest, tablePath } from './model'

export interface ImportDeps {
  db: Db
  storage: Storage
  imaging: Imaging
  clock: Clock
  config: Pick<Config, 'secret'>
  /** Migrations to use instead of the product's, for tests. */
  migrations?: Migrations
}

export interface ImportRequest {
  /** Path of the archive. */
  file: string
  /** Checks everything without changing anything. */
  isRehearsal: boolean
  /** Imports even if this installation's secret differs from the archive's. */
  withoutSecrets: boolean
  onFile?: (done: number, total: number) => void
}

export type Imported =
  | {
      ok: true
      photos: number
      rows: number
      missing: string[]
      removedSecondFactors: number
      /** Faults in the activity log of the source installation. */
      logFaults: LogFault[]
    }
  /** The installation is in use. */
  | { ok: false; reason: 'not-empty' }
  /** The archive contains data that only the source installation's secret can decrypt. */
  | { ok: false; reason: 'other-secret' }
  | { ok: false; reason: 'refused'; sentence: string }

type Refused = Extract<Imported, { ok: false }>

/** Limit of the manifest, which is parsed in memory. Enough for two million files. */
const MOST_MANIFEST_BYTES = 512 * 1024 * 1024

/**
 * Imports an export into an unused installation. Checks the whole archive before writing the first row, and
 * writes all rows in one transaction, after their files. A refused import leaves nothing behind.
 */
export async function importEverything(deps: ImportDeps, request: ImportRequest): Promise<Imported> {
  const shapes = await archivedShapes(deps.db)
  if (await findUsedTable(deps.db, shapes)) return { ok: false, reason: 'not-empty' }
  const opened = await openZip(request.file)
  if (!opened.ok) return refused(opened.sentence)
  const folder = await mkdtemp(join(await temporaryFolder(), 'import-'))
  try {
    return await importFrom(deps, request, { zip: opened.zip, shapes, folder })
  } catch (error) {
    // Some wrong lengths or offsets are only found while reading.
    if (error instanceof DamagedZip) return refused('The archive is damaged. A file in it can’t be read.')
    throw error
  } finally {
    await opened.zip.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Source {
  zip: ZipReader
  shapes: TableShape[]
  folder: string
}

async function importFrom(deps: ImportDeps, request: ImportRequest, source: Source): Promise<Imported> {
  const { zip, folder } = source
  const manifest = await manifestOf(zip)
  if (typeof manifest === 'string') return refused(manifest)
  const age = ageOf(manifest, await readMigrations(deps.db))
  if (!age.ok) return refused(age.sentence)
  const older = age.isOlder ? await openOlder(folder, manifest.migrations, deps.migrations) : undefined
  try {
    return await importTables(deps, request, { ...source, manifest, older })
  } finally {
    await older?.db.destroy()
  }
}

interface Described extends Source {
  manifest: Manifest
  /** For an archive of an older version. */
  older: OlderDatabase | undefined
}

async function importTables(deps: ImportDeps, request: ImportRequest, source: Described): Promise<Imported> {
  const { zip, shapes, folder, manifest, older } = source
  const wrong = checkFiles(zip.entries, manifest) ?? checkTables(manifest, older?.shapes ?? shapes)
  if (wrong) return refused(wrong)
  const isSameSecret = secretsOf(deps.config.secret).some((each) => manifest.secretMark === markOf(each))
  if (!isSameSecret && !request.withoutSecrets) return { ok: false, reason: 'other-secret' }

  const damaged = await unpackTables(source, manifest)
  if (damaged) return refused(`${damaged} doesn’t match its manifest, so it’s damaged.`)
  const taken: ImportedFiles = { photos: new Map(), stored: [] }
  let isKept = false
  try {
    const files = manifest.files.filter(({ path }) => path.startsWith(filePath('')))
    const { isRehearsal, onFile = () => {} } = request
    const looked = await importFiles(deps, { zip, files, folder, isRehearsal, onFile }, taken)
    if (!looked.ok) return refused(looked.sentence)
    // If the database goes away, the rows may have been written. The collector finds files that no row names.
    isKept = !isRehearsal
    const imported = await writeRows(deps, { ...source, taken, isSameSecret, isRehearsal })
    isKept = imported.ok && !isRehearsal
    return imported
  } finally {
    if (!isKept) for (const key of taken.stored) await deps.storage.delete(key)
  }
}

async function manifestOf(zip: ZipReader): Promise<Manifest | string> {
  const entry = zip.entries.get(MANIFEST)
  if (!entry) return 'It isn’t an export from this software because it has no manifest.json.'
  if (entry.bytes > MOST_MANIFEST_BYTES) return 'Its manifest is too large.'
  const bytes = Buffer.alloc(entry.bytes)
  let filled = 0
  for await (const piece of zip.read(MANIFEST)) {
    bytes.set(piece, filled)
    filled += piece.length
  }
  return crc32(bytes) === entry.crc32 ? readManifest(bytes.toString('utf8')) : 'Its manifest is damaged.'
}

/** Unpacks tables to files, since they are read twice, and verifies other texts. @returns a damaged file */
async function unpackTables(
  { zip, folder }: Source,
  { files, tables }: Manifest,
): Promise<string | undefined> {
  const paths = new Set(tables.map(({ name }) => tablePath(name)))
  for (const file of files) {
    if (file.path.startsWith(filePath(''))) continue
    const intact = paths.has(file.path)
      ? await unpack(zip, file, join(folder, file.path.replace('/', '-')))
      : await isIntact(zip, file)
    if (!intact) return file.path
  }
  return undefined
}

interface Rows extends Described {
  taken: ImportedFiles
  isSameSecret: boolean
  isRehearsal: boolean
}

async function writeRows({ db, clock }: ImportDeps, source: Rows): Promise<Imported> {
  const { shapes, manifest, taken, older } = source
  try {
    if (older) {
      await transact(older.db, async (tx) => {
        for (const shape of older.shapes) await fillTable(tx, shape, archivedRows(shape, source))
      })
      await catchUp(older)
    }
    return await transact<Imported>(db, async (tx, rollback) => {
      if (await findUsedTable(tx, shapes)) return rollback({ ok: false, reason: 'not-empty' })
      let rows = 0
      for (const shape of shapes)
        rows += await fillTable(tx, shape, older ? batchesOf(older.db, shape) : archivedRows(shape, source))
      const removedSecondFactors = source.isSameSecret ? 0 : await dropTwoFactors(tx)
      if (!source.isSameSecret) await forgetSecret(tx)
      const wrong = (await checkPhotos(tx, manifest, taken)) ?? (await checkTexts(tx))
      if (wrong) return rollback(refused(wrong))
      await resumeWork({ db: tx, clock })
      const { missing } = manifest
      const { faults: logFaults } = await checkLog({ db: tx })
      const found = { missing, removedSecondFactors, logFaults }
      const done = { ok: true, photos: taken.photos.size, rows, ...found } as const
      return source.isRehearsal ? rollback(done) : done
    })
  } catch (error) {
    if (error instanceof TableError) return refused(error.message)
    if (isOfRows(error)) return refused(`Its rows don’t match each other: ${messageOf(error)}`)
    throw error
  }
}

/** @throws TableError if the number of rows differs from the manifest */
async function* archivedRows(shape: TableShape, { folder, manifest }: Described): AsyncGenerator<TableRow[]> {
  const archived = archivedName(shape.name, manifest.version)
  const file = createReadStream(join(folder, tablePath(archived).replace('/', '-')))
  let count = 0
  for await (const rows of readTable(shape, manifest.version, file)) {
    yield rows
    count += rows.length
  }
  if (count !== manifest.tables.find(({ name }) => name === archived)?.rows)
    throw new TableError(`The table ${shape.name} doesn’t have as many rows as the manifest says.`)
}

const refused = (sentence: string): Refused => ({ ok: false, reason: 'refused', sentence })

/**
 * Whether the database refused a value (class 22) or a constraint (class 23), by the error codes of both
 * engines.
 */
function isOfRows(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  const SQLITE_CONSTRAINT = 19
  return /^2[23]/.test(code ?? '') || ((errcode ?? 0) & 0xff) === SQLITE_CONSTRAINT
}

/** A temporary database with the schema of the older version that wrote an archive. */
export interface OlderDatabase {
  db: Db
  /** The tables in archives of that version. */
  shapes: TableShape[]
  migrations: Migrations | undefined
}

/**
 * Creates an `OlderDatabase` in a folder. Rows of an older version are loaded into it and upgraded by the later
 * migrations, as in an update.
 * @param names migrations that the archive's version had
 * @throws TableError if these can't run without the others
 */
export async function openOlder(
  folder: string,
  names: readonly string[],
  migrations: Migrations | undefined,
): Promise<OlderDatabase> {
  const db = openDatabase({ databaseUrl: undefined, dataDir: join(folder, 'older') })
  try {
    await migrateAs(db, names, migrations)
    const shapes = await archivedShapes(db)
    return { db, shapes, migrations }
  } catch (error) {
    await db.destroy()
    throw new TableError(`Its tables can’t be made by this version: ${messageOf(error)}`)
  }
}

/**
 * Migrates loaded rows to the current version.
 * @throws TableError if a migration fails
 */
export async function catchUp({ db, migrations }: OlderDatabase): Promise<void> {
  try {
    await migrate(db, migrations)
  } catch (error) {
    throw new TableError(`Its tables can’t be upgraded to this version: ${messageOf(error)}`)
  }
}

/** Checks that every photo has its file and every file its photo, and that rows match their files. */
export async function checkPhotos(
  tx: Tx,
  manifest: Manifest,
  { photos }: ImportedFiles,
): Promise<string | undefined> {
  const missing = new Set(manifest.missing)
  const orphans = new Set(photos.keys())
  for await (const row of originalRows(tx)) {
    const file = photos.get(row.sha256)
    const name = row.original_name.slice(0, 100)
    if (row.media_hash !== null && !/^[0-9a-f]{20}$/.test(row.media_hash))
      return `The photo ${name} has an invalid URL slug.`
    if (!isOriginal(filePath(originalKey(row)))) return `The photo ${name} has an invalid file.`
    if (!file && missing.has(originalKey(row))) continue
    if (!file) return `The file of photo ${name} is missing from it.`
    const isSame = file.format === row.format && file.bytes === row.bytes
    if (!isSame || file.width !== row.width || file.height !== row.height)
      return `The file of photo ${name} doesn’t match its row.`
    orphans.delete(row.sha256)
  }
  const [orphan] = orphans
  return orphan && `The file ${orphan} doesn’t belong to any photo.`
}

/** Checks that the installation can start and its pages render. */
export async function checkTexts(tx: Tx): Promise<string | undefined> {
  try {
    if (!(await isWhole(tx))) return 'It’s from an installation that was never started.'
    await readSettings({ db: tx })
    for (const slug of Object.keys(pageSchemas) as PageSlug[]) await readPage({ db: tx }, slug)
  } catch (error) {
    if (error instanceof ZodError || error instanceof SyntaxError || /page|settings/i.test(messageOf(error)))
      return 'Its settings or pages have an unknown format.'
    throw error
  }
  return undefined
}

/** The beginning of an error's message. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200)
