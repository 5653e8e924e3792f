import { z } from 'zod'
import type { Config } from '~/platform/config.server'
import type { Domain } from '~/platform/domain.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { blockTime, changeBlock, findBlock, removeBlock } from './calendar/blocks.server'
import { readCalendarView } from './calendar/operations.server'
import {
  acceptClientReschedule,
  cancelClientBooking,
  readDetailsForm,
  readRescheduleCalendar,
  renewLink,
  rescheduleClientBooking,
  saveClientDetails,
} from './client/changes.server'
import { followManageLink, manageTokenOf } from './client/manage-link.server'
import {
  listClientBookings,
  openBooking,
  readBookingStory,
  readCalendarFile,
  readCalendarTargets,
} from './client/operations.server'
import { listClientPayments } from './client/payments.server'
import { saveClientPhotos } from './client/photos.server'
import { reminderPayload, WRITE_REMINDER } from './emails/model'
import { type ReminderDeps, writeReminder } from './emails/reminders.server'
import { listFeeds, makeFeed, readCalendarFeed, revokeFeed } from './external-calendars/feeds.server'
import { SYNC_EXTERNAL_CALENDAR, syncPayload } from './external-calendars/model'
import {
  addExternalCalendar,
  type ExternalCalendarDeps,
  listExternalCalendars,
  removeExternalCalendar,
  scheduleSync,
  syncExternalCalendar,
  syncInTurn,
} from './external-calendars/operations.server'
import {
  decideBooking,
  listRescheduleTimes,
  rescheduleByStudio,
  saveNote,
  sendMessage,
} from './manage/edits.server'
import { exportBookings, listBookings, listFilterChoices } from './manage/list.server'
import { addBooking, listManualBookingTypes, readManualBookingForm } from './manage/manual-booking.server'
import { describeLastChange, readBookingForStudio } from './manage/operations.server'
import { exportPayments, listPayments } from './manage/payment-list.server'
import {
  findMiniDay,
  listMiniChoices,
  listMiniDays,
  removeMiniDay,
  saveMiniDay,
} from './mini-days/operations.server'
import { rescheduleMiniDay } from './mini-days/reschedule.server'
import { scheduleCardCharges } from './online/card-charges.server'
import { removeCardByStudio, removeClientCard } from './online/cards.server'
import { readOpenCheckout, readReturnNews, refundOnline, startPayment } from './online/checkout.server'
import { scheduleReconciling, takeWebhook } from './online/events.server'
import { type OnlineJobDeps, onlineJobs } from './online/jobs.server'
import { readStripeCheck } from './online/stripe-check.server'
import { CHARGE_LATE_FEES, chargeLateFees, scheduleLateFees } from './payments/late-fees.server'
import { addFee, recordPayment, voidPayment, waiveFee } from './payments/operations.server'
import {
  listPaymentReminders,
  type PaymentReminderDeps,
  REMIND_OF_PAYMENTS,
  remindOfPayments,
  schedulePaymentReminders,
  turnPaymentReminders,
} from './payments/reminders.server'
import { changeSchedule } from './payments/schedule.server'
import {
  findPlace,
  listPlaces,
  raisePlace,
  readPlacePictures,
  removePlace,
  savePlace,
} from './places/operations.server'
import { openContract } from './requirements/contract.server'
import { endHolds, scheduleHoldEnds } from './requirements/ending.server'
import { extendHold, turnHoldReminder, waiveRequirement } from './requirements/managing.server'
import { END_HOLDS } from './requirements/operations.server'
import { type HoldReminderDeps, remindOfHolds } from './requirements/reminders.server'
import { findBookingMade } from './reservations/booking-made.server'
import { confirmSession, readToConfirm } from './reservations/confirmation.server'
import { findBooking } from './reservations/facts.server'
import { declineUnverified, keepUnverified, listUnverified } from './reservations/floods.server'
import { extendHoldOnce, holdSlot, newVisitor } from './reservations/holds.server'
import { bookSession } from './reservations/operations.server'
import { readThanks } from './reservations/thanks.server'
import { expireUnverified } from './reservations/unverified.server'
import { EXPIRE_UNVERIFIED, expirePayload } from './reservations/unverified-model'
import {
  addHolidays,
  findRule,
  listRuleChoices,
  listRules,
  removeRule,
  saveRule,
} from './schedules/operations.server'
import { previewMonth, previewUnsaved } from './schedules/preview.server'
import {
  findSessionType,
  listAllSessionTypes,
  listSessionTypes,
  raiseSessionType,
  readSessionPhoto,
  removeSessionType,
  saveSessionType,
} from './session-types/operations.server'
import { readDayOf, readStartOf, readTimes } from './slots/operations.server'
import { OFFER_FREED, offerFreedPayload } from './waitlist/model'
import { offerFreedTimes, offerNow } from './waitlist/offers.server'
import {
  countWaitlistBetween,
  findEntryToLeave,
  findOfferedStart,
  findWaitlistDay,
  joinWaitlist,
  leaveWaitlist,
  listWaitlist,
  removeFromWaitlist,
  scheduleOffers,
  type WaitlistDeps,
} from './waitlist/operations.server'

export const booking: Domain = {
  jobs: (app) => ({ other: bookingJobs(app) }),
  start: scheduleBookingJobs,
  operations: {
    findBooking,
    manageTokenOf,
    acceptClientReschedule,
    addBooking,
    addExternalCalendar,
    addFee,
    addHolidays,
    blockTime,
    bookSession,
    cancelClientBooking,
    changeBlock,
    changeSchedule,
    confirmSession,
    countWaitlistBetween,
    decideBooking,
    declineUnverified,
    describeLastChange,
    exportBookings,
    exportPayments,
    extendHold,
    extendHoldOnce,
    findBlock,
    findBookingMade,
    findMiniDay,
    findOfferedStart,
    findPlace,
    findEntryToLeave,
    findRule,
    findSessionType,
    findWaitlistDay,
    followManageLink,
    holdSlot,
    joinWaitlist,
    keepUnverified,
    leaveWaitlist,
    listAllSessionTypes,
    listBookings,
    listFilterChoices,
    listClientBookings,
    listClientPayments,
    listExternalCalendars,
    listFeeds,
    listManualBookingTypes,
    listMiniChoices,
    listMiniDays,
    listRescheduleTimes,
    listPayments,
    listPaymentReminders,
    listPlaces,
    listRuleChoices,
    listRules,
    listSessionTypes,
    listUnverified,
    listWaitlist,
    makeFeed,
    rescheduleByStudio,
    newVisitor,
    offerNow,
    openBooking,
    openContract,
    previewMonth,
    previewUnsaved,
    raisePlace,
    readOpenCheckout,
    readReturnNews,
    readPlacePictures,
    refundOnline,
    startPayment,
    takeWebhook,
    turnHoldReminder,
    turnPaymentReminders,
    raiseSessionType,
    readBookingForStudio,
    readBookingStory,
    readCalendarFeed,
    readCalendarFile,
    readCalendarTargets,
    readCalendarView,
    readDayOf,
    readDetailsForm,
    readManualBookingForm,
    readRescheduleCalendar,
    readSessionPhoto,
    readStartOf,
    readStripeCheck,
    readThanks,
    readTimes,
    readToConfirm,
    recordPayment,
    removeBlock,
    removeCardByStudio,
    removeClientCard,
    removeExternalCalendar,
    removeFromWaitlist,
    removeMiniDay,
    removePlace,
    removeRule,
    removeSessionType,
    renewLink,
    rescheduleClientBooking,
    rescheduleMiniDay,
    revokeFeed,
    saveClientDetails,
    saveClientPhotos,
    saveMiniDay,
    saveNote,
    savePlace,
    saveRule,
    saveSessionType,
    sendMessage,
    syncExternalCalendar,
    voidPayment,
    waiveFee,
    waiveRequirement,
  },
}

type Deps = OnlineJobDeps &
  ReminderDeps &
  PaymentReminderDeps &
  ExternalCalendarDeps &
  WaitlistDeps &
  HoldReminderDeps &
  Parameters<typeof expireUnverified>[0]

export const bookingJobs = (deps: Deps): JobHandlers => ({
  [WRITE_REMINDER]: jobHandler(reminderPayload, (payload) => writeReminder(deps, payload)),
  [SYNC_EXTERNAL_CALENDAR]: jobHandler(syncPayload, ({ calendar }) => syncInTurn(deps, calendar)),
  [OFFER_FREED]: jobHandler(offerFreedPayload, () => offerFreedTimes(deps)),
  [REMIND_OF_PAYMENTS]: jobHandler(z.object({}), () => remindOfPayments(deps)),
  [CHARGE_LATE_FEES]: jobHandler(z.object({}), () => chargeLateFees(deps)),
  ...onlineJobs(deps),
  [END_HOLDS]: jobHandler(z.object({}), async () => {
    await endHolds(deps)
    await remindOfHolds(deps)
  }),
  [EXPIRE_UNVERIFIED]: jobHandler(expirePayload, () => expireUnverified(deps)),
})

/** Queues the recurring jobs of booking. Called once when the server starts. */
export async function scheduleBookingJobs(
  deps: Parameters<typeof scheduleSync>[0] &
    Parameters<typeof scheduleOffers>[0] & { config: Pick<Config, 'stripe'> },
): Promise<void> {
  await scheduleSync(deps)
  await scheduleOffers(deps)
  await schedulePaymentReminders(deps)
  await scheduleLateFees(deps)
  await scheduleHoldEnds(deps)
  if (!deps.config.stripe) return
  await scheduleReconciling(deps)
  await scheduleCardCharges(deps)
}
