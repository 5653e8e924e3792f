import { wallClock } from '~/platform/wall-clock'
import type { Settings } from './model'
import { WEEKDAYS } from './settings/fields'

type Weekly = Settings['hours']['weekly']

/** The weekly hours as text: "Monday to Friday, 9 AM to 5 PM, and Saturday, 10 AM to 2 PM" */
export function hoursSummary(weekly: Weekly): string {
  const runs: { from: number; to: number; hours: string }[] = []
  for (const day of WEEKDAYS.keys().map((at) => at + 1)) {
    const hours = weekly
      .filter((each) => each.day === day)
      .map(({ opens, closes }) => `${clock(opens)} to ${clock(closes)}`)
      .join(' and ')
    if (hours === '') continue
    const last = runs.at(-1)
    if (last?.hours === hours && last.to === day - 1) last.to = day
    else runs.push({ from: day, to: day, hours })
  }
  const parts = runs.map(({ from, to, hours }) => `${daysLabel(from, to)}, ${hours}`)
  return parts.length === 0 ? 'By appointment' : listed(parts)
}

function daysLabel(from: number, to: number): string {
  const [first, last] = [WEEKDAYS[from - 1], WEEKDAYS[to - 1]]
  if (from === to) return `${first}`
  return `${first} ${to === from + 1 ? 'and' : 'to'} ${last}`
}

const listed = (parts: string[]): string =>
  parts.length === 1 ? `${parts[0]}` : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`

/** @param time "09:00" */
function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return wallClock(hours * 60 + minutes)
}
