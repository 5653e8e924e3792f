import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { LOOK_AT_EXPIRY, lookPayload } from './model'
import { type LookDeps, lookAtExpiry } from './operations.server'

export const expiryJobs = (deps: LookDeps): JobHandlers => ({
  [LOOK_AT_EXPIRY]: jobHandler(lookPayload, () => lookAtExpiry(deps)),
})
