import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DamagedAge, decryptAge } from '~/platform/age.server'
import type { Config } from '~/platform/config.server'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { readPassphrase } from './backups/model'
import { writeFile } from './backups/stored-files.server'
import { type ExportDeps, exportEverything } from './export.server'
import type { Exported } from './model'

interface Locked {
  /** Path of the encrypted archive. */
  file: string
  /** As it was typed. */
  passphrase: string
}

type Where = Pick<Config, 'dataDir'>

/**
 * Exports everything into a local file, which exists only once it is complete and synced.
 * @throws if it can't be written; no partial file is left
 */
export async function exportToFile(
  deps: ExportDeps,
  { file, passphrase }: { file: string; passphrase?: string | undefined },
): Promise<Exported> {
  const draft = `${file}.part`
  await rm(draft, { force: true })
  try {
    const exported = await exportEverything(deps, {
      store: (pieces) => writeFile(draft, pieces),
      passphrase,
    })
    await syncFile(draft)
    await rename(draft, file)
    return exported
  } finally {
    await rm(draft, { force: true })
  }
}

/** Runs `use` with the path of a temporary file. The system’s temporary folder may have no room for an archive. */
async function inDataFolder<T>({ dataDir }: Where, use: (plain: string) => Promise<T>): Promise<T> {
  await mkdir(dataDir, { recursive: true })
  const folder = await mkdtemp(join(await temporaryFolder(dataDir), 'archive-'))
  try {
    return await use(join(folder, 'archive.zip'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const AGE = Buffer.from('age-encryption.org/')

/** Whether a file is encrypted, by its first bytes. A missing file isn't. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return false
  try {
    const { buffer } = await file.read(Buffer.alloc(AGE.length), 0, AGE.length, 0)
    return buffer.equals(AGE)
  } finally {
    await file.close()
  }
}

/**
 * Runs `use` with the path of the decrypted archive, which is deleted afterward.
 * @returns undefined for another passphrase, or a damaged file
 */
export const withDecrypted = <T>(
  where: Where,
  { file, passphrase }: Locked,
  use: (plain: string) => Promise<T>,
): Promise<T | undefined> =>
  inDataFolder(where, async (plain) => {
    try {
      const key = { passphrase: readPassphrase(passphrase) }
      await writeFile(plain, decryptAge(key, createReadStream(file)))
    } catch (error) {
      if (error instanceof DamagedAge) return undefined
      throw error
    }
    return await use(plain)
  })
