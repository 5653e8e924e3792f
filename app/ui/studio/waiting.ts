/** Counting stops at a thousand. */
export const waitingLabel = (count: number): string => (count >= 1_000 ? '1000+' : String(count))
