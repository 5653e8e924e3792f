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

let shown: ChosenStart | undefined

/** The start shown last, in case it can't be loaded again on a later step. */
export function cacheStart(chosen: ChosenStart): void {
  shown = chosen
}

/** @param slot the start in the URL */
export const cachedStart = (slot: string | null): ChosenStart | undefined =>
  shown?.slot === slot ? shown : undefined
