import type { Domain } from '~/platform/domain.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { reminderPayload, WRITE_REMINDER } from './emails/model'
import { type ReminderDeps, writeReminder } from './emails/reminders.server'
import { SYNC_EXTERNAL_CALENDAR, syncPayload } from './external-calendars/model'
import { type ExternalCalendarDeps, scheduleSync, syncInTurn } from './external-calendars/operations.server'
import { expireUnverified } from './reservations/unverified.server'
import { EXPIRE_UNVERIFIED, expirePayload } from './reservations/unverified-model'
import { OFFER_FREED, offerFreedPayload } from './waitlist/model'
import { offerFreedTimes } from './waitlist/offers.server'
import { scheduleOffers, type WaitlistDeps } from './waitlist/operations.server'

export const booking: Domain = {
  jobs: (app) => ({ other: bookingJobs(app) }),
  start: scheduleBookingJobs,
}

type Deps = ReminderDeps & ExternalCalendarDeps & WaitlistDeps & Parameters<typeof expireUnverified>[0]

export const bookingJobs = (deps: Deps): JobHandlers => ({
  [WRITE_REMINDER]: jobHandler(reminderPayload, (payload) => writeReminder(deps, payload)),
  [SYNC_EXTERNAL_CALENDAR]: jobHandler(syncPayload, ({ calendar }) => syncInTurn(deps, calendar)),
  [OFFER_FREED]: jobHandler(offerFreedPayload, () => offerFreedTimes(deps)),
  [EXPIRE_UNVERIFIED]: jobHandler(expirePayload, () => expireUnverified(deps)),
})

/** Queues the recurring jobs of booking. Called once when the server starts. */
export async function scheduleBookingJobs(
  deps: Parameters<typeof scheduleSync>[0] & Parameters<typeof scheduleOffers>[0],
): Promise<void> {
  await scheduleSync(deps)
  await scheduleOffers(deps)
}
