const FIRST_MS = 5_000
const LONGEST_MS = 3_600_000

/**
 * How long to wait after a failed attempt: 5 s, doubled each time, an hour at most.
 * @param attempt the one that failed, from 1
 * @param random 0 to 1; spreads the wait by a fifth either way, so that jobs which failed together do not return together
 */
export function retryDelay(attempt: number, random: number): number {
  const wait = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS)
  return Math.round(wait * (0.8 + 0.4 * random))
}
