import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { CLEAR_REMOVED, clearRemovedSchema } from './model'
import { type ClearingDeps, clearRemovedPhotos } from './operations.server'

export const clearingJobs = (deps: ClearingDeps): JobHandlers => ({
  [CLEAR_REMOVED]: jobHandler(clearRemovedSchema, () => clearRemovedPhotos(deps)),
})
