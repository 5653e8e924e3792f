import { type ChildProcess, execFile, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '~/platform/project-root.server'

/** Starting the process again takes less than keeping its memory. */
const REST_MS = 5_000

export interface BestCompression {
  /** One at a time. */
  compress(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  /** Ends the process. Work in progress is rejected. */
  stop(): void
}

/**
 * Brotli at its best quality, in a process that gives way to all others. In a thread of this one, it would take half of
 * a core from visitors for a minute after each change of the content.
 */
export function createBestCompression(): BestCompression {
  let child: ChildProcess | undefined
  let resting: NodeJS.Timeout | undefined
  return { compress, stop }

  async function compress(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(resting)
    const worker = child?.connected ? child : start()
    child = worker
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    const onEnd = () => reject(new Error('The compression process has ended.'))
    worker.once('message', (compressed) => resolve(new Uint8Array(compressed as Uint8Array)))
    worker.once('exit', onEnd).once('error', reject)
    worker.send(body, (error) => error && reject(error))
    return promise.finally(() => {
      worker.removeAllListeners('message').off('exit', onEnd).off('error', reject)
      resting = setTimeout(stop, REST_MS).unref()
    })
  }

  function stop(): void {
    clearTimeout(resting)
    child?.kill('SIGKILL')
    child = undefined
  }
}

function start(): ChildProcess {
  const child = fork(join(projectRoot(), 'app/platform/http/compression-worker.ts'), [], {
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=2'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Without secrets.
    env: { SystemRoot: process.env.SystemRoot },
  })
  if (child.pid !== undefined) giveWay(child.pid)
  // It doesn't keep this process running, and ends with it.
  child.unref()
  child.channel?.unref()
  return child
}

/**
 * Moves a process into Linux's SCHED_IDLE class, if `chrt` of util-linux is there. While all processors are busy, a
 * waking server gets the one that runs such a process, but would wait for one of merely low priority.
 */
function giveWay(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW)
  execFile('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)], () => {})
}
