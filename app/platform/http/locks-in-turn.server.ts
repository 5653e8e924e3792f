import { ERRORS, type Locker } from '@tus/server'

/** How long a request waits for another one of the same upload to let go, in milliseconds. */
const PATIENCE_MS = 10_000

interface Held {
  letGo(): void
  freed: Promise<void>
  free(): void
}

/**
 * One request at a time per upload. A client that reconnects arrives before the server has noticed the lost
 * connection, so the newer request asks the older one to end, and waits without polling.
 */
export function locksInTurn(): Locker {
  const held = new Map<string, Held>()
  return {
    newLock: (id) => ({
      lock: async (signal, letGo) => {
        const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
        for (let other = held.get(id); other; other = held.get(id)) {
          other.letGo()
          await Promise.race([other.freed, aborted(until)])
          if (until.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
        }
        const { promise: freed, resolve: free } = Promise.withResolvers<void>()
        held.set(id, { letGo, freed, free })
      },
      unlock: async () => {
        const mine = held.get(id)
        held.delete(id)
        mine?.free()
      },
    }),
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
