import { z } from 'zod'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { READ_BOUNCES } from './model'
import { readBouncesInTurn } from './operations.server'

export const bounceJobs = (deps: Parameters<typeof readBouncesInTurn>[0]): JobHandlers => ({
  [READ_BOUNCES]: jobHandler(z.object({}), () => readBouncesInTurn(deps)),
})
