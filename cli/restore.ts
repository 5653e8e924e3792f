import { rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { faultSentence } from '~/domains/audit/model'
import { readBackupManifest } from '~/domains/backup/backups/manifest.server'
import { isInUse, type Restored, restoreBackup } from '~/domains/backup/backups/restore.server'
import {
  checkTarget,
  findKey,
  listNames,
  openTarget,
  openWithPassphrase,
  placeOf,
} from '~/domains/backup/backups/target.server'
import { databaseFaults } from '~/domains/backup/backups/verify.server'
import { openDatabase } from '~/platform/db/database.server'
import { isKnownVersion, migrate } from '~/platform/db/migrate.server'
import { isDamaged, sqliteFile } from '~/platform/db/sqlite.server'
import type { App } from '~/platform/http/scope.server'
import { fileProgress } from './progress'
import { askPassphrase, type Streams } from './streams'

export const RESTORE_HELP = `Restores a backup: tables, photos, and the site's secret.

  npm run cli -- restore BACKUP [--from FOLDER] [--yes]

  BACKUP          its name, as \`backup list\` prints it, or "latest"
  --from FOLDER   the folder with the backups (default: BACKUP_DIR, or the bucket BACKUP_S3_BUCKET)
  --yes           replaces what is there
  --help          this text

Stop the site first. On an empty machine, this needs the backups and the recovery passphrase, which it asks
for (or reads from BACKUP_PASSPHRASE). The installation gets the secret from the backup, unless SECRET is set.

In place, it first makes a backup of what is there, named in the end, so that you can go back. Then it
replaces all rows in one step. Photos that were added since the backup go to quarantine for 30 days. If anything isn't
as it should be, nothing is changed. A backup from an older version is upgraded. One from a newer version is refused.

Afterward everyone has to sign in again, and links for a new password or an invitation no longer work. Emails and
newsletters that were on their way when the backup was made aren't sent. People who unsubscribed since stay
unsubscribed.

A database that is damaged, or that a newer version has upgraded, is set aside beside the new one.
`

type Deps = Pick<App, 'config' | 'storage' | 'clock' | 'db'>

/** `restore`. @returns the exit code: 0, 1 when it is refused, 2 when the command was not understood */
export async function restoreCommand(
  app: Deps,
  argv: string[],
  streams: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  const refuse = (sentence: string, code = 1) => {
    streams.err.write(`${sentence}\n`)
    return code
  }
  let parsed: ReturnType<typeof readArguments>
  try {
    parsed = readArguments(argv)
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${RESTORE_HELP}`, 2)
  }
  const { values, positionals } = parsed
  const [asked, ...more] = positionals
  if (asked === undefined || more.length > 0) return refuse(`Enter one backup.\n\n${RESTORE_HELP}`, 2)
  const target = await openTarget(app.config)
  const from =
    values.from === undefined ? app.config : { backupDir: resolve(values.from), backupS3: undefined }
  const source = placeOf(from) === placeOf(app.config) ? target : await openTarget(from)
  await checkTarget(source, from)
  const names = await listNames(source)
  const name = asked === 'latest' ? names[0] : asked
  if (name === undefined || !names.includes(name))
    return refuse(`There is no backup ${asked} in ${placeOf(from)}.`)
  const key =
    (await findKey(source, app.config)) ?? (await openWithPassphrase(source, await askPassphrase(streams)))
  if (!key) return refuse('The recovery passphrase isn’t the one for these backups. Nothing was changed.')

  const origin = { target: source, key }
  const canRestore = async () => {
    const manifest = await readBackupManifest(origin, name)
    return typeof manifest !== 'string' && (await databaseFaults(origin, manifest)).length === 0
  }
  const ready = await prepareDatabase(app, { ...streams, isConfirmed: values.yes === true, canRestore })
  if (typeof ready === 'string') return refuse(ready)
  try {
    const progress = fileProgress(streams.out)
    const { onFile } = progress
    const restored = await restoreBackup({ ...app, ...ready, target }, { from: origin, name, onFile })
    progress.done()
    if (!restored.ok) return refuse(`Nothing was restored. ${restored.sentence}`)
    streams.out.write(restoredText(name, restored))
    return 0
  } finally {
    if (ready.db !== app.db) await ready.db.destroy()
  }
}

const readArguments = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: { from: { type: 'string' }, yes: { type: 'boolean' } },
  })

/**
 * Makes the database usable for a restore. One that this version can’t use is set aside.
 * @returns a sentence if it can’t be
 */
async function prepareDatabase(
  { db, config }: Deps,
  { out, isConfirmed, canRestore }: Streams & { isConfirmed: boolean; canRestore: () => Promise<boolean> },
): Promise<Pick<Deps, 'db'> | string> {
  const state = await stateOf(db)
  if (state !== 'empty' && !isConfirmed)
    return `This installation is in use. Add --yes to replace it.\n\n${RESTORE_HELP}`
  if (state !== 'unusable') {
    await migrate(db)
    return { db }
  }
  if (config.databaseUrl !== undefined)
    return 'This version can’t use the PostgreSQL database. Create an empty one, set DATABASE_URL to it, and try again.'
  if (!(await canRestore()))
    return 'Nothing was restored. The backup is damaged too, or a newer version made it. Restore another one.'
  await db.destroy()
  const file = sqliteFile(config.dataDir)
  const aside = `${file}.set-aside-${Date.now()}`
  for (const ending of ['', '-wal', '-shm']) await rename(file + ending, aside + ending).catch(ignoreMissing)
  out.write(`The database can’t be used by this version. It was set aside as ${aside}.\n`)
  const fresh = openDatabase(config)
  await migrate(fresh)
  return { db: fresh }
}

const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error
}

/** `unusable`: damaged, or upgraded by a newer version. */
async function stateOf(db: Deps['db']): Promise<'empty' | 'in-use' | 'unusable'> {
  try {
    if (!(await isKnownVersion(db))) return 'unusable'
    return (await isInUse(db)) ? 'in-use' : 'empty'
  } catch (error) {
    if (isDamaged(error)) return 'unusable'
    throw error
  }
}

function restoredText(name: string, restored: Extract<Restored, { ok: true }>): string {
  const count = (number: number) => number.toLocaleString('en-US')
  const { rows, files, newFiles, restorePoint, missing, withdrawnReleases, isOtherSecret, logFaults } =
    restored
  return [
    `Restored ${name}: ${count(rows)} rows and ${count(files)} files, ${count(newFiles)} of them written.`,
    ...(restorePoint ? [`What was there before is the backup ${restorePoint}.`] : []),
    ...(missing.length > 0 ? [`${count(missing.length)} originals were lost before the backup.`] : []),
    ...(withdrawnReleases > 0
      ? [
          `${count(withdrawnReleases)} releases were withdrawn since the backup. Withdraw them again in their galleries.`,
        ]
      : []),
    ...(isOtherSecret
      ? ['SECRET isn’t the one of the backup, so links in emails from before no longer work.']
      : []),
    ...(logFaults.length > 0 ? ['The activity log in the backup was changed before it was made:'] : []),
    ...logFaults.map((fault) => `  ${faultSentence(fault)}`),
    'Everyone has to sign in again. If you need a link for an owner: npm run cli -- owner invite EMAIL',
    '',
  ].join('\n')
}
