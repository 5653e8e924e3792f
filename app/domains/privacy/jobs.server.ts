import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { FORGET_OLD, forgetPayload } from './retention/model'
import { type ForgetDeps, forgetOld } from './retention/operations.server'

export const privacyJobs = (deps: ForgetDeps): JobHandlers => ({
  [FORGET_OLD]: jobHandler(forgetPayload, () => forgetOld(deps)),
})
