import { sampleLink } from '~/domains/demo/operations.server'
import type { App } from '~/platform/http/scope.server'
import type { Streams } from './streams'

const HELP = `Prints a link that signs in as the sample client of the demo content: once, within a quarter of an hour.

  npm run cli -- demo client

It is there while the demo content is loaded: since the first start without DEMO=0, until the owner removes it.
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
    err.write('There is no sample client: the demo content is not loaded, or has been removed.\n')
    return 1
  }
  out.write(`${link.address}\n`)
  return 0
}
