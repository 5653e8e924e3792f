const DAY_MS = 86_400_000

/** Without use. */
const IDLE_MS = 30 * DAY_MS

/** Regardless of use. */
export const LONGEST_SESSION_MS = 90 * DAY_MS

/** When a session used now ends if it isn't used again, in milliseconds since 1970. */
export const sessionEnd = (createdAt: number, now: number): number =>
  Math.min(now + IDLE_MS, createdAt + LONGEST_SESSION_MS)
