import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { recordAction } from '~/domains/audit/operations.server'
import { exportToFile } from '~/domains/backup/archive-file.server'
import { hasPassphrase, openTarget, openWithPassphrase } from '~/domains/backup/backups/target.server'
import type { ExportDeps } from '~/domains/backup/export.server'
import type { Db } from '~/platform/db/database.server'
import { isDiskFull } from '~/platform/disk-full'
import { askPassphrase, type Streams } from './streams'

const HELP = `Exports everything as one archive: photos, favorites and comments, text, and tables.

  npm run cli -- export [FILE] [--encrypt]

  FILE       where to write it (default: export-YYYY-MM-DD.zip in this folder, or .zip.age)
  --encrypt  encrypts it with the recovery passphrase of the backups, which it asks for (or reads from
             BACKUP_PASSPHRASE)
  --help     this text

The site can keep running; the export is a snapshot. If you're moving to a new server, stop this site first, or both
will email the same clients.

Without --encrypt, the archive isn't encrypted. It contains password hashes and emails. Sent emails have no links, but emails that haven't
been sent yet have links that work. The site's secret (SECRET, or the file "secret" in DATA_DIR) isn't in the archive.
Without it, two-factor authentication, gallery PINs, connected calendars, and links in emails don't work after an import.
`

/** `export`. @returns the exit code: 0, 1 when originals are missing from it, 2 when the command was not understood */
export async function exportCommand(
  app: ExportDeps & { db: Db; config: Parameters<typeof openTarget>[0] },
  argv: string[],
  streams: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  const { out, err } = streams
  let parsed: ReturnType<typeof readArguments>
  try {
    parsed = readArguments(argv)
  } catch (error) {
    err.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
    return 2
  }
  if (parsed.values.help) {
    out.write(HELP)
    return 0
  }
  const isEncrypted = parsed.values.encrypt === true
  const [
    name = `export-${new Date(app.clock.now()).toISOString().slice(0, 10)}.zip${isEncrypted ? '.age' : ''}`,
    ...more
  ] = parsed.positionals
  const file = resolve(name)
  if (more.length > 0 || (await isThere(file))) {
    err.write(
      more.length > 0
        ? `Enter one file name.\n\n${HELP}`
        : `${file} already exists. Choose another file name.\n`,
    )
    return 2
  }
  const passphrase = isEncrypted ? await knownPassphrase(app.config, streams) : undefined
  if (isEncrypted && passphrase === undefined) return 1
  const exported = await exportToFile(app, { file, passphrase }).catch((error: unknown) => {
    if (isDiskFull(error)) return undefined
    throw error
  })
  if (!exported) {
    err.write('The disk is full, so nothing was exported. Free up space where you write the file.\n')
    return 1
  }
  const { bytes, photos, missing } = exported
  const done = { action: 'export-downloaded', subject: 'Everything', place: HERE } as const
  await recordAction({ ...app, author: { uid: '', name: 'Command line' } }, done)
  out.write(
    `Exported everything, including ${photos} photos, to ${file} (${bytes.toLocaleString('en-US')} bytes${isEncrypted ? ', encrypted' : ''}).\n`,
  )
  if (missing.length === 0) return 0
  err.write(`These photos are missing from the export because their files are lost or damaged:\n`)
  for (const original of missing) err.write(`  ${original}\n`)
  return 1
}

/** A mistyped passphrase would make an archive that no one can open. @returns undefined, after a sentence */
async function knownPassphrase(
  config: Parameters<typeof openTarget>[0],
  streams: Streams,
): Promise<string | undefined> {
  const target = await openTarget(config)
  if (!(await hasPassphrase(target))) {
    streams.err.write(
      'There is no recovery passphrase yet. To make one, run: npm run cli -- backup passphrase\n',
    )
    return undefined
  }
  const passphrase = await askPassphrase(streams)
  if (await openWithPassphrase(target, passphrase)) return passphrase
  streams.err.write('The recovery passphrase isn’t the one for your backups. Nothing was exported.\n')
  return undefined
}

const HERE = { network: '', device: 'This server' }

const readArguments = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, encrypt: { type: 'boolean' } },
  })

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
