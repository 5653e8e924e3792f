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

/** @param search query of the address that the times were loaded for */
export function keepTimes(times: Times, search: string): void {
  if (known?.times.openDays === times.openDays) return
  const query = new URLSearchParams(search)
  known = { times, isFirst: !query.has('date') && !query.has('month'), at: performance.now() }
}

/**
 * The times at an address, if they were loaded within a minute: those of another day of the month, or of the
 * session that was chosen in the first step. The server checks a time again when it is held.
 */
export function recentTimes(search: string): Times | undefined {
  // The same address again means that the page wants new data.
  if (!known || search === location.search) return undefined
  const { times, isFirst, at } = known
  const { offer, openDays, hold } = times
  const query = new URLSearchParams(search)
  const isOffer = query.get('service') === offer.service && query.get('location') === offer.location
  const age = performance.now() - at
  if (!isOffer || age > RECENT || query.has('month') || query.has('step')) return undefined
  const date = query.get('date')
  const day = date === null ? isFirst && times.day : dayOf(date, openDays[date])
  if (!day || (hold && hold.leftMs <= age)) return undefined
  return { ...times, day, sentence: null, hold: hold && { ...hold, leftMs: hold.leftMs - age } }
}

const dayOf = (date: string, packed: string | undefined) =>
  packed === undefined ? undefined : unpackDay(date, packed)

let ahead: string | undefined

/** Announces that the first step loads these times before its button is pressed. */
export function loadAhead(address: string): void {
  ahead = new URL(address, location.href).search
}

/** Whether a request was announced. Each announcement counts once. */
export function isAhead(search: string): boolean {
  const isIt = search === ahead
  if (isIt) ahead = undefined
  return isIt
}
