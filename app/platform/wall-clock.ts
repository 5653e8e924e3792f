/** "9 AM" and "9:30 AM", or with the minutes always: "9:00 AM". */
export type ClockStyle = 'short' | 'full'

/**
 * A clock time without a zone. Safe in a browser. For instants, use the labels of `time.ts`, which have the
 * zone.
 * @param minutes since midnight; those of the next day wrap around
 */
export function wallClock(minutes: number, style: ClockStyle = 'short'): string {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60]
  const past = minute === 0 && style === 'short' ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${past} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The time zone of the browser, such as "Europe/Vienna"; undefined: it hides where it is, as UTC. */
export function browserZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return /^(?!Etc\/)\w+\//.test(timeZone) ? timeZone : undefined
}
