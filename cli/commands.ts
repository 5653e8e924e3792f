import { systemClock } from '~/platform/clock'
import type { App } from '~/platform/http/scope.server'
import { backupCommand } from './backup'
import { demoClientCommand } from './demo-client'
import { doctorCommand } from './doctor'
import { exportCommand } from './export'
import { exportPostsCommand } from './export-posts'
import { importCommand } from './import'
import { importPhotosCommand } from './import-photos'
import { INSTALLATION_JOIN_HELP, installationJoinCommand } from './installation'
import { ownerInviteCommand } from './owner'
import { renditionsRebuildCommand } from './renditions'
import { RESTORE_HELP, restoreCommand } from './restore'
import { SECRET_REPLACE_HELP, secretReplaceCommand, secretRetireCommand, secretRotateCommand } from './secret'
import { STORAGE_MOVE_HELP, storageMoveCommand } from './storage'
import { STRIPE_CHECK_HELP, stripeCheckCommand } from './stripe-check'
import { verifyCommand } from './verify'

interface Command {
  words: string[]
  /** The command line, without `npm run cli --`. */
  usage: string
  summary: string
  /** Printed for `--help` without opening the database. Without it, the command prints its own help. */
  help?: string
  /** Runs even if the database, the data folder and the secret don't belong together. */
  joins?: true
  /** Opens a database of any state, without migrating it. */
  opensAny?: true
  run(app: App, args: string[]): Promise<number>
}

/** Runs without opening the installation, which may be what is wrong. */
interface LoneCommand extends Pick<Command, 'words' | 'usage' | 'summary'> {
  runAlone(args: string[]): Promise<number>
}

/** The operator's commands. Each explains more with `--help`. */
const COMMANDS: (Command | LoneCommand)[] = [
  {
    words: ['doctor'],
    usage: 'doctor',
    summary: 'Checks the installation, and says what to do about what is wrong.',
    runAlone: (args) => doctorCommand(process.env, args, systemClock),
  },
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
    words: ['backup'],
    usage: 'backup create | list | verify | passphrase',
    summary: 'Makes, lists and verifies encrypted backups.',
    run: (app, args) => backupCommand(app, args),
  },
  {
    words: ['restore'],
    usage: 'restore BACKUP',
    summary: 'Restores a backup on an empty machine, or in place.',
    help: RESTORE_HELP,
    joins: true,
    opensAny: true,
    run: (app, args) => restoreCommand(app, args),
  },
  {
    words: ['export', 'posts'],
    usage: 'export posts ghost|wordpress|markdown [FILE]',
    summary: 'Exports the blog’s posts for another program.',
    run: (app, args) => exportPostsCommand(app, args),
  },
  {
    words: ['export'],
    usage: 'export [FILE] [--encrypt]',
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
    words: ['storage', 'move'],
    usage: 'storage move --to s3|folder',
    summary: 'Moves photos and other files between the data folder and a bucket.',
    help: STORAGE_MOVE_HELP,
    joins: true,
    run: (app, args) => storageMoveCommand(app, args),
  },
  {
    words: ['renditions', 'rebuild'],
    usage: 'renditions rebuild [--pause | --wait]',
    summary: 'Makes renditions anew after a version makes them in another way.',
    run: (app, args) => renditionsRebuildCommand(app, args),
  },
  {
    words: ['stripe', 'check'],
    usage: 'stripe check [--live]',
    summary: 'Tries the connection to Stripe, and records what it saw.',
    help: STRIPE_CHECK_HELP,
    run: (app, args) => stripeCheckCommand(app, args),
  },
  {
    words: ['verify'],
    usage: 'verify [--repair]',
    summary: 'Checks the originals and the activity log, and restores originals from the backups.',
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
  {
    words: ['secret', 'replace'],
    usage: 'secret replace --yes',
    summary: 'Uses the current secret after the former one was lost.',
    help: SECRET_REPLACE_HELP,
    joins: true,
    run: (app, args) => secretReplaceCommand(app, args),
  },
]

/** @returns the exit code: 0 on success */
export async function runCommand(
  args: string[],
  open: (options: { joins: boolean; opensAny: boolean }) => Promise<App>,
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
  if ('runAlone' in command) return await command.runAlone(own)
  if (command.help !== undefined && own.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(command.help)
    return 0
  }
  const app = await open({ joins: command.joins === true, opensAny: command.opensAny === true })
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
