import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { LAPSE_UNCONFIRMED, lapsePayload } from './model'
import { lapseUnconfirmed } from './operations.server'

export const unconfirmedJobs = (deps: Parameters<typeof lapseUnconfirmed>[0]): JobHandlers => ({
  [LAPSE_UNCONFIRMED]: jobHandler(lapsePayload, () => lapseUnconfirmed(deps)),
})
