import { z } from 'zod'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { type LinkJobDeps, mailEmailChange, mailRequestedLink } from './links.server'
import { MAIL_EMAIL_CHANGE, MAIL_LINK, MAIL_REGISTRATION } from './model'
import { mailRegistration } from './registration.server'

/** Missing in jobs queued by the previous version. */
const requestedFrom = z.object({ browser: z.string(), device: z.string(), at: z.number() }).optional()
const link = z.object({ purpose: z.enum(['reset-password', 'sign-in']), email: z.string(), requestedFrom })
const emailChange = z.object({ user: z.string(), email: z.string(), passwordAt: z.number(), requestedFrom })
const registration = z.object({
  email: z.string(),
  requestedFrom,
  registered: z.string().optional(),
  returnTo: z.string().optional(),
})

export const accountJobs = (deps: LinkJobDeps): JobHandlers => ({
  [MAIL_LINK]: jobHandler(link, (request) => mailRequestedLink(deps, request)),
  [MAIL_EMAIL_CHANGE]: jobHandler(emailChange, (request) => mailEmailChange(deps, request)),
  [MAIL_REGISTRATION]: jobHandler(registration, (request) => mailRegistration(deps, request)),
})
