import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { OFFER_FREED, offerFreedPayload } from '../model'
import type { WaitingDeps } from '../operations.server'
import { offerFreedStarts } from './operations.server'

export const waitingJobs = (deps: WaitingDeps): JobHandlers => ({
  [OFFER_FREED]: jobHandler(offerFreedPayload, () => offerFreedStarts(deps)),
})
