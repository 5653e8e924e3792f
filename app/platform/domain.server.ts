import type { App } from '~/platform/http/scope.server'
import type { JobHandlers } from '~/platform/jobs/handlers'
import type { Gauge } from '~/platform/metrics.server'

/** What a domain adds to the server, in its `domain.server.ts`. server.ts lists them all. */
export interface Domain {
  /**
   * Runs before migrating; must not write.
   * @throws to stop the start
   */
  beforeMigration?(app: App): Promise<void>
  /**
   * Saves what it can before the database of an installation in use is migrated. Runs on the old tables.
   * @returns lines for the operator
   * @throws to stop the upgrade
   */
  beforeUpgrade?(app: App): Promise<string[]>
  afterMigration?(app: App): Promise<void>
  jobs?(app: App, onStop: (stop: Stop) => void): DomainJobs
  /** Runs at startup, in the order of the domains and before any job. Several instances may start at once. */
  start?(app: App, onStop: (stop: Stop) => void): Promise<void>
  /** What `/metrics` shows of it. */
  gauges?(app: App): Promise<Gauge[]>
  /** Lines for the operator, printed once the server listens. */
  announce?(app: App): Promise<string[]>
  /** What routes call. */
  operations?: Readonly<Record<string, (...given: never[]) => unknown>>
}

/** Undoes `start`, or closes what jobs used, after the last job. */
export type Stop = () => Promise<void>

/**
 * Each group has a separate worker, so that an email never waits for a photo or a backup, and nothing waits for a mail
 * server that hangs.
 */
export interface DomainJobs {
  /** Someone is waiting for these: they run before `photos`. */
  uploads?: JobHandlers
  /** For the photo processes. */
  photos?: JobHandlers
  emails?: JobHandlers
  other?: JobHandlers
}

/** The job handlers of all domains, by group. */
export function jobsOf(
  domains: readonly Domain[],
  app: App,
  onStop: (stop: Stop) => void,
): Required<DomainJobs> {
  const jobs: Required<DomainJobs> = { uploads: {}, photos: {}, emails: {}, other: {} }
  for (const domain of domains)
    for (const [group, handlers] of Object.entries(domain.jobs?.(app, onStop) ?? {}))
      Object.assign(jobs[group as keyof DomainJobs], handlers)
  return jobs
}
