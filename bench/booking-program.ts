/** What the benchmarks of operations use of the product, built the same way. */

export { readLedger, recordReceived } from '~/domains/billing/operations.server'
export { indexMissingPosts, searchPosts } from '~/domains/blog/post-search.server'
export { findOffer, listDays } from '~/domains/booking/availability/operations.server'
export { readCalendarView } from '~/domains/booking/calendar/operations.server'
export { listPayments, readPaymentSums } from '~/domains/booking/manage/payment-list.server'
export { requestBooking } from '~/domains/booking/reservations/operations.server'
export { slotOf } from '~/domains/booking/slots/model'
export { fixedClock } from '~/platform/clock'
export { openDatabase, transact } from '~/platform/db/database.server'
export { migrate } from '~/platform/db/migrate.server'
export { createLogger } from '~/platform/logging.server'
export {
  makePlace,
  makePost,
  makeSchedule,
  makeSessionType,
  makeTermsVersion,
} from '../test/support/factories.ts'
export { putTestSettings } from '../test/support/settings.ts'
