import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pauseRebuild, readRebuild, requestRebuild, resumeRebuild } from '~/domains/photos/rebuild.server'
import type { App } from '~/platform/http/scope.server'
import { showProgress } from './progress'
import type { Streams } from './streams'

const HELP = `Makes renditions anew that an earlier version made in another way.

  npm run cli -- renditions rebuild [--pause | --wait]

  --pause  pauses it; photos that are being worked on are finished
  --wait   shows the progress until every photo is done
  --help   this text

The running site does it in the background, after all other work, and goes on after a restart. The Studio shows how
many photos are left on the page Photos. Visitors see the former renditions of a photo until its new ones exist. Run it
again without --pause to continue.
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
    out.write(left === 0 ? 'There is nothing to pause.\n' : `Paused. Photos left: ${left}\n`)
    return 0
  }
  const total = await requestRebuild(app)
  await resumeRebuild(app)
  if (total === 0) out.write('All renditions are up to date.\n')
  else if (options.wait) await showUntilDone(app, total, out)
  else out.write(`Photos queued: ${total}. The running site makes their renditions.\n`)
  const { failed } = await readRebuild(app)
  if (failed === 0) return 0
  err.write(`Photos that failed, and keep their former renditions: ${failed}. The site’s log says why.\n`)
  return 1
}

/** A pause ends it too. */
async function showUntilDone(app: Pick<App, 'db'>, total: number, out: Streams['out']): Promise<void> {
  const progress = showProgress(out, total)
  for (let done = -1; ; await sleep(POLL_MS)) {
    const { left, isPaused } = await readRebuild(app)
    if (total - left !== done) {
      done = total - left
      progress.step('photos', done)
    }
    if (left === 0 || isPaused) break
  }
  progress.done()
}
