import { z } from 'zod'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { DELIVER_MAIL } from './model'
import { type DeliveryDeps, deliverMail } from './operations.server'

const deliverMailPayload = z.object({ mail: z.string() })

/** Enough attempts for a mail server that is unavailable for half a day. */
const MAX_ATTEMPTS = 20

export const outboxJobs = (deps: DeliveryDeps): JobHandlers => ({
  [DELIVER_MAIL]: jobHandler(deliverMailPayload, ({ mail }, job) => deliverMail(deps, mail, job), {
    maxAttempts: MAX_ATTEMPTS,
  }),
})
