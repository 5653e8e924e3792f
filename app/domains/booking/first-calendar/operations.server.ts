import type { Db } from '~/platform/db/database.server'
import { addDays, dateOf, weekdayOf } from '~/platform/time'
import { addMiniDay } from '../mini-days/operations.server'
import { federalHolidays } from '../schedules/holidays'
import { addSchedules } from '../schedules/operations.server'
import type { SchedulesDraft } from '../session-types/drafts'

/**
 * The calendar of a fresh installation: its schedules, the holidays of this year and the next, and its mini-session
 * days, counted from the day of the installation, so that there always is one ahead.
 */
export async function addCalendar(
  { db }: { db: Db },
  { schedules, miniDays }: SchedulesDraft,
  {
    typeIds,
    placeIds,
    zone,
    at,
  }: { typeIds: Map<string, string>; placeIds: Map<string, string>; zone: string; at: number },
): Promise<void> {
  const today = dateOf(at, zone)
  const year = Number(today.slice(0, 4))
  const rules = schedules.map(({ title, sessionType, place, hours }) => ({
    title,
    sessionType: sessionType === null ? null : idOf(typeIds, sessionType),
    place: place === null ? null : idOf(placeIds, place),
    from: null,
    until: null,
    hours,
  }))
  await addSchedules({ db }, rules, { holidayYears: [year, year + 1] })
  for (const { weekday, weeksAhead, starts, title, ...day } of miniDays)
    await addMiniDay(
      { db },
      {
        title,
        sessionType: idOf(typeIds, day.sessionType),
        place: idOf(placeIds, day.place),
        date: openDate(addDays(today, weeksAhead * 7), weekday),
        starts,
        isPublished: true,
      },
      { at },
    )
}

function idOf(ids: Map<string, string>, slug: string): string {
  const id = ids.get(slug)
  if (id === undefined) throw new Error(`There is no ${slug}.`)
  return id
}

/** The first such weekday from a date on that is no holiday. */
function openDate(from: string, weekday: number): string {
  const first = addDays(from, (weekday - weekdayOf(from) + 7) % 7)
  const isHoliday = federalHolidays(Number(first.slice(0, 4))).some(({ date }) => date === first)
  return isHoliday ? openDate(addDays(first, 1), weekday) : first
}
