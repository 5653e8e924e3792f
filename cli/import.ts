import { parseArgs } from 'node:util'
import { faultSentence } from '~/domains/audit/model'
import { isEncrypted, withDecrypted } from '~/domains/backup/archive-file.server'
import { type ImportDeps, type Imported, importEverything } from '~/domains/backup/import.server'
import type { Config } from '~/platform/config.server'
import { isDiskFull } from '~/platform/disk-full'
import { createImaging } from '~/platform/imaging/imaging.server'
import { fileProgress } from './progress'
import { askPassphrase, type Streams } from './streams'

const HELP = `Restores an archive made by \`export\` into a new, empty installation.

  npm run cli -- import ARCHIVE

  ARCHIVE            the file. For an encrypted one, it asks for the recovery passphrase of that time (or reads it
                     from BACKUP_PASSPHRASE), and DATA_DIR needs space for the whole archive
  --dry-run          checks the archive without changing anything
  --without-secret   imports although this installation has a different secret: two-factor authentication is
                     turned off, calendars have to be connected again, galleries with a PIN stay closed until
                     they get a new one, and links sent before stop working
  --help             this text

Empty means a new DATA_DIR (or PostgreSQL database) that the site has never been started with. Every photo is checked
like an upload. If anything doesn't fit, the import stops and changes nothing. Web versions of photos are created while
the site runs. To keep the secret, first copy the file "secret" from the old DATA_DIR into the new one. An export from
an older version is upgraded to this one.
`

type Deps = Omit<ImportDeps, 'imaging' | 'config'> &
  Partial<Pick<ImportDeps, 'imaging'>> & { config: Pick<Config, 'secret' | 'dataDir'> }

/** `import`. @returns the exit code: 0, 1 when it is refused, 2 when the command was not understood */
export async function importCommand(
  app: Deps,
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
  const { values, positionals } = parsed
  if (values.help) {
    out.write(HELP)
    return 0
  }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) {
    err.write(`Enter one archive.\n\n${HELP}`)
    return 2
  }
  const isRehearsal = values['dry-run'] === true
  const imaging = app.imaging ?? createImaging()
  try {
    const withoutSecrets = values['without-secret'] === true
    const progress = fileProgress(out)
    const { onFile } = progress
    const importFrom = (plain: string) =>
      importEverything({ ...app, imaging }, { file: plain, isRehearsal, withoutSecrets, onFile })
    const imported = (await isEncrypted(file))
      ? await withDecrypted(app.config, { file, passphrase: await askPassphrase(streams) }, importFrom)
      : await importFrom(file)
    progress.done()
    if (!imported) {
      err.write(
        'Nothing was imported. The passphrase isn’t the one of this archive, or the archive is damaged.\n',
      )
      return 1
    }
    if (imported.ok) out.write(taken(imported, isRehearsal))
    else err.write(`${sentence(imported)}\n`)
    return imported.ok ? 0 : 1
  } catch (error) {
    if (!isDiskFull(error)) throw error
    err.write('The disk is full, so nothing was imported. Free up space in DATA_DIR, then try again.\n')
    return 1
  } finally {
    if (!app.imaging) imaging.close()
  }
}

const readArguments = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      'without-secret': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })

function taken(imported: Extract<Imported, { ok: true }>, isRehearsal: boolean): string {
  const { photos, rows, missing, removedSecondFactors, logFaults } = imported
  const lines = [
    `${photos} photos and ${rows} rows ${isRehearsal ? 'can be imported. Nothing was changed' : 'imported'}.`,
    ...(missing.length > 0 ? [`${missing.length} photos were lost before the export and have no file.`] : []),
    ...(removedSecondFactors > 0
      ? [`Two-factor authentication was turned off for ${removedSecondFactors} accounts.`]
      : []),
    ...(logFaults.length > 0 ? ['The activity log in the archive was changed before the export:'] : []),
    ...logFaults.map((fault) => `  ${faultSentence(fault)}`),
  ]
  return `${lines.join('\n')}\n`
}

function sentence(refused: Extract<Imported, { ok: false }>): string {
  switch (refused.reason) {
    case 'not-empty':
      return 'This installation is already in use. Import into a new DATA_DIR or database before you start the site with it.'
    case 'other-secret':
      return 'This installation’s secret isn’t the one the archive was made with. Copy the file "secret" of the old DATA_DIR into the new one (or set SECRET as it was there), or see --help for --without-secret.'
    case 'refused':
      return `Import stopped. Nothing was changed. ${refused.sentence}`
  }
}
