import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { reminderPayload, WRITE_REMINDER } from './emails/model'
import { type ReminderDeps, writeReminder } from './emails/reminders.server'
import { outsidePayload, READ_OUTSIDE } from './external-calendars/model'
import { keepReading, type OutsideDeps, readOutsideInTurn } from './external-calendars/operations.server'
import { lapseUnconfirmed } from './reservations/unverified.server'
import { LAPSE_UNCONFIRMED, lapsePayload } from './reservations/unverified-model'
import { OFFER_FREED, offerFreedPayload } from './waitlist/model'
import { offerFreedStarts } from './waitlist/offers.server'
import { setNextLook, type WaitingDeps } from './waitlist/operations.server'

type Deps = ReminderDeps & OutsideDeps & WaitingDeps & Parameters<typeof lapseUnconfirmed>[0]

export const bookingJobs = (deps: Deps): JobHandlers => ({
  [WRITE_REMINDER]: jobHandler(reminderPayload, (payload) => writeReminder(deps, payload)),
  [READ_OUTSIDE]: jobHandler(outsidePayload, ({ calendar }) => readOutsideInTurn(deps, calendar)),
  [OFFER_FREED]: jobHandler(offerFreedPayload, () => offerFreedStarts(deps)),
  [LAPSE_UNCONFIRMED]: jobHandler(lapsePayload, () => lapseUnconfirmed(deps)),
})

/** Queues the recurring jobs of booking. Called once when the server starts. */
export async function scheduleBookingJobs(
  deps: Parameters<typeof keepReading>[0] & Parameters<typeof setNextLook>[0],
): Promise<void> {
  await keepReading(deps)
  await setNextLook(deps)
}
