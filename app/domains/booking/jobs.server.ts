import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { lapseUnconfirmed } from './reservations/unverified.server'
import { LAPSE_UNCONFIRMED, lapsePayload } from './reservations/unverified-model'

export const unconfirmedJobs = (deps: Parameters<typeof lapseUnconfirmed>[0]): JobHandlers => ({
  [LAPSE_UNCONFIRMED]: jobHandler(lapsePayload, () => lapseUnconfirmed(deps)),
})
