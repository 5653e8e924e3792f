const DAY_MS = 86_400_000

/** Without being used. */
const IDLE_MS = 30 * DAY_MS

/** However much it is used. */
export const LONGEST_SESSION_MS = 90 * DAY_MS

/** When a session ends that is used now, if it is not used again. In milliseconds since 1970. */
export const sessionEnd = (createdAt: number, now: number): number =>
  Math.min(now + IDLE_MS, createdAt + LONGEST_SESSION_MS)
