export interface PreviewLimits {
  /** How many are made at the same time. */
  atOnce: number
  /** Queue length. When it is full, the oldest request is dropped, which is likely outdated. */
  line: number
  /** How long one may take, its turn included, in milliseconds. */
  ms: number
}

export interface Previews {
  /**
   * Runs `work` when its turn comes.
   * @throws PreviewGivenUp when its turn doesn't come, and the reason of `signal` when the time is up before it does
   */
  inTurn<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
  readonly ms: number
}

type Place = PromiseWithResolvers<void> & { isCalled: boolean }

/** Newer previews took its place in line. */
export class PreviewGivenUp extends Error {
  override name = 'PreviewGivenUp'
}

/**
 * Limits previews, so that they don't slow down everyone else. They are requested at every pause in typing.
 */
export function limitPreviews({ atOnce, line, ms }: PreviewLimits): Previews {
  let running = 0
  const waiting: Place[] = []
  const turn = async (signal: AbortSignal): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    const place: Place = { ...Promise.withResolvers<void>(), isCalled: false }
    waiting.push(place)
    if (waiting.length > line) waiting.shift()?.reject(new PreviewGivenUp())
    try {
      await within(signal, place.promise)
    } catch (error) {
      // Called in the moment in which the time was up.
      if (place.isCalled) done()
      else if (waiting.includes(place)) waiting.splice(waiting.indexOf(place), 1)
      throw error
    }
  }
  // Passes its turn on directly, so that nobody cuts in.
  const done = () => {
    const next = waiting.shift()
    if (!next) {
      running -= 1
      return
    }
    next.isCalled = true
    next.resolve()
  }
  return {
    ms,
    async inTurn(work) {
      const signal = AbortSignal.timeout(ms)
      await turn(signal)
      try {
        return await work(signal)
      } finally {
        done()
      }
    },
  }
}

/**
 * Waits until `work` is done or the time is up. What comes of it later is dropped.
 * @throws the reason of `signal` when the time is up
 */
export async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  const { promise: over, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([work, over])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
