import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { reminderPayload, WRITE_REMINDER } from './model'
import { type ReminderDeps, writeReminder } from './operations.server'

export const reminderJobs = (deps: ReminderDeps): JobHandlers => ({
  [WRITE_REMINDER]: jobHandler(reminderPayload, (payload) => writeReminder(deps, payload)),
})
