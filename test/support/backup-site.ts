import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createBackup } from '~/domains/backup/backups/create.server'
import { openTarget } from '~/domains/backup/backups/target.server'
import { loadInitialContent } from '~/domains/content/installation.server'
import { fixedClock } from '~/platform/clock'
import type { Imaging } from '~/platform/imaging/imaging.server'
import { createLogger } from '~/platform/logging.server'
import type { Secret } from '~/platform/secret'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { s3Storage } from '~/platform/storage/s3-storage.server'
import type { FreshDatabase } from './database'
import { fillEveryTable } from './every-table'
import { quickImaging } from './quick-imaging'
import { startS3 } from './s3-server'

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
  /** Its backups are in a bucket instead of a folder. */
  isInBucket?: boolean
}

/** An installation with the demo content and a row in every table, and a place for its backups. */
export async function backupSite(
  fresh: FreshDatabase,
  { isEmpty = false, secret = SECRET, isSecretKept = true, isInBucket = false }: Options = {},
) {
  const backupDir = await mkdtemp(join(tmpdir(), 'target-'))
  onTestFinished(() => rm(backupDir, { recursive: true, force: true }))
  const s3 = isInBucket ? await startS3() : undefined
  if (s3) onTestFinished(() => s3.stop())
  const backupS3 = s3 && { ...s3.settings, prefix: 'backups-of/studio/' }
  const config = {
    ...fresh.where,
    ...{ backupDir, backupS3, secret, isSecretKept, s3: undefined, demo: true },
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
  const target = await openTarget(config)
  /** The same place, in which files can be replaced. */
  const raw = backupS3 ? s3Storage(backupS3) : target
  return { ...parts, target, raw, backupDir, bucket: s3 }
}

export type BackupSite = Awaited<ReturnType<typeof backupSite>>

export async function makeBackup(site: Parameters<typeof createBackup>[0]) {
  const made = await createBackup(site, { kind: 'manual' })
  if (!made.ok) throw new Error(`The backup failed: ${made.reason}`)
  return made
}
