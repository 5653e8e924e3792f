import { sampleLink } from '~/domains/demo/operations.server'
import type { App } from '~/platform/http/scope.server'
import type { Streams } from './streams'

const HELP = `Prints a link that signs in as the demo content’s sample client. The link works once, for 15 minutes.

  npm run cli -- demo client

The sample client exists as long as the demo content does: from the first start (unless DEMO=0) until the
owner removes it.
`

/** `demo client`. @returns the exit code: 0, 1 when there is no sample client, 2 when the command was not understood */
export async function demoClientCommand(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  args: string[],
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  if (args.length > 0) {
    const isHelp = args[0] === '--help' || args[0] === '-h'
    if (isHelp) out.write(HELP)
    else err.write(HELP)
    return isHelp ? 0 : 2
  }
  const link = await sampleLink(app)
  if (!link.ok) {
    err.write('There’s no sample client because the demo content isn’t loaded or was removed.\n')
    return 1
  }
  out.write(`${link.address}\n`)
  return 0
}
