import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { outsidePayload, READ_OUTSIDE } from './model'
import { type OutsideDeps, readOutsideInTurn } from './operations.server'

export const outsideJobs = (deps: OutsideDeps): JobHandlers => ({
  [READ_OUTSIDE]: jobHandler(outsidePayload, ({ calendar }) => readOutsideInTurn(deps, calendar)),
})
