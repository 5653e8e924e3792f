import { parseArgs } from 'node:util'
import { faultSentence } from '~/domains/audit/fault-sentence'
import { type ImportDeps, type Imported, importEverything } from '~/domains/exit/importing/operations.server'
import { createImaging } from '~/platform/imaging/imaging.server'
import type { Streams } from './streams'

const HELP = `Takes an archive that \`export\` has written into an empty installation.

  npm run cli -- import ARCHIVE

  ARCHIVE            the file
  --dry-run          looks at all of it, and changes nothing
  --without-secret   takes it although this installation has another secret: second factors are taken off, outside
                     calendars have to be added anew, galleries with a PIN stay closed until they get a new one,
                     and links that were sent before end
  --help             this text

Empty means: a new DATA_DIR (or PostgreSQL database) that the site has never been started with. Every photograph is
looked at as an upload is; what does not fit is refused, and then nothing is written. The smaller pictures for pages
are made when the site runs. To keep the secret, copy the file "secret" of the old DATA_DIR into the new one first.
An archive of an older version of the program is brought up to this one on the way.
`

type Deps = Omit<ImportDeps, 'imaging'> & Partial<Pick<ImportDeps, 'imaging'>>

/** `import`. @returns the exit code: 0, 1 when it is refused, 2 when the command was not understood */
export async function importCommand(
  app: Deps,
  argv: string[],
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  let asked: ReturnType<typeof readArguments>
  try {
    asked = readArguments(argv)
  } catch (error) {
    err.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
    return 2
  }
  const { values, positionals } = asked
  if (values.help) {
    out.write(HELP)
    return 0
  }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) {
    err.write(`Name one archive.\n\n${HELP}`)
    return 2
  }
  const isRehearsal = values['dry-run'] === true
  const imaging = app.imaging ?? createImaging()
  try {
    const withoutSecrets = values['without-secret'] === true
    const imported = await importEverything({ ...app, imaging }, { file, isRehearsal, withoutSecrets })
    if (imported.ok) out.write(taken(imported, isRehearsal))
    else err.write(`${sentence(imported)}\n`)
    return imported.ok ? 0 : 1
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
  const { photographs, rows, missing, secondFactorsTakenOff, logFaults } = imported
  const lines = [
    `${photographs} photographs and ${rows} rows ${isRehearsal ? 'fit; nothing was written' : 'are imported'}.`,
    ...(missing.length > 0
      ? [`${missing.length} photographs were lost before the export, and are without a file.`]
      : []),
    ...(secondFactorsTakenOff > 0 ? [`${secondFactorsTakenOff} second factors are taken off.`] : []),
    ...(logFaults.length > 0 ? ['The activity log in the archive was changed before the export:'] : []),
    ...logFaults.map((fault) => `  ${faultSentence(fault)}`),
  ]
  return `${lines.join('\n')}\n`
}

function sentence(refused: Extract<Imported, { ok: false }>): string {
  switch (refused.reason) {
    case 'not-empty':
      return 'This installation is in use. Import into a new DATA_DIR or database, before the site is started with it.'
    case 'other-secret':
      return 'This installation has another secret than the one that the archive comes from. Copy the file "secret" of the old DATA_DIR into the new one (or set SECRET as it was there), or see --help for --without-secret.'
    case 'refused':
      return `The archive is not taken, and nothing was written. ${refused.sentence}`
  }
}
