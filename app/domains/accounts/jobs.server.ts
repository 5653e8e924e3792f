import { z } from 'zod'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { mailRequestedLink } from './links/operations.server'
import type { AccountDeps } from './messages/operations.server'
import { MAIL_LINK } from './model'

const payload = z.object({ purpose: z.enum(['reset-password', 'sign-in']), email: z.string() })

export const accountJobs = (deps: Pick<AccountDeps, 'db' | 'clock' | 'config'>): JobHandlers => ({
  [MAIL_LINK]: jobHandler(payload, (request) => mailRequestedLink(deps, request)),
})
