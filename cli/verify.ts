import { parseArgs } from 'node:util'
import { checkLog } from '~/domains/audit/chain.server'
import { faultSentence } from '~/domains/audit/model'
import type { App } from '~/platform/http/scope.server'
import type { Streams } from './streams'

const HELP = `Checks that the activity log is complete and unchanged.

  npm run cli -- verify

  --help   this text

Each entry of the log carries the hash of the entry before it, so an entry that was removed, changed or moved shows.
Keep the number and the hash that this command prints somewhere else: if they are the same later, nothing before that
entry has changed.
`

/** `verify`. @returns the exit code: 0, 1 when something is wrong, 2 when the command was not understood */
export async function verifyCommand(
  app: Pick<App, 'db'>,
  argv: string[],
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  try {
    const { values } = parseArgs({ args: argv, options: { help: { type: 'boolean', short: 'h' } } })
    if (values.help) {
      out.write(HELP)
      return 0
    }
  } catch (error) {
    err.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
    return 2
  }
  const { entries, first, head, faults } = await checkLog(app)
  if (faults.length > 0) {
    err.write('The activity log was changed in the database:\n')
    for (const fault of faults) err.write(`  ${faultSentence(fault)}\n`)
    return 1
  }
  out.write(
    entries === 0
      ? 'The activity log is empty.\n'
      : `Activity log: entries ${first} through ${head.seq} are complete and unchanged.\nHash of entry ${head.seq}: ${head.hash}\n`,
  )
  return 0
}
