import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { dateOf, dayLabel, fullDate, zoneName } from '~/platform/time'
import { findOfferOf, listDays, listStarts, readBookableDates } from '../../availability/operations.server'
import {
  calendarMonth,
  firstOf,
  lastOf,
  monthOf,
  readDate,
  readMonth,
  slotsOf,
} from '../../choosing/calendar'
import type { CalendarMonth, Day } from '../../choosing/model'
import { findMonthWithRoom } from '../../choosing/month-with-room'
import type { Booking } from '../../reservations/model'
import { slotOf } from '../../slot'

/** Where a booking can be moved to. */
export interface MoveTimes {
  month: CalendarMonth
  day: Day | null
  /** What was asked for and is not there. */
  sentence: string | null
  zoneName: string
}

/**
 * The month and the day that somebody looks at to move a booking; where they name none, the booking's own, or the next
 * with room. Its own time does not stand in the way.
 * @param asked `month` is YYYY-MM, `date` YYYY-MM-DD, as an address carries them; '' for none
 */
export async function readMoveTimes(
  { db, clock }: { db: Db; clock: Clock },
  booking: Booking,
  asked: { month: string; date: string },
): Promise<MoveTimes> {
  const offer = await findOfferOf({ db }, booking)
  const range = await readBookableDates({ db, clock }, offer)
  const except = { bookingId: booking.id }
  const date = readDate(asked.date)
  const isOffered = (month: string | undefined) =>
    month !== undefined && month >= monthOf(range.firstDate) && month <= monthOf(range.lastDate)
  const wished = readMonth(asked.month) ?? (date && monthOf(date))
  const own = monthOf(dateOf(booking.sessionDate, booking.zone))
  const first = [wished, own].find(isOffered) ?? monthOf(range.firstDate)
  const daysOf = (month: string) =>
    listDays({ db, clock }, { offer, firstDate: firstOf(month), lastDate: lastOf(month), except })
  const { month, days } = isOffered(wished)
    ? { month: first, days: await daysOf(first) }
    : await findMonthWithRoom({ first, last: monthOf(range.lastDate) }, daysOf)
  const shown =
    date && monthOf(date) === month
      ? date
      : days.find(({ state, free }) => state === 'open' && free > 0)?.date
  const zone = booking.zone
  return {
    month: calendarMonth(month, days, range),
    day:
      shown === undefined
        ? null
        : {
            date: shown,
            label: dayLabel(shown),
            // Where the session is already is no place to move it to.
            slots: slotsOf(
              await listStarts({ db, clock }, { offer, date: shown, except }),
              undefined,
              zone,
            ).filter(({ slot }) => slot !== slotOf(booking.sessionDate)),
          },
    sentence: sentenceOf(asked, range),
    zoneName: zoneName(zone, clock.now()),
  }
}

function sentenceOf(
  asked: { month: string; date: string },
  { firstDate, lastDate }: { firstDate: string; lastDate: string },
): string | null {
  const date = readDate(asked.date)
  const month = readMonth(asked.month)
  if ((asked.date !== '' && !date) || (asked.month !== '' && !month))
    return 'That date isn’t available. Here are our open dates.'
  const isOutside =
    (date && (date < firstDate || date > lastDate)) ||
    (month && (month < monthOf(firstDate) || month > monthOf(lastDate)))
  return isOutside
    ? `That date isn’t available. You can book dates from ${fullDate(firstDate)} to ${fullDate(lastDate)}.`
    : null
}
