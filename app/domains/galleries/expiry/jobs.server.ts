import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { type LookDeps, lookAtExpiry } from './looking/operations.server'
import { LOOK_AT_EXPIRY, lookPayload } from './model'

export const expiryJobs = (deps: LookDeps): JobHandlers => ({
  [LOOK_AT_EXPIRY]: jobHandler(lookPayload, () => lookAtExpiry(deps)),
})
