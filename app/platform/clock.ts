/** The current time, injected everywhere so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that only moves when a test moves it. */
export function fixedClock(
  start: string | number,
): Clock & { set(to: string | number): void; advance(ms: number): void } {
  let at = new Date(start).getTime()
  return {
    now: () => at,
    set: (to) => {
      at = new Date(to).getTime()
    },
    advance: (ms) => {
      at += ms
    },
  }
}
