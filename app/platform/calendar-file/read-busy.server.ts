import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../project-root.server'
import type { BusyAnswer, BusyQuestion } from './busy-times'

const TIME_LIMIT_MS = 5_000
const MEMORY_LIMIT_MB = 256

/** Busy times of a calendar file. Never rejects because of the file's content. */
export function readBusy(question: BusyQuestion, timeLimitMs = TIME_LIMIT_MS): Promise<BusyAnswer> {
  const { promise, resolve } = Promise.withResolvers<BusyAnswer>()
  // Node runs the TypeScript file directly.
  const worker = new Worker(join(projectRoot(), 'app/platform/calendar-file/busy-worker.ts'), {
    workerData: question,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  })
  const timer = setTimeout(() => resolve({ ok: false, reason: 'too-slow' }), timeLimitMs)
  worker.on('message', resolve)
  worker.on('error', (error: NodeJS.ErrnoException) =>
    resolve({ ok: false, reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-many' : 'no-calendar' }),
  )
  worker.on('exit', () => resolve({ ok: false, reason: 'no-calendar' }))
  return promise.finally(() => {
    clearTimeout(timer)
    return worker.terminate()
  })
}
