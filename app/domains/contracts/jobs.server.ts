import { z } from 'zod'
import type { LastDayReminderDeps } from '~/domains/booking/payments/last-day-reminders.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { type CopyDeps, makeSignedPdf } from './copies.server'
import { REMIND_OF_CONTRACTS, remindOfContracts } from './reminders.server'
import { MAKE_PDF } from './signing/model'

export const contractJobs = (deps: CopyDeps & LastDayReminderDeps): JobHandlers => ({
  [MAKE_PDF]: jobHandler(z.object({ version: z.string() }), ({ version }) => makeSignedPdf(deps, version)),
  [REMIND_OF_CONTRACTS]: jobHandler(z.object({}), () => remindOfContracts(deps)),
})
