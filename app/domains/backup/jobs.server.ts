import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { CLEAR_EXPORT, exportPayload, MAKE_EXPORT } from './model'
import { clearExport, makeExport } from './operations.server'

/** Background jobs of exports. */
export const exportJobs = (deps: Parameters<typeof makeExport>[0]): JobHandlers => ({
  [MAKE_EXPORT]: jobHandler(exportPayload, ({ id }, job) => makeExport(deps, id, job), { maxAttempts: 3 }),
  [CLEAR_EXPORT]: jobHandler(exportPayload, ({ id }) => clearExport(deps, id)),
})
