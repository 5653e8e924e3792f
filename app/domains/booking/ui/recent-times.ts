import { useEffect } from 'react'
import { useFetcher } from 'react-router'
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

/** Loads the times at an address while the visitor looks at what's shown. @returns whether they're loaded */
export function useTimesAhead(address: string | undefined): boolean {
  const { load, data } = useFetcher()
  useEffect(() => {
    if (address === undefined) return
    const timer = setTimeout(() => {
      if (!navigator.onLine) return
      ahead = new URL(address, location.href).search
      void load(address)
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [address, load])
  return data !== undefined
}

let ahead: string | undefined

/** Whether a request is one of `useTimesAhead`. Each counts once. */
export function isAhead(search: string): boolean {
  const isIt = search === ahead
  if (isIt) ahead = undefined
  return isIt
}
