import { z } from 'zod'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { SEND_SEQUENCE } from './model'
import { sendSequence } from './operations.server'

export const sequenceJobs = (deps: Parameters<typeof sendSequence>[0]): JobHandlers => ({
  [SEND_SEQUENCE]: jobHandler(z.object({}), () => sendSequence(deps)),
})
