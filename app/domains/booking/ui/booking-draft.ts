import type { Thanks } from '../reservations/thanks.server'
import type { ChosenStart } from '../slots/model'

const KEY = 'bookingDraft'

/** The values typed so far in the booking form, by field name. Kept across failed and reloaded pages. */
export function readDraft(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

/** Stores them in the tab's session storage, until the session is booked. */
export function storeDraft(typed: Record<string, string>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed))
  } catch {
    // Without storage, only the form has the values.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}

interface KnownStart {
  chosen: ChosenStart
  at: number
}

let shown: KnownStart | undefined
let confirmed: KnownStart | undefined

/** Keeps the start shown last, in case it can't be loaded again on a later step. */
export function cacheStart(chosen: ChosenStart): void {
  shown = { chosen, at: performance.now() }
}

/** Keeps a start from the answer to a form, so that the next step shows it without another request. */
export function cacheConfirmedStart(chosen: ChosenStart): void {
  confirmed = { chosen, at: performance.now() }
}

/** @param slot the start in the URL */
export const cachedStart = (slot: string | null): ChosenStart | undefined =>
  shown?.chosen.slot === slot ? asOfNow(shown) : undefined

/** A start that an answer contained, once, while it is on hold. @param slot the start in the URL */
export function takeConfirmedStart(slot: string | null): ChosenStart | undefined {
  const start = confirmed?.chosen.slot === slot ? asOfNow(confirmed) : undefined
  confirmed = undefined
  return start?.hold && start.hold.leftMs > 0 ? start : undefined
}

const asOfNow = ({ chosen, at }: KnownStart): ChosenStart => {
  const { hold } = chosen
  return { ...chosen, hold: hold && { ...hold, leftMs: hold.leftMs - (performance.now() - at) } }
}

let thanks: Thanks | undefined

/** Keeps what the last page shows, from the answer to the booking form. */
export function keepThanks(booked: Thanks): void {
  thanks = booked
}

/** Counts once. */
export function takeThanks(): Thanks | undefined {
  const booked = thanks
  thanks = undefined
  return booked
}
