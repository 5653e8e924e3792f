import type { z } from 'zod'
import type { Logger } from '~/platform/logging.server'

/** A job while it runs. */
export interface RunningJob {
  id: string
  /** 1 the first time. */
  attempt: number
  /** When this attempt fails, there is no other. */
  isLastAttempt: boolean
  /** Aborted when the worker has to stop before the job is done, or when another worker has taken the job over. */
  signal: AbortSignal
  log: Logger
}

/** Does the work of one kind of job. It may run twice for one job, so it must be safe to repeat. */
export interface JobHandler {
  run(payload: unknown, job: RunningJob): Promise<void>
  /** 10 when not given: the last of them about an hour after the first. */
  maxAttempts?: number
}

/** By kind. A worker takes the kinds that it has a handler for. */
export type JobHandlers = Record<string, JobHandler>

/** A handler whose payload is checked before it runs. A payload that does not fit fails the job like any error. */
export function jobHandler<S extends z.ZodType>(
  schema: S,
  run: (payload: z.output<S>, job: RunningJob) => Promise<void>,
  options: { maxAttempts?: number } = {},
): JobHandler {
  return { ...options, run: async (payload, job) => run(schema.parse(payload), job) }
}

/** Thrown by a handler that knows that trying again is of no use: the job fails at once. */
export class HopelessJob extends Error {
  override name = 'HopelessJob'
}
