/** A count, capped at 1,000. */
export const waitingLabel = (count: number): string => (count >= 1_000 ? '1000+' : String(count))
