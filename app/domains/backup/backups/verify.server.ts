import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migrations } from '~/platform/db/migrate.server'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { TableError } from '../archived-tables'
import { catchUp } from '../import.server'
import { type BackupManifest, type From, readBackupManifest } from './manifest.server'
import { storedPath } from './model'
import { isWholeIn, readsBack, storedSizes } from './stored-files.server'
import { loadIntoScratch, unpackDatabase } from './unpack.server'

export interface Verified {
  name: string
  files: number
  rows: number
  /** Sentences; none: it can be restored. */
  faults: string[]
}

/**
 * Reads whole backups and restores their tables into a scratch database, row by row. A file that several backups
 * contain is read once.
 */
export async function* verifyBackups(from: From, names: readonly string[]): AsyncGenerator<Verified> {
  const sizes = await storedSizes(from.target)
  const intact = new Map<string, boolean>()
  const isFileIntact = async ({ bytes, sha256 }: { bytes: number; sha256: string }) => {
    const path = storedPath(sha256)
    const known = intact.get(path)
    if (known !== undefined) return known
    const isIntact = isWholeIn(sizes, path, bytes) && (await readsBack(from, path, { bytes, sha256 }))
    intact.set(path, isIntact)
    return isIntact
  }
  for (const name of names) {
    const manifest = await readBackupManifest(from, name)
    if (typeof manifest === 'string') {
      yield { name, files: 0, rows: 0, faults: [manifest] }
      continue
    }
    const faults = await databaseFaults(from, manifest)
    for (const file of manifest.files)
      if (!(await isFileIntact(file))) faults.push(`The file ${file.key} is missing or damaged.`)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    yield { name, files: manifest.files.length, rows, faults }
  }
}

/** Restores the tables of a backup into a scratch database, and compares them. @returns sentences; none: all is well */
export async function databaseFaults(
  from: From,
  manifest: BackupManifest,
  migrations?: Migrations,
): Promise<string[]> {
  const folder = await mkdtemp(join(await temporaryFolder(), 'verify-'))
  const file = join(folder, 'database')
  try {
    if (!(await unpackDatabase(from, manifest, file))) return ['Its database is missing or damaged.']
    const scratch = await loadIntoScratch(file, manifest, { folder, migrations })
    try {
      await catchUp(scratch)
      return []
    } finally {
      await scratch.db.destroy()
    }
  } catch (error) {
    if (error instanceof TableError) return [error.message]
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
