import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { CHECK_EXPIRATIONS, checkPayload } from './model'
import { type CheckDeps, checkExpirations } from './operations.server'

export const expirationJobs = (deps: CheckDeps): JobHandlers => ({
  [CHECK_EXPIRATIONS]: jobHandler(checkPayload, () => checkExpirations(deps)),
})
