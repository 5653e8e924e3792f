import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createBackup } from '~/domains/backup/backups/create.server'
import { loadInitialContent } from '~/domains/content/installation.server'
import { fixedClock } from '~/platform/clock'
import type { Imaging } from '~/platform/imaging/imaging.server'
import { createLogger } from '~/platform/logging.server'
import type { Secret } from '~/platform/secret'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import type { FreshDatabase } from './database'
import { fillEveryTable } from './every-table'
import { quickImaging } from './quick-imaging'

export const SECRET = 'a-secret-of-tests-that-is-long-enough'

const content = join(import.meta.dirname, '../../content')

const imaging: Imaging = {
  ...quickImaging,
  inspect: async (path) => {
    const found = await quickImaging.inspect(path)
    return found.ok ? { ...found, photo: { ...found.photo, bytes: (await stat(path)).size } } : found
  },
}

interface Options {
  isEmpty?: boolean
  secret?: Secret
  isSecretKept?: boolean
}

/** An installation with the demo content and a row in every table, and a folder for its backups. */
export async function backupSite(
  fresh: FreshDatabase,
  { isEmpty = false, secret = SECRET, isSecretKept = true }: Options = {},
) {
  const backupDir = await mkdtemp(join(tmpdir(), 'target-'))
  onTestFinished(() => rm(backupDir, { recursive: true, force: true }))
  const config = {
    ...fresh.where,
    ...{ backupDir, secret, isSecretKept, s3: undefined, demo: true },
    siteUrl: 'https://studio.example.com',
  }
  const storage = folderStorage(join(fresh.where.dataDir, 'photos'))
  const clock = fixedClock('2026-11-20T15:00:00Z')
  const parts = { ...fresh, config, storage, clock, imaging, log: createLogger('silent') }
  if (!isEmpty) {
    await writeFile(join(fresh.where.dataDir, 'secret'), `${secret}\n`)
    await loadInitialContent(parts, content)
    await fillEveryTable(fresh.db)
  }
  return { ...parts, target: folderStorage(backupDir), backupDir }
}

export type BackupSite = Awaited<ReturnType<typeof backupSite>>

export async function makeBackup(site: Parameters<typeof createBackup>[0]) {
  const made = await createBackup(site, { kind: 'manual' })
  if (!made.ok) throw new Error(`The backup failed: ${made.reason}`)
  return made
}
