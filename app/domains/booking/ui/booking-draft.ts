import type { ChosenStart } from '../slots/model'

const KEY = 'bookingDraft'

/** What was typed on the way to a booking, by field name: a page that failed or was loaded again loses nothing of it. */
export function readDraft(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

/** In the browser's tab, and there until it is closed or the session is booked. */
export function keepDraft(typed: Record<string, string>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed))
  } catch {
    // Without storage, the form keeps its values.
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

/** The start shown last, so that the steps still show it when it can't be loaded again. */
export function keepShown(chosen: ChosenStart): void {
  shown = chosen
}

/** @param slot as the address carries it */
export const lastShown = (slot: string | null): ChosenStart | undefined =>
  shown?.slot === slot ? shown : undefined
