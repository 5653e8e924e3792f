import type { z } from 'zod'
import type { Logger } from '~/platform/logging.server'

/** A running job. */
export interface RunningJob {
  id: string
  /** 1 for the first attempt. */
  attempt: number
  /** No other attempt follows if this one fails. */
  isLastAttempt: boolean
  /** Aborted when the worker has to stop first, or another worker has taken over the job. */
  signal: AbortSignal
  log: Logger
}

/** Runs jobs of one kind. A job may run twice, so running it must be safe to repeat. */
export interface JobHandler {
  run(payload: unknown, job: RunningJob): Promise<void>
  /** 10 by default: the last one about an hour after the first. */
  maxAttempts?: number
}

/** By kind. A worker only takes kinds with a handler. */
export type JobHandlers = Record<string, JobHandler>

/** A handler with a validated payload. An invalid payload fails the job like any error. */
export function jobHandler<S extends z.ZodType>(
  schema: S,
  run: (payload: z.output<S>, job: RunningJob) => Promise<void>,
  options: { maxAttempts?: number } = {},
): JobHandler {
  return { ...options, run: async (payload, job) => run(schema.parse(payload), job) }
}

/** Thrown by a handler when retrying is useless: the job fails at once. */
export class HopelessJob extends Error {
  override name = 'HopelessJob'
}
