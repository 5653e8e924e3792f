/**
 * A start as forms and addresses spell it: an ISO 8601 instant in UTC, to the second, such as `2026-12-05T15:30:00Z`.
 * Nothing else is taken: two spellings of one start would be two things to compare.
 */
export const slotOf = (startsAt: number): string => new Date(startsAt).toISOString().replace('.000Z', 'Z')

/** @returns milliseconds since 1970; undefined: not a start in our spelling */
export function readSlot(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) || slotOf(at) !== text ? undefined : at
}
