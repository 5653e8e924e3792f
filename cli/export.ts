import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { recordAction } from '~/domains/audit/operations.server'
import { type ExportDeps, exportEverything } from '~/domains/exit/exporting/operations.server'
import type { Db } from '~/platform/db/database.server'
import type { Streams } from './streams'

const HELP = `Writes everything into one archive: photographs, favorites and comments, texts, tables.

  npm run cli -- export [FILE]

  FILE     where to write it; export-YYYY-MM-DD.zip in this folder when it is not given
  --help   this text

The site may go on meanwhile: the archive holds the state of one instant. To move to another machine, stop the site
first, or two of them write to the same clients.

The archive is not encrypted. It holds the hashes of passwords, and letters as they were sent, with links that still
work: those of galleries and bookings, and for three days at most those for a new password, for signing in and for
joining the team. The secret of the installation (SECRET, or the file "secret" in DATA_DIR) is not in it; without that,
second factors, gallery PINs, addresses of outside calendars and links that were sent do not work after an import.
`

/** `export`. @returns the exit code: 0, 1 when originals are missing from it, 2 when the command was not understood */
export async function exportCommand(
  app: ExportDeps & { db: Db },
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
  if (asked.values.help) {
    out.write(HELP)
    return 0
  }
  const [name = `export-${new Date(app.clock.now()).toISOString().slice(0, 10)}.zip`, ...more] =
    asked.positionals
  const file = resolve(name)
  if (more.length > 0 || (await isThere(file))) {
    err.write(
      more.length > 0 ? `Name one file.\n\n${HELP}` : `${file} is there already. Name another file.\n`,
    )
    return 2
  }
  const { bytes, photographs, missing } = await exportEverything(app, { file })
  const done = { action: 'export-downloaded', subject: 'Everything', place: HERE } as const
  await recordAction({ ...app, author: { uid: '', name: 'Command line' } }, done)
  out.write(
    `${file} holds everything, with ${photographs} photographs: ${bytes.toLocaleString('en-US')} bytes.\n`,
  )
  if (missing.length === 0) return 0
  err.write(`These photographs are not in it, since their files are lost or damaged:\n`)
  for (const original of missing) err.write(`  ${original}\n`)
  return 1
}

const HERE = { network: '', device: 'This server' }

const readArguments = (args: string[]) =>
  parseArgs({ args, allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } })

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
