import { parseArgs } from 'node:util'
import { type BackedUp, createBackup } from '~/domains/backup/backups/create.server'
import {
  KIND_LABELS,
  readName,
  type UnusableTarget,
  unusableSentence,
  verifiedPath,
} from '~/domains/backup/backups/model'
import { recordBackup } from '~/domains/backup/backups/runs.server'
import { hasBackedUp } from '~/domains/backup/backups/store.server'
import {
  type BackupKey,
  changeTarget,
  checkTarget,
  createPassphrase,
  hasPassphrase,
  listNames,
  openKey,
  openTarget,
  placeOf,
} from '~/domains/backup/backups/target.server'
import { verifyBackups } from '~/domains/backup/backups/verify.server'
import type { App } from '~/platform/http/scope.server'
import type { Storage } from '~/platform/storage/storage.server'
import { fileProgress } from './progress'
import type { Streams } from './streams'

const BACKUP_HELP = `Makes and checks encrypted backups of everything: tables, photos, and the site's secret.

  npm run cli -- backup create          makes a backup now, and reads back what is new in it
                  create --new          also if the target is empty, though backups were made before
  npm run cli -- backup list            lists the backups, newest first
  npm run cli -- backup verify [NAME]   reads all backups, or one, and restores their tables into a scratch database
  npm run cli -- backup passphrase      makes a new recovery passphrase, and prints it once

Backups are in BACKUP_DIR, which is DATA_DIR/backups unless you set it. Set it to another disk: one that fails takes
everything on it. Or set BACKUP_S3_BUCKET and its keys to store them in a bucket. The site can keep running. Each photo is encrypted and stored once, so later backups are quick.

To restore on another machine, you need the backups and the recovery passphrase, and nothing else. Print it and keep it
away from this machine. A new passphrase replaces the former one.
`

type Deps = Pick<App, 'config' | 'db' | 'storage' | 'clock'>

/** `backup`. @returns the exit code: 0, 1 when something is wrong, 2 when the command was not understood */
export async function backupCommand(
  app: Deps,
  argv: string[],
  streams: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  let parsed: ReturnType<typeof readArguments>
  try {
    parsed = readArguments(argv)
  } catch (error) {
    streams.err.write(`${error instanceof Error ? error.message : String(error)}\n\n${BACKUP_HELP}`)
    return 2
  }
  if (parsed.values.help) {
    streams.out.write(BACKUP_HELP)
    return 0
  }
  const [what, name, ...more] = parsed.positionals
  const target = await openTarget(app.config)
  await checkTarget(target, app.config)
  const beginsAnew = parsed.values.new === true
  if (what === 'create' && name === undefined)
    return await create({ ...app, target }, { beginsAnew, streams })
  const isOther = !['list', 'verify', 'passphrase'].includes(what ?? '')
  if (isOther || beginsAnew || more.length > 0 || (name !== undefined && what !== 'verify')) {
    streams.err.write(BACKUP_HELP)
    return 2
  }
  const key = await openKey(target, app.config, !(await hasBackedUp(app.db)))
  if (typeof key === 'string') return refuse(streams, unusable(key, app.config))
  const from = { ...app, target, key }
  if (what === 'list') return await list(from, streams)
  return what === 'verify' ? await verify(from, name, streams) : await passphrase(from, streams)
}

const readArguments = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, new: { type: 'boolean' } },
  })

function refuse({ err }: Streams, sentence: string): number {
  err.write(`${sentence}\n`)
  return 1
}

async function create(
  app: Deps & { target: Storage },
  { beginsAnew, streams }: { beginsAnew: boolean; streams: Streams },
): Promise<number> {
  const progress = fileProgress(streams.out)
  const startedAt = app.clock.now()
  const made = await createBackup(app, { kind: 'manual', beginsAnew, onFile: progress.onFile })
  await recordBackup(app, { kind: 'manual', startedAt, made })
  progress.done()
  if (!made.ok) return refuse(streams, failureSentence(made, app.config))
  streams.out.write(
    `Backup ${made.name} is complete and was read back: the database and ${counted(made.files, 'file')}, ${made.newFiles.toLocaleString('en-US')} of them new (${made.newBytes.toLocaleString('en-US')} bytes).\n`,
  )
  if (!(await hasPassphrase(app.target)))
    streams.out.write(
      'Only this server can open it so far. To make the recovery passphrase, run: npm run cli -- backup passphrase\n',
    )
  if (made.missing.length === 0) return 0
  streams.err.write('These photos aren’t in it because their files are lost or damaged:\n')
  for (const name of made.missing) streams.err.write(`  ${name}\n`)
  return 1
}

const unusable = (reason: UnusableTarget, config: Deps['config']): string =>
  `${unusableSentence(reason, placeOf(config))} ${
    reason === 'other-key'
      ? `${changeTarget(config)}, or set SECRET as it was.`
      : 'To start over in it, run: npm run cli -- backup create --new'
  }`

const failureSentence = (failed: Extract<BackedUp, { ok: false }>, config: Deps['config']): string =>
  failed.reason === 'damaged'
    ? `The backup failed and doesn’t count. ${failed.sentence} Check ${config.backupS3 ? '' : 'the disk with '}${placeOf(config)}.`
    : unusable(failed.reason, config)

async function list({ target }: { target: Storage }, { out }: Streams): Promise<number> {
  const names = await listNames(target)
  for (const name of names) {
    const found = readName(name)
    const verified = await target.read(verifiedPath(name))
    const state = verified ? `verified ${timeText(Number(Buffer.from(verified).toString()))}` : 'not verified'
    out.write(`${name}  ${found ? KIND_LABELS[found.kind] : ''}, ${state}\n`)
  }
  out.write(names.length === 0 ? 'There are no backups yet.\n' : `${counted(names.length, 'backup')}.\n`)
  if (names.length > 0 && !(await hasPassphrase(target)))
    out.write('There is no recovery passphrase yet. Run: npm run cli -- backup passphrase\n')
  return 0
}

/** Names are in UTC too. */
const timeText = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`

async function verify(
  from: { target: Storage; key: BackupKey },
  name: string | undefined,
  { out, err }: Streams,
): Promise<number> {
  const names = await listNames(from.target)
  if (names.length === 0 || (name !== undefined && !names.includes(name))) {
    err.write(name === undefined ? 'There are no backups yet.\n' : `There is no backup ${name}.\n`)
    return 1
  }
  let faulty = 0
  for await (const verified of verifyBackups(from, name === undefined ? names : [name])) {
    if (verified.faults.length === 0) {
      out.write(
        `${verified.name}: complete. ${counted(verified.files, 'file')} and ${counted(verified.rows, 'row')} match their checksums.\n`,
      )
      continue
    }
    faulty += 1
    err.write(`${verified.name}: damaged.\n`)
    for (const fault of verified.faults) err.write(`  ${fault}\n`)
  }
  return faulty === 0 ? 0 : 1
}

async function passphrase(
  { target, key, clock }: { target: Storage; key: BackupKey } & Pick<App, 'clock'>,
  { out }: Streams,
): Promise<number> {
  const made = await createPassphrase(target, key, clock.now())
  out.write(
    `Recovery passphrase: ${made}\n\nIt isn’t stored anywhere, and can’t be shown again. Print it and keep it away from this machine.\nAnyone with the backups and this passphrase can read everything.\n`,
  )
  return 0
}
