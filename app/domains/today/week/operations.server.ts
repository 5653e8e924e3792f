import { listWishesOn } from '~/domains/booking/finding/operations.server'
import type { Settings } from '~/domains/content/model'
import type { Db } from '~/platform/db/database.server'
import { addDays, dateOf, weekdayName, weekdayOf } from '~/platform/time'
import type { Day } from '../model'

const DAYS = 7
/** Of one day; the rest is among the messages. */
const SHOWN = 4

const WHEN = { morning: 'AM', afternoon: 'PM', any: 'Day' }

/** What was asked for in the week that begins today. These are wishes: nothing here is confirmed. */
export async function readWeek(
  { db }: { db: Db },
  { settings, now }: { settings: Settings; now: number },
): Promise<Day[]> {
  const today = dateOf(now, settings.studio.timeZone)
  const dates = Array.from({ length: DAYS }, (_, day) => addDays(today, day))
  return await Promise.all(
    dates.map(async (date) => {
      const wishes = await listWishesOn({ db }, date, SHOWN + 1)
      return {
        date,
        weekday: weekdayName(date).slice(0, 3),
        number: Number(date.slice(8)),
        isToday: date === today,
        isOpen: settings.hours.weekly.some(({ day }) => day === weekdayOf(date)),
        wishes: wishes.slice(0, SHOWN).map(({ id, type, name, dayPart, isAnswered }) => ({
          id,
          label: `${type}, ${name}`,
          when: WHEN[dayPart],
          isAnswered,
        })),
        more: wishes.length > SHOWN,
      }
    }),
  )
}
