import type { Domain } from '~/platform/domain.server'
import { bookingJobs, scheduleBookingJobs } from './jobs.server'

export const booking: Domain = {
  jobs: (app) => ({ other: bookingJobs(app) }),
  start: scheduleBookingJobs,
}
