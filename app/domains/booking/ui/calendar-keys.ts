interface Day {
  /** YYYY-MM-DD */
  date: string
}

const DAY = 86_400_000

/**
 * Where a key leads in a month's grid: by arrows to the next day in that direction that can be chosen, by Home and End
 * to the ends of the week. undefined: the key does nothing here.
 * @param days the days that can be chosen, in order
 */
export function nextFocus(key: string, from: string, days: Day[]): string | undefined {
  const at = days.findIndex(({ date }) => date === from)
  if (at === -1) return undefined
  const week = days.filter(({ date }) => weekOf(date) === weekOf(from))
  switch (key) {
    case 'ArrowRight':
      return days[at + 1]?.date ?? from
    case 'ArrowLeft':
      return days[at - 1]?.date ?? from
    case 'ArrowDown':
      return days.find(({ date }) => date > from && isSameWeekday(date, from))?.date ?? from
    case 'ArrowUp':
      return days.findLast(({ date }) => date < from && isSameWeekday(date, from))?.date ?? from
    case 'Home':
      return week[0]?.date ?? from
    case 'End':
      return week.at(-1)?.date ?? from
  }
  return undefined
}

const dayNumber = (date: string): number => Date.parse(`${date}T00:00Z`) / DAY
const isSameWeekday = (a: string, b: string): boolean => (dayNumber(a) - dayNumber(b)) % 7 === 0
/** Weeks begin on Sunday; the first of January 1970 was a Thursday. */
const weekOf = (date: string): number => Math.floor((dayNumber(date) + 4) / 7)
