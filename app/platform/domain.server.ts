import type { App } from '~/platform/http/scope.server'
import type { JobHandlers } from '~/platform/jobs/handlers'
import type { Mailer } from '~/platform/mail/message'

/** What a domain adds to the program. Each has one, in `domain.server.ts`; server.ts puts them together. */
export interface Domain {
  /**
   * Before the database is migrated. Nothing may be written yet.
   * @throws when the program must not start
   */
  beforeMigration?(app: App): Promise<void>
  afterMigration?(app: App): Promise<void>
  jobs?(app: WorkingApp): DomainJobs
  /** When the server starts, in the order of the domains and before any job runs. Several instances may start at once. */
  start?(app: App, onStop: (stop: Stop) => void): Promise<void>
  /** Lines for the operator, printed once the server listens. */
  announce?(app: App): Promise<string[]>
  /** What routes call. */
  operations?: Readonly<Record<string, (...given: never[]) => unknown>>
}

/** The program while it does the work of jobs. */
export interface WorkingApp extends App {
  mailer: Mailer
}

/** Ends what `start` began, once no job is running. */
export type Stop = () => Promise<void>

/** Each group has a worker of its own, so that an email never waits for a photo. */
export interface DomainJobs {
  /** Someone watches while these run: they go before `photos`. */
  uploads?: JobHandlers
  /** Work of the photo processes. */
  photos?: JobHandlers
  other?: JobHandlers
}

/** The job handlers of all domains, by group. */
export function jobsOf(domains: readonly Domain[], app: WorkingApp): Required<DomainJobs> {
  const jobs: Required<DomainJobs> = { uploads: {}, photos: {}, other: {} }
  for (const domain of domains)
    for (const [group, handlers] of Object.entries(domain.jobs?.(app) ?? {}))
      Object.assign(jobs[group as keyof DomainJobs], handlers)
  return jobs
}
