import { useEffect } from 'react'
import type { Times } from '../slots/model'
import { unpackDay } from '../slots/packed-day'

/** How long loaded times are shown again without asking the server, in milliseconds. */
const RECENT = 60_000

interface Known {
  times: Times
  /** Whether the address named no day. */
  isFirst: boolean
  at: number
}

let known: Known | undefined
/** A month that was loaded before anyone turned to it. */
let next: (Known & { search: string }) | undefined

/**
 * @param search query of the address that the times were loaded for
 * @param isEarly they were loaded ahead
 */
export function keepTimes(times: Times, search: string, isEarly = false): void {
  if (known?.times.openDays === times.openDays) return
  const query = new URLSearchParams(search)
  const loaded = { times, isFirst: !query.has('date') && !query.has('month'), at: performance.now() }
  if (isEarly && query.has('month')) next = { ...loaded, search }
  else [known, next] = [loaded, undefined]
}

/**
 * The times at an address, if they were loaded within a minute: those of another day of the month, of the next
 * month, or of the session that was chosen in the first step. The server checks a time again when it is held.
 */
export function recentTimes(search: string): Times | undefined {
  const isNext = next?.search === search
  if (isNext) [known, next] = [next, undefined]
  // The same address again means that the page wants new data.
  if (!known || search === location.search) return undefined
  const { times, isFirst, at } = known
  const { offer, openDays, hold } = times
  const query = new URLSearchParams(search)
  const isOffer = query.get('service') === offer.service && query.get('location') === offer.location
  const age = performance.now() - at
  if (!isOffer || age > RECENT || query.has('step') || (query.has('month') && !isNext)) return undefined
  const date = query.get('date')
  const day = isNext || (date === null && isFirst) ? times.day : date !== null && dayOf(date, openDays[date])
  if (!day || (hold && hold.leftMs <= age)) return undefined
  return { ...times, day, sentence: null, hold: hold && { ...hold, leftMs: hold.leftMs - age } }
}

const dayOf = (date: string, packed: string | undefined) =>
  packed === undefined ? undefined : unpackDay(date, packed)

/** Time in milliseconds after which a choice is probably final. */
const SETTLED = 600

/**
 * Loads times while the visitor looks at what's shown. Not a fetcher, since holding a time would abort it, and then
 * wait until it has loaded again.
 *
 * @param address of the route of times
 */
export function useTimesAhead(address: string | undefined): void {
  useEffect(() => {
    if (address === undefined) return
    const leaving = new AbortController()
    const timer = setTimeout(() => void loadAhead(address, leaving.signal), SETTLED)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [address])
}

async function loadAhead(address: string, signal: AbortSignal): Promise<void> {
  if (!navigator.onLine) return
  const before = known
  try {
    const answer = await fetch(address, { signal })
    const times: Times | undefined = answer.ok ? await answer.json() : undefined
    // What was loaded since may know of a hold that this answer doesn't.
    if (times && known === before) keepTimes(times, new URL(address, location.href).search, true)
  } catch {
    // The page asks again when the times are wanted.
  }
}
