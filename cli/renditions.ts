import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { requestDownloadRebuild } from '~/domains/galleries/downloads/rebuild.server'
import { requestProofRebuild } from '~/domains/galleries/watermarks/operations.server'
import {
  pauseRebuild,
  readRebuild,
  requestRenditionRebuild,
  resumeRebuild,
} from '~/domains/photos/rebuild.server'
import type { App } from '~/platform/http/scope.server'
import { showProgress } from './progress'
import type { Streams } from './streams'

const HELP = `Makes renditions, download sizes and proofs anew that an earlier version made in another way.

  npm run cli -- renditions rebuild [--pause | --wait]

  --pause  pauses it; what is being made is finished
  --wait   shows the progress until everything is made
  --help   this text

The running site does it in the background, after all other work, and goes on after a restart. The page Photos in the
Studio shows how many are left. Until the new files of a photo exist, people get the former ones. A download that is
under way while one of its photos is made anew breaks off, and starts over. Run it again without --pause to continue.
`

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  pause: { type: 'boolean' },
  wait: { type: 'boolean' },
} as const

const POLL_MS = 1_000

/** `renditions rebuild`. @returns the exit code: 0, 1 if photos failed, 2 when the command was not understood */
export async function renditionsRebuildCommand(
  app: Pick<App, 'db' | 'clock'>,
  args: string[],
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  let options: { help?: boolean; pause?: boolean; wait?: boolean }
  try {
    options = parseArgs({ args, options: OPTIONS }).values
  } catch (error) {
    err.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
    return 2
  }
  if (options.help) {
    out.write(HELP)
    return 0
  }
  if (options.pause) {
    await pauseRebuild(app)
    const { left } = await readRebuild(app)
    out.write(left === 0 ? 'There is nothing to pause.\n' : `Paused. Left to make: ${left}\n`)
    return 0
  }
  await requestRenditionRebuild(app)
  await requestDownloadRebuild(app)
  await requestProofRebuild(app)
  await resumeRebuild(app)
  const { left: total } = await readRebuild(app)
  if (total === 0) out.write('Everything is up to date.\n')
  else if (options.wait) await showUntilDone(app, total, out)
  else out.write(`Queued: ${total}. The running site makes them.\n`)
  const { failed } = await readRebuild(app)
  if (failed === 0) return 0
  err.write(`Failed, and left as they were: ${failed}. The site’s log says why.\n`)
  return 1
}

/** A pause ends it too. */
async function showUntilDone(app: Pick<App, 'db'>, total: number, out: Streams['out']): Promise<void> {
  const progress = showProgress(out, total)
  for (let done = -1; ; await sleep(POLL_MS)) {
    const { left, isPaused } = await readRebuild(app)
    if (total - left !== done) {
      done = total - left
      progress.step('made', done)
    }
    if (left === 0 || isPaused) break
  }
  progress.done()
}
