/** "9 AM" and "9:30 AM", or with the minutes always: "9:00 AM". */
export type ClockStyle = 'short' | 'full'

/**
 * What a clock shows, without a zone. Safe in a browser. Everything that happens at an instant gets its label from
 * `time.ts`, which names the zone.
 * @param minutes since midnight; those of the next day are read as that day's
 */
export function wallClock(minutes: number, style: ClockStyle = 'short'): string {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60]
  const past = minute === 0 && style === 'short' ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${past} ${hour < 12 ? 'AM' : 'PM'}`
}
