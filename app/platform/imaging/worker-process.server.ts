import { type ChildProcess, fork } from 'node:child_process'
import type { WorkerAnswer, WorkerReply, WorkerTask } from './protocol.ts'

export type WorkerOutcome =
  | { kind: 'answered'; outcome: WorkerAnswer }
  | { kind: 'out-of-memory' | 'timed-out' }
  /** The process ended by itself, or the worker threw an error. */
  | { kind: 'crashed'; detail: string }

export interface WorkerLimits {
  memoryLimitMb: number
  timeLimitMs: number
}

const KEPT_ERROR_CHARACTERS = 2000

/** A photo worker process. It takes one task at a time, and none after it has ended. */
export class WorkerProcess {
  readonly child: ChildProcess
  private errors = ''
  private taskId = 0

  constructor(file: string, { memoryLimitMb }: WorkerLimits) {
    this.child = fork(file, [], {
      execArgv: [`--max-old-space-size=${Math.min(256, memoryLimitMb)}`, '--max-semi-space-size=2'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: workerEnvironment(),
    })
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors = (this.errors + text).slice(-KEPT_ERROR_CHARACTERS)
    })
    this.rest()
  }

  get alive(): boolean {
    return this.child.connected && this.child.exitCode === null && this.child.signalCode === null
  }

  /** Never rejects: every end of a task is an outcome. */
  run(task: WorkerTask, { memoryLimitMb, timeLimitMs }: WorkerLimits): Promise<WorkerOutcome> {
    const id = ++this.taskId
    const { promise, resolve } = Promise.withResolvers<WorkerOutcome>()
    const onMessage = (reply: WorkerReply) => {
      if (reply.id !== id) return
      if ('outcome' in reply) resolve({ kind: 'answered', outcome: reply.outcome })
      else if ('outOfMemory' in reply) {
        this.end()
        resolve({ kind: 'out-of-memory' })
      } else resolve({ kind: 'crashed', detail: reply.error })
    }
    const onExit = (code: number | null, signal: string | null) =>
      resolve({ kind: 'crashed', detail: `ended with ${signal ?? code} ${this.errors}`.trim() })
    const onError = (error: Error) => resolve({ kind: 'crashed', detail: error.message })
    const timer = setTimeout(() => {
      resolve({ kind: 'timed-out' })
      this.end()
    }, timeLimitMs)
    this.child.on('message', onMessage).on('exit', onExit).on('error', onError)
    this.wake()
    if (this.alive) this.child.send({ ...task, id, memoryLimitMb }, (error) => error && onError(error))
    else onExit(this.child.exitCode, this.child.signalCode)
    return promise.finally(() => {
      clearTimeout(timer)
      this.child.off('message', onMessage).off('exit', onExit).off('error', onError)
      this.rest()
    })
  }

  end(): void {
    this.child.kill('SIGKILL')
  }

  /** An idle worker doesn't keep the process running. */
  private rest(): void {
    this.child.unref()
    this.child.channel?.unref()
    unrefStream(this.child.stderr)
  }

  private wake(): void {
    this.child.ref()
    this.child.channel?.ref()
  }
}

function unrefStream(stream: unknown): void {
  if (stream && typeof stream === 'object' && 'unref' in stream && typeof stream.unref === 'function')
    stream.unref()
}

/** The worker's environment contains no secrets. */
function workerEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LANG']
  const given = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  // With one malloc arena. More of them make memory grow from photo to photo.
  return { ...Object.fromEntries(given), MALLOC_ARENA_MAX: '1' }
}
