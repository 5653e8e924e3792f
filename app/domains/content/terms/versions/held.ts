import { addDays, longDate } from '~/platform/time'

/** When a version held, in words that follow its number. `nextOn`: the day from which the next one holds. */
export function heldLabel(effectiveOn: string, nextOn: string | null): string {
  const from = longDate(effectiveOn)
  if (nextOn === null) return `in effect from ${from}`
  // ISO dates sort as text.
  if (nextOn <= effectiveOn) return `published for ${from} and replaced before it took effect`
  const last = addDays(nextOn, -1)
  return last === effectiveOn ? `in effect on ${from}` : `in effect from ${from} to ${longDate(last)}`
}
