import type { App } from '~/platform/http/scope.server'
import { demoClientCommand } from './demo-client'
import { exportCommand } from './export'
import { importCommand } from './import'
import { importPhotosCommand } from './import-photos'
import { INSTALLATION_JOIN_HELP, installationJoinCommand } from './installation'
import { ownerInviteCommand } from './owner'
import { secretRetireCommand, secretRotateCommand } from './secret'
import { verifyCommand } from './verify'

interface Command {
  words: string[]
  /** The command line, without `npm run cli --`. */
  usage: string
  summary: string
  /** Printed for `--help` without opening the database. Without it, the command prints its own help. */
  help?: string
  /** Runs even if the database and the data folder don't belong together. */
  joins?: true
  run(app: App, args: string[]): Promise<number>
}

/** The operator's commands. Each explains more with `--help`. */
const COMMANDS: Command[] = [
  {
    words: ['owner', 'invite'],
    usage: 'owner invite EMAIL',
    summary: 'Prints a one-time link to create or recover an owner account.',
    run: (app, args) => ownerInviteCommand(app, args),
  },
  {
    words: ['import', 'photos'],
    usage: 'import photos FOLDER --gallery SLUG [--client]',
    summary: 'Imports a folder of photos into a gallery.',
    run: (app, args) => importPhotosCommand(app, args),
  },
  {
    words: ['demo', 'client'],
    usage: 'demo client',
    summary: 'Prints a one-time link that signs in as the demo content’s sample client.',
    run: (app, args) => demoClientCommand(app, args),
  },
  {
    words: ['export'],
    usage: 'export [FILE]',
    summary: 'Exports everything as one archive.',
    run: (app, args) => exportCommand(app, args),
  },
  {
    words: ['import'],
    usage: 'import ARCHIVE',
    summary: 'Restores an export into a new, empty installation.',
    run: (app, args) => importCommand(app, args),
  },
  {
    words: ['installation', 'join'],
    usage: 'installation join',
    summary: 'Joins a database and a data folder from different installations.',
    help: INSTALLATION_JOIN_HELP,
    joins: true,
    run: (app, args) => installationJoinCommand(app, args),
  },
  {
    words: ['verify'],
    usage: 'verify',
    summary: 'Checks that the activity log is complete and unchanged.',
    run: (app, args) => verifyCommand(app, args),
  },
  {
    words: ['secret', 'rotate'],
    usage: 'secret rotate',
    summary: 'Creates a new secret and keeps accepting the former one.',
    run: (app, args) => secretRotateCommand(app, args),
  },
  {
    words: ['secret', 'retire'],
    usage: 'secret retire --yes',
    summary: 'Stops accepting former secrets.',
    run: (app, args) => secretRetireCommand(app, args),
  },
]

/** @returns the exit code: 0 on success */
export async function runCommand(
  args: string[],
  open: (options: { joins: boolean }) => Promise<App>,
): Promise<number> {
  if (args[0] === '--help' || args[0] === '-h' || args[0] === 'help') {
    process.stdout.write(usage())
    return 0
  }
  const command = COMMANDS.find(({ words }) => words.every((word, index) => args[index] === word))
  if (!command) {
    process.stderr.write(`There is no command ${args.slice(0, 2).join(' ')}.\n\n${usage()}`)
    return 1
  }
  const own = args.slice(command.words.length)
  if (command.help !== undefined && own.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(command.help)
    return 0
  }
  const app = await open({ joins: command.joins === true })
  try {
    return await command.run(app, own)
  } finally {
    await app.db.destroy()
  }
}

function usage(): string {
  const width = Math.max(...COMMANDS.map((command) => command.usage.length))
  const lines = COMMANDS.map((command) => `  ${command.usage.padEnd(width)}  ${command.summary}`)
  return `npm run cli -- COMMAND\n\n${lines.join('\n')}\n\nRun a command with --help for details.\n`
}
