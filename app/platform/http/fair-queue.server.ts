import { performance } from 'node:perf_hooks'

/** The queue is full. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

export interface FairQueue {
  /**
   * Runs `work` when its turn comes.
   * @param who the client: clients take turns
   * @param signal ends the waiting, not the work
   * @throws QueueFull
   */
  run<T>(who: string, work: (aside: Aside) => Promise<T>, signal?: AbortSignal): Promise<T>
}

/**
 * Gives the turn to others while `wait` runs, such as for the answer of another server. What comes after it goes on at
 * once, since what it did can't be undone.
 */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>

interface Waiting {
  begin(): void
  refuse(error: unknown): void
}

interface FairQueueOptions {
  atOnce: number
  /** Maximum number of waiting entries. */
  line: number
  /** Time that this process has been idle since its start, in milliseconds. */
  idleMs?: () => number
}

const OFFER_EVERY_MS = 2
const IDLE_ENOUGH_MS = 0.5

/**
 * Limits concurrent work. Clients take turns, however many requests each has. When the queue is full, the
 * client with the most requests loses its newest. While work keeps the CPU busy, it runs one at a time, since
 * more would only make everything slower. More work starts while the running work waits for something else.
 */
export function createFairQueue({
  atOnce,
  line,
  idleMs = () => performance.eventLoopUtilization().idle,
}: FairQueueOptions): FairQueue {
  // A Map iterates in insertion order: the first client has waited longest for a turn.
  const lines = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0
  let isScheduled = false
  let timer: NodeJS.Timeout | undefined

  return {
    run: async (who, work, signal) => {
      await turnOf(who, signal)
      try {
        return await work(aside)
      } finally {
        leave()
      }
    },
  }

  async function aside<T>(wait: () => Promise<T>): Promise<T> {
    leave()
    try {
      return await wait()
    } finally {
      running += 1
    }
  }

  function leave(): void {
    running -= 1
    if (running === 0) cutShort()
    schedule()
  }

  function turnOf(who: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      if (waiting >= line && !makeRoomFor(who)) return reject(new QueueFull('Too many wait.'))
      const leave = () => {
        if (remove(who, entry)) reject(signal?.reason)
      }
      const entry: Waiting = {
        begin: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', leave)
          reject(error)
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      lines.set(who, [...(lines.get(who) ?? []), entry])
      waiting += 1
      schedule()
    })
  }

  function schedule(): void {
    if (isScheduled || waiting === 0 || running >= atOnce) return
    isScheduled = true
    const idleBefore = idleMs()
    const offer = () => {
      isScheduled = false
      timer = undefined
      if (running === 0 || idleMs() - idleBefore >= IDLE_ENOUGH_MS) beginNext()
      schedule()
    }
    // In a later turn of the event loop, so that requests without a queue are answered first.
    if (running === 0) setImmediate(offer)
    else timer = setTimeout(offer, OFFER_EVERY_MS)
  }

  /** Nothing runs anymore, so the next entry doesn't have to wait for the timer. */
  function cutShort(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    isScheduled = false
  }

  function beginNext(): void {
    const [next] = lines
    if (!next || running >= atOnce) return
    const [who, [first, ...rest]] = next
    lines.delete(who)
    if (rest.length > 0) lines.set(who, rest)
    waiting -= 1
    running += 1
    first?.begin()
  }

  function makeRoomFor(who: string): boolean {
    const [longest = '', entries = []] = [...lines].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    const newest = entries.at(-1)
    if (!newest || (lines.get(who)?.length ?? 0) + 1 >= entries.length) return false
    remove(longest, newest)
    newest.refuse(new QueueFull('Someone else had less in line.'))
    return true
  }

  function remove(who: string, entry: Waiting): boolean {
    const entries = lines.get(who)
    if (!entries?.includes(entry)) return false
    const rest = entries.filter((each) => each !== entry)
    if (rest.length > 0) lines.set(who, rest)
    else lines.delete(who)
    waiting -= 1
    return true
  }
}
