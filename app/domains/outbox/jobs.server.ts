import { z } from 'zod'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { DELIVER_MAIL } from './model'
import { type DeliveryDeps, deliverMail } from './operations.server'

const deliverMailPayload = z.object({ mail: z.string() })

/** A mail server that is away for half a day loses no message. */
const MAX_ATTEMPTS = 20

export const outboxJobs = (deps: DeliveryDeps): JobHandlers => ({
  [DELIVER_MAIL]: jobHandler(deliverMailPayload, ({ mail }, job) => deliverMail(deps, mail, job), {
    maxAttempts: MAX_ATTEMPTS,
  }),
})
